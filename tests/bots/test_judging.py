"""Where a search of Reworld judges: the value, the end of quick play, or something between."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.chance import FastChance
from farhaven.core.position import first_owing, keep_best
from farhaven.games import load
from farhaven.games.reworld.ai.features import NAMES
from farhaven.games.reworld.ai.search_guide import ReworldGuide
from farhaven.games.reworld.rules.parts import ROUNDS
from farhaven.games.reworld.rules.position import ReworldPosition
from farhaven.games.reworld.rules.state import OVER, ROUND_SETUP, SETTLEMENT, STATION
from farhaven.search.root_statistics import Tally
from farhaven.search.tree_search import Search

GAME = load("reworld")


def played_until(seats: int, number: int, phase: int) -> ReworldPosition:
    """A game by quick play up to a phase of a round."""
    luck = FastChance(4)
    moves = vec[i64]([0] * GAME.max_moves)
    position = GAME.start_with(seats, {})
    assert isinstance(position, ReworldPosition)
    while position.round < number or position.phase != phase:
        if position.awaits_chance():
            position.roll(luck)
        else:
            seat = first_owing(position)
            position.play(seat, position.guide().pick(position, seat, luck, moves))
    return position


def values_of(position: ReworldPosition) -> list[int]:
    values = vec[i64]([0] * int(position.seats))
    position.values(values)
    return [int(value) for value in values]


def judged(position: ReworldPosition, trust: int | None) -> Search:
    """A search that has judged a position, trusting the value as far as told."""
    guide = ReworldGuide(position)
    if trust is not None:
        guide.trust = trust
    search = Search(position, 0, guide, GAME.max_moves)
    search.judge(position.copy(), FastChance(7))
    return search


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_value_and_the_end_of_quick_play_are_weighed(seats: int) -> None:
    position = played_until(seats, ROUNDS, SETTLEMENT)
    found = {
        trust: [int(judged(position, trust).values[seat]) for seat in range(seats)]
        for trust in (0, 30, 100)
    }
    assert found[100] == values_of(position)
    end = position.copy()
    luck = FastChance(7)
    moves = vec[i64]([0] * GAME.max_moves)
    while not end.is_over():
        end.play(first_owing(end), ReworldGuide(end).pick(end, first_owing(end), luck, moves))
    assert found[0] == values_of(end)
    mixed = [(30 * a + 70 * b) // 100 for a, b in zip(found[100], found[0], strict=True)]
    assert found[30] == mixed


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_round_is_played_on_into_chapter_two(seats: int) -> None:
    """Quick play comes to the end of the game, where the value at the round's end has a part."""
    position = played_until(seats, ROUNDS, STATION)
    values = judged(position, 0).values
    # Final points are whole, and the hundredths are the ships taken.
    assert all(int(values[seat]) % 100 <= 12 for seat in range(seats))
    assert any(int(judged(position, 100).values[seat]) % 100 > 12 for seat in range(seats))


@pytest.mark.parametrize("trust", [0, 30, 100])
def test_what_is_told_is_what_counts(trust: int) -> None:
    """Points and leads of hints are those that the search weighs."""
    position = played_until(2, ROUNDS, SETTLEMENT)
    guide = ReworldGuide(position)
    guide.trust = trust
    search = Search(position, first_owing(position), guide, GAME.max_moves)
    tally = Tally(first_owing(position), position.seats)
    search.tally = tally
    search.iterate(position.copy(), FastChance(7), 0)
    after = position.copy()
    after.play(search.root.seat, search.root.moves[0])
    again = Search(after, first_owing(after), guide, GAME.max_moves)
    again.judge(after, FastChance(7))
    assert tally.mean_points(0, tally.seat) == int(again.values[int(tally.seat)]) / 100


def test_earlier_rounds_are_judged_where_they_end() -> None:
    """Whatever is trusted: the next round can be dealt in too many ways."""
    position = played_until(3, 2, STATION)
    assert list(judged(position, 0).values) == list(judged(position, 100).values)


@contextmanager
def search_weights(position: ReworldPosition, weights: Sequence[int]) -> Iterator[None]:
    """Other weights for what only a search judges by, which the title has back in the end."""
    live = position.guide().weights()
    kept = list(live)
    try:
        for i, weight in enumerate(weights):
            live[i] = weight
        yield
    finally:
        for i, weight in enumerate(kept):
            live[i] = weight


def test_between_two_rounds_a_search_has_weights_of_its_own() -> None:
    """Two points for each on the table: an officer's value does not change by it."""
    position = played_until(3, 2, ROUND_SETUP)
    officers = values_of(position)
    with search_weights(position, [200, *[0] * (len(NAMES) - 1)]):
        found = judged(position, None).values
        assert [int(found[s]) for s in range(3)] == [200 * int(position.score(s)) for s in range(3)]
        assert values_of(position) == officers


@pytest.mark.parametrize(("number", "phase"), [(2, STATION), (ROUNDS, SETTLEMENT), (ROUNDS, OVER)])
def test_elsewhere_it_has_none(number: int, phase: int) -> None:
    position = played_until(3, number, phase)
    values = vec[i64]([0] * 3)
    ReworldGuide(position).judge(position, values)
    assert [int(value) for value in values] == values_of(position)
    assert ReworldGuide(position).features(position, 0, vec[i64]([0] * len(NAMES))) < 0


def test_who_is_ahead_after_quick_play_has_not_won_for_sure() -> None:
    position = played_until(2, ROUNDS, SETTLEMENT)
    shares = [judged(position, None).shares[seat] for seat in range(2)]
    assert 0.02 < min(shares) < max(shares) < 0.98


def test_the_end_itself_is_certain() -> None:
    position = played_until(2, ROUNDS, OVER)
    shares = [judged(position, None).shares[seat] for seat in range(2)]
    assert max(shares) >= 1.0


def test_the_best_rated_moves_are_kept() -> None:
    moves, ratings = vec[i64]([1, 2, 3, 4, 5]), vec[i64]([10, 50, 20, 40, 30])
    assert keep_best(moves, ratings, 5, 3) == 3
    assert [int(move) for move in moves][:3] == [2, 4, 5]
    assert [int(rating) for rating in ratings][:3] == [50, 40, 30]
    assert keep_best(moves, ratings, 2, 3) == 2
