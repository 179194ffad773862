"""Why it is too early for a move, and why cards cannot be discarded (MA-1)."""

from farhaven.core.violation import Violation
from farhaven.games.mars.rules import moves
from farhaven.games.mars.rules.names import missing_resource
from farhaven.games.mars.rules.parts import size_of
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.state import ALIENS_MOVE, ANSWERING, DISCARDING, ROLLING
from farhaven.games.mars.rules.turn import discard_fits, discard_size, must_discard
from farhaven.games.mars.rules.violations.cards import PLAYED_CARD


def too_early(p: MarsPosition, deed: int) -> Violation | None:
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


def discard_violation(p: MarsPosition, seat: int, move: int) -> Violation | None:
    """MA-1.4"""
    if not must_discard(p, seat):
        return Violation("MA-1.4", "nothing_to_discard")
    cards = int(moves.thing(move))
    if discard_fits(p, seat, cards):
        return None
    count = int(discard_size(p, seat))
    if size_of(cards) != count:
        return Violation("MA-1.4", "half", {"count": count, "given": int(size_of(cards))})
    return Violation("MA-1.4", "not_held", missing_resource(int(p.players[seat].hand), cards))
