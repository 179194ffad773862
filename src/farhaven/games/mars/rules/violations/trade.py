"""Why an offer, an answer or a trade with the bank is refused (MA-2)."""

from farhaven.core.violation import Violation
from farhaven.games.mars.rules import moves
from farhaven.games.mars.rules.names import RESOURCE_NAMES, missing_resource
from farhaven.games.mars.rules.parts import NONE, RESOURCES, count_of, holds
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.state import ANSWERING, can_pay
from farhaven.games.mars.rules.trade import (
    agreed,
    bank_has,
    can_accept,
    can_close_with,
    can_give,
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


def _sides_violation(p: MarsPosition, seat: int, move: int) -> Violation | None:
    """MA-2.1 and MA-2.1b: the two sides of an offer or counter-offer."""
    give, want = int(moves.offer_give(move)), int(moves.offer_want(move))
    if not names_cards(give, want):
        return Violation("MA-2.1", "both_sides")
    if overlaps(give, want):
        both = (r for i, r in enumerate(RESOURCE_NAMES) if count_of(give, i) and count_of(want, i))
        return Violation("MA-2.1", "same_resource", {"resource": next(both)})
    if not sides_fit(p.parts, give, want):
        bank = int(p.parts.bank)
        facts = missing_resource(bank, want if holds(bank, give) else give)
        return Violation("MA-2.1b", "too_many", {**facts, "cards": int(p.parts.bank_cards)})
    if not can_pay(p, seat, give):
        return Violation("MA-2.1b", "not_held", missing_resource(int(p.players[seat].hand), give))
    return None


def offer_violation(p: MarsPosition, move: int) -> Violation | None:
    """MA-2.1, MA-2.1b and MA-2.1c"""
    if not may_still_trade(p):
        return Violation("MA-1.1", "no_trade_after_build")
    if offers_left(p) <= 0:
        return Violation("MA-2.1c", "no_more_offers", {"count": int(p.parts.offers_a_turn)})
    if was_offered(p, moves.offer_give(move), moves.offer_want(move)):
        return Violation("MA-2.1c", "same_offer")
    return _sides_violation(p, int(p.turn), move)


def answer_violation(p: MarsPosition, seat: int, move: int) -> Violation | None:
    """MA-2.1a: accept, decline or counter, once."""
    if p.phase != ANSWERING:
        return Violation("MA-2.1", "no_offer")
    if seat == p.turn:
        return Violation("MA-2.1", "own_offer")
    if has_answered(p, seat):
        return Violation("MA-2.1a", "answered")
    if moves.deed(move) == moves.COUNTER:
        return _sides_violation(p, seat, move)
    if moves.deed(move) == moves.ACCEPT and not can_accept(p, seat):
        want = int(moves.offer_want(p.offer))
        return Violation("MA-2.1b", "not_held", missing_resource(int(p.players[seat].hand), want))
    return None


def close_violation(p: MarsPosition, move: int) -> Violation | None:
    """MA-2.1: trade with a seat that agreed, or withdraw."""
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
        return Violation("MA-2.1b", "not_held", missing_resource(hand, give))
    return None


def bank_violation(p: MarsPosition, move: int) -> Violation | None:
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
    if not can_give(player, give, count):
        clause = "MA-2.2" if count == p.parts.space_rate else "MA-2.3"
        return Violation(clause, "not_held", facts)
    if not bank_has(p, get):
        return Violation("MA-2.3", "bank_has_none", {"resource": RESOURCE_NAMES[get]})
    return None


def bank_lacking(p: MarsPosition, give: int, count: int) -> Violation | None:
    """Why the player on turn cannot trade `count` cards of a resource for any other card."""
    gets = (get for get in range(RESOURCES) if get != give)
    found = [bank_violation(p, int(moves.bank(give, count, get))) for get in gets]
    return None if None in found else found[0]
