"""Random play to the end of a game, for simulations, benchmarks and conformance tests."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.chance import Chance
from farhaven.core.position import Position, first_owing

NOBODY: Final[i64] = -1


def next_to_choose(position: Position, chance: Chance) -> i64:
    """Let chance act while it must; return the first seat that owes a decision, or NOBODY."""
    while position.awaits_chance():
        position.roll(chance)
    if position.is_over():
        return NOBODY
    return first_owing(position)


def play_out(position: Position, chance: Chance, buffer: vec[i64], limit: i64) -> i64:
    """Play uniformly random legal moves until the game is over or `limit` moves were made.

    Return the number of moves. `buffer` has room for the title's `max_moves`.
    """
    moves: i64 = 0
    while moves < limit:
        seat = next_to_choose(position, chance)
        if seat == NOBODY:
            break
        count = position.legal_moves(seat, buffer)
        position.play(seat, buffer[chance.below(count)])
        moves += 1
    return moves
