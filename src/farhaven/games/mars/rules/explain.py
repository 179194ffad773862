"""Why a move is not legal: the clause, from the same predicates that list the legal moves."""

from collections.abc import Mapping
from typing import Literal

from farhaven.core.violation import Violation
from farhaven.games.mars.client.events import cards_text
from farhaven.games.mars.edition import CARD_NAMES, GRID, RESOURCE_NAMES
from farhaven.games.mars.records.codec import counts_of
from farhaven.games.mars.records.entries import Piece
from farhaven.games.mars.rules import moves
from farhaven.games.mars.rules.aliens import may_land, victim_fits
from farhaven.games.mars.rules.board import touches
from farhaven.games.mars.rules.build import (
    builder_at,
    dome_fits,
    has_settlement,
    is_road_site,
    keeps_distance,
    path_is_free,
    place_fits,
    road_leads_to,
)
from farhaven.games.mars.rules.cards import (
    crew_fits,
    deck_has_card,
    has_card,
    supply_fits,
    supply_size,
)
from farhaven.games.mars.rules.parts import (
    COWBOY,
    NONE,
    REQUISITION,
    RESOURCES,
    ROAD_CREW,
    SAND,
    SUPPLY_DROP,
    count_of,
    holds,
    size_of,
)
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.state import (
    ALIENS_MOVE,
    ANSWERING,
    DISCARDING,
    OVER,
    PLACING,
    ROLLING,
    can_pay,
)
from farhaven.games.mars.rules.trade import (
    agreed,
    can_accept,
    can_close_with,
    has_answered,
    may_still_trade,
    may_use_rate,
    names_cards,
    offers_left,
    overlaps,
    sides_fit,
    terms_give,
    was_offered,
)
from farhaven.games.mars.rules.turn import discard_fits, discard_size, must_discard

Wanted = Piece | Literal["card"]
"""What can be built or bought."""

NO_SITE: Mapping[Piece, Violation] = {
    "road": Violation("MA-3.2", "no_path"),
    "settlement": Violation("MA-3.3", "no_crossing"),
    "city": Violation("MA-3.5", "none_to_replace"),
    "dome": Violation("MA-3.7", "no_field"),
}

PLAYED_CARD = {
    int(moves.PLAY_COWBOY): int(COWBOY),
    int(moves.PLAY_ROAD_CREW): int(ROAD_CREW),
    int(moves.PLAY_SUPPLY_DROP): int(SUPPLY_DROP),
    int(moves.PLAY_REQUISITION): int(REQUISITION),
}


def explain(p: MarsPosition, seat: int, move: int) -> Violation | None:
    """The clause that a move breaks, or None if it is legal."""
    deed = int(moves.deed(move))
    if p.phase == OVER:
        return Violation("MA-6.1", "over")
    if p.awaits_chance():
        return Violation("MA-1.1", "chance_first")
    if deed == moves.PLACE or p.phase == PLACING:
        return _explain_place(p, seat, move)
    if deed == moves.DISCARD:
        return _explain_discard(p, seat, move)
    if deed in (moves.ACCEPT, moves.DECLINE, moves.COUNTER):
        return _explain_answer(p, seat, move)
    if seat != p.turn:
        return Violation("MA-1.1", "not_your_turn", {"seat": int(p.turn)})
    if deed == moves.ROLL:
        return None if p.phase == ROLLING else Violation("MA-1.1", "rolled")
    if deed == moves.CLOSE:
        return _explain_close(p, move)
    if deed == moves.ALIENS and p.phase not in (DISCARDING, ALIENS_MOVE):
        return Violation("MA-5.1", "not_now")
    if deed == moves.ALIENS and p.phase == ALIENS_MOVE:
        return _explain_aliens(p, move)
    return _explain_wait(p, deed) or _explain_act(p, deed, move)


def _explain_wait(p: MarsPosition, deed: int) -> Violation | None:
    """What must happen before trade, build and card."""
    if p.phase == ROLLING:
        card = deed in PLAYED_CARD or deed == moves.BUY
        return Violation("MA-4.1" if card else "MA-1.1", "roll_first")
    if p.phase == DISCARDING:
        return Violation("MA-1.4", "discards_first")
    if p.phase == ALIENS_MOVE:
        return Violation("MA-1.4", "aliens_first")
    if p.phase == ANSWERING:
        return Violation("MA-2.1a", "offer_is_open")
    return None


