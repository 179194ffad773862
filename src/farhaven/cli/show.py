"""`farhaven show`: a moment of a record, drawn."""

from typing import Annotated

import typer
from rich.text import Text

from farhaven.cli.console import out, say
from farhaven.cli.editions import terminal_of
from farhaven.cli.errors import WrongUse
from farhaven.cli.event_text import names_of, told
from farhaven.cli.options import At, ComponentFiles, Language, NoColor, RecordFile, RecordNumber
from farhaven.cli.record_moment import find_moment


def show(
    file: RecordFile,
    record: RecordNumber = 0,
    at: At = None,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat",
            metavar="S",
            help="Only what this seat knows, counted from 0; by default everything.",
            show_default=False,
        ),
    ] = None,
    components: ComponentFiles = None,
    lang: Language = None,  # noqa: ARG001 - settled by its callback
    no_color: NoColor = False,  # noqa: ARG001 - likewise
) -> None:
    """Draw a moment of a record: the table, the hands, the scores and what happened last.

    Example: farhaven show games.jsonl --record 3 --at 40 --seat 0 --lang de
    """
    moment = find_moment(file, record, at, components or ())
    match = moment.match
    seats = range(len(match.players))
    if seat is not None and seat not in seats:
        raise WrongUse(say("error", "no_such_seat", seat=seat, last=len(seats) - 1))
    names = names_of(match.players)
    views = [match.view(s) for s in (seats if seat is None else [seat])]
    terminal = terminal_of(match.game)
    console = out()
    console.print(terminal.draw(views, names))
    result = match.result()
    if result is not None:
        console.print(terminal.scoring(result, names))
    else:
        for line in told(moment.events, terminal, names, seat):
            console.print(Text(f"• {line}"))
