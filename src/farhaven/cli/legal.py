"""`farhaven legal`: the legal decisions at a moment of a record, for programs."""

import sys
from collections.abc import Sequence
from typing import Annotated

import msgspec
import typer

from farhaven.cli.console import err, say
from farhaven.cli.options import At, ComponentFiles, Language, RecordFile, RecordNumber
from farhaven.cli.record_moment import find_moment
from farhaven.core.log_entry import Entry


class Choices(msgspec.Struct, frozen=True):
    """What can be decided at a moment: the legal entries, and choices with free terms."""

    legal: Sequence[Entry]
    free: Sequence[msgspec.Struct]


def legal(
    file: RecordFile,
    record: RecordNumber = 0,
    at: At = None,
    free: Annotated[
        bool,
        typer.Option(
            "--free",
            help="Print an object instead: the same list as `legal`, and as `free` the choices "
            "with free terms, such as offers, with their bounds.",
        ),
    ] = False,
    components: ComponentFiles = None,
    lang: Language = None,  # noqa: ARG001 - settled by its callback
) -> None:
    """Print the legal decisions at a moment as a JSON list of record entries.

    Those of every seat that owes one; an empty list where chance comes next or the game is over.
    The list leaves out choices with free terms, such as offers and counter-offers to other
    players: all that keep the bounds that --free prints are legal, too.

    Example: farhaven legal games.jsonl --record 3 --at 40 --free
    """
    match = find_moment(file, record, at, components or ()).match
    owing = match.owing()
    entries = [e for seat in owing for e in match.game.legal_entries(match.position, seat)]
    terms = [t for seat in owing for t in match.game.free_choices(match.view(seat))]
    found = Choices(entries, terms) if free else entries
    sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
    sys.stdout.buffer.flush()
    # For people only: a program may read both streams as one.
    if terms and not free and err().is_terminal:
        err().print(say("legal", "free", count=len(terms)), soft_wrap=True)