def _explain_act(p: MarsPosition, deed: int, move: int) -> Violation | None:
    """MA-1.1: trade, build, card or end."""
    if deed == moves.OFFER:
        return _explain_offer(p, move)
    if deed == moves.BANK:
        return _explain_bank(p, move)
    if deed == moves.ROAD:
        return _explain_road(p, move)
    if deed == moves.SETTLEMENT:
        return _explain_settlement(p, move)
    if deed == moves.CITY:
        return _explain_city(p, move)
    if deed == moves.DOME:
        return _explain_dome(p, move)
    if deed == moves.BUY:
        return _explain_deck(p) or _explain_cost(p, "card")
    if deed in PLAYED_CARD:
        return _explain_play(p, deed, move)
    return None


# Set-up, discards, aliens


def _explain_place(p: MarsPosition, seat: int, move: int) -> Violation | None:
    """MA-S2 and MA-3.4"""
    if p.phase != PLACING:
        return Violation("MA-S2", "set_up_is_over")
    if seat != p.turn:
        return Violation("MA-S2", "not_your_turn", {"seat": int(p.turn)})
    if moves.deed(move) != moves.PLACE:
        return Violation("MA-S2", "place_first")
    crossing, path = int(moves.place_crossing(move)), int(moves.place_path(move))
    if place_fits(p, crossing, path):
        return None
    if not touches(path, crossing):
        return Violation("MA-S2", "road_apart", {"path": GRID.paths[path].name})
    if not path_is_free(p, path):
        return Violation("MA-3.2", "path_is_taken", {"path": GRID.paths[path].name})
    return _explain_distance(p, crossing)


def _explain_distance(p: MarsPosition, crossing: int) -> Violation:
    """Why a crossing is not free for a settlement."""
    facts = {"crossing": GRID.crossings[crossing].name}
    if builder_at(p, crossing) != NONE:
        return Violation("MA-3.3", "crossing_is_taken", facts)
    return Violation("MA-3.4", "too_close", facts)


def _explain_discard(p: MarsPosition, seat: int, move: int) -> Violation | None:
    """MA-1.4"""
    if not must_discard(p, seat):
        return Violation("MA-1.4", "nothing_to_discard")
    cards = int(moves.thing(move))
    if discard_fits(p, seat, cards):
        return None
    count = int(discard_size(p, seat))
    if size_of(cards) != count:
        return Violation("MA-1.4", "half", {"count": count, "given": int(size_of(cards))})
    return Violation("MA-1.4", "not_held", _missing(int(p.players[seat].hand), cards))


def _missing(hand: int, cards: int) -> dict[str, int | str]:
    """A resource of which a pile has too few cards."""
    for resource, name in enumerate(RESOURCE_NAMES):
        if count_of(hand, resource) < count_of(cards, resource):
            return {"resource": name}
    raise ValueError("nothing is missing")


def _explain_aliens(p: MarsPosition, move: int) -> Violation | None:
    """MA-5.1 and MA-5.2"""
    field, victim = int(moves.aliens_field(move)), int(moves.aliens_victim(move))
    facts: dict[str, int | str] = {"field": GRID.fields[field].name}
    if not may_land(p, field):
        return Violation("MA-5.1", "must_move", facts)
    if victim_fits(p, p.turn, field, victim):
        return None
    if victim == NONE:
        return Violation("MA-5.2", "choose_a_victim", facts)
    if victim == p.turn:
        return Violation("MA-5.2", "yourself", facts)
    facts["seat"] = victim
    if size_of(p.players[victim].hand) == 0:
        return Violation("MA-5.2", "no_cards", facts)
    return Violation("MA-5.2", "not_there", facts)


# Trade


def _explain_sides(p: MarsPosition, seat: int, move: int) -> Violation | None:
    """MA-2.1 and MA-2.1b: the two sides of an offer or counter-offer."""
    give, want = int(moves.offer_give(move)), int(moves.offer_want(move))
    if not names_cards(give, want):
        return Violation("MA-2.1", "both_sides")
    if overlaps(give, want):
        both = (r for i, r in enumerate(RESOURCE_NAMES) if count_of(give, i) and count_of(want, i))
        return Violation("MA-2.1", "same_resource", {"resource": next(both)})
    if not sides_fit(p.parts, give, want):
        bank = int(p.parts.bank)
        facts = _missing(bank, want if holds(bank, give) else give)
        return Violation("MA-2.1b", "too_many", {**facts, "cards": int(p.parts.bank_cards)})
    if not can_pay(p, seat, give):
        return Violation("MA-2.1b", "not_held", _missing(int(p.players[seat].hand), give))
    return None


