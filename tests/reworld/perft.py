"""How many sequences of moves there are from a position: a fingerprint of the move generator."""

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.games.reworld.game import Reworld
from farhaven.games.reworld.rules.position import ReworldPosition


def perft(position: ReworldPosition, depth: int) -> int:
    """The number of sequences of `depth` moves; they end where chance or the end comes."""
    if depth == 0 or not position.owing():
        return 1
    buffer = vec[i64]([0] * Reworld.max_moves)
    seat = position.turn
    count = position.legal_moves(seat, buffer)
    if depth == 1:
        return int(count)
    total = 0
    for i in range(count):
        after = position.copy()
        after.play(seat, buffer[i])
        total += perft(after, depth - 1)
    return total
