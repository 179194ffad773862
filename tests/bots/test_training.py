"""Training improves on its start in a short run."""

import importlib

import pytest

from farhaven.bots.training import Trainer
from farhaven.core.weights import PLAYER_COUNTS
from farhaven.games import load, titles


@pytest.mark.parametrize("title", titles())
def test_training_improves_on_its_start(title: str) -> None:
    game = load(title)
    file = importlib.import_module(f"{game.package}.weights").WEIGHTS
    trainer = Trainer(game, file, 2, seed=1)
    kept = list(trainer.start)
    try:
        trainer.forget()
        for number in range(3):
            trainer.generation(number, games=12)
        trained = [int(weight) for weight in game.start_with(2, {}).weights()]
        wins, games = trainer.meet(trained, trainer.start, most=30)
        assert wins > 0.6 * games
    finally:
        trainer.put(kept)


@pytest.mark.parametrize("title", titles())
def test_the_weights_file_round_trips(title: str) -> None:
    game = load(title)
    file = importlib.import_module(f"{game.package}.weights").WEIGHTS
    weights = {players: file.read(players) for players in PLAYER_COUNTS}
    text = file.text(weights, "Head")
    assert text.startswith("# Head\n")
    for feature in file.features:
        assert f"\n{feature} " in text
