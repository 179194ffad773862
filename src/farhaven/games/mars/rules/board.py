"""Mars itself: the tables of its geometry, and a board as it was laid out (MA-C).

A set of crossings or fields is one number, bit n for number n. There are too many paths for one
number: a set of paths is two, `low` for the paths below HALF and `high` for the others.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from farhaven.core.bits import bit, first_of, has
from farhaven.core.chance import Chance, shuffle
from farhaven.core.hexgrid import hexgrid
from farhaven.core.position import mix_all
from farhaven.games.mars.rules.parts import HARBOURS, NONE, SAND, Parts

RADIUS: Final = 2
FIELDS: Final[i64] = 19
CROSSINGS: Final[i64] = 54
PATHS: Final[i64] = 72
HALF: Final[i64] = 36
ALL_CROSSINGS: Final[i64] = 0x3FFFFFFFFFFFFF
ALL_HALF: Final[i64] = 0xFFFFFFFFF

_GRID: Final = hexgrid(RADIUS)


def _bits(numbers: tuple[int, ...]) -> int:
    return sum(1 << number for number in numbers)


def _in_threes(rows: tuple[tuple[int, ...], ...]) -> vec[i64]:
    """Rows of up to three numbers, filled up with NONE."""
    return vec[i64]([n for row in rows for n in (*row, int(NONE), int(NONE))[:3]])


def _near(crossing: int) -> int:
    """A crossing and those at the other ends of its paths."""
    return _bits(tuple({end for path in _GRID.paths_at[crossing] for end in _GRID.ends[path]}))


ENDS: Final = vec[i64]([end for ends in _GRID.ends for end in ends])  # two for each path
BOTH_ENDS: Final = vec[i64]([_bits(ends) for ends in _GRID.ends])
PATHS_AT: Final = _in_threes(_GRID.paths_at)
PATHS_AT_LOW: Final = vec[i64]([_bits(row) & int(ALL_HALF) for row in _GRID.paths_at])
PATHS_AT_HIGH: Final = vec[i64]([_bits(row) >> int(HALF) for row in _GRID.paths_at])
FIELDS_AT: Final = _in_threes(_GRID.fields_at)
NEAR: Final = vec[i64]([_near(crossing) for crossing in range(CROSSINGS)])
AROUND: Final = vec[i64]([_bits(row) for row in _GRID.field_crossings])  # crossings of a field
NEIGHBOURS: Final = vec[i64]([_bits(row) for row in _GRID.neighbours])  # fields of a field


# Paths


def low_bit(path: i64) -> i64:
    """A path's bit in the lower set, or 0."""
    if path < HALF:
        return bit(path)
    return 0


def high_bit(path: i64) -> i64:
    """A path's bit in the upper set, or 0."""
    if path < HALF:
        return 0
    return bit(path - HALF)


def other_end(path: i64, crossing: i64) -> i64:
    return ENDS[2 * path] + ENDS[2 * path + 1] - crossing


def touches(path: i64, crossing: i64) -> bool:
    """Whether a crossing is an end of a path."""
    return has(BOTH_ENDS[path], crossing)


@final
@mypyc_attr(native_class=True, acyclic=True)
class Board:
    """A layout: terrain and chip of each field, the kind of each harbour. Never changed."""

    barren: i64 = NONE
    key: i64 = 0  # by which layouts are told apart

    def __init__(self, terrain: vec[i64], chip: vec[i64], harbour: vec[i64]) -> None:
        self.terrain: vec[i64] = terrain
        self.chip: vec[i64] = chip  # 0 for none
        self.harbour: vec[i64] = harbour
        for field in range(i64(len(chip))):
            if chip[field] == 0:
                self.barren = field
        self.key = mix_all(mix_all(mix_all(29, terrain), chip), harbour)


EMPTY_BOARD: Final = Board(vec[i64](), vec[i64](), vec[i64]())


def too_close(parts: Parts, chip: vec[i64], field: i64) -> bool:
    """MA-C4: whether a field and a neighbour both bear chips that must lie apart."""
    if not has(parts.apart, chip[field]):
        return False
    near = NEIGHBOURS[field]
    while near != 0:
        if has(parts.apart, chip[first_of(near)]):
            return True
        near &= near - 1
    return False


def lie_apart(parts: Parts, chip: vec[i64]) -> bool:
    """MA-C4: whether no two of the chips that must lie apart are neighbours."""
    for field in range(FIELDS):
        if too_close(parts, chip, field):
            return False
    return True


def beginners_board(parts: Parts) -> Board:
    """MA-C4: the fixed layout."""
    return Board(parts.beginners_terrain, parts.beginners_chips, parts.beginners_harbours)


def random_board(parts: Parts, chance: Chance) -> Board:
    """MA-C2 to MA-C5: terrain at random; the chips too, drawn again until they lie apart."""
    fields = FIELDS
    place = vec[i64](range(fields))
    shuffle(place, fields, chance)
    terrain = vec[i64]([SAND] * fields)
    chip = vec[i64]([0] * fields)
    for i in range(fields):
        terrain[place[i]] = parts.terrains[i]
    chips = parts.chips[:]
    count = i64(len(chips))
    while True:
        shuffle(chips, count, chance)
        for i in range(count):
            chip[place[i]] = chips[i]
        if lie_apart(parts, chip):
            break
    harbour = parts.harbour_kinds[:]
    shuffle(harbour, HARBOURS, chance)
    return Board(terrain, chip, harbour)
