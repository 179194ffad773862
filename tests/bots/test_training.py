"""Training improves on its start in a short run."""

import importlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from farhaven.core.position import Position
from farhaven.core.violation import Illegal
from farhaven.evaluation.net_file import NetFile
from farhaven.evaluation.weight_file import WeightsFile
from farhaven.games import load, titles
from farhaven.training import search_value_training as search_training
from farhaven.training import value_training as training
from farhaven.training.search_value_training import SearchTrainer
from farhaven.training.value_training import (
    LEAST_MEETINGS,
    MOST_MEETINGS,
    OVERTIME,
    WAYS,
    Bounds,
    Generation,
    Meeting,
    Playing,
    Trained,
    Trainer,
    Way,
    best_of,
)
from farhaven.training.win_chance_training import LATEST, RATE, OutlookTrainer


def weights_file(title: str) -> WeightsFile:
    file: WeightsFile = importlib.import_module(f"{load(title).package}.ai.weights").WEIGHTS
    return file


def search_files() -> list[tuple[str, WeightsFile]]:
    """The titles with a value that only a search judges by."""
    modules = [(t, importlib.import_module(f"{load(t).package}.ai.weights")) for t in titles()]
    return [(title, module.SEARCH) for title, module in modules if hasattr(module, "SEARCH")]


def net_files() -> list[tuple[str, NetFile]]:
    """The titles that foretell their winner by a net."""
    modules = [(t, importlib.import_module(f"{load(t).package}.ai.weights")) for t in titles()]
    return [(title, module.OUTLOOK) for title, module in modules if hasattr(module, "OUTLOOK")]


TABLES = [(title, players) for title in titles() for players in load(title).seats]
NETS = [(title, file, players) for title, file in net_files() for players in (2, 4)]


FILES = [*((title, weights_file(title)) for title in titles()), *search_files()]


@contextmanager
def weights_trainer(title: str, players: int) -> Iterator[Trainer]:
    """A trainer; the title has its weights back in the end."""
    trainer = Trainer(load(title), weights_file(title), players, seed=1)
    kept = list(trainer.start)
    try:
        yield trainer
    finally:
        trainer.put(kept)


@contextmanager
def search_trainer(title: str, file: WeightsFile, players: int) -> Iterator[SearchTrainer]:
    """The same for what only a search judges by."""
    trainer = SearchTrainer(load(title), file, players, seed=1)
    kept = list(trainer.start)
    try:
        yield trainer
    finally:
        trainer.put(kept)


@contextmanager
def net_trainer(title: str, file: NetFile, players: int) -> Iterator[OutlookTrainer]:
    """The same for the chance to win."""
    trainer = OutlookTrainer(load(title), file, players, seed=1)
    kept = trainer.net.copy()
    try:
        yield trainer
    finally:
        trainer.net.take(kept)


# The weights of the value


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_training_improves_on_its_start(title: str, players: int) -> None:
    with weights_trainer(title, players) as trainer:
        trainer.forget()
        for number in range(3):
            trainer.generation(number, games=12)
        trained = [int(weight) for weight in load(title).start_with(players, {}).weights()]
        wins, games = trainer.meet(trained, trainer.start, Bounds(most=30))
        assert wins > 0.6 * games


@pytest.mark.parametrize("title", titles())
def test_without_time_the_titles_own_weights_stay(title: str) -> None:
    with weights_trainer(title, 2) as trainer:
        trainer.forget()
        result = trainer.train(0.0, lambda _: None)
        assert result.way.meetings == 0
        assert not result.is_tried
        assert not result.improved
        assert list(result.weights) == trainer.own != trainer.start
        assert [int(weight) for weight in load(title).start_with(2, {}).weights()] == trainer.own


def test_few_wins_and_few_meetings_are_not_enough() -> None:
    assert not Way([1], 2, 3.0, 4).is_better
    assert not Way([1], 2, LEAST_MEETINGS - 1, LEAST_MEETINGS - 1).is_better
    assert not Way([1], 2, 54.0, 100).is_better
    assert Way([1], 2, 56.0, 100).is_better
    assert not Way([1], 4, 28.0, 100).is_better
    assert Way([1], 4, 31.0, 100).is_better


