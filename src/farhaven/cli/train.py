"""`farhaven train`: fits what a title's bots judge by to games that they play with themselves."""

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from time import monotonic
from typing import Annotated, NamedTuple, Protocol, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from farhaven.cli.console import err, out, say
from farhaven.cli.editions import open_title
from farhaven.cli.numbers import number
from farhaven.cli.options import Language, NoColor, Title
from farhaven.cli.record_files import check_writable, undisturbed, write_whole
from farhaven.cli.seat_options import check_seats
from farhaven.core.game import Game
from farhaven.evaluation import net_file
from farhaven.evaluation import weight_file as weights
from farhaven.evaluation.net import Net
from farhaven.evaluation.net_file import NetFile
from farhaven.evaluation.weight_file import Place, WeightsFile
from farhaven.training import value_training as training
from farhaven.training import win_chance_training as foretelling
from farhaven.training.search_net_training import ForesightTrainer
from farhaven.training.search_value_training import SearchTrainer
from farhaven.training.value_training import Generation, Meeting, Playing, Trained, Trainer, Way
from farhaven.training.win_chance_training import Forecast, OutlookTrainer

T = TypeVar("T")

TELL_EVERY = 10.0  # seconds: how far it is, where no bar shows it
BAR_WIDTH = 20  # narrow, for the words beside it


class Task(NamedTuple):
    """What is to be fitted."""

    game: Game
    counts: Sequence[int]
    """Numbers of players."""
    seed: int
    seconds: float
    """For each of them."""
    scratch: bool
    recipe: str
    """The command, for the head of the file."""


class Fitted(Protocol[T]):
    """A file with something fitted for each number of players."""

    @property
    def place(self) -> Place: ...

    def has(self, players: int) -> bool: ...

    def read(self, players: int) -> T: ...

    def text(self, fitted: Mapping[int, T], origins: Mapping[int, str]) -> str: ...


def train(
    title: Title,
    minutes: Annotated[
        float,
        typer.Option(
            "--minutes",
            min=0.0,
            help="Of one processor, for all that is fitted. On top of them the generation and the "
            "game under way are played to their end, and where the games against the weights so "
            "far are too few to decide, these go on for up to half as many minutes again.",
        ),
    ] = 30.0,
    seed: Annotated[int, typer.Option("--seed", help="Of the games played.")] = 0,
    scratch: Annotated[
        bool, typer.Option("--from-scratch", help="Begin with the points on the table only.")
    ] = False,
    outlook: Annotated[
        bool, typer.Option("--outlook", help="Fit the chance to win, where a title has one.")
    ] = False,
    search: Annotated[
        bool,
        typer.Option(
            "--search", help="Fit the value that only a search judges by, where a title has one."
        ),
    ] = False,
    foresight: Annotated[
        bool,
        typer.Option(
            "--foresight", help="Fit the larger net of who looks further, where a title has one."
        ),
    ] = False,
    players: Annotated[
        int | None,
        typer.Option("--players", help="Only for so many seats; what is fitted for others stays."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help=f"Where to write; by default {weights.FILE}, {net_file.FILE} with --outlook, "
            f"{net_file.FORESIGHT_FILE} with --foresight or {weights.SEARCH_FILE} with --search, "
            "in the current folder.",
            show_default=False,
        ),
    ] = None,
    lang: Language = None,  # noqa: ARG001 - settled by its callback
    no_color: NoColor = False,  # noqa: ARG001 - likewise
) -> None:
    """Fit the weights of a title's value to self-play, or the net of its chance to win.

    A title may also have a value that only a search judges by, and that is fitted to games in
    which all search.

    What is better than before is written at the end.
    Ctrl-C stops the work; what is decided by then is written.

    The title's own file lies in {games}/TITLE: replace it to keep the new one.
    To play or measure with the new one only, set the variable that is named at the end.

    Example: farhaven train TITLE --minutes 30 --seed 1 --out weights.toml
    """
    game = open_title(title)
    modules = importlib.import_module(f"{game.package}.ai.weights")
    if players is not None:
        check_seats(game, players, ())
    wanted = {"outlook": outlook, "search": search, "foresight": foresight}
    chosen = [name for name, is_wanted in wanted.items() if is_wanted]
    if len(chosen) > 1:
        raise typer.BadParameter(say("train", "one_thing", title=title))
    for name in chosen:
        if not hasattr(modules, name.upper()):
            raise typer.BadParameter(say("train", f"no_{name}", title=title))
    recipe = " ".join(["farhaven train", title, *(f"--{name}" for name in chosen)])
    recipe += f" --minutes {minutes:g} --seed {seed}{' --from-scratch' if scratch else ''}"
    recipe += f" --players {players}" if players else ""
    counts = [players] if players else list(game.seats)
    task = Task(game, counts, seed, 60 * minutes / len(counts), scratch, recipe)
    if outlook:
        nets: NetFile = modules.OUTLOOK
        fit_all(task, nets, lambda n: _foretell(task, nets, n), output)
    elif foresight:
        far: NetFile = modules.FORESIGHT
        fit_all(task, far, lambda n: _foresee(task, far, n), output)
    else:
        table: WeightsFile = modules.SEARCH if search else modules.WEIGHTS
        trainer = SearchTrainer if search else Trainer
        fit_all(task, table, lambda n: _train(task, trainer(game, table, n, seed)), output)


