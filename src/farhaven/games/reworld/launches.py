"""Launches rated for a search (chapter two): by the value after each, or at a glance."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.chance import Chance
from farhaven.games.reworld.moves import (
    BOX,
    DEFEND,
    SACRIFICE,
    SETTLE,
    TASK,
    cargo_city,
    cargo_row,
    cargo_size,
    deed,
    launch_choice,
    launch_row,
)
from farhaven.games.reworld.parts import (
    NONE,
    RANKS,
    SHIELDS_TASK,
    is_builder,
    is_shuttle,
    is_special,
)
from farhaven.games.reworld.satellites import task_points
from farhaven.games.reworld.settlement import founds_city, settlement_moves
from farhaven.games.reworld.state import Player, State, open_kind

NOISE: Final[i64] = 200


def rated_launches(p: State, moves: vec[i64], ratings: vec[i64]) -> i64:
    """All legal launches, rated at a glance."""
    count = settlement_moves(p, moves)
    player = p.players[p.turn]
    for i in range(count):
        ratings[i] = glance(p, player, moves[i])
    return count


def quick_launch(p: State, chance: Chance, buffer: vec[i64]) -> i64:
    """The launch that looks best at a glance, as far as a little noise lets it."""
    count = settlement_moves(p, buffer)
    if count == 1:
        return buffer[0]
    player = p.players[p.turn]
    best: i64 = -(1 << 40)
    chosen = buffer[0]
    for i in range(count):
        rating = glance(p, player, buffer[i]) + chance.below(NOISE)
        if rating > best:
            best = rating
            chosen = buffer[i]
    return chosen


def glance(p: State, player: Player, move: i64) -> i64:
    """A rating of a launch without trying it, in hundredths of a point."""
    what = deed(move)
    row = launch_row(move)
    rating = ship_for_row(p, player, row)
    if what == SETTLE:
        rating += 300
        if founds_city(player, open_kind(p, player, row)):
            rating += 300
        return rating
    if what == SACRIFICE:
        return rating - 250
    if what == TASK:
        return rating + glance_task(p, player, row, launch_choice(move))
    if what == DEFEND:
        return rating + glance_defence(p, player, row)
    return rating + glance_transport(p, player, move)


def ship_for_row(p: State, player: Player, row: i64) -> i64:
    """A row's ship comes nearer as the row gets shorter."""
    if (p.ships_left >> row) & 1 == 0:
        return 0
    tile = player.open_end[row]
    length: i64 = 0
    while tile != NONE and length < 3:
        tile = p.beneath[tile]
        length += 1
    return p.parts.ship_points[row] * (60 - 20 * length)


def glance_task(p: State, player: Player, row: i64, city: i64) -> i64:
    """A task is best done late: what it would gain by waiting is taken off."""
    kind = open_kind(p, player, row)
    points = task_points(p, player, kind, city) * 100
    waiting = min(player.modules, 12) * 40
    if kind == SHIELDS_TASK:
        waiting += 100
    return points - waiting


def glance_defence(p: State, player: Player, row: i64) -> i64:
    kind = open_kind(p, player, row)
    rating = p.parts.shields[kind] * 220
    if player.defence_top == NONE:
        rating += 300
    if is_shuttle(kind):
        rating -= 150
    return rating


def glance_transport(p: State, player: Player, move: i64) -> i64:
    """Every unit that finds a city counts; a special one counts the city's tiles."""
    units = cargo_size(move)
    rating: i64 = -250
    for unit in range(units):
        city = cargo_city(move, unit)
        if city == BOX:
            rating += 20
            continue
        rating += 240
        kind = cargo_kind(p, player, move, unit)
        if is_special(kind):
            rating += player.city_tiles(city - 1) * 100 - 500
        rating += city_rating(p, player, city - 1)
    return rating


def cargo_kind(p: State, player: Player, move: i64, unit: i64) -> i64:
    """The kind of a unit of cargo; that of the row's first builder unit where two come from it."""
    tile = player.open_end[cargo_row(move, unit)]
    kinds = p.parts.kind
    while tile != NONE and not is_builder(kinds[tile]):
        tile = p.beneath[tile]
    if tile == NONE:
        return 0
    return kinds[tile]


def city_rating(p: State, player: Player, letter: i64) -> i64:
    """Growing a city counts most where it decides a rank."""
    mine = player.city_tiles(letter)
    rating: i64 = 0
    for other in p.players:
        lead = mine - other.city_tiles(letter)
        if -2 <= lead <= 2:
            rating += p.parts.rank_points[(letter + 1) * RANKS] * 10
    return rating
