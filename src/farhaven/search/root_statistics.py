"""What the iterations of a search came to, for each move of the root: for those who ask why."""

from math import sqrt
from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from farhaven.evaluation.confidence import errors95


@final
@mypyc_attr(native_class=True, acyclic=True)
class Tally:
    """Sums over the iterations that began with each move."""

    def __init__(self, seat: i64, seats: i64) -> None:
        self.seat: i64 = seat
        self.seats: i64 = seats
        self.tried: vec[i64] = vec[i64]([])
        # Of all seats, move after move: the points to be expected, and the chances to win.
        self.points: vec[float] = vec[float]([])
        self.chances: vec[float] = vec[float]([])
        self.wins: vec[float] = vec[float]([])  # of the own chances to win
        # Iterations with the same secrets are not independent: together they are one observation.
        self.slices: vec[i64] = vec[i64]([])  # in which it was tried
        self.counted: vec[i64] = vec[i64]([])  # of `tried`, at the end of the last slice
        self.won: vec[float] = vec[float]([])  # of `wins`, likewise
        self.wins_squared: vec[float] = vec[float]([])  # over slices
        self.wins_by_tries: vec[float] = vec[float]([])
        self.tries_squared: vec[float] = vec[float]([])
        # The same at a slice's end before the latest part, which is a half to three quarters of
        # all; and at the next that will be it.
        self.before: vec[i64] = vec[i64]([])
        self.won_before: vec[float] = vec[float]([])
        self.marked: vec[i64] = vec[i64]([])
        self.won_marked: vec[float] = vec[float]([])

    def add(self, move: i64, values: vec[i64], chances: vec[float]) -> None:
        """One more iteration that began with a move."""
        while i64(len(self.tried)) <= move:
            self.add_move()
        self.tried[move] += 1
        self.wins[move] += chances[self.seat]
        first = move * self.seats
        for seat in range(self.seats):
            self.points[first + seat] += float(values[seat])
            self.chances[first + seat] += chances[seat]

    def add_move(self) -> None:
        self.tried = append(self.tried, 0)
        for every in range(self.seats):  # noqa: B007 - a variable named _ would be boxed
            self.points = append(self.points, 0.0)
            self.chances = append(self.chances, 0.0)
        self.wins = append(self.wins, 0.0)
        self.slices = append(self.slices, 0)
        self.counted = append(self.counted, 0)
        self.won = append(self.won, 0.0)
        self.wins_squared = append(self.wins_squared, 0.0)
        self.wins_by_tries = append(self.wins_by_tries, 0.0)
        self.tries_squared = append(self.tries_squared, 0.0)
        self.before = append(self.before, 0)
        self.won_before = append(self.won_before, 0.0)
        self.marked = append(self.marked, 0)
        self.won_marked = append(self.won_marked, 0.0)

    def end_slice(self) -> None:
        """The iterations since the last slice had the same secrets."""
        for move in range(i64(len(self.tried))):
            tries = float(self.tried[move] - self.counted[move])
            if tries == 0.0:
                continue
            wins = self.wins[move] - self.won[move]
            if self.counted[move] >= 2 * self.marked[move]:
                self.before[move] = self.marked[move]
                self.won_before[move] = self.won_marked[move]
                self.marked[move] = self.counted[move]
                self.won_marked[move] = self.won[move]
            self.slices[move] += 1
            self.wins_squared[move] += wins * wins
            self.wins_by_tries[move] += wins * tries
            self.tries_squared[move] += tries * tries
            self.counted[move] = self.tried[move]
            self.won[move] = self.wins[move]

    def slices_of(self, move: i64) -> i64:
        """In how many a move was tried."""
        if move < i64(len(self.slices)):
            return self.slices[move]
        return 0

    def mean_points(self, move: i64, seat: i64) -> float:
        """The points that a seat may expect after a move that was tried."""
        return self.points[move * self.seats + seat] / float(self.tried[move]) / 100.0

    def mean_win(self, move: i64, seat: i64) -> float:
        """A seat's mean chance to win after a move that was tried."""
        return self.chances[move * self.seats + seat] / float(self.tried[move])

    def win(self, move: i64) -> float:
        """The own mean chance to win after a move that was tried."""
        return self.wins[move] / float(self.tried[move])

    def doubt(self, move: i64) -> float:
        """Half of the 95 % interval of that mean, with slices as observations.

        At least as much as the latest slices differ from all: while a search still learns, its
        mean lags behind.
        """
        tried = float(self.tried[move])
        win = self.win(move)
        squares = self.wins_squared[move] - 2.0 * win * self.wins_by_tries[move]
        squares += win * win * self.tries_squared[move]
        slices = self.slices[move]
        if slices < 2:
            return 1.0  # one observation does not tell how others would differ
        several = float(slices) / float(slices - 1)
        noise = errors95(slices) * sqrt(max(squares, 0.0) * several) / tried
        return max(noise, abs(self.lately(move) - win))

    def lately(self, move: i64) -> float:
        """The mean of the latest slices."""
        since = float(self.tried[move] - self.before[move])
        return (self.wins[move] - self.won_before[move]) / since
