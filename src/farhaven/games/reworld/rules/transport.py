"""The choices of a transport: which builder units, and to which cities (RW-2.5, RW-2.6).

Each different effect is written once. The order of placing is written only where it matters:
a special unit counts what was placed before it, and of two new companies with one city left for
a company the first placed takes it.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.games.reworld.rules.moves import BOX, transport
from farhaven.games.reworld.rules.parts import (
    FARMING,
    LETTERS,
    NONE,
    ROWS,
    company_of,
    is_builder,
    is_special,
)
from farhaven.games.reworld.rules.state import Player, State

# Where a unit may be placed.


def home_of(player: Player, company: i64) -> i64:
    """The city, 1 to 5, that has units of a construction company, or BOX."""
    for letter in range(LETTERS):
        if player.company[letter] == company:
            return letter + 1
    return BOX


def may_take(player: Player, kind: i64, city: i64) -> bool:
    """RW-2.6a and RW-2.6b: whether a builder unit may be placed in a city, 1 to 5."""
    if not player.has_city(city - 1):
        return False
    if kind == FARMING:
        return True
    home = home_of(player, company_of(kind))
    if home != BOX:
        return city == home
    return player.company[city - 1] == 0


def placement_fits(player: Player, kind: i64, city: i64) -> bool:
    """RW-2.6: a city that may take the unit, or the box where none may."""
    if city != BOX:
        return may_take(player, kind, city)
    for other in range(i64(1), LETTERS + 1):
        if may_take(player, kind, other):
            return False
    return True


def are_rivals(player: Player, company0: i64, company1: i64) -> bool:
    """RW-2.6b: whether two companies are both new, so that each needs a city of its own."""
    if company0 in (0, company1) or company1 == 0:
        return False
    return home_of(player, company0) == BOX and home_of(player, company1) == BOX


def write_places(player: Player, kind: i64, out: vec[i64]) -> i64:
    """Write the cities that a unit can go to, or BOX if there is none; return how many."""
    n: i64 = 0
    for city in range(i64(1), LETTERS + 1):
        if may_take(player, kind, city):
            out[n] = city
            n += 1
    if n == 0:
        out[0] = BOX
        n = 1
    return n


# Which units may come along. Reused buffers: the open ends once the shuttle has left, and places.

_ENDS: Final = vec[i64]([0] * ROWS)
_PLACES0: Final = vec[i64]([0] * LETTERS)
_PLACES1: Final = vec[i64]([0] * LETTERS)


def builder_at(p: State, tile: i64) -> bool:
    """Whether there is a tile, and it is a builder unit."""
    return tile != NONE and is_builder(p.parts.kind[tile])


def write_transports(
    p: State, player: Player, row: i64, coupled: bool, out: vec[i64], n: i64
) -> i64:
    """Write the transports of the shuttle at a row's end, or behind its last builder unit."""
    ends = _ENDS
    for i in range(ROWS):
        ends[i] = player.open_end[i]
    if coupled:  # RW-2.5a: the first cargo is given
        first = ends[row]
        ends[row] = p.beneath[p.beneath[first]]
        n = write_single(p, player, row, row, first, out, n)
        for i in range(ROWS):
            if builder_at(p, ends[i]):
                n = write_pair(p, player, row, row, first, i, ends[i], out, n)
        return n
    ends[row] = p.beneath[ends[row]]
    out[n] = transport(row, 0, 0, 0, 0, BOX, BOX)
    n += 1
    for i in range(ROWS):
        if builder_at(p, ends[i]):
            first = ends[i]
            n = write_single(p, player, row, i, first, out, n)
            under = p.beneath[first]
            if builder_at(p, under):
                n = write_pair(p, player, row, i, first, i, under, out, n)
            for j in range(i + 1, ROWS):
                if builder_at(p, ends[j]):
                    n = write_pair(p, player, row, i, first, j, ends[j], out, n)
    return n


def write_single(
    p: State, player: Player, row: i64, row0: i64, unit: i64, out: vec[i64], n: i64
) -> i64:
    """One unit: one choice for each city that it can go to."""
    places = _PLACES0
    count = write_places(player, p.parts.kind[unit], places)
    for i in range(count):
        out[n] = transport(row, 1, row0, 0, 0, places[i], BOX)
        n += 1
    return n


def write_pair(
    p: State,
    player: Player,
    row: i64,
    row0: i64,
    unit0: i64,
    row1: i64,
    unit1: i64,
    out: vec[i64],
    n: i64,
) -> i64:
    """Two units: every different way to place both."""
    kind0 = p.parts.kind[unit0]
    kind1 = p.parts.kind[unit1]
    places0 = _PLACES0
    places1 = _PLACES1
    count0 = write_places(player, kind0, places0)
    count1 = write_places(player, kind1, places1)
    order_counts = is_special(kind0) or is_special(kind1)
    together = company_of(kind0) == company_of(kind1) != 0  # one company, so one city
    rivals = are_rivals(player, company_of(kind0), company_of(kind1)) and places0[0] != BOX
    if rivals and count0 == 1:  # one city is left for a company: the first placed takes it
        out[n] = transport(row, 2, row0, row1, 0, places0[0], BOX)
        out[n + 1] = transport(row, 2, row0, row1, 1, BOX, places0[0])
        return n + 2
    for i in range(count0):
        city0 = places0[i]
        for j in range(count1):
            city1 = places1[j]
            if (together and city0 != city1) or (rivals and city0 == city1):
                continue
            if kind0 == kind1 and city1 < city0:  # two alike: the other way round is the same
                continue
            out[n] = transport(row, 2, row0, row1, 0, city0, city1)
            n += 1
            if order_counts and city0 == city1 and city0 != BOX:
                out[n] = transport(row, 2, row0, row1, 1, city0, city1)
                n += 1
    return n
