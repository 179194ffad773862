"""What is worth keeping of a game: the rare things that a golden record must show."""

from collections.abc import Iterator

from farhaven.core.log_entry import Line
from farhaven.games.mars.records.entries import Build, CardDrawn, Close, Dice, Play, Stolen
from farhaven.games.mars.rules.names import GRID
from farhaven.games.mars.rules.parts import NONE, RESOURCES, count_of
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.state import MOST_SEATS, OVER
from farhaven.games.mars.rules.trade import is_counter

WINS = {
    "won by a settlement",
    "won by a city",
    "won by the longest road",
    "won by a victory card",
    "won by cowboy power",
    "won by a road crew",
    "won by points gained on another's turn",
}
ROADS = {
    "longest road won",
    "longest road passed on",
    "longest road broken, nobody has it",
    "longest road broken, another has it",
    "longest road broken, kept while tied",
    "longest road tied, nobody has it",
}
OTHERS = {
    "bank empty",
    "bank short, one player alone",
    "bank short, several players",
    "deck empty",
    "discards by three players at once",
    "counter-offer closed",
    "dome under the aliens",
}
RARITIES = WINS | ROADS | OTHERS


def watch(before: MarsPosition, line: Line, after: MarsPosition) -> Iterator[str]:
    """The rare things that a line did."""
    if after.phase == OVER:
        yield from _win(before, line, after)
    yield from _roads(before, line, after)
    if any(count_of(after.bank, r) == 0 for r in range(RESOURCES)):
        yield "bank empty"
    if after.deck == 0 and after.turns > 0:
        yield "deck empty"
    if isinstance(line, Dice):
        yield from _shortages(before, line)
        if int(after.discarding).bit_count() >= 3:
            yield "discards by three players at once"
    partner = line.partner if isinstance(line, Close) else None
    if partner is not None and is_counter(before.answers[partner]):
        yield "counter-offer closed"
    dome = line.at if isinstance(line, Build) and line.piece == "dome" else None
    if dome == GRID.fields[before.aliens].name:
        yield "dome under the aliens"


def _win(before: MarsPosition, line: Line, after: MarsPosition) -> Iterator[str]:
    if before.turn != after.turn:
        yield "won by points gained on another's turn"
    elif isinstance(line, Build):
        yield "won by the longest road" if line.piece == "road" else f"won by a {line.piece}"
    elif isinstance(line, CardDrawn):
        yield "won by a victory card"
    elif isinstance(line, Stolen) or (isinstance(line, Play) and line.card == "cowboy"):
        yield "won by cowboy power"
    elif isinstance(line, Play):
        yield "won by a road crew"


def _roads(before: MarsPosition, line: Line, after: MarsPosition) -> Iterator[str]:
    old, new = int(before.road_holder), int(after.road_holder)
    chains = [int(player.chain) for player in after.players]
    if new == NONE and chains.count(max(chains)) > 1 and max(chains) >= 5:
        yield "longest road tied, nobody has it"
    if isinstance(line, Build) and line.piece == "settlement" and old != NONE:
        if chains[old] < before.players[old].chain:
            if new == NONE:
                yield "longest road broken, nobody has it"
            elif new != old:
                yield "longest road broken, another has it"
            elif chains.count(chains[old]) > 1:
                yield "longest road broken, kept while tied"
    elif old != new:
        yield "longest road won" if old == NONE else "longest road passed on"


def _shortages(before: MarsPosition, line: Dice) -> Iterator[str]:
    first = sum(line.dice) * MOST_SEATS
    for resource in range(RESOURCES):
        owed = [int(count_of(before.yields[first + s], resource)) for s in range(before.seats)]
        if sum(owed) > count_of(before.bank, resource) > 0:
            several = sum(n > 0 for n in owed) > 1
            yield "bank short, several players" if several else "bank short, one player alone"
