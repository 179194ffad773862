"""Numbers as the reader's language writes them."""

from farhaven.cli.console import settings
from farhaven.terminal.figures import figure, signed_figure


def point() -> str:
    """What stands before the digits behind it: a comma in many languages."""
    return "." if settings.language == "en" else ","


def number(value: float, digits: int = 1) -> str:
    """With so many digits, behind a comma where the language has one; never a zero below zero."""
    return figure(value, digits, point())


def percent(share: float, digits: int = 0) -> str:
    """A share of 1 in percent, with its sign kept beside it."""
    return f"{number(100 * share, digits)}\u00a0%"


def between(low: float, high: float) -> str:
    """An interval of two such shares, in one piece."""
    return f"{number(100 * low, 0)}\u00a0–\u00a0{percent(high)}"


def signed_percent(share: float) -> str:
    """A share of 1 in percent with its sign, but for a zero."""
    return f"{signed(100 * share, 0)}\u00a0%"


def signed(value: float, digits: int = 1) -> str:
    """The same with its sign, but for a zero."""
    return signed_figure(value, digits, point())
