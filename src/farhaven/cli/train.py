"""`farhaven train`: fits what a title's bots judge by to games that they play with themselves."""

import importlib
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from farhaven.bots.foretelling import Forecast, OutlookTrainer
from farhaven.bots.training import Generation, Trained, Trainer
from farhaven.cli.editions import open_title
from farhaven.cli.options import Language, NoColor, Title
from farhaven.cli.settings import err, out, say
from farhaven.core import net_file, weights
from farhaven.core.game import Game
from farhaven.core.net import Net
from farhaven.core.net_file import NetFile
from farhaven.core.weights import PLAYER_COUNTS, WeightsFile


def train(
    title: Title,
    minutes: Annotated[
        float, typer.Option("--minutes", min=0.0, help="Of one processor, for all that is fitted.")
    ] = 30.0,
    seed: Annotated[int, typer.Option("--seed", help="Of the games played.")] = 0,
    scratch: Annotated[
        bool, typer.Option("--from-scratch", help="Begin with the points on the table only.")
    ] = False,
    outlook: Annotated[
        bool, typer.Option("--outlook", help="Fit the chance to win, where a title has one.")
    ] = False,
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            min=min(PLAYER_COUNTS),
            max=max(PLAYER_COUNTS),
            help="Only for so many seats; what is fitted for others stays.",
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to write what is fitted.")
    ] = None,
    lang: Language = None,  # noqa: ARG001 - settled by its callback
    no_color: NoColor = False,  # noqa: ARG001 - likewise
) -> None:
    """Fit the weights of a title's value to self-play, or the net of its chance to win.

    The file is written at the end. To use it, put it into the title's folder.

    Example: farhaven train TITLE --minutes 30 --seed 1 --out weights.toml
    """
    game = open_title(title)
    files = importlib.import_module(f"{game.package}.weights")
    recipe = f"farhaven train {title}{' --outlook' if outlook else ''}"
    recipe += f" --minutes {minutes:g} --seed {seed}{' --from-scratch' if scratch else ''}"
    recipe += f" --players {players}" if players else ""
    head = f"Fitted by `{recipe}`; see docs/bots.md."
    counts = (players,) if players else PLAYER_COUNTS
    seconds = 60 * minutes / len(counts)
    if outlook:
        if not hasattr(files, "OUTLOOK"):
            raise typer.BadParameter(say("train", "no_outlook", title=title))
        file: NetFile = files.OUTLOOK
        nets = {n: file.read(n) for n in PLAYER_COUNTS}
        nets |= {n: _foretell(game, file, n, seed, seconds, scratch) for n in counts}
        target = output or Path(net_file.FILE)
        target.write_text(file.text(nets, f"The net of the chance to win.\n{head}"), "utf-8")
    else:
        table: WeightsFile = files.WEIGHTS
        fitted = {n: table.read(n) for n in PLAYER_COUNTS}
        for n in counts:
            fitted[n] = list(_train(game, table, n, seed, seconds, scratch).weights)
        target = output or Path(weights.FILE)
        first = f"The weights of the value: hundredths of a point for {PLAYER_COUNTS} players."
        target.write_text(table.text(fitted, f"{first}\n{head}"), "utf-8")
    out().print(say("train", "written", file=str(target)))


def _foretell(
    game: Game, file: NetFile, players: int, seed: int, seconds: float, scratch: bool
) -> Net:
    trainer = OutlookTrainer(game, file, players, seed)
    if scratch:
        trainer.forget()
    console = err()
    result = trainer.train(seconds, lambda forecast: _show_forecast(console, players, forecast))
    out().print(say("train", "kept" if result.improved else "rejected"))
    return result.net


def _show_forecast(console: Console, players: int, forecast: Forecast) -> None:
    console.print(
        say(
            "train",
            "forecast",
            players=players,
            number=forecast.number,
            surprise=f"{forecast.surprise:.4f}",
            start=f"{forecast.start_surprise:.4f}",
            wins=f"{forecast.wins:g}",
            even=f"{forecast.even:g}",
        )
    )


def _train(
    game: Game, file: WeightsFile, players: int, seed: int, seconds: float, scratch: bool
) -> Trained:
    trainer = Trainer(game, file, players, seed)
    if scratch:
        trainer.forget()
    console = err()
    result = trainer.train(seconds, lambda generation: _show(console, players, generation))
    share = f"{100 * result.wins / max(result.meetings, 1):.1f} %"
    out().print(
        say("train", "met", players=players, share=share, games=result.meetings)
        + " "
        + say("train", "kept" if result.improved else "rejected")
    )
    return result


def _show(console: Console, players: int, generation: Generation) -> None:
    number, error = generation.number, f"{generation.error:.2f}"
    score = f"{generation.mean_score:.1f}"
    console.print(
        say("train", "generation", players=players, number=number, error=error, score=score)
    )
