"""`farhaven selfplay`: bots against each other; records, speed and a summary."""

import multiprocessing
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, BinaryIO

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from farhaven.bots import bot_kinds
from farhaven.cli.editions import open_title, table_options
from farhaven.cli.options import ComponentFile, Language, NoColor, TableOptions, Title
from farhaven.cli.seating import check_seats, one_for_each, read_kinds
from farhaven.cli.series import Chunk, Played, Series, find_own_bots, play_chunk
from farhaven.cli.settings import err, out, say, settings
from farhaven.cli.summary import summary_of
from farhaven.core.game import Game

LARGEST_CHUNK = 32


def selfplay(
    title: Title,
    players: Annotated[
        int | None,
        typer.Option("--players", help="How many seats. By default one for each bot named."),
    ] = None,
    games: Annotated[int, typer.Option("--games", min=0, help="How many games.")] = 100,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="KIND[,KIND…]",
            help="One kind of bot for all seats, or one for each: random, greedy, cadet, officer, "
            "captain, admiral, uct, or module:Class for your own.",
            autocompletion=lambda: list(bot_kinds()),
        ),
    ] = "random",
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same games.")] = 0,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=256, help="Processes.")] = 1,
    output: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Write the records here as JSON Lines; - for standard output.",
            show_default=False,
        ),
    ] = None,
    components: ComponentFile = None,
    turn_limit: Annotated[
        int | None,
        typer.Option("--turn-limit", min=1, help="Stop a game after so many turns."),
    ] = None,
    option: TableOptions = None,
    trades: Annotated[
        bool,
        typer.Option("--trades/--no-trades", help="Whether bots trade with each other."),
    ] = True,
    lang: Language = None,  # noqa: ARG001 - settled by its callback
    no_color: NoColor = False,  # noqa: ARG001 - likewise
) -> None:
    """Let bots play against each other.

    The same seed gives the same file, byte for byte, whatever the number of processes.

    Example: farhaven selfplay TITLE --players 4 --games 1000 --seed 7 --jobs 2 --out games.jsonl
    """
    game = open_title(title, components)
    seated = _seat_bots(game, bots, players)
    options = table_options(game, option)
    series = Series(title, seated, seed, components, turn_limit, options, trades)
    played: list[Played] = []
    console = err() if output == Path("-") else out()
    try:
        with _destination(output) as write:
            for chunk in _with_progress(_chunks(series, games, jobs), games):
                write(chunk.lines)
                played += chunk.games
    finally:
        if played:
            console.print(summary_of(seated, played))


def _seat_bots(game: Game, bots: str, players: int | None) -> Sequence[str]:
    """The kind of bot at each seat."""
    find_own_bots()
    kinds = read_kinds(bots)
    seats = players
    if seats is None:
        seats = len(kinds) if len(kinds) > 1 else game.seats[-1]
    check_seats(game, seats, kinds)
    return one_for_each(kinds, seats)


# The work


def _chunks(series: Series, games: int, jobs: int) -> Iterator[Chunk]:
    """All games in order, in one process or several."""
    size = max(1, min(LARGEST_CHUNK, games // (8 * jobs)))
    ranges = [range(i, min(i + size, games)) for i in range(0, games, size)]
    work = partial(play_chunk, series)
    if jobs == 1:
        yield from map(work, ranges)
        return
    # Fresh processes, not copies of this one: the progress bar has a thread of its own.
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(jobs, len(ranges) or 1), _begin_worker, (settings.language,)) as pool:
        yield from pool.imap(work, ranges)


def _begin_worker(language: str) -> None:
    """A worker leaves Ctrl-C to the process that it works for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    settings.language = language


def _with_progress(chunks: Iterator[Chunk], games: int) -> Iterator[Chunk]:
    """Show how far it is and how fast, on standard error and for people only."""
    console = err()
    with _bar(console) as progress:
        task = progress.add_task(say("selfplay", "playing"), total=games, speed="")
        for chunk in chunks:
            yield chunk
            progress.update(task, advance=len(chunk.games))
            progress.update(task, speed=_speed(progress, task))


def _bar(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
    )


def _speed(progress: Progress, number: TaskID) -> str:
    """Games per second since the beginning."""
    task = progress.tasks[number]
    elapsed = task.elapsed or 0.0
    return say("selfplay", "speed", speed=f"{task.completed / elapsed:,.0f}") if elapsed else ""


# The file


class _Writer:
    """Writes whole chunks and knows where the last whole one ends."""

    def __init__(self, file: BinaryIO | None) -> None:
        self._file = file
        self._written = 0

    def __call__(self, lines: bytes) -> None:
        if self._file is not None:
            self._file.write(lines)
            self._file.flush()
            self._written += len(lines)

    def cut(self) -> None:
        """Take off what an interruption left of a line."""
        if self._file is not None and self._file.seekable():
            self._file.truncate(self._written)


@contextmanager
def _destination(path: Path | None) -> Iterator[_Writer]:
    if path is None:
        yield _Writer(None)
    elif path == Path("-"):
        yield _Writer(sys.stdout.buffer)
    else:
        with path.open("wb") as file:
            writer = _Writer(file)
            try:
                yield writer
            except BaseException:
                writer.cut()
                raise
