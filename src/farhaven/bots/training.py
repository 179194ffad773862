"""Fits the weights of a title's value to games that it plays with itself.

Generation after generation: games by one-turn look-ahead with the weights so far, straying now
and then; least squares of the final points and leads on the features seen on the way; half a
step to the weights that fit. What fits the games of a player is not yet what makes it play best:
so at the end weights some way from the old to the new ones meet the old, and the best stay.
"""

from collections.abc import Callable, Sequence
from time import process_time
from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.bots.fitting import (
    Notes,
    Sums,
    add_game,
    explore,
    mean_square,
    race,
    solve,
)
from farhaven.core.chance import FastChance
from farhaven.core.game import Game
from farhaven.core.weights import WeightsFile

GAMES = 60  # in a generation
STRAY = 15  # percent of moves at random
FADE = 0.8  # what older games count, generation by generation
STIFFNESS = 5.0  # how many rows' worth of error a weight costs to move by one
STEP = 0.5
LIMIT = 5000  # moves of a game
MEETINGS = 0.4  # the part of the time that goes to meetings at the end
WAYS = (1.0, 0.5, 0.25)  # how far from the old weights to the new ones


class Generation(NamedTuple):
    """One point of the curve."""

    number: int
    games: int
    error: float
    """Root mean square of the final points and leads against the value."""
    mean_score: float


class Trained(NamedTuple):
    """What training came to."""

    weights: Sequence[int]
    curve: Sequence[Generation]
    wins: float
    """Of the new weights against the start, both looking one turn ahead."""
    meetings: int
    improved: bool
    """Whether new weights won more than their share, and were kept."""


class Trainer:
    """Training for one number of players."""

    def __init__(self, game: Game, file: WeightsFile, players: int, seed: int) -> None:
        self.game = game
        self.players = players
        self.size = len(file.features)
        self._chance = FastChance(seed * 1009 + players)
        self._buffer = vec[i64]([0] * game.max_moves)
        self._notes = Notes(players, self.size)
        self._live = game.start_with(players, {}).weights()
        self._sums = [Sums(self.size) for _ in range(len(self._live) // self.size)]
        self.start = [int(weight) for weight in self._live]

    def put(self, weights: Sequence[int]) -> None:
        """Let the title use these weights."""
        for i, weight in enumerate(weights):
            self._live[i] = weight

    def forget(self) -> None:
        """Begin with the points on the table, which are the first feature of every part."""
        self.start = [100 * (i % self.size == 0) for i in range(len(self._live))]
        self.put(self.start)

    def train(self, seconds: float, show: Callable[[Generation], None]) -> Trained:
        """Generations until the time is over, then the meeting with the start."""
        begun = process_time()
        curve: list[Generation] = []
        while not curve or process_time() - begun < (1 - MEETINGS) * seconds:
            curve.append(self.generation(len(curve)))
            show(curve[-1])
        new = [int(w) for w in self._live]
        weights, wins, meetings = self.best_way(new, begun + seconds)
        self.put(weights)
        return Trained(weights, curve, wins, meetings, weights != self.start)

    def best_way(self, new: Sequence[int], until: float) -> tuple[list[int], float, int]:
        """How far to go from the start to new weights: each way meets the start, the best stays."""
        best, wins, meetings = list(self.start), 0.0, 0
        rate = 1 / self.players
        for number, share in enumerate(WAYS):
            now = process_time()
            end = now + (until - now) / (len(WAYS) - number)
            way = [round(o + share * (n - o)) for o, n in zip(self.start, new, strict=True)]
            won, met = self.meet(way, self.start, end)
            if won > rate * met:
                best, wins, meetings, rate = way, won, met, won / met
        return best, wins, meetings

    def generation(self, number: int, games: int = GAMES) -> Generation:
        """Play, fit, and go half a step to what fits."""
        for sums in self._sums:
            sums.fade(FADE)
        total = 0.0
        for _ in range(games):
            position = self.game.start_with(self.players, {})
            if explore(position, self._chance, self._buffer, self._notes, STRAY, LIMIT):
                add_game(self._notes, position, self._sums)
                scores = [int(position.score(seat)) for seat in range(self.players)]
                total += sum(scores) / len(scores)
        error = max(self._fit(part) for part in range(len(self._sums)))
        return Generation(number, games, error, total / games)

    def _fit(self, part: int) -> float:
        """Move the weights of a part; return the error before."""
        sums = self._sums[part]
        if sums.rows == 0:
            return 0.0
        at = part * self.size
        now = vec[float]([self._live[at + i] / 100 for i in range(self.size)])
        start = vec[float]([self.start[at + i] / 100 for i in range(self.size)])
        error = mean_square(sums, now)
        best = solve(sums, start, STIFFNESS * mean_square(sums, solve(sums, start, 1.0)))
        for i in range(self.size):
            weight = (1 - STEP) * now[i] + STEP * best[i]
            self._live[at + i] = round(100 * weight)
        return float(max(error, 0.0) ** 0.5)

    def meet(
        self, new: Sequence[int], old: Sequence[int], until: float = float("inf"), most: int = 300
    ) -> tuple[float, int]:
        """Wins of the new weights alone among old ones, and how many meetings there were."""
        wins, games = 0.0, 0
        even = 1 / self.players
        while games < most and (games < 2 * self.players or process_time() < until):
            seat = games % self.players
            sets = [vec[i64](new if s == seat else old) for s in range(self.players)]
            position = self.game.start_with(self.players, {})
            if race(position, sets, self._chance, self._buffer, LIMIT):
                won = self.game.result(position).winners
                share = 1 / len(won) if seat in won else 0.0
                wins += share
            else:
                wins += even
            games += 1
        return wins, games
