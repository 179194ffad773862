"""Training improves on its start in a short run."""

import importlib
import tomllib

import pytest

from farhaven.bots.foretelling import RATE, OutlookTrainer
from farhaven.bots.training import Trainer
from farhaven.core.net_file import NetFile
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


def net_files() -> list[tuple[str, NetFile]]:
    """The titles that foretell their winner by a net."""
    modules = [(t, importlib.import_module(f"{load(t).package}.weights")) for t in titles()]
    return [(title, module.OUTLOOK) for title, module in modules if hasattr(module, "OUTLOOK")]


@pytest.mark.parametrize(("title", "file"), net_files())
def test_a_net_learns_who_wins(title: str, file: NetFile) -> None:
    trainer = OutlookTrainer(load(title), file, 2, seed=1)
    kept = trainer.net.copy()
    try:
        trainer.forget(games=6)
        forecasts = [trainer.generation(number, RATE, games=12) for number in range(4)]
        assert forecasts[-1].surprise < 0.9 * forecasts[-1].start_surprise
    finally:
        trainer.net.take(kept)


@pytest.mark.parametrize(("title", "file"), net_files())
def test_the_file_of_a_net_round_trips(title: str, file: NetFile) -> None:
    nets = {players: file.read(players) for players in PLAYER_COUNTS}
    text = file.text(nets, "Head")
    assert text.startswith("# Head\n")
    rows = tomllib.loads(text)
    for players, net in nets.items():
        written = rows[f"players_{players}"]
        assert set(file.inputs) < set(written)
        assert [row[0] for row in map(written.get, file.inputs)] == list(net.spans)
    assert any(any(weight != 0 for weight in net.weights) for net in nets.values()), title