def test_what_wins_its_share_is_no_worse() -> None:
    assert Way([1], 4, 25.0, 100).is_no_worse
    assert not Way([1], 4, 24.0, 100).is_no_worse
    assert not Way([1], 2, LEAST_MEETINGS - 1, LEAST_MEETINGS - 1).is_no_worse


def test_weights_that_mislead_a_search_lose_where_all_search() -> None:
    """Reworld: the points on the table alone, against the title's own weights."""
    with weights_trainer("reworld", 2) as trainer:
        trainer.forget()
        wins, games = trainer.meet_searching(trainer.start, Bounds(most=12))
        assert games == 12
        assert wins < games / 4


def test_training_asks_a_search_before_it_keeps_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    with weights_trainer("reworld", 2) as trainer:
        monkeypatch.setattr(trainer, "meet", lambda *_, **__: (200.0, 300))
        monkeypatch.setattr(trainer, "meet_searching", lambda *_: (100.0, 300))
        result = trainer.train(0.0, lambda _: None)
        assert result.way.is_better
        assert result.searching is not None
        assert not result.searching.is_no_worse
        assert not result.improved
        assert list(result.weights) == trainer.own


def test_a_way_that_is_better_goes_before_one_that_was_lucky_in_few_meetings() -> None:
    lucky, even, better = Way([1], 2, 5.0, 5), Way([2], 2, 52.0, 100), Way([3], 2, 60.0, 100)
    assert best_of([lucky, even, better]) == better
    assert best_of([lucky, even]) == even
    assert best_of([lucky]) == lucky


