"""What a crossing would bring: what the fields around it yield, and a harbour."""

from typing import NamedTuple

from farhaven.games.mars.ai.features import ways
from farhaven.games.mars.client.view_wire import MarsWire
from farhaven.games.mars.rules.names import GRID, HarbourKind, Resource


class Yield(NamedTuple):
    """What a field gives when its chip is rolled."""

    resource: Resource
    chip: int


def yields_at(crossing: str, wire: MarsWire) -> list[Yield]:
    """What the fields around a crossing yield now, the likeliest first."""
    around = GRID.fields_at[GRID.crossing_numbers[crossing]]
    found = [
        Yield(field.gives, field.chip)
        for field in wire.fields
        if GRID.field_numbers[field.at] in around
        if field.gives is not None and field.chip is not None
    ]
    return sorted(found, key=lambda one: -int(ways(one.chip)))


def pips_at(crossing: str, wire: MarsWire) -> int:
    """The pips of all these chips."""
    return sum(int(ways(one.chip)) for one in yields_at(crossing, wire))


def harbour_at(crossing: str, wire: MarsWire) -> HarbourKind | None:
    """The harbour that a building on a crossing may use (MA-2.3)."""
    number = GRID.crossing_numbers[crossing]
    for harbour in wire.harbours:
        if number in GRID.ends[GRID.path_numbers[harbour.path]]:
            return harbour.kind
    return None
