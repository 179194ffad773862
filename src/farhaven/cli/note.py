"""Says once for each user that the program runs without its compiled rules."""

from pathlib import Path

import platformdirs

from farhaven.cli.settings import complain, say
from farhaven.core import chance


def is_compiled() -> bool:
    """Whether the rules run as machine code."""
    return not str(chance.__file__).endswith(".py")


def maybe_note_interpreted() -> None:
    """Tell it the first time, and remember that it was told."""
    if is_compiled():
        return
    mark = Path(platformdirs.user_state_path("farhaven")) / "told-interpreted"
    if mark.exists():
        return
    complain(say("note", "interpreted"))
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError:
        return  # a home that cannot be written to hears it again
