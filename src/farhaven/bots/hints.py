"""The best moves of a view, what they promise, and why."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from time import perf_counter

import msgspec

from farhaven.bots.base import seat_of
from farhaven.bots.search import NOBODY, Ledger, Search
from farhaven.core.chance import Chance, FastChance
from farhaven.core.event import Event
from farhaven.core.game import Game
from farhaven.core.line import Entry
from farhaven.core.reasons import reasons_of
from farhaven.core.view import View
from farhaven.core.words import words

SLICE = 16
Z95 = 1.959964
MOST_REASONS = 3


class Hint(msgspec.Struct, frozen=True):
    """A move with what it promises the seat that makes it."""

    move: int
    entry: Entry
    points: float
    """The final points to be expected."""
    lead: float
    """And how far that is ahead of the others' mean."""
    win: float
    """The chance to win, from 0 to 1, with its 95 % interval."""
    win_low: float
    win_high: float
    tried: int
    """How many iterations the numbers rest on."""
    reasons: Sequence[Event]


class Difference(msgspec.Struct, frozen=True):
    """What one move has over another, on the same samples; 0 where that may be noise."""

    lead: float
    win: float


class Limit(msgspec.Struct, frozen=True):
    """How long to search: iterations, or seconds where these are 0."""

    iterations: int = 0
    seconds: float = 1.0


class Study:
    """A search of one view that keeps what every move came to."""

    def __init__(self, game: Game, view: View, chance: Chance) -> None:
        self.game = game
        self.view = view
        self.seat = seat_of(view)
        self._chance = chance
        sample = view.sample(chance)
        self._search = Search(sample, sample.guide(), game.max_moves)
        self._ledger = Ledger(self.seat)
        self._search.ledger = self._ledger

    def run(self, limit: Limit) -> None:
        """Search as long as the limit allows."""
        begun = perf_counter()
        done = 0
        while done < limit.iterations or (
            not limit.iterations and (not done or perf_counter() - begun < limit.seconds)
        ):
            sample = self.view.sample(self._chance)
            for _ in range(SLICE):
                self._search.iterate(sample.copy(), self._chance)
            done += SLICE

    def look_at(self, move: int, least: int) -> None:
        """See to it that a move, also one that was passed over, was tried often enough."""
        root = self._search.root
        number = self._search.find(root, move)
        if number == NOBODY:
            self._search.add_move(root, move, 0.0)
            number = root.count - 1
        while root.tried[number] < least:
            sample = self.view.sample(self._chance)
            for _ in range(SLICE):
                self._search.iterate(sample.copy(), self._chance, number)

    def compare(self, move: int, other: int, pairs: int) -> Difference:
        """What a move has over another, both tried with the same secrets and the same luck.

        Nothing that led to the choice of the two counts: the best of many noisy numbers is too
        large. Before, the less tried of the two gets as much effort as the other.
        """
        search, ledger = self._search, self._ledger
        numbers = [int(search.find(search.root, each)) for each in (move, other)]
        effort = max(int(search.root.tried[number]) for number in numbers)
        for each in (move, other):
            self.look_at(each, effort)
        leads: list[float] = []
        wins: list[float] = []
        for _ in range(pairs):
            sample = self.view.sample(self._chance)
            luck = int(self._chance.below(1 << 30))
            ends: list[tuple[float, float]] = []
            for number in numbers:
                lead, win = ledger.lead[number], ledger.wins[number]
                search.iterate(sample.copy(), FastChance(luck), number)
                ends.append((ledger.lead[number] - lead, ledger.wins[number] - win))
            leads.append((ends[0][0] - ends[1][0]) / 100)
            wins.append(ends[0][1] - ends[1][1])
        return Difference(beyond_noise(leads), beyond_noise(wins))

    def hint(self, move: int) -> Hint:
        """What a move came to; it must have been tried."""
        number = int(self._search.find(self._search.root, move))
        ledger = self._ledger
        tried = int(ledger.tried[number])
        win = ledger.wins[number] / tried
        spread = max(ledger.squares[number] / tried - win * win, 0.0)
        half = Z95 * sqrt(spread / tried) + 0.5 / tried
        before = self.view.sample(self._chance)
        after = before.copy()
        after.play(self.seat, move)
        reasons = reasons_of(self.game, before, self.seat, move, after)
        return Hint(
            move=move,
            entry=self.game.entry(before, self.seat, move),
            points=ledger.points[number] / tried / 100,
            lead=ledger.lead[number] / tried / 100,
            win=win,
            win_low=max(win - half, 0.0),
            win_high=min(win + half, 1.0),
            tried=tried,
            reasons=tuple(reasons[:MOST_REASONS]),
        )

    def best(self, most: int) -> list[Hint]:
        """The moves that were tried most, the best first."""
        root = self._search.root
        tried = len(self._ledger.tried)
        numbers = [i for i in range(root.count) if i < tried and self._ledger.tried[i] > 0]
        numbers.sort(key=lambda i: -root.tried[i])
        return [self.hint(int(root.moves[i])) for i in numbers[:most]]


def beyond_noise(differences: Sequence[float]) -> float:
    """The mean of paired differences, or 0 where its 95 % interval holds 0."""
    mean = fmean(differences)
    error = stdev(differences) / sqrt(len(differences))
    return mean if abs(mean) > Z95 * error else 0.0


def hints(game: Game, view: View, chance: Chance, limit: Limit, most: int = 3) -> list[Hint]:
    """The best moves of a seat that owes a decision, the best first."""
    study = Study(game, view, chance)
    study.run(limit)
    return study.best(most)


def reason_words(game: Game, reason: Event, language: str, names: Sequence[str] = ()) -> str:
    """A reason in words; a seat is called by its player's name where names are given."""
    params = dict(reason.params)
    seat = params.get("seat")
    if isinstance(seat, int) and seat < len(names):
        params["seat"] = names[seat]
    return words(game.package, language).say("reason", reason.code, **params)
