"""`farhaven arena`: which bot is better, and how sure is that."""

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Annotated

import msgspec
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from farhaven.arena.duel import DealResult, Task, pairings, play_deal, tasks
from farhaven.arena.keeping import Keeper, NotKept
from farhaven.arena.picture import picture_of
from farhaven.arena.standing import Estimate, Standing, standing_of
from farhaven.bots import bot_kinds
from farhaven.cli.editions import open_title
from farhaven.cli.options import Language, NoColor, complete_title
from farhaven.cli.seating import check_seats, read_kinds
from farhaven.cli.series import find_own_bots
from farhaven.cli.settings import clean, err, out, say

WRITE_EVERY = 10.0  # seconds: the result so far, of a run that takes long


def arena(
    title: Annotated[
        str, typer.Option("--title", help="Which game.", autocompletion=complete_title)
    ],
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="KIND,KIND[,…]",
            help="Who takes part: kinds of the house or module:Class; captain@500 for iterations.",
            autocompletion=lambda: list(bot_kinds()),
        ),
    ] = "officer,cadet,random",
    players: Annotated[int, typer.Option("--players", help="How many seats.")] = 2,
    games: Annotated[
        int, typer.Option("--games", min=1, help="How many games at least for each pairing.")
    ] = 100,
    first: Annotated[
        bool, typer.Option("--first", help="Only the first bot meets each of the others.")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same deals.")] = 0,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=256, help="Processes.")] = 1,
    json: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write the result as JSON.")
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option(
            "--keep",
            metavar="FILE",
            help="Keep every deal there; those that are there already are not played again.",
        ),
    ] = None,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE", help="Draw the result as SVG.")
    ] = None,
    lang: Language = None,  # noqa: ARG001 - settled by its callback
    no_color: NoColor = False,  # noqa: ARG001 - likewise
) -> None:
    """Let bots meet in duplicate matches: every deal is played once from every seat.

    Example: farhaven arena --title TITLE --bots captain,officer,cadet --games 400 --jobs 2
    """
    kinds = _checked(title, bots, players)
    work = list(tasks(title, players, kinds, games, seed, first))
    keeper = None if keep is None else _keeper(keep)
    deals, left = keeper.split(work) if keeper else ([], work)
    written = monotonic()
    try:
        for deal in _with_progress(_play(left, jobs), len(deals), len(work)):
            deals.append(deal)
            if keeper is not None:
                keeper.keep(title, players, seed, deal)
            if monotonic() - written >= WRITE_EVERY:  # what is killed has lost little
                _write(standing_of(title, players, seed, kinds, deals), json, picture)
                written = monotonic()
    finally:
        if deals:  # also those before an interruption
            standing = standing_of(title, players, seed, kinds, deals)
            _write(standing, json, picture)
            _show(standing, kinds)


def _checked(title: str, bots: str, players: int) -> list[str]:
    find_own_bots()
    game = open_title(title)
    kinds = list(dict.fromkeys(read_kinds(bots)))
    check_seats(game, players, kinds)
    if not pairings(kinds, players):
        raise typer.BadParameter(say("arena", "alone"))
    return kinds


def _keeper(path: Path) -> Keeper:
    try:
        return Keeper(path)
    except NotKept as fault:
        raise typer.BadParameter(
            say("arena", "not_kept", file=str(path), line=fault.line)
        ) from fault


def _play(work: Sequence[Task], jobs: int) -> Iterator[DealResult]:
    if jobs == 1 or not work:
        yield from map(play_deal, work)
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(jobs, len(work)), _begin_worker) as pool:
        yield from pool.imap_unordered(play_deal, work)


def _begin_worker() -> None:
    """A worker leaves Ctrl-C to the process that it works for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    find_own_bots()


def _with_progress(deals: Iterator[DealResult], done: int, total: int) -> Iterator[DealResult]:
    console = err()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    hidden = not console.is_terminal
    with Progress(*columns, TimeRemainingColumn(), console=console, disable=hidden) as progress:
        task = progress.add_task(say("arena", "playing"), completed=done, total=total)
        for deal in deals:
            yield deal
            progress.update(task, advance=1)


# The report


def _show(standing: Standing, kinds: Sequence[str]) -> None:
    console = out()
    console.print(_meetings(standing))
    console.print(_ratings(standing, kinds))


def _write(standing: Standing, json: Path | None, picture: Path | None) -> None:
    if json is not None:
        json.write_bytes(msgspec.json.format(msgspec.json.encode(standing), indent=2) + b"\n")
    if picture is not None:
        picture.write_text(picture_of(standing), "utf-8")


def _meetings(standing: Standing) -> Table:
    even = f"{100 / standing.players:.0f} %"
    table = Table(title=say("arena", "title", players=standing.players, even=even))
    for key in ("bot", "others"):
        table.add_column(say("arena", key))
    for key in ("games", "rate", "interval", "lead", "interval"):
        table.add_column(say("arena", key), justify="right")
    for m in standing.meetings:
        rate, lead = m.win_rate, m.lead
        table.add_row(
            *(clean(m.bot), clean(m.others), str(m.games)),
            *(f"{100 * rate.mean:.1f} %", f"{100 * rate.low:.1f} – {100 * rate.high:.1f} %"),
            *(f"{lead.mean:+.1f}", _interval(lead)),
        )
    return table


def _interval(estimate: Estimate) -> str:
    return f"{estimate.low:+.1f} – {estimate.high:+.1f}"


def _ratings(standing: Standing, kinds: Sequence[str]) -> Table:
    table = Table(title=say("arena", "ratings", bots=len(kinds)))
    table.add_column(say("arena", "bot"))
    for key in ("mu", "sigma", "ordinal"):
        table.add_column(say("arena", key), justify="right")
    for r in standing.ratings:
        table.add_row(clean(r.bot), f"{r.mu:.2f}", f"{r.sigma:.2f}", f"{r.ordinal:.2f}")
    return table