@pytest.mark.parametrize("title", titles())
def test_the_best_way_is_told_also_where_it_is_worse(
    title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with weights_trainer(title, 3) as trainer:
        clock, play = Clock(), trainer.play_out

        def play_out(position: Position, sets: Sequence[Sequence[int]]) -> bool:
            clock.now += 1.0
            return play(position, sets)

        monkeypatch.setattr(training, "process_time", clock)
        monkeypatch.setattr(trainer, "play_out", play_out)
        opposite = [-3 * weight for weight in trainer.start]
        way = trainer.best_way(opposite, until=18.0)
        assert way.meetings == 6
        assert 0 <= way.share <= 1
        assert way.even == pytest.approx(1 / 3)
        assert list(way.weights) != trainer.start


# The time


class Clock:
    """Stands still but for what is said to take time."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Costs(NamedTuple):
    """How many seconds what is played takes."""

    generation: float = 1.0
    game: float = 1.0
    search: float = 1.0


def pretend(trainer: Trainer, costs: Costs, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Nothing is played, but takes its time; new weights win all games, and are tried at that."""
    clock = Clock()

    def generation(number: int) -> Generation:
        clock.now += costs.generation
        trainer.put([weight + 100 for weight in trainer.own])
        return Generation(number, 0, 0.0, 0.0)

    def meeting(_number: int, _new: object, _old: object, play: object) -> float:
        clock.now += costs.search if play == trainer.search else costs.game
        return 1.0

    monkeypatch.setattr(training, "process_time", clock)
    monkeypatch.setattr(trainer, "generation", generation)
    monkeypatch.setattr(trainer, "_meeting", meeting)
    return clock


def trained_in(
    trainer: Trainer, seconds: float, costs: Costs, monkeypatch: pytest.MonkeyPatch
) -> tuple[Trained, float]:
    """What comes out, and the seconds that it took; never more than is promised."""
    clock = pretend(trainer, costs, monkeypatch)
    result = trainer.train(seconds, lambda _: None)
    under_way = max(costs.game, costs.search)
    assert clock.now <= max(seconds, costs.generation) + OVERTIME * seconds + under_way
    assert result.improved == result.is_tried
    assert (list(result.weights) == trainer.own) == (not result.is_tried)
    return result, clock.now


@pytest.mark.parametrize(
    ("seconds", "costs", "met", "taken"),
    [
        (3.0, Costs(generation=8.0), 2, 10.0),  # half of three seconds, once a generation is over
        (60.0, Costs(), 36, 90.0),
        (100.0, Costs(), LEAST_MEETINGS, 130.0),
        (2000.0, Costs(), 200, 2000.0),
        (2000.0, Costs(game=0.1, search=0.1), MOST_MEETINGS, 1320.0),
    ],
)
def test_meetings_keep_to_the_time_and_to_what_is_needed_to_decide(
    seconds: float, costs: Costs, met: int, taken: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    title, file = search_files()[0]
    with search_trainer(title, file, 4) as trainer:
        result, time = trained_in(trainer, seconds, costs, monkeypatch)
        assert result.way.meetings == met
        assert result.is_tried == (met >= LEAST_MEETINGS)
        assert time == pytest.approx(taken)


@pytest.mark.parametrize(
    ("seconds", "costs", "met", "met_searching"),
    [
        (100.0, Costs(), 30, None),
        (200.0, Costs(), LEAST_MEETINGS, LEAST_MEETINGS),
        (200.0, Costs(search=3.0), LEAST_MEETINGS, 27),
        (200.0, Costs(game=0.1, search=100.0), 100, 2),
    ],
)
def test_what_a_search_had_no_time_to_try_is_not_kept(
    seconds: float,
    costs: Costs,
    met: int,
    met_searching: int | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with weights_trainer("reworld", 2) as trainer:
        result, _ = trained_in(trainer, seconds, costs, monkeypatch)
        searched = None if result.searching is None else result.searching.meetings
        assert (result.way.meetings, searched) == (met, met_searching)
        assert result.is_tried == (met_searching == LEAST_MEETINGS)


def test_every_meeting_is_told_to_whoever_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    with weights_trainer("reworld", 2) as trainer:
        pretend(trainer, Costs(), monkeypatch)
        seen: list[Playing | Meeting] = []
        result = trainer.train(200.0, lambda _: None, seen.append)
        met = [step for step in seen if isinstance(step, Meeting)]
        assert result.searching is not None
        by_pair = [[step for step in met if step.number == number + 1] for number in range(5)]
        assert len(met) == sum(map(len, by_pair))
        assert {step.all_pairs for step in met} == {len(WAYS) + 2} == {5}
        counts = (result.way.meetings, result.searching.meetings)
        assert tuple(len(steps) for steps in by_pair[3:]) == counts
        for steps in by_pair:
            assert [step.games for step in steps] == [step.wins for step in steps]
            assert [step.games for step in steps] == list(range(1, len(steps) + 1))
            shares = [step.share for step in steps]
            assert shares == sorted(shares)
            assert 0 < shares[0] < shares[-1] == 1.0


def test_every_game_of_a_generation_is_told_to_whoever_watches() -> None:
    title, file = search_files()[0]
    with search_trainer(title, file, 2) as trainer:
        trainer.games = 2
        seen: list[Playing | Meeting] = []
        trainer.train(0.0, lambda _: None, seen.append)
        assert seen == [Playing(0, 1, 2), Playing(0, 2, 2)]


@pytest.mark.parametrize(("title", "file"), FILES)
def test_the_weights_file_round_trips(
    title: str, file: WeightsFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read as a title reads it: a file to try is named in the environment."""
    counts = load(title).seats
    new = {n: [w + n for w in file.read(n)] for n in counts}
    origins = {n: f"origin {n}" for n in counts}
    path = tmp_path / "new.toml"
    path.write_text(file.text(new, origins), "utf-8")
    monkeypatch.setenv(file.place.variable, str(path))
    assert {n: file.read(n) for n in counts} == new
    assert file.place.origins() == origins
    path.write_text("no weights", "utf-8")
    with pytest.raises(Illegal):
        file.read(2)


@pytest.mark.parametrize("text", ["no TOML at all [", "[game]\npoints = [1]\n"])
def test_a_file_to_be_tried_is_blamed_by_its_own_name(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    files: list[WeightsFile | NetFile] = [file for _, file in FILES]
    for file in [*files, *(file for _, file in net_files())]:
        monkeypatch.setenv(file.place.variable, str(path))
        with pytest.raises(Illegal) as refusal:
            file.read(2)
        assert f"{file.place.variable}={path}" in str(refusal.value.violation.params["key"])


# The value that only a search judges by


@pytest.mark.parametrize(("title", "file"), search_files())
def test_training_with_searches_improves_on_its_start(
    title: str, file: WeightsFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With fewer iterations than usual: a test must not take a minute."""
    monkeypatch.setattr(search_training, "NOTED_ITERATIONS", 48)
    monkeypatch.setattr(training, "ITERATIONS", 96)
    with search_trainer(title, file, 4) as trainer:
        trainer.forget()
        for number in range(3):
            trainer.generation(number, games=8)
        trained = [int(weight) for weight in load(title).start_with(4, {}).guide().weights()]
        wins, games = trainer.meet(trained, trainer.start, Bounds(most=12))
        assert wins > 0.5 * games  # a quarter would be even


@pytest.mark.parametrize(("title", "file"), search_files())
def test_only_what_a_search_judges_by_is_fitted(title: str, file: WeightsFile) -> None:
    with search_trainer(title, file, 3) as trainer:
        position = load(title).start_with(3, {})
        before = list(position.weights())
        trainer.generation(0, games=2)
        assert [int(weight) for weight in position.guide().weights()] != trainer.own
        assert list(position.weights()) == before


@pytest.mark.parametrize(("title", "file"), search_files())
def test_its_meetings_are_between_searches_and_one_is_enough(
    title: str, file: WeightsFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    with search_trainer(title, file, 2) as trainer:
        trainer.forget()
        searched = 0

        def search(position: Position, sets: Sequence[Sequence[int]]) -> bool:  # noqa: ARG001 - no time for it
            nonlocal searched
            searched += 1
            clock.now += 1.0
            return False

        def generation(number: int) -> Generation:
            clock.now += 60.0
            return Generation(number, 0, 0.0, 0.0)

        clock = Clock()
        monkeypatch.setattr(training, "process_time", clock)
        monkeypatch.setattr(trainer, "search", search)
        monkeypatch.setattr(trainer, "generation", generation)
        result = trainer.train(100.0, lambda _: None)
        # Three ways in 30 seconds, and the last meeting, until it is long enough to tell.
        assert searched == 30 + LEAST_MEETINGS
        assert result.searching is None
        assert not result.improved
        assert list(result.weights) == trainer.own


@pytest.mark.parametrize("players", [2, 3, 4])
def test_noted_is_what_lies_between_two_rounds(players: int) -> None:
    """Reworld: neither before the first round nor after the last."""
    title, file = search_files()[0]
    with search_trainer(title, file, players) as trainer:
        trainer.note_game(load(title).start_with(players, {}))
        notes, row = trainer._notes, players * len(file.features)
        at = list(file.features).index("rounds_left")
        left = [int(notes.features[note * row + at]) // 100 for note in range(notes.count)]
        assert left == [4, 3, 2, 1]


def test_where_nothing_was_fitted_a_search_judges_like_an_officer() -> None:
    """Reworld for two, as the head of the file says."""
    title, file = search_files()[0]
    station = weights_file(title).read(2)[: len(file.features)]
    assert file.place.origins()[2] == "those of the station, weights.toml"
    assert file.read(2) == station


# The chance to win


@pytest.mark.parametrize(("title", "file", "players"), NETS)
def test_a_net_learns_who_wins(title: str, file: NetFile, players: int) -> None:
    with net_trainer(title, file, players) as trainer:
        trainer.forget(games=6)
        forecasts = [trainer.generation(number, RATE, games=12) for number in range(4)]
        assert forecasts[-1].surprise < 0.9 * forecasts[0].surprise


@pytest.mark.parametrize(("title", "file"), net_files())
def test_a_net_that_had_no_time_is_not_kept(title: str, file: NetFile) -> None:
    with net_trainer(title, file, 2) as trainer:
        trainer.forget(games=6)
        result = trainer.train(0.0, lambda _: None)
        assert len(result.curve) < LATEST
        assert not result.is_tried
        assert not result.improved
        assert list(trainer.net.weights) == list(trainer.start.weights)


@pytest.mark.parametrize(("title", "file"), net_files())
def test_the_file_of_a_net_round_trips(
    title: str, file: NetFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = load(title).seats
    nets = {n: file.read(n) for n in counts}
    for n, net in nets.items():
        net.weights[n] = n / 8
    path = tmp_path / "new.toml"
    path.write_text(file.text(nets, {n: f"origin {n}" for n in counts}), "utf-8")
    monkeypatch.setenv(file.place.variable, str(path))
    for n, net in nets.items():
        again = file.read(n)
        assert list(again.spans) == list(net.spans)
        assert list(again.weights) == list(net.weights)
    assert file.place.origins() == {n: f"origin {n}" for n in counts}
