"""Longest trade road (MA-3.8)."""

from mypy_extensions import i64

from farhaven.core.bits import first_of, has, size
from farhaven.games.mars.rules.board import (
    ENDS,
    HALF,
    PATHS_AT,
    PATHS_AT_HIGH,
    PATHS_AT_LOW,
    high_bit,
    low_bit,
    other_end,
)
from farhaven.games.mars.rules.parts import NONE
from farhaven.games.mars.rules.state import State


def others_buildings(p: State, seat: i64) -> i64:
    """The crossings where a seat's chains are broken: those with another player's building."""
    crossings: i64 = 0
    for other in range(p.seats):
        if other != seat:
            crossings |= p.players[other].buildings()
    return crossings


# A chain uses each road once and may cross itself. `low` and `high` are the roads not used yet.


def chain_from(low: i64, high: i64, crossing: i64, broken: i64) -> i64:
    """The longest chain that goes on from a crossing."""
    if has(broken, crossing):
        return 0
    longest: i64 = 0
    for i in range(3 * crossing, 3 * crossing + 3):
        path = PATHS_AT[i]
        if path == NONE:
            break
        in_low = low & low_bit(path)
        in_high = high & high_bit(path)
        if in_low | in_high:
            length = 1 + chain_from(low ^ in_low, high ^ in_high, other_end(path, crossing), broken)
            longest = max(longest, length)
    return longest


def chain_both_ways(low: i64, high: i64, one_end: i64, other: i64, broken: i64) -> i64:
    """The longest that a chain between two crossings can be made longer at both of its ends."""
    longest = chain_from(low, high, other, broken)
    if has(broken, one_end):
        return longest
    for i in range(3 * one_end, 3 * one_end + 3):
        path = PATHS_AT[i]
        if path == NONE:
            break
        in_low = low & low_bit(path)
        in_high = high & high_bit(path)
        if in_low | in_high:
            length = 1 + chain_both_ways(
                low ^ in_low, high ^ in_high, other_end(path, one_end), other, broken
            )
            longest = max(longest, length)
    return longest


def chain_through(low: i64, high: i64, path: i64, broken: i64) -> i64:
    """The longest chain that a road is part of."""
    low &= ~low_bit(path)
    high &= ~high_bit(path)
    return 1 + chain_both_ways(low, high, ENDS[2 * path], ENDS[2 * path + 1], broken)


def longest_chain(p: State, seat: i64) -> i64:
    """The longest chain of a seat's roads."""
    player = p.players[seat]
    broken = others_buildings(p, seat)
    longest: i64 = 0
    low = player.roads_low
    while low != 0:
        length = chain_through(player.roads_low, player.roads_high, first_of(low), broken)
        longest = max(longest, length)
        low &= low - 1
    high = player.roads_high
    while high != 0:
        path = first_of(high) + HALF
        length = chain_through(player.roads_low, player.roads_high, path, broken)
        longest = max(longest, length)
        high &= high - 1
    return longest


def road_was_built(p: State, seat: i64, path: i64) -> None:
    """A longer chain has the new road in it."""
    player = p.players[seat]
    broken = others_buildings(p, seat)
    length = chain_through(player.roads_low, player.roads_high, path, broken)
    if length > player.chain:
        player.chain = length
        award_longest_road(p)


def crossing_was_built(p: State, seat: i64, crossing: i64) -> None:
    """A new settlement breaks the others' chains there."""
    for other in range(p.seats):
        player = p.players[other]
        roads_here = size(player.roads_low & PATHS_AT_LOW[crossing])
        roads_here += size(player.roads_high & PATHS_AT_HIGH[crossing])
        if other != seat and roads_here > 1:
            player.chain = longest_chain(p, other)
            award_longest_road(p)


def award_longest_road(p: State) -> None:
    """The holder keeps the card while nobody has a longer chain; else a single longest takes it."""
    longest: i64 = 0
    owner = NONE
    for seat in range(p.seats):
        chain = p.players[seat].chain
        if chain > longest:
            longest = chain
            owner = seat
        elif chain == longest:
            owner = NONE
    if longest < p.parts.longest_road_least:
        p.road_holder = NONE
    elif p.road_holder == NONE or p.players[p.road_holder].chain < longest:
        p.road_holder = owner
