"""Why a development card cannot be played (MA-4)."""

from farhaven.core.violation import Violation
from farhaven.games.mars.rules import moves
from farhaven.games.mars.rules.build import path_is_free
from farhaven.games.mars.rules.cards import crew_fits, has_card, supply_fits, supply_size
from farhaven.games.mars.rules.names import CARD_NAMES, GRID, missing_resource
from farhaven.games.mars.rules.parts import COWBOY, REQUISITION, ROAD_CREW, SUPPLY_DROP, size_of
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.violations.aliens import aliens_violation
from farhaven.games.mars.rules.violations.build import road_site_violation

PLAYED_CARD = {
    int(moves.PLAY_COWBOY): int(COWBOY),
    int(moves.PLAY_ROAD_CREW): int(ROAD_CREW),
    int(moves.PLAY_SUPPLY_DROP): int(SUPPLY_DROP),
    int(moves.PLAY_REQUISITION): int(REQUISITION),
}
"""The card that a kind of move plays."""


def play_violation(p: MarsPosition, deed: int, move: int) -> Violation | None:
    """MA-4.1 to MA-4.3"""
    card = PLAYED_CARD[deed]
    if not has_card(p.players[p.turn], card):
        return Violation("MA-4.1", "no_such_card", {"card": CARD_NAMES[card]})
    if card == COWBOY:
        return aliens_violation(p, move)
    if card == ROAD_CREW:
        return _crew_violation(p, move)
    if card == SUPPLY_DROP:
        return _supply_drop_violation(p, int(moves.thing(move)))
    return None


def _crew_violation(p: MarsPosition, move: int) -> Violation | None:
    """MA-4.3: up to two free roads, one after the other."""
    count = int(moves.road_crew_count(move))
    first, second = int(moves.road_crew_path(move, 0)), int(moves.road_crew_path(move, 1))
    if crew_fits(p, p.turn, count, first, second):
        return None
    if count > p.parts.road_crew_roads:
        return Violation("MA-4.3", "too_many_roads", {"count": int(p.parts.road_crew_roads)})
    if count > p.players[p.turn].roads_left:
        return Violation("MA-3.1", "none_left", {"piece": "road"})
    violation = road_site_violation(p, first)
    if violation is not None:
        return violation
    taken = second == first or not path_is_free(p, second)
    reason = "path_is_taken" if taken else "not_joined"
    return Violation("MA-3.2", reason, {"path": GRID.paths[second].name})


def _supply_drop_violation(p: MarsPosition, cards: int) -> Violation | None:
    """MA-4.3: so many cards, and the bank has them."""
    if supply_fits(p, cards):
        return None
    count = int(supply_size(p))
    if size_of(cards) != count:
        return Violation("MA-4.3", "supply_count", {"count": count})
    return Violation("MA-4.3", "bank_has_too_few", missing_resource(int(p.bank), cards))
