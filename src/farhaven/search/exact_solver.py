"""Exact play for two where neither chance nor secrets are left: alpha-beta with transpositions.

What counts is the final lead in hundredths of a point. It is positive exactly for the winner,
so the best lead is also a win wherever there is one.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from farhaven.core.position import Guide, Position, first_owing
from farhaven.search.tree_search import MOST_SEATS

INFINITE: Final[i64] = 1 << 40
# Kinds of stored results.
EXACT: Final[i64] = 0
AT_LEAST: Final[i64] = 1
AT_MOST: Final[i64] = 2
SLOTS: Final[i64] = 1 << 17
NO_KEY: Final[i64] = -1  # of a slot where nothing is stored


@final
@mypyc_attr(native_class=True, acyclic=True)
class Solver:
    """Solves positions of one match; what it found stays for the next ones."""

    nodes: i64 = 0
    limit: i64 = 0
    gave_up: bool = False

    def __init__(self, guide: Guide, max_moves: i64) -> None:
        self.guide: Guide = guide
        self.key: vec[i64] = vec[i64]([NO_KEY] * SLOTS)
        self.bound: vec[i64] = vec[i64]([0] * SLOTS)
        self.kind: vec[i64] = vec[i64]([0] * SLOTS)
        self.move: vec[i64] = vec[i64]([0] * SLOTS)
        self.values: vec[i64] = vec[i64]([0] * MOST_SEATS)
        self.moves: vec[i64] = vec[i64]([0] * max_moves)
        self.ratings: vec[i64] = vec[i64]([0] * max_moves)

    def solve(self, position: Position, limit: i64) -> i64:
        """The final lead of the seat on turn with best play, within `limit` nodes.

        Where `gave_up` is set afterwards, the limit did not suffice and the result is void.
        """
        self.nodes = 0
        self.limit = limit
        self.gave_up = False
        return self.lead(position, -INFINITE, INFINITE)

    def best_move(self, position: Position) -> i64:
        """The best move of a position that was just solved."""
        return self.move[position.identity() % SLOTS]

    def lead(self, position: Position, low: i64, high: i64) -> i64:
        """The lead of the seat on turn, exact between the bounds."""
        self.nodes += 1
        if self.nodes > self.limit:
            self.gave_up = True
            return 0
        key = position.identity()
        slot = key % SLOTS
        first: i64 = -1
        if self.key[slot] == key:
            first = self.move[slot]
            known = self.bound[slot]
            kind = self.kind[slot]
            if kind == EXACT or (kind == AT_LEAST and known >= high):
                return known
            if kind == AT_MOST and known <= low:
                return known
        return self.try_all(position, low, high, key, first)

    def try_all(self, position: Position, low: i64, high: i64, key: i64, first: i64) -> i64:
        """Try the moves, the most promising first, and store what comes out."""
        seat = first_owing(position)
        count = self.guide.candidates(position, seat, self.moves, self.ratings)
        moves = vec[i64]([0] * count)
        for i in range(count):
            moves[i] = self.moves[i]
        put_in_order(moves, self.ratings, count, first)
        best: i64 = -INFINITE
        chosen = moves[0]
        alpha = low
        for i in range(count):
            lead = self.after(position, seat, moves[i], alpha, high)
            if self.gave_up:
                return 0
            if lead > best:
                best = lead
                chosen = moves[i]
                alpha = max(alpha, best)
                if best >= high:
                    break
        slot = key % SLOTS
        self.key[slot] = key
        self.bound[slot] = best
        self.move[slot] = chosen
        self.kind[slot] = EXACT
        if best <= low:
            self.kind[slot] = AT_MOST
        elif best >= high:
            self.kind[slot] = AT_LEAST
        return best

    def after(self, position: Position, seat: i64, move: i64, low: i64, high: i64) -> i64:
        """The lead of a seat after its move."""
        child = position.bare_copy()
        child.play(seat, move)
        if child.is_over():
            child.values(self.values)
            return self.values[seat] - self.values[1 - seat]
        if first_owing(child) == seat:
            return self.lead(child, low, high)
        return -self.lead(child, -high, -low)


def put_in_order(moves: vec[i64], ratings: vec[i64], count: i64, first: i64) -> None:
    """Sort moves by falling rating; `first` comes first where it is among them."""
    for i in range(count):
        if moves[i] == first:
            ratings[i] = INFINITE
        move = moves[i]
        rating = ratings[i]
        j = i
        while j > 0 and ratings[j - 1] < rating:
            moves[j] = moves[j - 1]
            ratings[j] = ratings[j - 1]
            j -= 1
        moves[j] = move
        ratings[j] = rating
