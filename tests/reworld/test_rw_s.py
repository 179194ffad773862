"""Set-up (RW-S)."""

from collections import Counter
from functools import partial

import msgspec
import pytest

from farhaven.core.match import Match
from farhaven.core.record import Fairness, PlayerInfo
from farhaven.games import load
from farhaven.games.reworld.records.entries import Start
from farhaven.games.reworld.rules.station import NEIGHBOURS
from tests.marks import expect_refusal, holds, refuses
from tests.transcript import Table, station


def people(count: int) -> list[PlayerInfo]:
    return [PlayerInfo("Ada", "human")] * count


@holds("RW-S1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players_begin_with_no_points(players: int) -> None:
    for first in range(players):
        table = station(players, first=first)
        assert [p.score for p in table.board.players] == [0] * players
        assert table.board.marker == table.turn == first


@refuses("RW-S1")
def test_the_first_starting_player_sits_at_the_table() -> None:
    table = Table(3)
    table.match = table.match.at(0)
    table.refuse(Start(seat=3), "RW-S1", "no_such_seat")
    table.refuse(Start(seat=-1), "RW-S1", "no_such_seat")


@refuses("RW-S1")
def test_the_lot_comes_before_the_first_round() -> None:
    table = Table(2)
    first_round = table.deal()
    table.refuse(Start(seat=0), "RW-1.1", "other_chance")
    table.match = table.match.at(0)
    table.refuse(first_round, "RW-S1", "other_chance")


@refuses("RW-S1", by="record/seats")
def test_one_or_five_players_cannot_play() -> None:
    def sit_down(count: int) -> Match:
        return Match(load("reworld"), people(count), fairness=Fairness(""))

    for count in (0, 1, 5):
        expect_refusal(partial(sit_down, count), "record", "seats")


@holds("RW-S2")
def test_the_slots_form_one_ring_of_twenty() -> None:
    around = {p: {int(NEIGHBOURS[2 * p]), int(NEIGHBOURS[2 * p + 1])} for p in range(20)}
    assert around[4] == {3, 5}
    assert around[0] == {1, 10}
    assert around[9] == {8, 19}
    assert around[10] == {11, 0}
    assert around[19] == {18, 9}
    ring, port = [0], 1
    while port != 0:
        (following,) = around[port] - {ring[-1]}
        ring.append(port)
        port = following
    assert sorted(ring) == list(range(20))


@holds("RW-S2")
def test_the_ends_of_the_rows_are_neighbours() -> None:
    table = station(2, hands=["1111112222223", "3333344444455"])
    table.play("0: port 0 pays 1\n1: port 10 pays 3+4\n0: port 9 pays 2\n1: port 19 pays 5+3")


@refuses("RW-S2")
def test_there_are_ports_0_to_19_only() -> None:
    station().play(
        """
        0: port 20 pays 1 ✗ RW-S2 no_such_port
        0: port -1 pays 1 ✗ RW-S2 no_such_port
        """
    )


@refuses("RW-S2", by="RW-1.4b")
def test_nine_and_ten_are_no_neighbours_but_the_ends_are() -> None:
    table = station(2, hands=["1111112222223", "3333344444455"])
    table.play(
        """
        0: port 9 pays 1
        1: port 19 pays 3 ✗ RW-1.4b match_or_two
        1: port 10 pays 3
        0: port 0 pays 1  ✗ RW-1.4b match_or_two
        """
    )


@holds("RW-S3")
def test_the_card_for_the_marker_neighbours_no_slot() -> None:
    table = station(2)
    table.play("0: marker 1")
    ones = [table.offers(f"1: port {port} pays {table.hand(1)[0]}") for port in range(20)]
    assert all(ones)
    assert [slot.cards for slot in table.board.ports] == [[]] * 20


@refuses("RW-S3", by="RW-1.4a")
def test_the_card_for_the_marker_raises_no_price() -> None:
    table = station(2, hands=["1111112222223", "3333344444455"])
    table.play("0: marker 1")
    for port in range(20):
        table.play(f"1: port {port} pays 3+4 ✗ RW-1.4a one_card")


@holds("RW-S4")
def test_five_rounds_empty_the_bag_exactly() -> None:
    table = Table(2)
    drawn: Counter[str] = Counter()
    whole = Counter(table.board.bag)
    for number in range(5):
        outcome = table.deal()
        drawn.update(outcome.modules)
        table.match.take(outcome)
        assert sum(table.board.bag.values()) == 100 - 20 * (number + 1)
        table.all_drop_out()
    assert drawn == whole
    assert not table.board.bag


@refuses("RW-S4")
def test_a_module_comes_out_of_the_bag_only_once() -> None:
    table = Table(2)
    table.round({0: "IN"}).all_drop_out()
    modules = ["IN", *table.deal().modules[1:]]
    table.refuse(msgspec.structs.replace(table.deal(), modules=modules), "RW-S4", "not_in_bag")
