"""What the iterations of a search came to, for each move of the root: for those who ask why."""

from math import sqrt
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

Z95: Final = 1.959964


@final
@mypyc_attr(native_class=True, acyclic=True)
class Tally:
    """Sums over the iterations that began with each move."""

    def __init__(self, seat: i64) -> None:
        self.seat: i64 = seat
        self.tried: vec[i64] = vec[i64]([])
        self.points: vec[float] = vec[float]([])  # to be expected
        self.lead: vec[float] = vec[float]([])  # of its leads over the others' mean
        self.wins: vec[float] = vec[float]([])  # of its chances to win
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

    def add(self, move: i64, values: vec[i64], chances: vec[float], seats: i64) -> None:
        """One more iteration that began with a move."""
        while i64(len(self.tried)) <= move:
            self.add_move()
        everybody: i64 = 0
        for seat in range(seats):
            everybody += values[seat]
        own = values[self.seat]
        self.tried[move] += 1
        self.points[move] += float(own)
        self.lead[move] += float(own) - float(everybody - own) / float(seats - 1)
        self.wins[move] += chances[self.seat]

    def add_move(self) -> None:
        self.tried = append(self.tried, 0)
        self.points = append(self.points, 0.0)
        self.lead = append(self.lead, 0.0)
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

    def win(self, move: i64) -> float:
        """The mean chance to win after a move that was tried."""
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
        slices = float(self.slices[move])
        if slices < 2.0:
            return 0.5 / sqrt(tried)  # one observation does not tell how others would differ
        noise = Z95 * sqrt(max(squares, 0.0) * slices / (slices - 1.0)) / tried
        return max(noise, abs(self.lately(move) - win))

    def lately(self, move: i64) -> float:
        """The mean of the latest slices."""
        since = float(self.tried[move] - self.before[move])
        return (self.wins[move] - self.won_before[move]) / since
