"""Which roads a longest chain is made of (MA-3.8), to be shown; the rules need only its length."""

from collections.abc import Iterator
from functools import lru_cache

from farhaven.games.mars.rules.board import HALF
from farhaven.games.mars.rules.names import GRID
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.roads import others_buildings


def longest_roads(p: MarsPosition, seat: int) -> tuple[int, ...]:
    """The paths of a longest chain of a seat, from end to end."""
    player = p.players[seat]
    roads = int(player.roads_low) | int(player.roads_high) << int(HALF)
    return _longest(roads, int(others_buildings(p, seat)), int(player.chain))


@lru_cache(maxsize=256)
def _longest(roads: int, broken: int, length: int) -> tuple[int, ...]:
    """The first chain of that length; the roads and the broken crossings are given as bits."""
    owned = frozenset(path for path in range(len(GRID.paths)) if roads >> path & 1)
    for start in sorted({end for path in owned for end in GRID.ends[path]}):
        for chain in _chains(owned, start, broken, ()):
            if len(chain) == length:
                return chain
    return ()


def _chains(
    left: frozenset[int], at: int, broken: int, chain: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """All chains that go on from a crossing; one ends where it is broken, but may begin there."""
    yield chain
    if chain and broken >> at & 1:
        return
    for path in GRID.paths_at[at]:
        if path in left:
            one, other = GRID.ends[path]
            yield from _chains(left - {path}, one + other - at, broken, (*chain, path))
