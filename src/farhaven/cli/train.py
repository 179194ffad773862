"""`farhaven train`: fits what a title's bots judge by to games that they play with themselves."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import Annotated, NamedTuple, Protocol, TypeVar

import typer
from rich.console import Console

from farhaven.cli.console import err, out, say
from farhaven.cli.editions import open_title
from farhaven.cli.numbers import number
from farhaven.cli.options import Language, NoColor, Title
from farhaven.cli.record_files import check_writable, undisturbed, write_whole
from farhaven.cli.seat_options import check_seats
from farhaven.cli.training_progress import watching
from farhaven.core.game import Game
from farhaven.evaluation import weight_file as weights
from farhaven.evaluation.net import Net
from farhaven.evaluation.net_file import NetFile
from farhaven.evaluation.weight_file import Place, WeightsFile
from farhaven.training import value_training as training
from farhaven.training import win_chance_training as foretelling
from farhaven.training.search_net_training import ForesightTrainer
from farhaven.training.search_value_training import SearchTrainer
from farhaven.training.value_training import Trained, Trainer, Way
from farhaven.training.win_chance_training import Forecast, OutlookTrainer

T = TypeVar("T")


class Part(StrEnum):
    """What can be fitted."""

    VALUE = "value"
    SEARCH_VALUE = "search-value"
    WIN_CHANCE = "win-chance"
    SEARCH_NET = "search-net"


FILES = {
    Part.VALUE: "WEIGHTS",
    Part.SEARCH_VALUE: "SEARCH",
    Part.WIN_CHANCE: "OUTLOOK",
    Part.SEARCH_NET: "FORESIGHT",
}
"""The file of each part, as the title's `ai.weights` names it."""


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
    part: Annotated[
        Part | None,
        typer.Argument(
            help="What to fit: the value (the default), the value that only a search uses, the "
            "chance to win, or the larger net of a search. Not every title has all of them.",
            show_default=False,
        ),
    ] = None,
    minutes: Annotated[
        float,
        typer.Option(
            "--minutes",
            min=0.0,
            help="Processor time for everything that is fitted. The generation and the game under "
            "way are played to their end on top of it; and if the games against the present "
            "weights are too few to decide, they go on for up to half as many minutes again.",
        ),
    ] = 30.0,
    seed: Annotated[int, typer.Option("--seed", help="Of the games played.")] = 0,
    scratch: Annotated[
        bool, typer.Option("--from-scratch", help="Begin with the points on the table only.")
    ] = False,
    players: Annotated[
        int | None,
        typer.Option(
            "--players", help="Only for this number of seats; what is fitted for others stays."
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Where to write; by default under the name of the title's own file, in the "
            "current folder.",
            show_default=False,
        ),
    ] = None,
    outlook: Annotated[bool, typer.Option("--outlook", hidden=True)] = False,
    search: Annotated[bool, typer.Option("--search", hidden=True)] = False,
    foresight: Annotated[bool, typer.Option("--foresight", hidden=True)] = False,
    lang: Language = None,  # noqa: ARG001 - settled by its callback
    no_color: NoColor = False,  # noqa: ARG001 - likewise
) -> None:
    """Fit what a title's bots judge by to games that they play against themselves.

    What is better than before is written at the end.
    Ctrl-C stops the work; what is decided by then is written.

    The title's own files are in {games}/TITLE/ai: replace one to keep the new weights.
    To play or measure with a new file only, set the variable that is named at the end.

    Example: farhaven train TITLE value --minutes 30 --seed 1 --out weights.toml
    """
    game = open_title(title)
    files_of_title = importlib.import_module(f"{game.package}.ai.weights")
    if players is not None:
        check_seats(game, players, ())
    older = {Part.WIN_CHANCE: outlook, Part.SEARCH_VALUE: search, Part.SEARCH_NET: foresight}
    chosen = _chosen(part, [name for name, is_wanted in older.items() if is_wanted], title)
    if not hasattr(files_of_title, FILES[chosen]):
        raise typer.BadParameter(say("train", f"no_{chosen.name.lower()}", title=title))
    recipe = f"farhaven train {title} {chosen} --minutes {minutes:g} --seed {seed}"
    recipe += " --from-scratch" if scratch else ""
    recipe += f" --players {players}" if players else ""
    counts = [players] if players else list(game.seats)
    task = Task(game, counts, seed, 60 * minutes / len(counts), scratch, recipe)
    _fit_part(task, chosen, getattr(files_of_title, FILES[chosen]), output)


# Where the titles are is known only once they are installed.
train.__doc__ = str(train.__doc__).replace("{games}", str(files("farhaven.games")))


def _chosen(part: Part | None, older: Sequence[Part], title: str) -> Part:
    """The part by its name, or by an option of version 0.1; one of them at most."""
    named = [*older] if part is None else [part, *older]
    if len(named) > 1:
        raise typer.BadParameter(say("train", "one_thing", title=title))
    return named[0] if named else Part.VALUE


def _fit_part(task: Task, part: Part, file: WeightsFile | NetFile, output: Path | None) -> None:
    if isinstance(file, NetFile):
        fit_net = _foretell if part is Part.WIN_CHANCE else _foresee
        fit_all(task, file, lambda n: fit_net(task, file, n), output)
    else:
        trainer = SearchTrainer if part is Part.SEARCH_VALUE else Trainer
        fit_all(task, file, lambda n: _train(task, trainer(task.game, file, n, task.seed)), output)


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
    with watching(players) as watcher:
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
    with watching(trainer.players) as watcher:
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
