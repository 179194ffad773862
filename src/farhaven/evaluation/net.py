"""A small net that foretells who wins: one hidden layer over what a title sees in a position.

For each seat it looks at the seat's own features and, of some of them, at the highest among the
other seats. What it makes of them is a number for each seat: one higher by 1 is e times as likely
to win. Besides the hidden units there is a straight way from the inputs to that number.
"""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

MOST_SEATS: Final[i64] = 8


@final
@mypyc_attr(native_class=True, acyclic=True)
class Net:
    """The weights and, after it was asked, what it saw and made of it."""

    features: i64 = 0  # of a seat
    inputs: i64 = 0  # the own features, then the highest of the others'
    units: i64 = 0  # hidden

    def __init__(self, features: i64, watched: vec[i64], units: i64) -> None:
        self.features = features
        self.inputs = features + i64(len(watched))
        self.units = units
        self.watched: vec[i64] = watched  # the features of others that it looks at
        self.spans: vec[float] = vec[float]([1.0] * self.inputs)  # what inputs are divided by
        # For each unit: where it begins, what it counts, a weight for each input.
        # Then the straight way: a weight for each input.
        self.weights: vec[float] = vec[float]([0.0] * (units * (self.inputs + 2) + self.inputs))
        self.seen: vec[float] = vec[float]([0.0] * (MOST_SEATS * self.inputs))
        self.lit: vec[float] = vec[float]([0.0] * (MOST_SEATS * units))
        self.chances: vec[float] = vec[float]([0.0] * MOST_SEATS)

    def judge(self, table: vec[i64], start: i64, seats: i64) -> None:
        """Everybody's chance to win, from a table of the features of all seats."""
        chances = self.chances
        best = -1.0e9
        for seat in range(seats):
            self.look(table, start, seats, seat)
            chances[seat] = self.worth(seat)
            best = max(best, chances[seat])
        total = 0.0
        for seat in range(seats):
            chances[seat] = exp(chances[seat] - best)
            total += chances[seat]
        for seat in range(seats):
            chances[seat] /= total

    def look(self, table: vec[i64], start: i64, seats: i64, seat: i64) -> None:
        """Write the inputs for a seat."""
        seen = self.seen
        spans = self.spans
        features = self.features
        at = seat * self.inputs
        own = start + seat * features
        for i in range(features):
            seen[at + i] = float(table[own + i]) / spans[i]
        for k in range(features, self.inputs):
            feature = start + self.watched[k - features]
            most: i64 = -(1 << 40)
            for other in range(seats):
                if other != seat:
                    most = max(most, table[feature + other * features])
            seen[at + k] = float(most) / spans[k]

    def worth(self, seat: i64) -> float:
        """What the net makes of the inputs of a seat."""
        weights = self.weights
        seen = self.seen
        inputs = self.inputs
        at = seat * inputs
        worth = 0.0
        first: i64 = 0
        for unit in range(self.units):
            # Two sums, so that one addition need not wait for the other.
            even = weights[first]
            odd = 0.0
            i: i64 = 0
            while i + 1 < inputs:
                even += weights[first + 2 + i] * seen[at + i]
                odd += weights[first + 3 + i] * seen[at + i + 1]
                i += 2
            if i < inputs:
                even += weights[first + 2 + i] * seen[at + i]
            lit = even + odd
            self.lit[seat * self.units + unit] = lit
            if lit > 0.0:
                worth += weights[first + 1] * lit
            first += inputs + 2
        for i in range(inputs):
            worth += weights[first + i] * seen[at + i]
        return worth

    def copy(self) -> "Net":
        other = Net(self.features, self.watched, self.units)
        other.take(self)
        return other

    def take(self, other: "Net") -> None:
        """Become equal to another net of the same shape."""
        self.spans = other.spans[:]
        self.weights = other.weights[:]