def _explain_offer(p: MarsPosition, move: int) -> Violation | None:
    if not may_still_trade(p):
        return Violation("MA-1.1", "no_trade_after_build")
    if offers_left(p) <= 0:
        return Violation("MA-2.1c", "no_more_offers", {"count": int(p.parts.offers_a_turn)})
    if was_offered(p, moves.offer_give(move), moves.offer_want(move)):
        return Violation("MA-2.1c", "same_offer")
    return _explain_sides(p, int(p.turn), move)


def _explain_answer(p: MarsPosition, seat: int, move: int) -> Violation | None:
    """MA-2.1a: accept, decline or counter, once."""
    if p.phase != ANSWERING:
        return Violation("MA-2.1", "no_offer")
    if seat == p.turn:
        return Violation("MA-2.1", "own_offer")
    if has_answered(p, seat):
        return Violation("MA-2.1a", "answered")
    if moves.deed(move) == moves.COUNTER:
        return _explain_sides(p, seat, move)
    if moves.deed(move) == moves.ACCEPT and not can_accept(p, seat):
        want = int(moves.offer_want(p.offer))
        return Violation("MA-2.1b", "not_held", _missing(int(p.players[seat].hand), want))
    return None


def _explain_close(p: MarsPosition, move: int) -> Violation | None:
    partner = int(moves.close_seat(move))
    if p.phase != ANSWERING:
        return Violation("MA-2.1", "no_offer")
    if partner == NONE:
        return None
    if partner == p.turn:
        return Violation("MA-2.1", "yourself")
    if not agreed(p, partner):
        return Violation("MA-2.1", "did_not_agree", {"seat": partner})
    if not can_close_with(p, partner):
        hand, give = int(p.players[p.turn].hand), int(terms_give(p, partner))
        return Violation("MA-2.1b", "not_held", _missing(hand, give))
    return None


def _explain_bank(p: MarsPosition, move: int) -> Violation | None:
    """MA-2.2 and MA-2.3"""
    give, get = int(moves.bank_give(move)), int(moves.bank_get(move))
    count = int(moves.bank_count(move))
    player = p.players[p.turn]
    if not may_still_trade(p):
        return Violation("MA-1.1", "no_trade_after_build")
    if give == get:
        return Violation("MA-2.3", "same_resource", {"resource": RESOURCE_NAMES[give]})
    facts: dict[str, int | str] = {"resource": RESOURCE_NAMES[give], "count": count}
    if not may_use_rate(p.parts, player, give, count):
        special = count == p.parts.special_rate
        return Violation("MA-2.3", "no_special_harbour" if special else "no_harbour", facts)
    if count_of(player.hand, give) < count:
        clause = "MA-2.2" if count == p.parts.space_rate else "MA-2.3"
        return Violation(clause, "not_held", facts)
    if count_of(p.bank, get) == 0:
        return Violation("MA-2.3", "bank_has_none", {"resource": RESOURCE_NAMES[get]})
    return None


def bank_lacking(p: MarsPosition, give: int, count: int) -> Violation | None:
    """What keeps the player on turn from paying so many cards of a resource, whatever is taken."""
    gets = (get for get in range(RESOURCES) if get != give)
    found = [_explain_bank(p, int(moves.bank(give, count, get))) for get in gets]
    return None if None in found else found[0]


# Build


def cost_of(p: MarsPosition, wanted: Wanted) -> int:
    parts = p.parts
    costs = {
        "road": parts.road_cost,
        "settlement": parts.settlement_cost,
        "city": parts.city_cost,
        "dome": parts.dome_cost,
        "card": parts.card_cost,
    }
    return int(costs[wanted])


def _explain_cost(p: MarsPosition, wanted: Wanted) -> Violation | None:
    """MA-3.1"""
    cost = cost_of(p, wanted)
    if can_pay(p, p.turn, cost):
        return None
    hand = counts_of(p.players[p.turn].hand)
    less = {of: count - hand.get(of, 0) for of, count in counts_of(cost).items()}
    cards = cards_text({of: count for of, count in less.items() if count > 0})
    return Violation("MA-3.1", "cannot_pay", {"piece": wanted, "cards": cards})


def _explain_supply(p: MarsPosition, piece: Piece) -> Violation | None:
    """MA-3.1 and MA-C6"""
    player = p.players[p.turn]
    left = {
        "road": player.roads_left,
        "settlement": player.settlements_left,
        "city": player.cities_left,
        "dome": player.domes_left,
    }
    return None if left[piece] > 0 else Violation("MA-3.1", "none_left", {"piece": piece})


def _explain_price(p: MarsPosition, piece: Piece) -> Violation | None:
    return _explain_supply(p, piece) or _explain_cost(p, piece)


def _explain_road(p: MarsPosition, move: int) -> Violation | None:
    return _explain_road_site(p, int(moves.thing(move))) or _explain_price(p, "road")


