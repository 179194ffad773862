"""The view in its JSON form agrees with the rules that it is drawn from."""

from itertools import pairwise
from random import Random

import msgspec
import pytest

from farhaven.games.mars.client.view import MarsView
from farhaven.games.mars.client.view_wire import MarsWire
from farhaven.games.mars.edition import read_components
from farhaven.games.mars.rules.names import GRID, RESOURCE_NAMES
from farhaven.games.mars.rules.parts import count_of
from farhaven.games.mars.rules.state import LAYOUT, MOST_SEATS
from farhaven.server.wire.patch import diff
from tests.mars.playing import new_match, own, wander


@pytest.fixture(scope="module")
def seen() -> list[tuple[MarsWire, MarsView]]:
    """What the first seat saw after each line of a match."""
    match = new_match(5, 4)
    views = [MarsView(own(match), 0) for _ in wander(match, Random(5), 1500)]
    return [(view.to_wire(), view) for view in views]


def test_what_fields_owe_adds_up_to_what_a_roll_pays(seen: list[tuple[MarsWire, MarsView]]) -> None:
    for wire, view in seen:
        p = view.known
        if p.phase == LAYOUT:
            continue
        for total in range(2, 13):
            for seat in range(p.seats):
                owed = dict.fromkeys(RESOURCE_NAMES, 0)
                for field in wire.fields:
                    if field.chip == total and field.gives is not None:
                        owed[field.gives] += field.to[seat]
                pile = int(p.yields[total * MOST_SEATS + seat])
                assert list(owed.values()) == [int(count_of(pile, kind)) for kind in range(5)]


def test_longest_trade_road_is_a_chain_of_its_holder(
    seen: list[tuple[MarsWire, MarsView]],
) -> None:
    held = 0
    for wire, _ in seen:
        if wire.longest_road is None:
            assert not wire.longest_roads
            continue
        held += 1
        holder = wire.players[wire.longest_road]
        assert len(wire.longest_roads) == holder.longest_chain
        assert len(set(wire.longest_roads)) == holder.longest_chain
        assert set(wire.longest_roads) <= set(holder.roads)
        ends = [set(GRID.ends[GRID.path_numbers[name]]) for name in wire.longest_roads]
        assert all(a & b for a, b in pairwise(ends))
    assert held


def test_the_box_has_the_numbers_of_the_components(
    seen: list[tuple[MarsWire, MarsView]],
) -> None:
    box = msgspec.to_builtins(seen[-1][0].box)
    printed = msgspec.to_builtins(read_components(None)[0])
    assert box["costs"] == printed["costs"]
    assert list(box["supply"].values()) == list(printed["supply"].values())
    assert box["deck"] == printed["deck"]
    assert box["bank"] == printed["bank"]["cards"]
    assert box["points"] == {k: v for k, v in printed["points"].items() if k != "to_win"}


def test_an_ordinary_move_is_small(seen: list[tuple[MarsWire, MarsView]]) -> None:
    for (before, _), (after, _) in pairwise(seen[1:]):
        patch = diff(before, after)
        assert len(msgspec.json.encode(patch)) < 5000
        assert not any(path and path[0] == "box" for path, _ in patch)
