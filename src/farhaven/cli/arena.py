"""`farhaven arena`: which bot is better, and how sure is that."""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from farhaven.arena.duel import TURN_LIMIT, DealResult, pairings, play_deal, tasks
from farhaven.arena.guarded_bot import BotFault
from farhaven.arena.kept_deals import Keeper, NotKept
from farhaven.arena.ratings import MEAN
from farhaven.arena.report_picture import Captions, heading, picture_of
from farhaven.arena.standings import Meeting, Standing, standing_of
from farhaven.arena.worker_processes import WorkerLost, spread
from farhaven.bots import bot_kinds
from farhaven.cli.console import clean, err, out, say
from farhaven.cli.editions import open_title
from farhaven.cli.event_text import title_of
from farhaven.cli.numbers import between, number, percent, point, signed
from farhaven.cli.options import WHICH_GAME, Language, NoColor, TurnLimit, complete_title
from farhaven.cli.record_files import check_writable, undisturbed, write_whole
from farhaven.cli.seat_options import check_seats, read_kinds
from farhaven.cli.selfplay_games import find_own_bots, told
from farhaven.cli.summary import partly
from farhaven.games import load

WRITE_EVERY = 10.0  # seconds: the result so far, of a run that takes long
UNLIMITED = 10_000  # columns of a terminal, to see how many a table would like


def arena(
    title: Annotated[str, typer.Option("--title", help=WHICH_GAME, autocompletion=complete_title)],
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
    turn_limit: TurnLimit = TURN_LIMIT,
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
    check_writable(keep, json, picture)
    work = list(tasks(title, players, kinds, games, seed, first=first, turn_limit=turn_limit))
    keeper = None if keep is None else _keeper(keep)
    deals, left = keeper.split(work) if keeper else ([], work)
    written = monotonic()
    try:
        counts = players * len(deals), players * len(work)
        played = spread(play_deal, left, max(1, min(jobs, len(left))))
        with closing(_with_progress(played, *counts)) as results:
            for deal in results:
                with undisturbed():
                    deals.append(deal)
                    if keeper is not None:
                        keeper.keep(title, players, seed, deal, turn_limit)
                    if monotonic() - written >= WRITE_EVERY:  # what is killed has lost little
                        standing = standing_of(title, players, seed, kinds, deals)
                        _write(standing, turn_limit, json, picture)
                        written = monotonic()
    except (BotFault, WorkerLost) as fault:
        raise told(fault, open_title(title)) from fault
    finally:
        if deals:  # also those before an interruption
            standing = standing_of(title, players, seed, kinds, deals)
            _write(standing, turn_limit, json, picture)
            _show(standing, turn_limit, kinds)
            for line in partly(players * len(deals), players * len(work)):
                out().print(line)


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


def _with_progress(
    deals: Iterator[DealResult], done: int, total: int
) -> Generator[DealResult, None, None]:
    """Show how far it is, on standard error and for people only, in games as the table does."""
    console = err()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    hidden = not console.is_terminal
    with Progress(*columns, TimeRemainingColumn(), console=console, disable=hidden) as progress:
        task = progress.add_task(say("arena", "playing"), completed=done, total=total)
        for deal in deals:
            yield deal
            progress.update(task, advance=len(deal.matches))


# The report


def _write(standing: Standing, limit: int, json: Path | None, picture: Path | None) -> None:
    if json is not None:
        write_whole(json, msgspec.json.format(msgspec.json.encode(standing), indent=2) + b"\n")
    if picture is not None:
        write_whole(picture, picture_of(standing, _captions(standing, limit)).encode())


def _captions(standing: Standing, limit: int) -> Captions:
    """The words of the picture; `{count}` stays in them, for each cell's own."""
    return Captions(
        title=_heading(standing),
        cells=say("arena", "picture_cells"),
        leads=say("arena", "picture_leads"),
        games=say("arena", "games", count="{count}"),
        unfinished=say("arena", "unfinished", count="{count}"),
        ratings=_ratings_heading(),
        dots=say("arena", "dots"),
        scale=say("arena", "scale"),
        not_counted=_not_counted(standing, limit),
        point=point(),
    )


def _heading(standing: Standing) -> str:
    even = percent(1 / standing.players)
    name = title_of(load(standing.title))
    return say("arena", "title", title=name, players=standing.players, even=even)


def _not_counted(standing: Standing, limit: int) -> str:
    """How many games reached the turn limit, and that they do not count."""
    games = standing.unfinished + sum(meeting.games for meeting in standing.meetings)
    return say("arena", "not_counted", count=standing.unfinished, games=games, limit=limit)


def _show(standing: Standing, limit: int, kinds: Sequence[str]) -> None:
    console = out()
    console.print(_heading(standing))
    for columns in _blocks(standing, kinds, console):
        console.print(_cross_table(standing, kinds, columns))
    console.print(say("arena", "cells"))
    if standing.unfinished:
        console.print(_not_counted(standing, limit))
    console.print(_ratings(standing))
    console.print(say("arena", "scale"))


def _blocks(standing: Standing, kinds: Sequence[str], console: Console) -> Iterator[Sequence[str]]:
    """The columns of the cross table, as many at a time as are wide enough to be read."""
    columns = [kind for kind in kinds if any(standing.meeting(row, kind) for row in kinds)]
    first = 0
    for end in range(1, len(columns) + 1):
        table = _cross_table(standing, kinds, columns[first : end + 1])
        needs = console.measure(table, options=console.options.update(width=UNLIMITED)).maximum
        if end == len(columns) or needs > console.width:
            yield columns[first:end]
            first = end


def _cross_table(standing: Standing, kinds: Sequence[str], columns: Sequence[str]) -> Table:
    """Wins, leads and intervals of the bot of the row against that of the column."""
    table = Table(show_lines=True)
    table.add_column(say("arena", "bot"), no_wrap=True)
    for kind in columns:
        table.add_column(_name(kind), justify="right", no_wrap=True)
    for kind in kinds:
        meetings = [standing.meeting(kind, other) for other in columns]
        if any(meetings):
            table.add_row(_name(kind), *("" if m is None else _cell(m) for m in meetings))
    return table


def _name(kind: str) -> str:
    return "\n".join(map(clean, heading(kind)))


def _cell(meeting: Meeting) -> str:
    rate, lead = meeting.win_rate, meeting.lead
    lines = ["–"]
    if rate is not None and lead is not None:
        interval, half = "–", "–"
        if rate.low is not None and rate.high is not None:
            interval = between(rate.low, rate.high)
        if lead.high is not None:
            half = number(lead.high - lead.mean)
        lines = [
            percent(rate.mean, 1),
            interval,
            f"{signed(lead.mean)} ± {half}",
            say("arena", "games", count=meeting.games),
        ]
    if meeting.unfinished:
        lines.append(say("arena", "unfinished", count=meeting.unfinished))
    return "\n".join(lines)


def _ratings_heading() -> str:
    return say("arena", "ratings", mean=number(MEAN, 0))


def _ratings(standing: Standing) -> Table:
    table = Table(title=_ratings_heading(), title_justify="left")
    table.add_column(say("arena", "bot"))
    for key in ("rating", "interval", "rated_games"):
        table.add_column(say("arena", key), justify="right")
    for r in standing.ratings:
        interval = "–"
        if r.low is not None and r.high is not None:
            interval = f"{number(r.low, 0)}\u00a0–\u00a0{number(r.high, 0)}"
        table.add_row(clean(r.bot), number(r.rating, 0), interval, str(r.games))
    return table
