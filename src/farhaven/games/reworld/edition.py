"""What a component file must hold, and its numbers in the form that the rules read them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.component_file import Table, fault, read_file
from farhaven.core.wire_annotations import one_of
from farhaven.evaluation.weight_file import PLAYER_COUNTS
from farhaven.games.reworld.ai.weights import SEARCH, WEIGHTS
from farhaven.games.reworld.rules import parts as box
from farhaven.games.reworld.rules.parts import Parts

LETTER_NAMES = "ABCDE"
CODES = (
    *(f"T{letter}" for letter in LETTER_NAMES),
    *("H0", "H1", "H2"),
    *(f"B{company}" for company in range(1, 6)),
    *(f"S{company}" for company in range(1, 6)),
    "BF",
    *(f"L{letter}" for letter in LETTER_NAMES),
    *(f"K{company}" for company in range(1, 6)),
    *("KK", "IN", "ME", "TT", "SH", "BU"),
)
"""The module codes of the records, by kind."""
SHIP_NAMES = (
    *(f"row{row}" for row in range(1, 6)),
    *("docking", "city", "farming", "shields", "companies", "shuttles", "satellites"),
    *("rows", "points"),
)
CATEGORY_NAMES = ("defence", *LETTER_NAMES)

Letter = Annotated[str, one_of("Letter", LETTER_NAMES)]
Officer = Annotated[int, one_of("Officer", range(1, box.OFFICERS + 1))]
"""Its number, which is also that of a docking row."""
ModuleCode = Annotated[str, one_of("ModuleCode", CODES)]
ShipName = Annotated[str, one_of("ShipName", SHIP_NAMES)]
Category = Annotated[str, one_of("FinalCategory", CATEGORY_NAMES)]

Count = Annotated[int, msgspec.Meta(ge=0, le=100)]
Points = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
PerPlayers = Annotated[tuple[Count, ...], msgspec.Meta(min_length=3, max_length=3)]
HandSize = Annotated[int, msgspec.Meta(ge=1, le=15)]


class Modules(Table):
    terrabots_per_letter: Count
    builders_per_company: Count
    specials_per_company: Annotated[int, msgspec.Meta(ge=0, le=1)]
    farming: Count


class Shuttle(Table):
    shields: Annotated[int, msgspec.Meta(ge=0, le=2)]
    copies: Count


class Task(Table):
    points: Points
    shields: Annotated[int, msgspec.Meta(ge=1, le=9)]


class Satellites(Table):
    letter: Task
    company: Task
    companies: Task
    industry: Task
    metropolis: Task
    terrabots: Task
    shields: Task
    builders: Task


class Officers(Table):
    copies: Annotated[int, msgspec.Meta(ge=1, le=15)]
    dealt: Annotated[tuple[HandSize, ...], msgspec.Meta(min_length=3, max_length=3)]


class Ship(Table):
    points: Count
    at_least: PerPlayers | None = None


class PointValues(Table):
    terrabot: Annotated[tuple[Points, ...], msgspec.Meta(min_length=5, max_length=5)]
    marker: Points
    card_left: Points
    special_per_tile: Points


class Components(Table):
    modules: Modules
    shuttles: Sequence[Shuttle]
    satellites: Satellites
    officers: Officers
    signs: dict[str, tuple[str, ...]]
    ships: dict[str, Ship]
    final_ship: dict[str, Points | tuple[tuple[Points, ...], ...]]
    points: PointValues


def read_components(path: Path | None) -> tuple[Components, str]:
    """The components of a file, or of the title's own, with the file's digest."""
    components, digest = read_file(Components, __package__, path)
    _check(components)
    return components, digest


def _check(c: Components) -> None:
    """What the shape of the rules asks for beyond the types."""
    if sorted(s.shields for s in c.shuttles) != [0, 1, 2]:
        raise fault("shuttles", "one table for each of 0, 1 and 2 shields is needed")
    if c.modules.specials_per_company > c.modules.builders_per_company:
        raise fault("modules.specials_per_company", "more than builders_per_company")
    tiles = len(_tiles(c))
    if tiles != box.TILES:
        raise fault("modules", f"the tiles add up to {tiles}, not to {box.TILES}")
    for dealt, players in zip(c.officers.dealt, PLAYER_COUNTS, strict=True):
        if dealt * players > c.officers.copies * box.OFFICERS:
            raise fault("officers.dealt", f"too many cards for {players} players")
    _check_signs(c)
    _check_ships(c)
    _check_final_ship(c)


def _check_signs(c: Components) -> None:
    for letter in sorted(set(c.signs) ^ set(LETTER_NAMES)):
        raise fault(f"signs.{letter}", "one list for each letter from A to E is needed")
    names = [name for letter in LETTER_NAMES for name in c.signs[letter]]
    if len(set(names)) != len(names):
        raise fault("signs", "two signs have the same name")
    for letter in LETTER_NAMES:
        if len(c.signs[letter]) != box.SIGNS:
            raise fault(f"signs.{letter}", "four names are needed")
        if not all(name.strip().rpartition(" ")[2].startswith(letter) for name in c.signs[letter]):
            raise fault(f"signs.{letter}", f"the main word of each name begins with {letter}")


def _check_ships(c: Components) -> None:
    for name in sorted(set(c.ships) ^ set(SHIP_NAMES)):
        raise fault(f"ships.{name}", f"exactly these are needed: {', '.join(SHIP_NAMES)}")
    for number, name in enumerate(SHIP_NAMES):
        if (c.ships[name].at_least is not None) != (number >= box.CITY_SHIP):
            raise fault(f"ships.{name}.at_least", "wanted from city on, and only there")


def _check_final_ship(c: Components) -> None:
    for name in sorted(set(c.final_ship) ^ {*CATEGORY_NAMES, "absent"}):
        raise fault(f"final_ship.{name}", f"needs absent, {', '.join(CATEGORY_NAMES)}")
    if not isinstance(c.final_ship["absent"], int):
        raise fault("final_ship.absent", "a number is needed")
    for name in CATEGORY_NAMES:
        ranks = c.final_ship[name]
        if isinstance(ranks, int) or [len(r) for r in ranks] != [1, 2, 3]:
            raise fault(f"final_ship.{name}", "lists of 1, 2 and 3 ranks are needed")


def _tiles(c: Components) -> list[int]:
    """The kind of each tile."""
    regular = c.modules.builders_per_company - c.modules.specials_per_company
    copies = [c.modules.terrabots_per_letter] * box.LETTERS
    copies += [s.copies for s in sorted(c.shuttles, key=lambda s: s.shields)]
    copies += [regular] * box.COMPANIES
    copies += [c.modules.specials_per_company] * box.COMPANIES
    copies += [c.modules.farming]
    copies += [1] * (box.KINDS - box.LETTER_TASK)
    return [kind for kind, n in enumerate(copies) for _ in range(n)]


def _tasks(c: Components) -> list[Task]:
    """The satellites' tasks, by kind from LETTER_TASK on."""
    s = c.satellites
    single = [s.companies, s.industry, s.metropolis, s.terrabots, s.shields, s.builders]
    return [s.letter] * box.LETTERS + [s.company] * box.COMPANIES + single


