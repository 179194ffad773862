"""Numbers with digits behind a point, or behind whatever a language has for one."""

MINUS = "−"  # as wide as a plus; a hyphen would be read as one


def figure(value: float, digits: int = 1, point: str = ".") -> str:
    """With so many digits; never a zero below zero."""
    text = f"{value:.{digits}f}"
    if not text.strip("-0."):
        text = text.lstrip("-")
    return text.replace("-", MINUS).replace(".", point)


def signed_figure(value: float, digits: int = 1, point: str = ".") -> str:
    """The same with its sign, but for a zero."""
    text = figure(value, digits, point)
    is_zero = not text.strip(f"0{point}")
    return text if is_zero or text.startswith(MINUS) else f"+{text}"
