"""`farhaven legal`: the legal decisions at a moment of a record, for programs."""

import sys

import msgspec

from farhaven.cli.moments import find_moment
from farhaven.cli.options import At, ComponentFiles, RecordFile, RecordNumber


def legal(
    file: RecordFile,
    record: RecordNumber = 0,
    at: At = None,
    components: ComponentFiles = None,
) -> None:
    """Print the legal decisions at a moment as a JSON list of record entries.

    Those of every seat that owes one; an empty list where chance comes next or the game is over.

    Example: farhaven legal games.jsonl --record 3 --at 40
    """
    match = find_moment(file, record, at, components or ()).match
    entries = [e for seat in match.owing() for e in match.game.legal_entries(match.position, seat)]
    sys.stdout.buffer.write(msgspec.json.encode(entries) + b"\n")
    sys.stdout.buffer.flush()
