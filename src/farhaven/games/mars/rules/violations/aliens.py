"""Why the aliens cannot land on a field or rob a player (MA-5)."""

from farhaven.core.violation import Violation
from farhaven.games.mars.rules import moves
from farhaven.games.mars.rules.aliens import may_land, victim_fits
from farhaven.games.mars.rules.names import GRID
from farhaven.games.mars.rules.parts import NONE, size_of
from farhaven.games.mars.rules.position import MarsPosition


def aliens_violation(p: MarsPosition, move: int) -> Violation | None:
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
