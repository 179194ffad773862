"""The end (MA-6)."""

from functools import partial

import msgspec
import pytest
from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.chance import FastChance
from farhaven.core.playout import play_out
from farhaven.core.violation import Illegal
from farhaven.games.mars.game import Breakdown, Mars
from farhaven.games.mars.records.entries import EndTurn, Stolen
from tests.marks import expect_refusal, holds, refuses
from tests.mars.table import RICH, Table, acting, build_way, table
from tests.mars.test_ma_3 import FIVE, broken


def with_points(t: Table, seat: int, points: int) -> Table:
    """As if a seat had built more: its supply is smaller than the board shows."""
    cities, settlements = divmod(points - t.points(seat), 2)
    t.position.players[seat].cities_left -= cities
    t.position.players[seat].settlements_left -= settlements
    assert t.points(seat) == points
    return t


def is_won_by(t: Table, seat: int) -> bool:
    result = t.match.result()
    return result is not None and list(result.winners) == [seat] and result.scores[seat] >= 10


# MA-6.1 Ten points


@holds("MA-6.1")
@pytest.mark.parametrize("line", ["settlement 1,0,N", "city 0,0,N", "buys victory"])
def test_ten_points_on_the_own_turn_win_at_once(line: str) -> None:
    t = with_points(build_way(acting(2, RICH), 0, "1,-1,S", "1,0,N"), 0, 9)
    t.play(f"0: {line}")
    assert is_won_by(t, 0)
    assert t.match.owing() == []


@holds("MA-6.1")
def test_nine_points_do_not_win() -> None:
    t = with_points(acting(2, RICH), 0, 8).play("0: city 0,0,N\n0: ends")
    assert (t.match.is_over, t.turn) == (False, 1)


@holds("MA-6.1")
def test_by_the_longest_road_and_by_free_roads() -> None:
    t = with_points(build_way(acting(2), 0, *FIVE[:-1]), 0, 8)
    assert is_won_by(build_way(t, 0, *FIVE[-2:]), 0)
    t = with_points(build_way(acting(2), 0, *FIVE[:-2]), 0, 8).deal(0, "road_crew")
    t.play("0: crew 2,0,NW 2,0,NE")
    assert is_won_by(t, 0)


@holds("MA-6.1")
def test_a_played_card_is_carried_out_in_full_first() -> None:
    t = with_points(acting(2), 0, 8).deal(0, "cowboy")
    t.position.players[0].cowboys = 2
    t.begin("0: cowboy to 0,1 takes glass from 1")
    assert (t.points(0), t.match.is_over, t.position.awaits_chance()) == (10, False, True)
    t.match.take(Stolen(card="glass"))
    assert is_won_by(t, 0)
    assert t.hand(0)["glass"] == 2


@holds("MA-6.1")
def test_points_gained_on_anothers_turn_count_at_the_start_of_ones_own() -> None:
    t = acting(3).play("0: ends\n1: rolls 5 6")
    build_way(t, 1, "0,1,S", "-1,2,N", "-1,1,S", "-2,3,N", "-2,2,S")  # five
    t.play("1: ends\n2: rolls 5 6")
    build_way(t, 2, "-1,-1,S", "-2,0,N", "-1,-2,S", "-1,-1,N", "0,-3,S", "0,-2,N")  # six
    assert t.open.longest_road == 2
    t.play("2: ends\n0: rolls 5 6")
    with_points(t, 1, 8)
    broken(t, 0, "-1,-2,S")
    assert (t.open.longest_road, t.points(1), t.match.is_over) == (1, 10, False)
    t.play("0: ends")
    assert is_won_by(t, 1)


@holds("MA-6.1")
def test_the_result_tells_where_the_points_came_from() -> None:
    t = build_way(acting(2, RICH), 0, *FIVE).deal(0, "victory", "victory").give(0, "1 grain")
    t.position.cowboy_holder = 0
    t.play("0: city 0,0,N").give(0, "1 glass + 1 sheep")
    assert t.points(0) == 9
    t.play("0: buys victory")
    result = t.match.result()
    assert result is not None
    assert result.breakdown[0] == Breakdown(
        settlements=1, cities=2, longest_road=2, cowboy_power=2, victory_cards=3, total=10
    )
    assert (result.scores, result.winners) == ([10, 2], [0])


@refuses("MA-6.1")
def test_after_the_end_nothing_is_legal() -> None:
    t = with_points(acting(2, RICH), 0, 9).play("0: city 0,0,N\n1: rolls 1 1 ✗ record over")
    for seat in (0, 1):
        assert t.game.legal_entries(t.position, seat) == []
        expect_refusal(partial(judge, t, EndTurn(seat=seat)), "MA-6.1", "over")


def judge(t: Table, entry: EndTurn) -> None:
    """What the rules say of an entry, where the match would not even ask."""
    violation = t.game.explain(t.position, entry.seat, t.game.move(t.position, entry))
    if violation is not None:
        raise Illegal(violation)


# MA-6.2 Ending the turn


@holds("MA-6.2")
def test_ending_the_turn_is_always_possible_after_the_roll() -> None:
    t = acting(2)
    t.position.players[0].hand = 0
    assert t.game.legal_entries(t.position, 0) == [EndTurn(seat=0)]


@holds("MA-6.2")
def test_simulations_set_a_limit_and_a_match_can_be_stopped_by_it() -> None:
    game = Mars()
    position = game.start_with(4, {}).copy()
    buffer = vec[i64]([0] * game.max_moves)
    assert play_out(position, FastChance(1), buffer, 100) == 100
    assert not position.is_over()
    t = table(2)
    t.match.stop("turn_limit")
    record = t.match.record()
    assert record.stopped == "turn_limit"
    assert msgspec.json.decode(record.result) is None


@refuses("MA-6.2", by="record/over")
def test_a_stopped_match_goes_on_no_more() -> None:
    t = table(2)
    t.match.stop("turn_limit")
    t.play("0: rolls 1 1 ✗ record over")
