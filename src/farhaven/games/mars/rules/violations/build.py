"""Why a piece cannot be built or a card cannot be bought (MA-3, MA-C8)."""

from collections.abc import Mapping

from farhaven.core.violation import Violation
from farhaven.games.mars.rules import moves
from farhaven.games.mars.rules.build import (
    cost_of,
    dome_fits,
    has_settlement,
    is_road_site,
    keeps_distance,
    path_is_free,
    pieces_left,
    road_leads_to,
    settlement_sites,
)
from farhaven.games.mars.rules.cards import deck_has_card
from farhaven.games.mars.rules.names import GRID, WANTED, Piece, Wanted, cards_text, missing_cards
from farhaven.games.mars.rules.parts import SAND
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.state import can_pay
from farhaven.games.mars.rules.violations.placing import distance_violation

NO_SITE: Mapping[Piece, Violation] = {
    "road": Violation("MA-3.2", "no_path"),
    "settlement": Violation("MA-3.3", "no_crossing"),
    "city": Violation("MA-3.5", "none_to_replace"),
    "dome": Violation("MA-3.7", "no_field"),
}


def cost_violation(p: MarsPosition, wanted: Wanted) -> Violation | None:
    """MA-3.1: the cards that are missing."""
    cost = int(cost_of(p.parts, WANTED[wanted]))
    if can_pay(p, p.turn, cost):
        return None
    cards = cards_text(missing_cards(int(p.players[p.turn].hand), cost))
    return Violation("MA-3.1", "cannot_pay", {"piece": wanted, "cards": cards})


def supply_violation(p: MarsPosition, piece: Piece) -> Violation | None:
    """MA-3.1 and MA-C6: no such piece is left."""
    if pieces_left(p.players[p.turn], WANTED[piece]) > 0:
        return None
    return Violation("MA-3.1", "none_left", {"piece": piece})


def _price_violation(p: MarsPosition, piece: Piece) -> Violation | None:
    return supply_violation(p, piece) or cost_violation(p, piece)


def road_violation(p: MarsPosition, move: int) -> Violation | None:
    """MA-3.2 and MA-3.1"""
    return road_site_violation(p, int(moves.thing(move))) or _price_violation(p, "road")


def road_site_violation(p: MarsPosition, path: int) -> Violation | None:
    """MA-3.2"""
    if is_road_site(p.players[p.turn], path):
        return None
    reason = "not_joined" if path_is_free(p, path) else "path_is_taken"
    return Violation("MA-3.2", reason, {"path": GRID.paths[path].name})


def settlement_violation(p: MarsPosition, move: int) -> Violation | None:
    """MA-3.3 and MA-3.4"""
    crossing = int(moves.thing(move))
    if not keeps_distance(p, crossing):
        return distance_violation(p, crossing)
    if not road_leads_to(p.players[p.turn], crossing):
        return Violation("MA-3.3", "no_road", {"crossing": GRID.crossings[crossing].name})
    return _price_violation(p, "settlement")


def city_violation(p: MarsPosition, move: int) -> Violation | None:
    """MA-3.5"""
    crossing = int(moves.thing(move))
    if not has_settlement(p.players[p.turn], crossing):
        return Violation("MA-3.5", "no_settlement", {"crossing": GRID.crossings[crossing].name})
    return _price_violation(p, "city")


def dome_violation(p: MarsPosition, move: int) -> Violation | None:
    """MA-3.7"""
    field = int(moves.dome_field(move))
    if not dome_fits(p, field):
        facts = {"field": GRID.fields[field].name}
        if p.board.terrain[field] != SAND:
            return Violation("MA-3.7", "not_sand", facts)
        return Violation("MA-3.7", "barren" if field == p.board.barren else "has_dome", facts)
    return _price_violation(p, "dome")


def buy_violation(p: MarsPosition) -> Violation | None:
    """MA-C8 and MA-3.1"""
    return deck_violation(p) or cost_violation(p, "card")


def deck_violation(p: MarsPosition) -> Violation | None:
    """MA-C8"""
    return None if deck_has_card(p) else Violation("MA-C8", "deck_is_empty")


def lacking(p: MarsPosition, wanted: Wanted) -> list[Violation]:
    """Everything that keeps the player on turn from building a piece anywhere, or buying a card."""
    if wanted == "card":
        found = [deck_violation(p), cost_violation(p, wanted)]
    else:
        site = None if _has_site(p, wanted) else NO_SITE[wanted]
        found = [supply_violation(p, wanted), cost_violation(p, wanted), site]
    return [violation for violation in found if violation is not None]


def _has_site(p: MarsPosition, piece: Piece) -> bool:
    """True if a piece fits anywhere, cost and supply aside."""
    player = p.players[p.turn]
    if piece == "road":
        return any(is_road_site(player, path) for path in range(len(GRID.paths)))
    if piece == "settlement":
        return settlement_sites(p, player) != 0
    if piece == "city":
        return player.settlements != 0
    return any(dome_fits(p, field) for field in range(len(GRID.fields)))
