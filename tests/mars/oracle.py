"""The rules of Mars once more, slow and plain, by names and sets: to compare with."""

from collections import Counter
from itertools import combinations

from farhaven.games.mars.rules.board import HALF
from farhaven.games.mars.rules.names import GRID, RESOURCE_NAMES, TERRAIN_NAMES
from farhaven.games.mars.rules.position import MarsPosition

ENDS = {p.name: {c.name for c in p.ends} for p in GRID.paths}
CORNERS = {f.name: [c.name for c in f.crossings()] for f in GRID.fields}
YIELDS = {"sand": "glass", "air": "oxide", "mountain": "brick"}


def roads(p: MarsPosition, seat: int) -> set[str]:
    player = p.players[seat]
    both = int(player.roads_low) | int(player.roads_high) << int(HALF)
    return {path.name for i, path in enumerate(GRID.paths) if both >> i & 1}


def crossings(mask: int) -> set[str]:
    return {c.name for i, c in enumerate(GRID.crossings) if mask >> i & 1}


def settlements(p: MarsPosition, seat: int) -> set[str]:
    return crossings(int(p.players[seat].settlements))


def cities(p: MarsPosition, seat: int) -> set[str]:
    return crossings(int(p.players[seat].cities))


def buildings(p: MarsPosition, seat: int) -> set[str]:
    return settlements(p, seat) | cities(p, seat)


def others_buildings(p: MarsPosition, seat: int) -> set[str]:
    return {c for other in range(p.seats) if other != seat for c in buildings(p, other)}


def next_to(crossing: str) -> set[str]:
    return {end for ends in ENDS.values() if crossing in ends for end in ends} - {crossing}


def road_sites(p: MarsPosition, seat: int) -> set[str]:
    """MA-3.2"""
    own = {end for road in roads(p, seat) for end in ENDS[road]} | buildings(p, seat)
    joined = own - others_buildings(p, seat)
    taken = {road for other in range(p.seats) for road in roads(p, other)}
    return {path for path, ends in ENDS.items() if path not in taken and ends & joined}


def settlement_sites(p: MarsPosition, seat: int) -> set[str]:
    """MA-3.3 and MA-3.4"""
    own = {end for road in roads(p, seat) for end in ENDS[road]}
    built = {c for other in range(p.seats) for c in buildings(p, other)}
    return {c for c in own if c not in built and not next_to(c) & built}


def longest_chain(p: MarsPosition, seat: int) -> int:
    """MA-3.8: the longest walk over own roads that uses none twice, tried out."""
    own, broken = roads(p, seat), others_buildings(p, seat)

    def walk(at: str, used: frozenset[str]) -> int:
        if used and at in broken:
            return len(used)
        steps = [road for road in own - used if at in ENDS[road]]
        ways = (walk(next(iter(ENDS[road] - {at})), used | {road}) for road in steps)
        return max(ways, default=len(used))

    return max((walk(end, frozenset()) for road in own for end in ENDS[road]), default=0)


def owed(p: MarsPosition, seat: int, total: int) -> Counter[str]:
    """MA-1.2: what the fields with a chip owe a seat, if the bank can pay."""
    cards: Counter[str] = Counter()
    for i, field in enumerate(GRID.fields):
        if p.board.chip[i] != total or i == p.aliens:
            continue
        resource = YIELDS[TERRAIN_NAMES[p.board.terrain[i]]]
        if p.grain >> i & 1:
            resource = "grain"
        if p.sheep >> i & 1:
            resource = "sheep"
        corners = set(CORNERS[field.name])
        count = len(corners & settlements(p, seat)) + 2 * len(corners & cities(p, seat))
        if count:
            cards[resource] += count
    return cards


def counter(pile: int) -> Counter[str]:
    """A pile of resource cards by name."""
    counts: Counter[str] = Counter()
    for i, name in enumerate(RESOURCE_NAMES):
        counts[name] = pile >> 8 * i & 127
    return +counts


def keeps_distance(p: MarsPosition) -> bool:
    """MA-3.4 for everything on the board."""
    built = [c for seat in range(p.seats) for c in buildings(p, seat)]
    return all(b not in next_to(a) for a, b in combinations(built, 2)) and len(set(built)) == len(
        built
    )
