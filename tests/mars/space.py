"""The space of well-formed entries of Mars, free-form offers left out."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from random import Random

from farhaven.core.log_entry import Entry
from farhaven.core.match import Match
from farhaven.games.mars.records.entries import (
    Answer,
    Build,
    Buy,
    Close,
    Discard,
    EndTurn,
    MoveAliens,
    Place,
    Play,
    Roll,
    TradeWithBank,
)
from farhaven.games.mars.rules.names import GRID, RESOURCE_NAMES
from farhaven.games.mars.rules.parts import ROAD_CREW, count_of, size_of
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.state import DISCARDING, PLACING
from tests.mars import oracle
from tests.mars.playing import own

FIELDS, CROSSINGS = list(GRID.field_numbers), list(GRID.crossing_numbers)
PATHS = list(GRID.path_numbers)


def legal_in_space(match: Match, seat: int, random: Random) -> Iterator[Entry]:
    """All entries of a seat that no clause refuses."""
    p = own(match)
    for entry in space(p, seat, random):
        if match.game.explain(p, seat, match.game.move(p, entry)) is None:
            yield entry


def space(p: MarsPosition, seat: int, random: Random) -> Iterator[Entry]:
    """Every entry, where there are not too many; else those that could be legal and some more."""
    yield from (Roll(seat=seat), Buy(seat=seat), EndTurn(seat=seat))
    victims = [None, *range(p.seats)]
    for field, victim in product(FIELDS, victims):
        yield MoveAliens(seat=seat, field=field, victim=victim)
        yield Play(seat=seat, card="cowboy", field=field, victim=victim)
    for give, count, get in product(RESOURCE_NAMES, (2, 3, 4), RESOURCE_NAMES):
        yield TradeWithBank(seat=seat, give=give, count=count, get=get)
    for resource in RESOURCE_NAMES:
        yield Play(seat=seat, card="requisition", resource=resource)
    yield Answer(seat=seat, answer="accept")
    yield Answer(seat=seat, answer="decline")
    for partner in victims:
        yield Close(seat=seat, partner=partner)
    yield from _builds(seat)
    yield from _piles(p, seat)
    yield from _places(p, seat, random)
    yield from _crews(p, seat, random)


def _builds(seat: int) -> Iterator[Entry]:
    for path in PATHS:
        yield Build(seat=seat, piece="road", at=path)
    for crossing in CROSSINGS:
        yield Build(seat=seat, piece="settlement", at=crossing)
        yield Build(seat=seat, piece="city", at=crossing)
    for field in FIELDS:
        yield Build(seat=seat, piece="dome", at=field, grows="grain")
        yield Build(seat=seat, piece="dome", at=field, grows="sheep")


def _piles(p: MarsPosition, seat: int) -> Iterator[Entry]:
    for count in range(4):
        for names in combinations_with_replacement(RESOURCE_NAMES, count):
            take = {name: names.count(name) for name in RESOURCE_NAMES if name in names}
            yield Play(seat=seat, card="supply_drop", take=take)
    if p.phase != DISCARDING:
        yield Discard(seat=seat, cards={"glass": 1})
        return
    hand = p.players[seat].hand
    wanted = int(size_of(hand)) // 2
    held = [range(int(count_of(hand, r)) + 2) for r in range(5)]  # also one more than held
    for counts in product(*held):
        if abs(sum(counts) - wanted) <= 1:
            named = zip(RESOURCE_NAMES, counts, strict=True)
            yield Discard(seat=seat, cards={name: n for name, n in named if n})


def _places(p: MarsPosition, seat: int, random: Random) -> Iterator[Entry]:
    for crossing in CROSSINGS:
        near = [path for path in PATHS if crossing in oracle.ENDS[path]]
        for path in near + random.sample(PATHS, 2):
            if p.phase == PLACING or path in near:
                yield Place(seat=seat, settlement=crossing, road=path)


def _crews(p: MarsPosition, seat: int, random: Random) -> Iterator[Entry]:
    yield Play(seat=seat, card="road_crew", roads=[])
    firsts: set[str] = set(random.sample(PATHS, 3))
    if count_of(p.players[seat].cards, ROAD_CREW):
        firsts |= oracle.road_sites(p, seat)
    for first in firsts:
        yield Play(seat=seat, card="road_crew", roads=[first])
        for second in PATHS:
            yield Play(seat=seat, card="road_crew", roads=[first, second])
