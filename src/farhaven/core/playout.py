"""Random play to the end of a game, for simulations, benchmarks and conformance tests."""

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.chance import Chance
from farhaven.core.position import Position, first_owing


def play_out(position: Position, chance: Chance, buffer: vec[i64], limit: i64) -> i64:
    """Play uniformly random legal moves until the game is over or `limit` moves were made.

    Return the number of moves. `buffer` has room for the title's `max_moves`.
    """
    moves: i64 = 0
    while moves < limit and not position.is_over():
        if position.awaits_chance():
            position.roll(chance)
        else:
            seat = first_owing(position)
            count = position.legal_moves(seat, buffer)
            position.play(seat, buffer[chance.below(count)])
            moves += 1
    return moves
