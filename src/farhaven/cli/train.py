"""`farhaven train`: fits the weights of a title's value to games that it plays with itself."""

import importlib
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from farhaven.bots.training import Generation, Trained, Trainer
from farhaven.cli.editions import open_title
from farhaven.cli.options import Language, NoColor, Title
from farhaven.cli.settings import err, out, say
from farhaven.core.game import Game
from farhaven.core.weights import FILE, PLAYER_COUNTS, WeightsFile


def train(
    title: Title,
    minutes: Annotated[
        float, typer.Option("--minutes", min=0.0, help="Of one processor, for all player counts.")
    ] = 30.0,
    seed: Annotated[int, typer.Option("--seed", help="Of the games played.")] = 0,
    scratch: Annotated[
        bool, typer.Option("--from-scratch", help="Begin with the points on the table only.")
    ] = False,
    output: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="Where to write the weights.")
    ] = Path(FILE),
    lang: Language = None,  # noqa: ARG001 - settled by its callback
    no_color: NoColor = False,  # noqa: ARG001 - likewise
) -> None:
    """Fit the weights of a title's value to self-play.

    The file is written at the end. To use it, put it into the title's folder.

    Example: farhaven train TITLE --minutes 30 --seed 1 --out weights.toml
    """
    game = open_title(title)
    file: WeightsFile = importlib.import_module(f"{game.package}.weights").WEIGHTS
    seconds = 60 * minutes / len(PLAYER_COUNTS)
    results: dict[int, list[int]] = {}
    for players in PLAYER_COUNTS:
        results[players] = list(_train(game, file, players, seed, seconds, scratch).weights)
    head = f"The weights of the value: hundredths of a point for {PLAYER_COUNTS} players.\n"
    if file.outlook:
        head += "The parts after the value are those of the chance to win, in thousandths.\n"
    head += f"Fitted by `farhaven train {title} --minutes {minutes:g} --seed {seed}`"
    head += " --from-scratch" if scratch else ""
    output.write_text(file.text(results, head + "; see docs/bots.md."), "utf-8")
    out().print(say("train", "written", file=str(output)))


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
    line = say("train", "generation", players=players, number=number, error=error, score=score)
    if generation.surprise:
        line += say("train", "surprise", surprise=f"{generation.surprise:.4f}")
    console.print(line)
