"""Set-up (MA-S)."""

import pytest

from farhaven.core.chance import FastChance
from farhaven.games.mars.game import Mars
from farhaven.games.mars.records.entries import Place
from tests.marks import expect_refusal, holds, refuses
from tests.mars.table import Table, start, table

# MA-S1 Players


@holds("MA-S1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_play_and_a_random_one_begins(players: int) -> None:
    firsts = set()
    for seed in range(40):
        position = start(players)
        position.roll(FastChance(seed))
        firsts.add(int(position.first))
    assert firsts == set(range(players))


@refuses("MA-S1")
def test_a_seat_that_is_not_there_does_not_begin() -> None:
    t = Table(3)
    t.refuse(t.board(first=3), "MA-S1", "no_such_seat")
    t.refuse(t.board(first=-1), "MA-S1", "no_such_seat")


@refuses("MA-S1", by="record/seats")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_no_other_number_of_players(players: int) -> None:
    expect_refusal(lambda: Mars().start_with(players, {}), "record", "seats")


# MA-S2 Placing


@holds("MA-S2")
@pytest.mark.parametrize(("players", "first"), [(2, 0), (2, 1), (3, 1), (4, 2)])
def test_in_seat_order_and_then_in_reverse(players: int, first: int) -> None:
    t = Table(players, first=first).lay_out()
    order = []
    while t.open.phase == "placing":
        order.append(t.turn)
        t.match.act(t.listed(Place)[0])
    there = [(first + step) % players for step in range(players)]
    assert order == there + there[::-1]
    assert (t.open.phase, t.turn) == ("rolling", first)


@holds("MA-S2")
def test_every_free_crossing_with_each_of_its_paths_is_listed() -> None:
    t = Table(2).lay_out()
    assert len(t.listed(Place)) == 2 * 72  # a path is at two crossings
    t.play("0: places 0,0,N 0,0,NE")
    assert len(t.listed(Place)) == 2 * 72 - 4 * 3


@refuses("MA-S2")
def test_only_a_settlement_with_a_road_that_touches_it_in_order() -> None:
    t = Table(2).lay_out()
    t.play(
        """
        0: places 0,0,N 0,0,W ✗ MA-S2 road_apart
        1: places 0,0,N 0,0,NE ✗ MA-S2 not_your_turn
        0: rolls 1 2 ✗ MA-S2 place_first
        0: road 0,0,NE ✗ MA-S2 place_first
        0: places 0,0,N 0,0,NE
        0: places 0,1,S 0,2,NW ✗ MA-S2 not_your_turn
        """
    )
    t = table(2).play("0: places 0,-1,N 0,-1,NE ✗ MA-S2 set_up_is_over")
    t.play("1: places 0,-1,N 0,-1,NE ✗ MA-S2 set_up_is_over")


@refuses("MA-3.4", "MA-3.3")
def test_the_distance_rule_holds_in_the_set_up() -> None:
    t = Table(2).lay_out().play("0: places 0,0,N 0,0,NE")
    for crossing, road in (("0,-1,S", "0,0,W"), ("1,-1,S", "1,0,W"), ("1,-2,S", "1,-1,NW")):
        t.play(f"1: places {crossing} {road} ✗ MA-3.4 too_close")
    t.play("1: places 0,0,N 0,0,NW ✗ MA-3.3 crossing_is_taken")
    t.play("1: places 1,0,N 1,0,NE")


# MA-S3 First cards


@holds("MA-S3")
def test_the_second_settlement_brings_one_card_for_each_field() -> None:
    t = Table(2).lay_out()
    t.play("0: places 0,0,N 0,0,NE\n1: places 0,1,S 0,2,NW")
    assert (t.hand(0), t.hand(1)) == ({}, {})
    t.play("1: places 2,-2,S 2,-1,NW")  # air, sand, sand
    assert t.hand(1) == {"oxide": 1, "glass": 2}
    assert t.events[-1].code == "gained"


@holds("MA-S3")
def test_the_barren_field_gives_none_nor_does_space() -> None:
    t = Table(2).lay_out().play("0: places 2,-2,S 2,-1,NW\n1: places 0,0,N 0,0,NE")
    t.play("1: places -2,2,S -2,3,NW")  # one sand field, on the coast
    assert t.hand(1) == {"glass": 1}
    t.play("0: places 0,0,S 0,1,NW")  # barren, air, sand
    assert t.hand(0) == {"oxide": 1, "glass": 1}


# MA-S4 Aliens


@holds("MA-S4")
def test_the_aliens_begin_on_the_barren_field() -> None:
    assert Table(2).lay_out().open.aliens == "0,0"
    for seed in range(5):
        trial = start(2)
        trial.roll(FastChance(seed))
        assert trial.aliens == trial.board.barren


@refuses("MA-S4", by="MA-5.1")
def test_so_the_first_7_must_take_them_away() -> None:
    t = table(2).play("0: rolls 3 4\n0: aliens to 0,0 ✗ MA-5.1 must_move")
    t.play("0: aliens to 2,0")
