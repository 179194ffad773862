"""A launch may be spelt in several ways: a decision tells a client every one of them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from farhaven.core.violation import Illegal
from farhaven.games.reworld.client.decision import LaunchChoice, SettlementDecision
from farhaven.games.reworld.records.entries import Launch, Placed
from farhaven.games.reworld.rules.position import ReworldPosition
from farhaven.games.reworld.rules.state import SETTLEMENT
from tests.reworld.steps import position_at, reworld
from tests.reworld.test_whole_space import FEW, effect, launches
from tests.transcript import settlement

# What a client makes of a decision


def spellings(choice: LaunchChoice, signs: Sequence[str] = ()) -> Iterator[Launch]:
    """Every way to write a launch that a decision lists once."""
    launch = choice.launch
    if launch.sign is not UNSET:
        yield from (msgspec.structs.replace(launch, sign=sign) for sign in signs)
    elif choice.cities:
        yield from (msgspec.structs.replace(launch, city=city) for city in choice.cities)
    elif launch.placed is UNSET or len(launch.placed) < 2:
        yield launch
    else:
        yield from _orders(choice, launch)


def _orders(choice: LaunchChoice, launch: Launch) -> Iterator[Launch]:
    freedoms = choice.docked_in_any_order, choice.placed_in_any_order, choice.interchangeable
    for docking, placing, exchange in product(*((False, True)[: 1 + free] for free in freedoms)):
        cargo, placed = list(launch.cargo or ()), list(launch.placed or ())
        if exchange:
            cities = [placed[1].city, placed[0].city]
            placed = [Placed(p.unit, city) for p, city in zip(placed, cities, strict=True)]
        if placing:
            placed.reverse()
        if docking:
            cargo.reverse()
            placed = [Placed(1 - p.unit, p.city) for p in placed]
        yield msgspec.structs.replace(launch, cargo=cargo, placed=placed)


def asked(position: ReworldPosition) -> Sequence[LaunchChoice]:
    decision = reworld().decision(reworld().view(position, int(position.turn)))
    assert isinstance(decision, SettlementDecision)
    return decision.launches


def told(position: ReworldPosition) -> dict[bytes, set[bytes]]:
    """The entries that a client can compose, by the effect of the launch that is listed."""
    seat = int(position.turn)
    signs = reworld().view(position, seat).to_wire().signs
    found: dict[bytes, set[bytes]] = defaultdict(set)
    for choice in asked(position):
        listed = effect(position, seat, reworld().move(position, choice.launch))
        for entry in spellings(choice, signs.get(choice.module[1], ())):
            text = msgspec.json.encode(entry)
            assert text not in found[listed], f"written twice: {entry}"
            found[listed].add(text)
    return found


# What the rules say


def allowed(position: ReworldPosition) -> dict[bytes, set[bytes]]:
    """All entries that no clause forbids, by their effect."""
    seat = int(position.turn)
    game = reworld()
    found: dict[bytes, set[bytes]] = defaultdict(set)
    for entry in launches(seat):
        try:
            move = game.move(position, entry)
        except Illegal:
            continue
        if game.explain(position, seat, move) is None:
            found[effect(position, seat, move)].add(msgspec.json.encode(entry))
    return found


@FEW
@given(st.integers(2, 4), st.integers(0, 10**6), st.integers(90, 190))
def test_a_client_knows_every_legal_spelling_and_no_other(seats: int, seed: int, line: int) -> None:
    position = position_at(seats, seed, line)
    if position.phase == SETTLEMENT:
        assert told(position) == allowed(position)


CITIES = {
    "one city": "TA",
    "two cities": "TA TB",
    "three cities": "TA TB TC",
}
LOADS = {
    "three open ends": {1: "B1", 2: "H1", 3: "BF", 5: "B2"},
    "alike": {1: "BF", 2: "H1", 3: "BF", 5: "BF"},
    "special": {1: "S1", 2: "H1", 3: "B1", 5: "S2"},
    "one behind the other": {1: "B2 B1", 2: "BF H1"},
    "coupled": {1: "B1", 2: "B3 H1 B2", 5: "BF"},
    "coupled, another beneath": {2: "BF H1 BF", 5: "BF"},
    "nothing to carry": {2: "H0"},
}


@pytest.mark.parametrize("cities", CITIES)
@pytest.mark.parametrize("load", LOADS)
def test_of_every_kind_of_transport(load: str, cities: str) -> None:
    rows = LOADS[load]
    terrabots = CITIES[cities].split()
    table = settlement({**rows, 4: CITIES[cities]}, {1: " ".join(["H0"] * len(terrabots))})
    for code in reversed(terrabots):
        sign = table.board.signs[code[1]][0]
        table.play(f"0: row 4 settles in {sign}\n1: row 1 transports")
    assert told(table.position) == allowed(table.position)


def test_a_task_counts_in_any_of_the_cities_that_are_worth_the_same() -> None:
    table = settlement({1: "ME", 4: "TA TB TC"}, {1: "H0 H0 H0"})
    for sign in ("Calypso", "Babylon", "Arcadia"):
        table.play(f"0: row 4 settles in {sign}\n1: row 1 transports")
    assert [list(one.cities) for one in asked(table.position) if one.launch.use == "task"] == [
        ["A", "B", "C"]
    ]
    assert told(table.position) == allowed(table.position)


def test_three_passengers_may_be_picked_in_any_order() -> None:
    """The order in which the list happens to spell a pair means nothing."""
    table = settlement({1: "B1", 3: "B2", 4: "H1", 5: "B3"}, {1: "H0"})
    picked = {
        tuple(entry.cargo or ())
        for choice in asked(table.position)
        for entry in spellings(choice)
        if len(entry.cargo or ()) == 2
    }
    assert picked == {(1, 3), (3, 1), (1, 5), (5, 1), (3, 5), (5, 3)}
