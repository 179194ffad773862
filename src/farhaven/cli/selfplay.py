"""`farhaven selfplay`: bots against each other; records, speed and a summary."""

import os
import stat
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
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

from farhaven.arena.duel import TURN_LIMIT
from farhaven.arena.guarded_bot import BotFault
from farhaven.arena.worker_processes import WorkerLost, spread
from farhaven.bots import bot_kinds
from farhaven.cli.console import err, out, say
from farhaven.cli.editions import open_title, table_options
from farhaven.cli.numbers import number
from farhaven.cli.options import ComponentFile, Language, NoColor, TableOptions, Title, TurnLimit
from farhaven.cli.record_files import open_unchanged, undisturbed
from farhaven.cli.seat_options import check_seats, one_for_each, read_kinds
from farhaven.cli.selfplay_games import Chunk, Played, Series, find_own_bots, play_chunk, told
from farhaven.cli.summary import summary_of
from farhaven.core.game import Game

STANDARD_OUTPUT = Path("-")
CHUNK_SECONDS = 0.1  # for one way between processes: little of it is lost, none of it is felt
LARGEST_CHUNK = 64


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
    turn_limit: TurnLimit = TURN_LIMIT,
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
    console = err() if output == STANDARD_OUTPUT else out()
    with _destination(output) as writer:
        kept = Kept(writer)
        try:
            with closing(_with_progress(_chunks(series, games, jobs), games)) as chunks:
                for chunk in chunks:
                    kept.take(chunk)
        except BotFault as fault:
            raise told(fault, game) from fault
        except (KeyboardInterrupt, WorkerLost) as end:
            kept.take_rest()
            if isinstance(end, WorkerLost):
                raise told(end, game) from end
            raise
        finally:
            if kept.played:
                console.print(summary_of(series, kept.played, games))


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
    """All games as they are finished, in one process or several."""
    pace = _Pace(games, LARGEST_CHUNK if jobs > 1 else 1)
    for chunk in spread(partial(play_chunk, series), pace.chunks(), min(jobs, max(games, 1))):
        pace.learn(chunk)
        yield chunk


class _Pace:
    """Hands out games: one at a time where they are slow, more where that would cost time."""

    def __init__(self, games: int, most: int) -> None:
        self._games = games
        self._most = most
        self._size = 1

    def chunks(self) -> Iterator[range]:
        first = 0
        while first < self._games:
            numbers = range(first, min(first + self._size, self._games))
            yield numbers
            first = numbers.stop

    def learn(self, chunk: Chunk) -> None:
        """As these took their time; the first games of a process are slow."""
        done = len(chunk.games)
        quick = int(done * CHUNK_SECONDS / max(chunk.seconds, 1e-6))
        self._size = max(1, min(quick, 2 * done, self._most))
        if chunk.fault is not None:
            self._games = 0  # no more after one that a bot has spoiled


def _with_progress(chunks: Iterator[Chunk], games: int) -> Generator[Chunk, None, None]:
    """Show how far it is and how fast, on standard error and for people only."""
    console = err()
    with _bar(console) as progress:
        task = progress.add_task(say("selfplay", "playing"), total=games, speed="")
        for chunk in chunks:
            yield chunk
            if not progress.disable:
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


def _speed(progress: Progress, which: TaskID) -> str:
    """Games per second since the beginning."""
    task = progress.tasks[which]
    elapsed = task.elapsed or 0.0
    if not elapsed or not task.completed:
        return ""
    speed = task.completed / elapsed
    return say("selfplay", "speed", speed=number(speed, 0 if speed >= 10 else 2))


# The file


class Writer:
    """Writes whole lines. What a file held before stays there until the first of them."""

    def __init__(self, file: BinaryIO | None, is_stream: bool = False) -> None:
        self._file = file
        self.is_stream = is_stream
        self.written = 0

    def __call__(self, lines: bytes) -> None:
        if self._file is None or not lines:
            return
        if not self.written:
            self.cut()
        rest = memoryview(lines)
        while rest:
            rest = rest[self._file.write(rest) :]
        self._file.flush()
        self.written += len(lines)

    def cut(self) -> None:
        """Take off what stands behind the last whole line."""
        if self._file is None or self.is_stream:
            return
        if stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
            self._file.truncate(self.written)


@contextmanager
def _destination(path: Path | None) -> Iterator[Writer]:
    if path is None:
        yield Writer(None)
    elif path == STANDARD_OUTPUT:
        yield Writer(sys.stdout.buffer, is_stream=True)
    else:
        with open_unchanged(path) as file:
            if os.fstat(file.fileno()).st_size > 0:
                err().print(say("selfplay", "replaces", file=str(path)), soft_wrap=True)
            writer = Writer(file)
            try:
                yield writer
            except BaseException:
                if writer.written:
                    writer.cut()
                raise
            writer.cut()


class Kept:
    """The games so far, written in the order of their numbers."""

    def __init__(self, writer: Writer) -> None:
        self.played: list[Played] = []
        self._writer = writer
        self._early: dict[int, Chunk] = {}
        self._next = 0

    def take(self, chunk: Chunk) -> None:
        """Keep some games, or let them wait for those before them; `BotFault` after the last."""
        self._early[chunk.first] = chunk
        while self._next in self._early:
            ready = self._early[self._next]
            self._keep(ready)
            if ready.fault is not None:
                raise ready.fault

    def take_rest(self) -> None:
        """Keep also what was finished early: what it waited for will not come.

        But for a stream, whose reader may be the reason why somebody loses patience.
        """
        if not self._writer.is_stream:
            for first in sorted(self._early):
                self._keep(self._early[first])

    def _keep(self, chunk: Chunk) -> None:
        # Who reads standard output may let it wait: Ctrl-C must not wait as well.
        with nullcontext() if self._writer.is_stream else undisturbed():
            del self._early[chunk.first]  # what is written half is not written again
            self._writer(chunk.lines)
            self.played += chunk.games
            self._next = chunk.first + len(chunk.games)
