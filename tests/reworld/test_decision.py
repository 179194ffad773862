"""What a client is asked: compact, complete, and true about the points."""

from hypothesis import given
from hypothesis import strategies as st

from farhaven.core.log_entry import Entry
from farhaven.games.reworld.client.decision import SettlementDecision, StationDecision
from farhaven.games.reworld.records.entries import Acquire, DropOut, TakeMarker
from farhaven.games.reworld.rules.position import ReworldPosition
from tests.reworld.steps import position_at, reworld
from tests.transcript import settlement, station


def decision(position: ReworldPosition) -> StationDecision | SettlementDecision:
    """What the seat on turn is asked."""
    found = reworld().decision(reworld().view(position, int(position.turn)))
    assert found is not None
    return found


def spelt_out(asked: StationDecision | SettlementDecision, seat: int) -> list[Entry]:
    """Every choice that a decision allows."""
    if isinstance(asked, SettlementDecision):
        return [choice.launch for choice in asked.launches]
    acquisitions = [
        Acquire(seat=seat, port=choice.port, cards=cards)
        for choice in asked.ports
        for cards in asked.payments[choice.payments]
    ]
    markers = [TakeMarker(seat=seat, card=card) for card in asked.marker]
    return [*acquisitions, *markers, DropOut(seat=seat)]


def gain(position: ReworldPosition, entry: Entry) -> int:
    after = position.copy()
    after.play(entry.seat, reworld().move(position, entry))
    return int(after.players[entry.seat].score - position.players[entry.seat].score)


@given(st.integers(2, 4), st.integers(0, 10**6), st.integers(0, 190))
def test_it_is_complete(seats: int, seed: int, line: int) -> None:
    position = position_at(seats, seed, line)
    seat = int(position.turn)
    assert spelt_out(decision(position), seat) == reworld().legal_entries(position, seat)


@given(st.integers(2, 4), st.integers(0, 10**6), st.integers(0, 190))
def test_it_tells_the_points(seats: int, seed: int, line: int) -> None:
    position = position_at(seats, seed, line)
    seat = int(position.turn)
    asked = decision(position)
    if isinstance(asked, SettlementDecision):
        for choice in asked.launches:
            assert choice.points == gain(position, choice.launch)
        return
    for port in asked.ports:
        cards = asked.payments[port.payments][0]
        assert port.points == gain(position, Acquire(seat=seat, port=port.port, cards=cards))
    assert asked.drop_out_points == gain(position, DropOut(seat=seat))
    for card in asked.marker:
        assert asked.marker_points == gain(position, TakeMarker(seat=seat, card=card))


def test_payments_are_listed_once_for_each_situation() -> None:
    asked = decision(station(2, hands=["1112233344455"]).position)
    assert isinstance(asked, StationDecision)
    assert [list(cards) for cards in asked.payments[0]] == [[1], [2], [3], [4], [5]]
    assert len(asked.payments) == 1
    assert len(asked.ports) == 20


def test_the_cheapest_payment_comes_first() -> None:
    table = station(2, hands=["1112233344455", "1122244455533"])
    table.play("0: port 3 pays 1\n1: port 5 pays 2")
    asked = decision(table.position)
    assert isinstance(asked, StationDecision)
    for payments in asked.payments:
        sizes = [len(cards) for cards in payments]
        assert sizes == sorted(sizes)


def test_prices_tell_what_the_neighbours_ask_for() -> None:
    table = station(2, hands=["1112233344455", "1122244455533"])
    table.play("0: port 3 pays 1\n1: port 5 pays 2")
    asked = decision(table.position)
    assert isinstance(asked, StationDecision)
    told = {port: (one.clause, list(one.tops)) for one in asked.prices for port in one.ports}
    assert told[4] == ("RW-1.4c", [1, 2])
    assert told[2] == ("RW-1.4b", [1])
    assert told[6] == ("RW-1.4b", [2])
    assert told[0] == ("RW-1.4a", [])
    assert sorted(port for one in asked.prices for port in one.ports) == [
        port for port in range(20) if port not in (3, 5)
    ]


def test_the_module_is_the_one_that_is_launched() -> None:
    asked = decision(settlement({1: "H1 B1", 2: "TA", 3: "LA"}, {}).position)
    assert isinstance(asked, SettlementDecision)
    launched = {(choice.launch.row, choice.launch.use, choice.module) for choice in asked.launches}
    assert launched == {
        (1, "sacrifice", "B1"),
        (1, "transport", "H1"),  # RW-2.5a: the shuttle behind the builder unit
        (2, "settle", "TA"),
        (3, "defend", "LA"),
        (3, "task", "LA"),
    }


def test_nobody_else_is_asked() -> None:
    position = station(3).position
    assert reworld().decision(reworld().view(position, 1)) is None
    assert reworld().decision(reworld().view(position, None)) is None
