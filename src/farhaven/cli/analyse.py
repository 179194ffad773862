"""`farhaven analyse`: what the choices of a record cost, and what was luck."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.progress import Progress, TaskID
from rich.table import Table

from farhaven.cli.console import clean, err, out, say, settings
from farhaven.cli.editions import terminal_of
from farhaven.cli.event_text import names_of, title_of, told
from farhaven.cli.hint_text import advice
from farhaven.cli.numbers import number, point, signed, signed_percent
from farhaven.cli.options import ComponentFiles, Language, NoColor, RecordFile, RecordNumber
from farhaven.cli.record_files import check_writable, write_whole
from farhaven.cli.record_moment import find_moment
from farhaven.coach.analysis import Analysis, Choice, analyse
from farhaven.coach.study import Limit, Part
from farhaven.coach.win_chance_chart import Captions, curve_of
from farhaven.core.game import Game
from farhaven.core.log_entry import kind_of
from farhaven.core.match import Match
from farhaven.core.sentences import words


def analyse_record(
    file: RecordFile,
    record: RecordNumber = 0,
    iterations: Annotated[
        int, typer.Option("--iterations", min=16, help="Of the search, for each choice.")
    ] = 400,
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same judgement.")] = 0,
    most: Annotated[int, typer.Option("--most", min=0, help="How many mistakes to list.")] = 10,
    json: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write all of it as JSON.")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE", help="Draw the chances as SVG.")
    ] = None,
    components: ComponentFiles = None,
    lang: Language = None,  # noqa: ARG001 - settled by its callback
    no_color: NoColor = False,  # noqa: ARG001 - likewise
) -> None:
    """Look at a record again: what each choice lost against the best, and what was luck.

    Example: farhaven analyse games.jsonl --record 3 --picture chances.svg
    """
    check_writable(json, picture)
    match = find_moment(file, record, None, components or ()).match
    console = err()
    with Progress(console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task(say("analyse", "looking"), total=len(match.log))
        limit = Limit(iterations=iterations)
        step = partial(_advance, progress, task)
        found = analyse(match.game, match.record(), limit, seed, step)
    out().print(_seats(match, found))
    mistakes = sorted((c for c in found.choices if c.mistake), key=lambda c: -c.cost)
    if mistakes and most:
        out().print(_mistakes(match, mistakes[:most], len(mistakes)))
    if json is not None:
        write_whole(json, msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    if picture is not None:
        write_whole(picture, curve_of(found, _captions(match)).encode())


def _advance(progress: Progress, task: TaskID, done: int, _all: int) -> None:
    progress.update(task, completed=done)


def _captions(match: Match) -> Captions:
    """The words of the picture."""
    return Captions(
        title=say("analyse", "chances", title=title_of(match.game)),
        **{key: say("analyse", key) for key in ("chance", "entries", "mistake", "outcome")},
        point=point(),
    )


def _seats(match: Match, found: Analysis) -> Table:
    """Where each player's lead and win come from; luck also by what chance did."""
    game, so_far = match.game, "" if match.is_over else "_so_far"
    table = Table(title=say("analyse", f"title{so_far}"), caption=say("analyse", "parts"))
    table.add_column("")
    for seat in found.seats:
        table.add_column(clean(seat.name), justify="right")
    luck = words(game.package, settings.language).tables["luck"]
    _add(table, say("analyse", "luck"), [seat.luck for seat in found.seats])
    for kind in (kind_of(outcome) for outcome in game.outcome_types):
        parts = [seat.luck_by[kind] for seat in found.seats]
        if any(part.lead for part in parts):
            _add(table, f"  · {luck[kind]}", parts)
    _add(table, say("analyse", "decisions"), [seat.decisions for seat in found.seats])
    _add(table, say("analyse", "others"), [seat.others for seat in found.seats])
    _add(table, say("analyse", "rest"), [seat.rest for seat in found.seats])
    table.add_section()
    _add(table, say("analyse", f"result{so_far}"), [seat.result for seat in found.seats])
    table.add_section()
    mistakes = (f"{seat.mistakes}/{seat.choices}" for seat in found.seats)
    table.add_row(say("analyse", "mistakes"), *mistakes)
    table.add_row(say("analyse", "mean_loss"), *(number(seat.mean_loss, 2) for seat in found.seats))
    return table


def _add(table: Table, label: str, parts: Sequence[Part]) -> None:
    cells = (f"{signed(part.lead)} | {signed_percent(part.win)}" for part in parts)
    table.add_row(label, *cells)


def _played(game: Game, choice: Choice, names: Sequence[str]) -> str:
    """What was chosen, after what it answered."""
    asked = told(choice.asked, terminal_of(game), names, choice.seat)
    return "\n".join([*asked, advice(game, choice.played, names)])


def _mistakes(match: Match, worst: Sequence[Choice], all_mistakes: int) -> Table:
    """What was played and what would have been better, the worst first."""
    title = say("analyse", "worst", count=len(worst), all=all_mistakes)
    table = Table(title=title, caption=say("analyse", "same_luck"), show_lines=True)
    table.add_column(say("analyse", "entry"), justify="right")
    for key in ("player", "played", "better"):
        table.add_column(say("analyse", key))
    table.add_column(say("analyse", "loss"), justify="right")
    names = names_of(match.players)
    for choice in worst:
        table.add_row(
            str(choice.at),
            names[choice.seat],
            _played(match.game, choice, names),
            advice(match.game, choice.best, names),
            f"{signed(-choice.loss)}\n{signed_percent(-choice.win_loss)}",
        )
    return table
