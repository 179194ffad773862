"""Self-play that notes what it sees, and least squares for the weights of a title's value.

Only sums are kept, so that any number of games needs the same memory.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from farhaven.core.bits import has
from farhaven.core.chance import Chance
from farhaven.core.position import Guide, Position, first_owing
from farhaven.search.lookahead import best_move, likeliest_move

MOST_FEATURES: Final[i64] = 256
MOST_NOTES: Final[i64] = 4096


@final
@mypyc_attr(native_class=True, acyclic=True)
class Sums:
    """The sums of a least-squares problem with `size` unknowns."""

    size: i64 = 0
    rows: i64 = 0
    squared: float = 0.0  # of the targets

    def __init__(self, size: i64) -> None:
        self.size = size
        self.products: vec[float] = vec[float]([0.0] * (size * size))
        self.targets: vec[float] = vec[float]([0.0] * size)

    def fade(self, share: float) -> None:
        """Let older games count less."""
        for i in range(i64(len(self.products))):
            self.products[i] *= share
        for i in range(self.size):
            self.targets[i] *= share
        self.squared *= share
        self.rows = i64(float(self.rows) * share)

    def add(self, row: vec[float], target: float) -> None:
        """One more equation: the features times the weights should give the target."""
        size = self.size
        products = self.products
        for i in range(size):
            x = row[i]
            if x != 0.0:
                self.targets[i] += x * target
                at = i * size
                for j in range(i + 1):
                    products[at + j] += x * row[j]
        self.squared += target * target
        self.rows += 1


@final
@mypyc_attr(native_class=True, acyclic=True)
class Notes:
    """What was seen in one game: the features of all seats at some moments."""

    count: i64 = 0

    def __init__(self, seats: i64, size: i64) -> None:
        self.seats: i64 = seats
        self.size: i64 = size
        self.features: vec[i64] = vec[i64]([0] * (MOST_NOTES * seats * size))
        self.block: vec[i64] = vec[i64]([0] * MOST_NOTES)
        self.buffer: vec[i64] = vec[i64]([0] * MOST_FEATURES)

    def take(self, position: Position, guide: Guide | None = None) -> None:
        """Note the features of every seat, where the title has any here.

        With a guide those that a search judges by.
        """
        if self.count == MOST_NOTES:
            return
        at = self.count * self.seats * self.size
        block: i64 = -1
        for seat in range(self.seats):
            if guide is None:
                block = position.features(seat, self.buffer)
            else:
                block = guide.features(position, seat, self.buffer)
            if block < 0:
                return
            for i in range(self.size):
                self.features[at + seat * self.size + i] = self.buffer[i]
        self.block[self.count] = block
        self.count += 1


def explore(
    position: Position,
    chance: Chance,
    buffer: vec[i64],
    notes: Notes,
    stray: i64,
    limit: i64,
    by_outlook: i64 = 0,
) -> bool:
    """Play a game by one-turn look-ahead, straying to any legal move in `stray` percent.

    Seats of the mask `by_outlook` look at their chance to win, others at their value. Positions
    are noted on the way. Return whether the game came to its end.
    """
    notes.count = 0
    moves: i64 = 0
    while moves < limit and not position.is_over():
        if chance.below(3) == 0:
            notes.take(position)
        if position.awaits_chance():
            position.roll(chance)
            continue
        seat = first_owing(position)
        if chance.below(100) < stray:
            count = position.legal_moves(seat, buffer)
            move = buffer[chance.below(count)]
        elif has(by_outlook, seat):
            move = likeliest_move(position, seat, buffer)
        else:
            move = best_move(position, seat, buffer, chance)
        position.play(seat, move)
        moves += 1
    return position.is_over()


def race(
    position: Position, sets: list[vec[i64]], chance: Chance, buffer: vec[i64], limit: i64
) -> bool:
    """Play a game by one-turn look-ahead, each seat with weights of its own.

    Return whether the game came to its end; the title's weights are the last ones used.
    """
    weights = position.weights()
    moves: i64 = 0
    while moves < limit and not position.is_over():
        if position.awaits_chance():
            position.roll(chance)
            continue
        seat = first_owing(position)
        own = sets[seat]
        for i in range(i64(len(own))):
            weights[i] = own[i]
        position.play(seat, best_move(position, seat, buffer, chance))
        moves += 1
    return position.is_over()


def add_game(notes: Notes, end: Position, sums: list[Sums]) -> None:
    """Add a finished game: each noted seat's points, and its lead over the others' mean."""
    size = notes.size
    seats = notes.seats
    row = vec[float]([0.0] * size)
    everybody: i64 = 0
    for seat in range(seats):
        everybody += end.score(seat)
    for note in range(notes.count):
        at = note * seats * size
        target = sums[notes.block[note] // size]
        for seat in range(seats):
            mine = end.score(seat)
            first = at + seat * size
            for i in range(size):
                row[i] = float(notes.features[first + i]) / 100.0
            target.add(row, float(mine))
            for i in range(size):
                total: i64 = 0
                for other in range(seats):
                    total += notes.features[at + other * size + i]
                own = notes.features[first + i]
                others = float(total - own) / float(seats - 1)
                row[i] = (float(own) - others) / 100.0
            target.add(row, float(mine) - float(everybody - mine) / float(seats - 1))


def solve(sums: Sums, start: vec[float], stiffness: float) -> vec[float]:
    """The weights that fit best, held to the start ones by `stiffness`.

    Gaussian elimination on the symmetric system; the stiffness makes it well conditioned.
    """
    n = sums.size
    matrix = vec[float]([0.0] * (n * n))
    right = vec[float]([0.0] * n)
    for i in range(n):
        for j in range(n):
            matrix[i * n + j] = sums.products[max(i, j) * n + min(i, j)]
        right[i] = sums.targets[i] + stiffness * start[i]
        matrix[i * n + i] += stiffness
    for column in range(n):
        pivot = matrix[column * n + column]
        for i in range(column + 1, n):
            factor = matrix[i * n + column] / pivot
            if factor != 0.0:
                for j in range(column, n):
                    matrix[i * n + j] -= factor * matrix[column * n + j]
                right[i] -= factor * right[column]
    weights = vec[float]([0.0] * n)
    i = n - 1
    while i >= 0:
        rest = right[i]
        for j in range(i + 1, n):
            rest -= matrix[i * n + j] * weights[j]
        weights[i] = rest / matrix[i * n + i]
        i -= 1
    return weights


def mean_square(sums: Sums, weights: vec[float]) -> float:
    """The mean squared error of weights over all that was added."""
    n = sums.size
    error = sums.squared
    for i in range(n):
        error -= 2.0 * weights[i] * sums.targets[i]
        for j in range(n):
            error += weights[i] * weights[j] * sums.products[max(i, j) * n + min(i, j)]
    return error / float(max(sums.rows, 1))
