"""Why a settlement and a road cannot be placed in the set-up (MA-S2)."""

from farhaven.core.violation import Violation
from farhaven.games.mars.rules import moves
from farhaven.games.mars.rules.board import touches
from farhaven.games.mars.rules.build import builder_at, path_is_free, place_fits
from farhaven.games.mars.rules.names import GRID
from farhaven.games.mars.rules.parts import NONE
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.state import PLACING


def place_violation(p: MarsPosition, seat: int, move: int) -> Violation | None:
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
    return distance_violation(p, crossing)


def distance_violation(p: MarsPosition, crossing: int) -> Violation:
    """Why a crossing is not free for a settlement."""
    facts = {"crossing": GRID.crossings[crossing].name}
    if builder_at(p, crossing) != NONE:
        return Violation("MA-3.3", "crossing_is_taken", facts)
    return Violation("MA-3.4", "too_close", facts)
