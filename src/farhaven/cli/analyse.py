"""`farhaven analyse`: what the choices of a record cost, and what was luck."""

from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.progress import Progress, TaskID
from rich.table import Table

from farhaven.bots.analysis import Analysis, Choice, analyse
from farhaven.bots.curve import curve_of
from farhaven.bots.hints import Hint, Limit, reason_words
from farhaven.cli.moments import find_moment
from farhaven.cli.options import ComponentFiles, Language, NoColor, RecordFile, RecordNumber
from farhaven.cli.settings import clean, err, out, say, settings
from farhaven.core.game import Game


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
    match = find_moment(file, record, None, components or ()).match
    console = err()
    with Progress(console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task(say("analyse", "looking"), total=len(match.log))
        limit = Limit(iterations=iterations)
        step = partial(_advance, progress, task)
        found = analyse(match.game, match.record(), limit, seed, step)
    names = [player.name for player in match.players]
    out().print(_seats(found))
    if found.choices and most:
        out().print(_mistakes(match.game, found, names, most))
    if json is not None:
        json.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    if picture is not None:
        picture.write_text(curve_of(found), "utf-8")


def _advance(progress: Progress, task: TaskID, done: int, _all: int) -> None:
    progress.update(task, completed=done)


def _seats(found: Analysis) -> Table:
    table = Table(title=say("analyse", "title"))
    table.add_column(say("analyse", "player"))
    for key in ("choices", "mistakes", "mean_loss", "decisions", "luck"):
        table.add_column(say("analyse", key), justify="right")
    for seat in found.seats:
        table.add_row(
            clean(seat.name),
            str(seat.choices),
            str(seat.mistakes),
            f"{seat.mean_loss:.2f}",
            f"{seat.decisions:+.1f}",
            f"{seat.luck:+.1f}",
        )
    return table


def _mistakes(game: Game, found: Analysis, names: list[str], most: int) -> Table:
    table = Table(title=say("analyse", "worst"), show_lines=True)
    table.add_column(say("analyse", "entry"), justify="right")
    for key in ("player", "played", "better"):
        table.add_column(say("analyse", key))
    table.add_column(say("analyse", "loss"), justify="right")
    worst = sorted(found.choices, key=lambda choice: -choice.loss)[:most]
    for choice in sorted(worst, key=lambda choice: choice.at):
        if choice.loss > 0:
            table.add_row(*_cells(game, choice, names))
    return table


def _cells(game: Game, choice: Choice, names: list[str]) -> tuple[str, ...]:
    return (
        str(choice.at),
        clean(names[choice.seat]),
        _told(game, choice.played, names),
        _told(game, choice.best, names),
        f"{choice.loss:.1f}\n{-100 * choice.win_loss:+.0f} %",
    )


def _told(game: Game, hint: Hint, names: list[str]) -> str:
    """The entry as records write it, what it promises, and why."""
    entry = msgspec.json.encode(hint.entry).decode()
    low, high = f"{100 * hint.win_low:.0f}", f"{100 * hint.win_high:.0f}"
    promise = say(
        "analyse", "promise", points=f"{hint.points:.1f}", win=f"{100 * hint.win:.0f}", low=low,
        high=high,
    )  # fmt: skip
    reasons = [reason_words(game, reason, settings.language, names) for reason in hint.reasons]
    return clean(entry) + "\n" + promise + "".join(f"\n· {clean(reason)}" for reason in reasons)