def make_parts(c: Components, seats: int) -> Parts:
    """The numbers for a number of players."""
    side = PLAYER_COUNTS.index(seats)
    parts = Parts(i64(seats))
    for tile, kind in enumerate(_tiles(c)):
        parts.kind[tile] = kind
        if parts.copies[kind] == 0:
            parts.first_tile[kind] = tile
        parts.copies[kind] += 1
    for shields in range(3):
        parts.shields[box.SHUTTLE + shields] = shields
    for i, task in enumerate(_tasks(c)):
        parts.shields[box.LETTER_TASK + i] = task.shields
        parts.task_points[box.LETTER_TASK + i] = task.points
    for i, points in enumerate(c.points.terrabot):
        parts.terrabot_points[i] = points
    for i, name in enumerate(SHIP_NAMES):
        ship = c.ships[name]
        parts.ship_points[i] = ship.points
        parts.at_least[i] = ship.at_least[side] if ship.at_least is not None else 0
    for i, name in enumerate(CATEGORY_NAMES):
        ranks = c.final_ship[name]
        if not isinstance(ranks, int):
            for rank, points in enumerate(ranks[side]):
                parts.rank_points[i * box.RANKS + rank] = points
    absent = c.final_ship["absent"]
    parts.absent_points = absent if isinstance(absent, int) else 0
    parts.officer_copies = c.officers.copies
    parts.dealt = c.officers.dealt[side]
    parts.marker_points = c.points.marker
    parts.card_points = c.points.card_left
    parts.special_points = c.points.special_per_tile
    parts.weights = vec[i64](WEIGHTS.read(seats))
    parts.search_weights = vec[i64](SEARCH.read(seats))
    return parts