# Where the titles are is known only once they are installed.
train.__doc__ = str(train.__doc__).replace("{games}", str(files("farhaven.games")))


def fit_all(
    task: Task, file: Fitted[T], fit: Callable[[int], T | None], output: Path | None
) -> None:
    """Fit for one number of players after the other, and write what is kept.

    Ctrl-C stops the work, but what is decided by then is written nevertheless.
    """
    target = output or Path(file.place.name)
    check_writable(target)
    if target.exists():
        err().print(say("train", "replaces", file=str(target)), soft_wrap=True)
    kept: dict[int, T] = {}
    decided = 0
    try:
        for players in task.counts:
            new = fit(players)
            decided += 1
            if new is not None:
                kept[players] = new
    except KeyboardInterrupt:
        missing = ", ".join(map(str, task.counts[decided:]))
        out().print(say("train", "stopped", players=missing))
        raise
    finally:
        _write(task, file, kept, target)


def _write(task: Task, file: Fitted[T], kept: Mapping[int, T], target: Path) -> None:
    """Write what is kept and, for the other numbers of players, what the title has."""
    console = out()
    if not kept:
        console.print(say("train", "nothing", file=str(target)), soft_wrap=True)
        return
    before = file.place.origins()
    counts = [n for n in task.game.seats if n in kept or file.has(n)]
    origins = {n: before.get(n, weights.BEFORE) for n in counts}
    origins |= dict.fromkeys(kept, f"fitted by `{task.recipe}`")
    fitted = {n: kept[n] if n in kept else file.read(n) for n in counts}
    with undisturbed():
        write_whole(target, file.text(fitted, origins).encode())
    console.print(say("train", "written", file=str(target)), soft_wrap=True)
    variable, own = file.place.variable, str(file.place.own)
    how = say("train", "use", variable=variable, file=str(target.resolve()), own=own)
    console.print(how, soft_wrap=True)


def _foretell(task: Task, file: NetFile, players: int) -> Net | None:
    """The new net, if it is to be kept."""
    trainer = OutlookTrainer(task.game, file, players, task.seed)
    if task.scratch:
        trainer.forget()
    console = err()
    result = trainer.train(
        task.seconds, lambda forecast: _show_forecast(console, players, forecast)
    )
    surprise, start = number(result.surprise, 4), number(result.start_surprise, 4)
    least = foretelling.LATEST * foretelling.GAMES
    out().print(
        say("train", "foretold", players=players, surprise=surprise, start=start)
        + " "
        + _verdict(result.is_tried, result.improved, least)
    )
    return result.net if result.improved else None


