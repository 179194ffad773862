"""Whether the program runs as machine code or as it was written."""

from farhaven.core import chance


def is_compiled() -> bool:
    """Whether the rules and the search are compiled; they are all of one group."""
    return not str(chance.__file__).endswith(".py")
