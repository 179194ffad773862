"""Why a move is not legal: the clause, from the same predicates that list the legal moves.

This module asks whose turn it is and what is due. The details are in `violations`.
"""

from farhaven.core.violation import Violation
from farhaven.games.mars.rules import moves
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.state import ALIENS_MOVE, DISCARDING, OVER, PLACING, ROLLING
from farhaven.games.mars.rules.violations.aliens import aliens_violation
from farhaven.games.mars.rules.violations.build import (
    buy_violation,
    city_violation,
    dome_violation,
    road_violation,
    settlement_violation,
)
from farhaven.games.mars.rules.violations.cards import PLAYED_CARD, play_violation
from farhaven.games.mars.rules.violations.placing import place_violation
from farhaven.games.mars.rules.violations.trade import (
    answer_violation,
    bank_violation,
    close_violation,
    offer_violation,
)
from farhaven.games.mars.rules.violations.turn import discard_violation, too_early


def explain(p: MarsPosition, seat: int, move: int) -> Violation | None:
    """The clause that a move breaks, or None if it is legal."""
    deed = int(moves.deed(move))
    if p.phase == OVER:
        return Violation("MA-6.1", "over")
    if p.awaits_chance():
        return Violation("MA-1.1", "chance_first")
    if deed == moves.PLACE or p.phase == PLACING:
        return place_violation(p, seat, move)
    if deed == moves.DISCARD:
        return discard_violation(p, seat, move)
    if deed in (moves.ACCEPT, moves.DECLINE, moves.COUNTER):
        return answer_violation(p, seat, move)
    if seat != p.turn:
        return Violation("MA-1.1", "not_your_turn", {"seat": int(p.turn)})
    if deed == moves.ROLL:
        return None if p.phase == ROLLING else Violation("MA-1.1", "rolled")
    if deed == moves.CLOSE:
        return close_violation(p, move)
    if deed == moves.ALIENS and p.phase not in (DISCARDING, ALIENS_MOVE):
        return Violation("MA-5.1", "not_now")
    if deed == moves.ALIENS and p.phase == ALIENS_MOVE:
        return aliens_violation(p, move)
    return too_early(p, deed) or _act_violation(p, deed, move)


def _act_violation(p: MarsPosition, deed: int, move: int) -> Violation | None:
    """MA-1.1: trade, build, card or end."""
    if deed == moves.OFFER:
        return offer_violation(p, move)
    if deed == moves.BANK:
        return bank_violation(p, move)
    if deed == moves.ROAD:
        return road_violation(p, move)
    if deed == moves.SETTLEMENT:
        return settlement_violation(p, move)
    if deed == moves.CITY:
        return city_violation(p, move)
    if deed == moves.DOME:
        return dome_violation(p, move)
    if deed == moves.BUY:
        return buy_violation(p)
    if deed in PLAYED_CARD:
        return play_violation(p, deed, move)
    return None