def _show_forecast(console: Console, players: int, forecast: Forecast) -> None:
    console.print(
        say(
            "train",
            "forecast",
            players=players,
            number=forecast.number,
            surprise=number(forecast.surprise, 4),
            start=number(forecast.start_surprise, 4),
            wins=number(forecast.wins, 0),
            even=number(forecast.even),
        )
    )


def _foresee(task: Task, file: NetFile, players: int) -> Net | None:
    """The new net of who looks further, if it is to be kept."""
    trainer = ForesightTrainer(task.game, file, players, task.seed)
    if task.scratch:
        trainer.forget()
    with _watching(players) as watcher:
        result = trainer.train(task.seconds, watcher.step)
    learnt = say(
        "train",
        "foreseen",
        players=players,
        games=result.games,
        lessons=result.lessons,
        passes=number(result.passes),
        error=number(100 * result.error, 2),
        start=number(100 * result.start_error, 2),
    )
    told = [learnt, _met("met_searching", result.way)] if result.way.meetings else [learnt]
    verdict = _verdict(result.way.is_tried, result.improved, training.LEAST_MEETINGS)
    out().print(" ".join([*told, verdict]))
    return result.net if result.improved else None


def _train(task: Task, trainer: Trainer) -> list[int] | None:
    """The new weights, if they are to be kept."""
    if task.scratch:
        trainer.forget()
    with _watching(trainer.players) as watcher:
        result = trainer.train(task.seconds, watcher.show, watcher.step)
    out().print(" ".join(_told(result)))
    return list(result.weights) if result.improved else None


def _told(result: Trained) -> list[str]:
    """How the new weights fared, and what follows."""
    told = [_met("met", result.way)]
    if not result.way.meetings:
        told = [say("train", "unmet", players=result.way.players)]
    if result.searching is not None and result.searching.meetings:
        told.append(_met("met_searching", result.searching))
    return [*told, _verdict(result.is_tried, result.improved, training.LEAST_MEETINGS)]


def _met(message: str, way: Way) -> str:
    share, even = number(100 * way.share), number(100 * way.even)
    return say("train", message, players=way.players, share=share, games=way.meetings, even=even)


def _verdict(is_tried: bool, improved: bool, least: int) -> str:
    if not is_tried:
        return say("train", "too_short", least=least)
    return say("train", "kept" if improved else "rejected")


# How far it is, on standard error


@contextmanager
def _watching(players: int) -> Iterator["Watcher"]:
    """For people a bar, which is gone in the end; for others a line now and then."""
    console = err()
    columns = (TextColumn("{task.description}"), BarColumn(BAR_WIDTH), TimeRemainingColumn())
    hidden = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as bar:
        yield Watcher(players, console, bar)


class Watcher:
    """Tells how the training for a number of players goes."""

    def __init__(self, players: int, console: Console, bar: Progress) -> None:
        self._players = players
        self._console = console
        self._bar = bar
        self._task = bar.add_task("", total=1.0)
        self._told = monotonic()

    def show(self, generation: Generation) -> None:
        """A line for each generation: the curve."""
        error, score = number(generation.error, 2), number(generation.mean_score)
        played = {"players": self._players, "number": generation.number}
        self._tell(say("train", "generation", **played, error=error, score=score))

    def step(self, step: Playing | Meeting) -> None:
        """How far a generation or a meeting is."""
        if not self._bar.disable:
            if step.games == 1:  # what comes now is as quick as itself, not as what was before
                self._bar.reset(self._task)
            words = self._words(step)
            self._bar.update(self._task, completed=step.share, description=words)
        elif monotonic() - self._told >= TELL_EVERY:
            self._tell(self._words(step))

    def _words(self, step: Playing | Meeting) -> str:
        at = {"players": self._players, "number": step.number, "games": step.games}
        if isinstance(step, Playing):
            return say("train", "playing", **at, all=step.all_games)
        wins = number(step.wins, 0 if step.wins.is_integer() else 1)
        return say("train", "meeting", **at, all=step.all_pairs, wins=wins)

    def _tell(self, line: str) -> None:
        self._console.print(line)
        self._told = monotonic()
