"""How a net learns to foretell the winner: from games that were noted, from what was found out."""

from math import log, sqrt
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr

from farhaven.core.chance import Chance
from farhaven.core.position import Position
from farhaven.evaluation.net import Net
from farhaven.training.least_squares import MOST_FEATURES, MOST_NOTES, Notes

BATCH: Final[i64] = 32  # notes to a step
FORESIGHT: Final = (
    0.95  # what the end counts from note to note; the rest is the net's own foresight
)
INERTIA: Final = 0.9  # of the slope, from step to step (Adam)
MEMORY: Final = 0.999  # of its square
DECAY: Final = 1.0e-5  # of the weights, in the slope
FINE: Final[i64] = 1 << 20
LEAST_CHANCE: Final = 1.0e-9
MOST_SEATS: Final[i64] = 8


@final
@mypyc_attr(native_class=True, acyclic=True)
class Lessons:
    """Positions with what a search found out about each: everybody's chance to win."""

    count: i64 = 0

    def __init__(self, seats: i64, size: i64) -> None:
        self.seats: i64 = seats
        self.size: i64 = size  # features of a seat
        self.features: vec[i16] = vec[i16]()
        self.targets: vec[float] = vec[float]()
        self.played: vec[bool] = vec[bool]()  # whether the game came by here
        self.buffer: vec[i64] = vec[i64]([0] * MOST_FEATURES)

    def take(self, position: Position, found: list[float], played: bool) -> None:
        """Note a position, where the title has features here."""
        for seat in range(self.seats):
            if position.features(seat, self.buffer) < 0:
                return
            for i in range(self.size):
                self.features = append(self.features, i16(self.buffer[i]))
        for chance in found:
            self.targets = append(self.targets, chance)
        self.played = append(self.played, played)
        self.count += 1

    def settle(self, first: i64, winner: i64, share: float) -> None:
        """Let the end of a game, whose lessons begin with `first`, count for a share.

        What was only thought of came to no end.
        """
        for lesson in range(first, self.count):
            if self.played[lesson]:
                for seat in range(self.seats):
                    won = 0.0
                    if seat == winner:
                        won = 1.0
                    at = lesson * self.seats + seat
                    self.targets[at] += share * (won - self.targets[at])

    def show(self, lesson: i64, table: vec[i64]) -> None:
        """Write the features of all seats."""
        width = self.seats * self.size
        for i in range(width):
            table[i] = i64(self.features[lesson * width + i])


@final
@mypyc_attr(native_class=True, acyclic=True)
class Learner:
    """Changes a net in place, step by step (Adam)."""

    batch: i64 = BATCH
    pending: i64 = 0  # notes since the last step
    steps: i64 = 0

    def __init__(self, net: Net) -> None:
        size = i64(len(net.weights))
        self.net: Net = net
        self.slope: vec[float] = vec[float]([0.0] * size)
        self.mean: vec[float] = vec[float]([0.0] * size)
        self.square: vec[float] = vec[float]([0.0] * size)
        self.targets: vec[float] = vec[float]([0.0] * (MOST_NOTES * MOST_SEATS))
        self.table: vec[i64] = vec[i64]([0] * (MOST_SEATS * MOST_FEATURES))

    def study(self, lessons: Lessons, chance: Chance, count: i64, rate: float) -> None:
        """Learn so many lessons, drawn at random."""
        seats = lessons.seats
        left = count
        while left > 0:
            left -= 1
            lesson = chance.below(lessons.count)
            lessons.show(lesson, self.table)
            self.net.judge(self.table, 0, seats)
            for seat in range(seats):
                self.add(seat, self.net.chances[seat] - lessons.targets[lesson * seats + seat])
            self.learnt(rate)

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
            self.learnt(rate)

    def learnt(self, rate: float) -> None:
        """One more: go a step when there are enough."""
        self.pending += 1
        if self.pending == self.batch:
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
            slope = self.slope[i] / float(self.batch) + DECAY * weights[i]
            self.mean[i] = INERTIA * self.mean[i] + (1.0 - INERTIA) * slope
            self.square[i] = MEMORY * self.square[i] + (1.0 - MEMORY) * slope * slope
            weights[i] -= rate * late * self.mean[i] / (sqrt(self.square[i]) + 1.0e-8)
            self.slope[i] = 0.0
        self.pending = 0


def error(lessons: Lessons, net: Net, every: i64) -> float:
    """The root mean square of what a net foretells against what was found, of every n-th lesson."""
    table = vec[i64]([0] * (MOST_SEATS * MOST_FEATURES))
    total = 0.0
    seen: i64 = 0
    lesson: i64 = 0
    while lesson < lessons.count:
        lessons.show(lesson, table)
        net.judge(table, 0, lessons.seats)
        for seat in range(lessons.seats):
            off = net.chances[seat] - lessons.targets[lesson * lessons.seats + seat]
            total += off * off
            seen += 1
        lesson += every
    return sqrt(total / float(max(seen, 1)))


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
