"""What a search has found out about each move, and how sure that is."""

from statistics import stdev

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from farhaven.coach.hints import hints
from farhaven.coach.search_study import LEAST_SLICES
from farhaven.coach.study import Limit
from farhaven.core.chance import FastChance
from farhaven.core.position import first_owing
from farhaven.evaluation.confidence import errors95
from farhaven.games import load, titles
from farhaven.search.root_statistics import Tally
from tests.bots.test_secrets import middle


def test_iterations_with_the_same_secrets_are_one_observation() -> None:
    """What differs between secrets is in doubt, however often each of them is tried."""
    values, few, many = vec[i64]([0, 0]), Tally(0, 2), Tally(0, 2)
    for tally, times in ((few, 1), (many, 100)):
        for chance in (0.2, 0.8, 0.4, 0.6):
            for _ in range(times):
                tally.add(0, values, vec[float]([chance, 1 - chance]))
            tally.end_slice()
    assert few.win(0) == pytest.approx(many.win(0)) == pytest.approx(0.5)
    assert few.doubt(0) == pytest.approx(many.doubt(0))
    assert few.doubt(0) == pytest.approx(3.182 * stdev((0.2, 0.8, 0.4, 0.6)) / 2, rel=1e-2)


def test_a_search_that_still_learns_is_in_doubt() -> None:
    """However many slices have made its mean certain, were they all alike."""
    values, tally = vec[i64]([0, 0]), Tally(0, 2)
    for chance in [0.2] * 256 + [0.4] * 256:
        tally.add(0, values, vec[float]([chance, 1 - chance]))
        tally.end_slice()
    assert tally.win(0) == pytest.approx(0.3)
    assert tally.doubt(0) == pytest.approx(tally.lately(0) - tally.win(0))
    assert tally.lately(0) > 0.33


def test_everybody_is_counted() -> None:
    tally = Tally(1, 3)
    for _ in range(2):
        tally.add(1, vec[i64]([900, 700, 200]), vec[float]([0.5, 0.4, 0.1]))
    assert [tally.mean_points(1, seat) for seat in range(3)] == [9.0, 7.0, 2.0]
    assert [tally.mean_win(1, seat) for seat in range(3)] == [0.5, 0.4, 0.1]
    assert tally.win(1) == 0.4
    assert [int(tally.slices_of(move)) for move in (0, 1, 9)] == [0, 0, 0]
    assert tally.doubt(1) == 1.0, "nothing tells how others would differ"


@pytest.mark.parametrize(
    ("observations", "exact"), [(2, 12.706), (3, 4.303), (4, 3.182), (6, 2.571), (31, 2.042)]
)
def test_few_observations_hold_less(observations: int, exact: float) -> None:
    assert errors95(observations) == pytest.approx(exact, rel=0.01)


@pytest.mark.parametrize("title", titles())
def test_no_hint_rests_on_a_few_tries_with_the_same_secrets(title: str) -> None:
    game = load(title)
    position = middle(game, 2, 3, 12)
    view = game.view(position, int(first_owing(position)))
    for hint in hints(game, view, FastChance(1), Limit(iterations=16)):
        assert hint.tried >= LEAST_SLICES
        assert hint.win_high - hint.win_low < 1
