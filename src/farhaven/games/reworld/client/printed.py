"""What is printed on the parts of one edition, as clients get it: it never changes in a match."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated

import msgspec

from farhaven.core.wire_annotations import EVERY_KEY
from farhaven.games.reworld.edition import (
    CATEGORY_NAMES,
    CODES,
    SHIP_NAMES,
    Category,
    ModuleCode,
    ShipName,
)
from farhaven.games.reworld.rules.parts import (
    CITY_SHIP,
    KINDS,
    LETTER_TASK,
    RANKS,
    SHUTTLE,
    Parts,
    is_builder,
)


class Ship(msgspec.Struct, frozen=True):
    """A population ship (RW-C8); `at_least` is null where docking rows must be empty."""

    points: int
    at_least: int | None


class Box(msgspec.Struct, frozen=True):
    """The numbers of the edition and of the number of players that is played with."""

    shields: Mapping[ModuleCode, int]
    """Of shuttles and satellites."""
    task_points: Mapping[ModuleCode, int]
    """What a satellite's task scores for each of what it counts (RW-C5)."""
    terrabot_points: Sequence[int]
    """RW-1.7: by round."""
    ships: Annotated[Mapping[ShipName, Ship], EVERY_KEY]
    final: Annotated[Mapping[Category, Sequence[int]], EVERY_KEY]
    """The points of the ranks that are paid (RW-C9)."""
    absent: int
    """RW-3.2: with no tile in a category's row."""
    special: int
    """RW-2.6c: for each tile of the city."""


@lru_cache(maxsize=16)
def box_of(parts: Parts) -> Box:
    """The numbers of an edition."""
    tasks = range(LETTER_TASK, KINDS)
    armed = [kind for kind in range(SHUTTLE, KINDS) if not is_builder(kind)]
    return Box(
        shields={CODES[kind]: int(parts.shields[kind]) for kind in armed},
        task_points={CODES[kind]: int(parts.task_points[kind]) for kind in tasks},
        terrabot_points=[int(points) for points in parts.terrabot_points],
        ships={name: _ship(parts, i) for i, name in enumerate(SHIP_NAMES)},
        final={name: _ranks(parts, i) for i, name in enumerate(CATEGORY_NAMES)},
        absent=int(parts.absent_points),
        special=int(parts.special_points),
    )


def _ship(parts: Parts, ship: int) -> Ship:
    counts = ship >= CITY_SHIP
    return Ship(int(parts.ship_points[ship]), int(parts.at_least[ship]) if counts else None)


def _ranks(parts: Parts, category: int) -> list[int]:
    paid = max(int(parts.seats) - 1, 1)
    return [int(parts.rank_points[category * RANKS + rank]) for rank in range(paid)]
