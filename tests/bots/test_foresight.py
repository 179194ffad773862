"""Who looks further judges by a larger net, which learns what searches find out."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time

import pytest

from farhaven.bots import make_bot
from farhaven.bots.search_bot import SearchBot
from farhaven.core.chance import FastChance
from farhaven.core.position import first_owing
from farhaven.evaluation.net import Net
from farhaven.evaluation.weight_file import PLAYER_COUNTS
from farhaven.games import load
from farhaven.games.mars.ai.weights import FORESIGHT, OUTLOOK
from farhaven.games.mars.game import Mars
from farhaven.training import search_net_training as foresight
from farhaven.training.net_learning import Lessons, error
from farhaven.training.search_net_training import ForesightTrainer

PLAYERS = 2


@contextmanager
def trainer_of_mars(players: int = PLAYERS) -> Iterator[ForesightTrainer]:
    """A trainer; the title judges as before in the end."""
    trainer = ForesightTrainer(load("mars"), FORESIGHT, players, seed=1)
    try:
        yield trainer
    finally:
        trainer._start().use_net(trainer.own)


def net_used(bot: str) -> Net:
    """What a bot's samples are judged by."""
    game = load("mars")
    position = game.start_with(PLAYERS, {})
    position.roll(FastChance(1))
    seat = int(first_owing(position))
    view = game.view(position, seat)
    made = make_bot(bot, game)
    assert isinstance(made, SearchBot)
    made.choose(view, FastChance(1))
    net = view.sample(FastChance(2)).copy().net()
    assert net is not None
    return net


def test_only_an_admiral_looks_further() -> None:
    with trainer_of_mars() as trainer:
        trainer._start().use_net(trainer.net)
        assert net_used("admiral@16") is trainer.net
        for bot in ("captain@16", "uct@16"):
            assert net_used(bot) is load("mars").start_with(PLAYERS, {}).net() is not trainer.net


def test_where_no_larger_net_was_fitted_the_usual_one_judges(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "none.toml"
    path.write_text("# nothing yet\n")
    monkeypatch.setenv(FORESIGHT.place.variable, str(path))
    assert not any(FORESIGHT.has(players) for players in PLAYER_COUNTS)
    parts = Mars().parts
    assert parts.far_nets == parts.nets


def test_the_net_learns_what_a_search_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """With fewer iterations than usual: a test must not take a minute."""
    monkeypatch.setattr(foresight, "ITERATIONS", 32)
    monkeypatch.setattr(foresight, "BATCH", 16)
    with trainer_of_mars() as trainer:
        trainer.forget()
        for _ in range(2):
            trainer.note_game()
        before = error(trainer._lessons, trainer.net, 1)
        assert trainer._lessons.count > 100
        assert trainer.learn(process_time() + 60) >= foresight.MOST_PASSES
        assert error(trainer._lessons, trainer.net, 1) < 0.7 * before


def test_what_was_played_learns_of_the_end_and_what_was_thought_of_does_not() -> None:
    game = load("mars")
    position = game.start_with(PLAYERS, {})
    position.roll(FastChance(1))
    lessons = Lessons(PLAYERS, len(FORESIGHT.features))
    for played in (True, False):
        lessons.take(position, [0.5, 0.5], played)
    lessons.settle(0, 1, 0.3)
    assert [float(target) for target in lessons.targets] == pytest.approx([0.35, 0.65, 0.5, 0.5])


def test_without_time_the_title_judges_as_before() -> None:
    with trainer_of_mars() as trainer:
        result = trainer.train(0.0)
        assert result.way.meetings == 0
        assert not result.improved
        assert trainer._start().net() is trainer.own


def test_what_wins_too_little_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    for won, is_kept in ((54.0, False), (60.0, True)):
        with trainer_of_mars() as trainer:
            monkeypatch.setattr(trainer, "note_game", lambda: None)
            monkeypatch.setattr(trainer, "learn", lambda _: 1.0)
            monkeypatch.setattr(trainer, "meet", lambda _, won=won: (won, 100))
            result = trainer.train(0.0)
            assert result.improved == is_kept
            assert trainer._start().net() is (trainer.net if is_kept else trainer.own)


def test_what_is_fitted_goes_on_from_what_the_title_has() -> None:
    with trainer_of_mars() as trainer:
        is_alike = trainer.own.units == trainer.net.units
        assert is_alike == FORESIGHT.has(PLAYERS)
        assert (list(trainer.own.weights) == list(trainer.net.weights)) == is_alike
        assert trainer.own is not trainer.net


def test_the_file_may_be_of_some_numbers_of_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = FORESIGHT.empty()
    net.weights[3] = 0.25
    path = tmp_path / "new.toml"
    path.write_text(FORESIGHT.text({3: net}, {3: "a test"}), "utf-8")
    monkeypatch.setenv(FORESIGHT.place.variable, str(path))
    assert [n for n in PLAYER_COUNTS if FORESIGHT.has(n)] == [3]
    assert list(FORESIGHT.read(3).weights) == list(net.weights)
    assert OUTLOOK.has(2)
