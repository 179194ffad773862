"""Endings for two without chance and secrets: short enough to be solved exactly."""

from farhaven.core.compiled import is_compiled
from farhaven.core.position import Position

SOLVED_PLIES = 10  # endings so short are always exact
SOLVED_INTERPRETED = 6  # without a compiler, where somebody waits
SOLVED_NODES = 4_000_000  # more than any of them needs: it only keeps a faulty title from hanging


def is_ending(position: Position, plies: int = SOLVED_PLIES) -> bool:
    """Whether a position can be played out exactly in at most so many moves."""
    return position.seats == 2 and position.plies_left() <= plies


def is_quickly_solved(position: Position) -> bool:
    """Whether all moves of a position are worked out while somebody waits."""
    return is_ending(position, SOLVED_PLIES if is_compiled() else SOLVED_INTERPRETED)
