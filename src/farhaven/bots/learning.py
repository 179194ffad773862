"""How a net learns to foretell the winner from games that were noted."""

from math import log, sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from farhaven.bots.fitting import MOST_NOTES, Notes
from farhaven.core.chance import Chance
from farhaven.core.net import Net

BATCH: Final[i64] = 32  # notes to a step
FORESIGHT: Final = (
    0.95  # what the end counts from note to note; the rest is the net's own foresight
)
INERTIA: Final = 0.9  # of the slope, from step to step (Adam)
MEMORY: Final = 0.999  # of its square
DECAY: Final = 1.0e-5  # of the weights, in the slope
FINE: Final[i64] = 1 << 20
LEAST_CHANCE: Final = 1.0e-9


@final
@mypyc_attr(native_class=True, acyclic=True)
class Learner:
    """Changes a net in place, step by step (Adam)."""

    pending: i64 = 0  # notes since the last step
    steps: i64 = 0

    def __init__(self, net: Net) -> None:
        size = i64(len(net.weights))
        self.net: Net = net
        self.slope: vec[float] = vec[float]([0.0] * size)
        self.mean: vec[float] = vec[float]([0.0] * size)
        self.square: vec[float] = vec[float]([0.0] * size)
        self.targets: vec[float] = vec[float]([0.0] * (MOST_NOTES * 8))

    def learn(self, notes: Notes, winner: i64, rate: float) -> None:
        """Learn from a finished game.

        What a note should have foretold is, for the most part, what the later ones did: the end
        counts less, the further away it was, so that luck on the way teaches little.
        """
        seats = notes.seats
        self.aim(notes, winner)
        for note in range(notes.count):
            self.net.judge(notes.features, note * seats * notes.size, seats)
            for seat in range(seats):
                self.add(seat, self.net.chances[seat] - self.targets[note * seats + seat])
            self.pending += 1
            if self.pending == BATCH:
                self.step(rate)

    def aim(self, notes: Notes, winner: i64) -> None:
        """Write what each note of a game should foretell, from the last to the first."""
        seats = notes.seats
        targets = self.targets
        later = vec[float]([0.0] * seats)
        later[winner] = 1.0
        note = notes.count - 1
        while note >= 0:
            self.net.judge(notes.features, note * seats * notes.size, seats)
            for seat in range(seats):
                targets[note * seats + seat] = later[seat]
                now = self.net.chances[seat]
                later[seat] = FORESIGHT * later[seat] + (1.0 - FORESIGHT) * now
            note -= 1

    def add(self, seat: i64, error: float) -> None:
        """Add to the slope what a seat's chance was too high."""
        net = self.net
        weights = net.weights
        slope = self.slope
        inputs = net.inputs
        at = seat * inputs
        first: i64 = 0
        for unit in range(net.units):
            lit = net.lit[seat * net.units + unit]
            if lit > 0.0:
                back = error * weights[first + 1]
                slope[first] += back
                slope[first + 1] += error * lit
                for i in range(inputs):
                    slope[first + 2 + i] += back * net.seen[at + i]
            first += inputs + 2
        for i in range(inputs):
            slope[first + i] += error * net.seen[at + i]

    def step(self, rate: float) -> None:
        """Go down the slope."""
        self.steps += 1
        weights = self.net.weights
        late = sqrt(1.0 - MEMORY ** float(self.steps)) / (1.0 - INERTIA ** float(self.steps))
        for i in range(i64(len(weights))):
            slope = self.slope[i] / float(BATCH) + DECAY * weights[i]
            self.mean[i] = INERTIA * self.mean[i] + (1.0 - INERTIA) * slope
            self.square[i] = MEMORY * self.square[i] + (1.0 - MEMORY) * slope * slope
            weights[i] -= rate * late * self.mean[i] / (sqrt(self.square[i]) + 1.0e-8)
            self.slope[i] = 0.0
        self.pending = 0


def surprise(notes: Notes, winner: i64, net: Net) -> float:
    """The mean of minus the logarithm of the chance that a net gave the winner."""
    total = 0.0
    for note in range(notes.count):
        net.judge(notes.features, note * notes.seats * notes.size, notes.seats)
        total -= log(max(net.chances[winner], LEAST_CHANCE))
    return total / float(max(notes.count, 1))


def measure(net: Net, notes: Notes) -> None:
    """Let the spans of a net that has learnt nothing yet be the size of its inputs in a game."""
    for i in range(net.inputs):
        feature = i
        if i >= net.features:
            feature = net.watched[i - net.features]
        total: i64 = 0
        count: i64 = 0
        for row in range(notes.count * notes.seats):
            size = notes.features[row * notes.size + feature]
            size = max(size, -size)
            if size > 0:
                total += size
                count += 1
        if count > 0:
            net.spans[i] = max(net.spans[i], float(total // count))


def scatter(net: Net, chance: Chance) -> None:
    """Give the hidden units of a net small weights at random, so that they differ."""
    reach = 1.0 / sqrt(float(net.inputs))
    for i in range(net.units * (net.inputs + 2)):
        net.weights[i] = reach * (2.0 * float(chance.below(FINE)) / float(FINE) - 1.0)
