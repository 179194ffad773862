"""`farhaven hint`: the best moves at a moment of a record, and why."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table

from farhaven.cli.console import err, out, say
from farhaven.cli.errors import WrongUse
from farhaven.cli.event_text import names_of
from farhaven.cli.hint_text import advice, asked_of
from farhaven.cli.options import At, ComponentFiles, Language, NoColor, RecordFile, RecordNumber
from farhaven.cli.record_files import check_writable, write_whole
from farhaven.cli.record_moment import find_moment
from farhaven.coach.hints import hints
from farhaven.coach.study import Hint, Limit
from farhaven.core.chance import FastChance
from farhaven.core.match import Match


def hint(
    file: RecordFile,
    record: RecordNumber = 0,
    at: At = None,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat",
            metavar="S",
            help="For this seat, counted from 0; by default the first that has to choose.",
            show_default=False,
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.05, max=3600, help="How long to search.")
    ] = 2.0,
    iterations: Annotated[
        int,
        typer.Option("--iterations", min=0, help="Of the search, instead of a time.", metavar="N"),
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", help="Same seed and iterations, same hints.")] = 0,
    most: Annotated[int, typer.Option("--most", min=1, help="How many moves to name.")] = 3,
    json: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write all of it as JSON.")
    ] = None,
    components: ComponentFiles = None,
    lang: Language = None,  # noqa: ARG001 - settled by its callback
    no_color: NoColor = False,  # noqa: ARG001 - likewise
) -> None:
    """Name the best moves at a moment of a record, from what their seat knows: points, chance, why.

    Example: farhaven hint games.jsonl --record 3 --at 40 --seconds 5
    """
    check_writable(json)
    match = find_moment(file, record, at, components or ()).match
    chooser = _chooser(match, seat)
    view = match.view(chooser)
    limit = Limit(iterations=iterations, seconds=seconds)
    with err().status(say("hint", "thinking")):
        found = hints(match.game, view, FastChance(seed), limit, most)
    if not found:
        raise WrongUse(say("hint", "waits", seat=chooser, at=len(match.log)))
    for line in asked_of(match.game, view, names_of(match.players)):
        out().print(line)
    out().print(_table(match, found, chooser))
    if json is not None:
        write_whole(json, msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


def _table(match: Match, found: Sequence[Hint], seat: int) -> Table:
    names = names_of(match.players)
    title = say("hint", "title", name=names[seat], at=len(match.log))
    caption = say("hint", "lead") if len(names) > 2 else None
    table = Table(title=title, caption=caption, show_lines=True)
    table.add_column(say("hint", "rank"), justify="right")
    table.add_column(say("hint", "move"))
    table.add_column(say("hint", "tried"), justify="right")
    for number, one in enumerate(found, 1):
        tried = "" if one.exact else str(one.tried)
        table.add_row(str(number), advice(match.game, one, names), tried)
    return table


def _chooser(match: Match, seat: int | None) -> int:
    """The seat to advise, which must have something to choose."""
    owing, moment = match.owing(), len(match.log)
    last = len(match.players) - 1
    if seat is not None and not 0 <= seat <= last:
        raise WrongUse(say("error", "no_such_seat", seat=seat, last=last))
    if not owing:
        raise WrongUse(say("hint", "nobody" if match.is_over else "chance", at=moment))
    if seat is not None and seat not in owing:
        raise WrongUse(say("hint", "none", seat=seat, at=moment))
    return owing[0] if seat is None else seat