def _explain_road_site(p: MarsPosition, path: int) -> Violation | None:
    """MA-3.2"""
    if is_road_site(p.players[p.turn], path):
        return None
    reason = "not_joined" if path_is_free(p, path) else "path_is_taken"
    return Violation("MA-3.2", reason, {"path": GRID.paths[path].name})


def _explain_settlement(p: MarsPosition, move: int) -> Violation | None:
    """MA-3.3 and MA-3.4"""
    crossing = int(moves.thing(move))
    if not keeps_distance(p, crossing):
        return _explain_distance(p, crossing)
    if not road_leads_to(p.players[p.turn], crossing):
        return Violation("MA-3.3", "no_road", {"crossing": GRID.crossings[crossing].name})
    return _explain_price(p, "settlement")


def _explain_city(p: MarsPosition, move: int) -> Violation | None:
    """MA-3.5"""
    crossing = int(moves.thing(move))
    if not has_settlement(p.players[p.turn], crossing):
        return Violation("MA-3.5", "no_settlement", {"crossing": GRID.crossings[crossing].name})
    return _explain_price(p, "city")


def _explain_dome(p: MarsPosition, move: int) -> Violation | None:
    """MA-3.7"""
    field = int(moves.dome_field(move))
    if not dome_fits(p, field):
        facts = {"field": GRID.fields[field].name}
        if p.board.terrain[field] != SAND:
            return Violation("MA-3.7", "not_sand", facts)
        return Violation("MA-3.7", "barren" if field == p.board.barren else "has_dome", facts)
    return _explain_price(p, "dome")


def _explain_deck(p: MarsPosition) -> Violation | None:
    """MA-C8"""
    return None if deck_has_card(p) else Violation("MA-C8", "deck_is_empty")


def lacking(p: MarsPosition, wanted: Wanted) -> list[Violation]:
    """All that keeps the player on turn from building a piece anywhere, or from buying a card."""
    if wanted == "card":
        found = [_explain_deck(p), _explain_cost(p, wanted)]
    else:
        site = None if _has_site(p, wanted) else NO_SITE[wanted]
        found = [_explain_supply(p, wanted), _explain_cost(p, wanted), site]
    return [violation for violation in found if violation is not None]


def _has_site(p: MarsPosition, piece: Piece) -> bool:
    """Whether a piece fits anywhere, cost and supply aside."""
    player = p.players[p.turn]
    crossings = range(len(GRID.crossings))
    if piece == "road":
        return any(is_road_site(player, path) for path in range(len(GRID.paths)))
    if piece == "settlement":
        return any(keeps_distance(p, at) and road_leads_to(player, at) for at in crossings)
    if piece == "city":
        return any(has_settlement(player, at) for at in crossings)
    return any(dome_fits(p, field) for field in range(len(GRID.fields)))


# Cards


def _explain_play(p: MarsPosition, deed: int, move: int) -> Violation | None:
    """MA-4.1 to MA-4.3"""
    card = PLAYED_CARD[deed]
    if not has_card(p.players[p.turn], card):
        return Violation("MA-4.1", "no_such_card", {"card": CARD_NAMES[card]})
    if card == COWBOY:
        return _explain_aliens(p, move)
    if card == ROAD_CREW:
        return _explain_crew(p, move)
    if card == SUPPLY_DROP:
        return _explain_supply_drop(p, int(moves.thing(move)))
    return None


def _explain_crew(p: MarsPosition, move: int) -> Violation | None:
    count = int(moves.road_crew_count(move))
    first, second = int(moves.road_crew_path(move, 0)), int(moves.road_crew_path(move, 1))
    if crew_fits(p, p.turn, count, first, second):
        return None
    if count > p.parts.road_crew_roads:
        return Violation("MA-4.3", "too_many_roads", {"count": int(p.parts.road_crew_roads)})
    if count > p.players[p.turn].roads_left:
        return Violation("MA-3.1", "none_left", {"piece": "road"})
    violation = _explain_road_site(p, first)
    if violation is not None:
        return violation
    taken = second == first or not path_is_free(p, second)
    reason = "path_is_taken" if taken else "not_joined"
    return Violation("MA-3.2", reason, {"path": GRID.paths[second].name})


def _explain_supply_drop(p: MarsPosition, cards: int) -> Violation | None:
    if supply_fits(p, cards):
        return None
    count = int(supply_size(p))
    if size_of(cards) != count:
        return Violation("MA-4.3", "supply_count", {"count": count})
    return Violation("MA-4.3", "bank_has_too_few", _missing(int(p.bank), cards))
