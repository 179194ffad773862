"""Numbers as the reader's language writes them."""

from farhaven.cli.settings import settings


def number(value: float, digits: int = 1) -> str:
    """With so many digits, behind a comma where the language has one; never a zero below zero."""
    text = f"{value:.{digits}f}"
    if not text.strip("-0."):
        text = text.lstrip("-")
    return text if settings.language == "en" else text.replace(".", ",")


def signed(value: float, digits: int = 1) -> str:
    """The same with its sign, but for a zero."""
    text = number(value, digits)
    return text if text.startswith("-") or not text.strip("0.,") else f"+{text}"
