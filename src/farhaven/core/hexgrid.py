"""A hexagon of hexagonal fields: its fields, crossings (corners) and paths (sides), by name.

Fields have axial coordinates `q,r` with `0,0` in the middle, pointy tops, r growing downwards.
Every crossing is the top or the bottom corner (`N`, `S`) of exactly one field, and every path the
upper right, upper left or left side (`NE`, `NW`, `W`) of exactly one field, if fields outside the
hexagon are counted too: so each has one name.
"""

from functools import cache
from typing import NamedTuple


class Field(NamedTuple):
    """A field, on the land or around it."""

    q: int
    r: int

    @property
    def name(self) -> str:
        return f"{self.q},{self.r}"

    @property
    def middle(self) -> tuple[int, int]:
        """Where its middle lies, in half widths to the right and thirds of a row down."""
        return 2 * self.q + self.r, 3 * self.r

    def neighbours(self) -> tuple["Field", ...]:
        """The six fields around it, clockwise from the upper right."""
        steps = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
        return tuple(Field(self.q + q, self.r + r) for q, r in steps)

    def crossings(self) -> tuple["Crossing", ...]:
        """Its six corners, clockwise from the top."""
        upper_right, _, lower_right, lower_left, _, upper_left = self.neighbours()
        return (
            Crossing(self, "N"),
            Crossing(upper_right, "S"),
            Crossing(lower_right, "N"),
            Crossing(self, "S"),
            Crossing(lower_left, "N"),
            Crossing(upper_left, "S"),
        )

    def paths(self) -> tuple["Path", ...]:
        """Its six sides, clockwise from the upper right."""
        _, right, lower_right, lower_left, _, _ = self.neighbours()
        return (
            Path(self, "NE"),
            Path(right, "W"),
            Path(lower_right, "NW"),
            Path(lower_left, "NE"),
            Path(self, "W"),
            Path(self, "NW"),
        )


class Crossing(NamedTuple):
    """A corner of fields."""

    field: Field
    corner: str

    @property
    def name(self) -> str:
        return f"{self.field.name},{self.corner}"

    @property
    def place(self) -> tuple[int, int]:
        """Where it lies, measured as `Field.middle`."""
        x, y = self.field.middle
        return x, y - 2 if self.corner == "N" else y + 2


class Path(NamedTuple):
    """A side of fields, from crossing to crossing."""

    field: Field
    side: str

    @property
    def name(self) -> str:
        return f"{self.field.name},{self.side}"

    @property
    def ends(self) -> tuple[Crossing, Crossing]:
        top, upper_right, _, _, lower_left, upper_left = self.field.crossings()
        if self.side == "NE":
            return top, upper_right
        if self.side == "NW":
            return upper_left, top
        return upper_left, lower_left

    @property
    def place(self) -> tuple[int, int]:
        """Where its middle lies, in quarter widths to the right and sixths of a row down."""
        (ax, ay), (bx, by) = (end.place for end in self.ends)
        return ax + bx, ay + by


class HexGrid:
    """All fields within `radius` steps of the middle, with their crossings and paths.

    Each list is in reading order; a thing's number is its index there.
    """

    def __init__(self, radius: int) -> None:
        span = range(-radius, radius + 1)
        self.fields = tuple(Field(q, r) for r in span for q in span if abs(q + r) <= radius)
        land = set(self.fields)
        crossings = {c for field in self.fields for c in field.crossings()}
        paths = {p for field in self.fields for p in field.paths()}
        self.crossings = tuple(sorted(crossings, key=lambda c: (c.place[1], c.place[0])))
        self.paths = tuple(sorted(paths, key=lambda p: (p.place[1], p.place[0])))
        self.field_numbers = {field.name: i for i, field in enumerate(self.fields)}
        self.crossing_numbers = {crossing.name: i for i, crossing in enumerate(self.crossings)}
        self.path_numbers = {path.name: i for i, path in enumerate(self.paths)}
        self.neighbours = tuple(
            tuple(self.field_numbers[n.name] for n in field.neighbours() if n in land)
            for field in self.fields
        )
        self.field_crossings = tuple(
            tuple(self.crossing_numbers[c.name] for c in field.crossings()) for field in self.fields
        )
        self.field_paths = tuple(
            tuple(self.path_numbers[p.name] for p in field.paths()) for field in self.fields
        )
        self.ends = tuple(
            (self.crossing_numbers[a.name], self.crossing_numbers[b.name])
            for a, b in (path.ends for path in self.paths)
        )
        self.paths_at = _inverse(self.ends, len(self.crossings))
        self.fields_at = _inverse(self.field_crossings, len(self.crossings))
        self.coast = self._coast()

    def _coast(self) -> tuple[int, ...]:
        """The paths that border one field only, clockwise from the first one in reading order."""
        sides = _inverse(self.field_paths, len(self.paths))
        coastal = {path for path, fields in enumerate(sides) if len(fields) == 1}
        ring = [min(coastal)]
        at = max(self.ends[ring[0]], key=lambda c: self.crossings[c].place[0])
        while len(ring) < len(coastal):
            ring.append(next(p for p in self.paths_at[at] if p in coastal and p != ring[-1]))
            a, b = self.ends[ring[-1]]
            at = b if at == a else a
        return tuple(ring)


def _inverse(parts: tuple[tuple[int, ...], ...], count: int) -> tuple[tuple[int, ...], ...]:
    """For each of `count` parts the numbers of the wholes that list it, ascending."""
    wholes: list[list[int]] = [[] for _ in range(count)]
    for whole, members in enumerate(parts):
        for member in members:
            wholes[member].append(whole)
    return tuple(tuple(found) for found in wholes)


@cache
def hexgrid(radius: int) -> HexGrid:
    """The grid of a radius, computed once."""
    return HexGrid(radius)
