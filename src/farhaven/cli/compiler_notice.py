"""Says once for each user that the program runs without its compiled rules."""

from pathlib import Path

import platformdirs

from farhaven.cli.console import complain, say
from farhaven.core.compiled import is_compiled


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
