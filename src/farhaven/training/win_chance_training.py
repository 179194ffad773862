"""Fits the net of a title's chance to win to games that it plays with itself.

Generation after generation: games by one-turn look-ahead, in which some seats play by their value
and others, more of them the longer it goes on, by the chance to win that the net has learnt so
far; all stray now and then. The net learns from each game who won it.
"""

from collections.abc import Callable, Sequence
from time import process_time
from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.chance import FastChance
from farhaven.core.game import Game
from farhaven.evaluation.net import Net
from farhaven.evaluation.net_file import NetFile
from farhaven.training.least_squares import Notes, explore
from farhaven.training.net_learning import Learner, measure, scatter, surprise

GAMES = 60  # in a generation
STRAY = 5  # percent of moves at random
LIMIT = 2000  # moves of a game
MOST_BY_OUTLOOK = 67  # percent of the seats, reached by one more in each generation
RATE = 0.002  # of learning, which falls to LAST_RATE of it towards the end
LAST_RATE = 0.03
LATEST = 10  # generations at the end that tell whether the new net foretells better; fewer do not


class Forecast(NamedTuple):
    """One generation, a point of the curve."""

    number: int
    games: int
    surprise: float
    """Mean of minus the logarithm of the winner's chance, before the net learnt of the game."""
    start_surprise: float
    """The same by the net that the title has."""
    wins: float
    """Of seats that play by the net where they met others that play by the value."""
    even: float
    """What these wins would be if both were equal."""


class Foretold(NamedTuple):
    """What training came to."""

    net: Net
    curve: Sequence[Forecast]
    surprise: float
    """Mean over the last generations."""
    start_surprise: float
    """The same by the net that the title has."""
    is_tried: bool
    """Whether there were enough generations to tell."""
    improved: bool
    """Whether the new net was less surprised at the end, and is kept."""


class OutlookTrainer:
    """Training for one number of players."""

    def __init__(self, game: Game, file: NetFile, players: int, seed: int) -> None:
        net = game.start_with(players, {}).net()
        if net is None:
            raise ValueError(f"{game.name} has no net")
        self.game = game
        self.players = players
        self.net = net
        self.start = net.copy()  # what the title has, which a new net must be better than
        self._empty = file.empty()
        self._chance = FastChance(seed * 1009 + players)
        self._buffer = vec[i64]([0] * game.max_moves)
        self._notes = Notes(players, len(file.features))
        self._learner = Learner(net)

    def forget(self, games: int = GAMES) -> None:
        """Begin with a net that knows nothing, but for the size of what it will see."""
        for _ in range(games):
            if self.play(0) is not None:
                measure(self._empty, self._notes)
        scatter(self._empty, self._chance)
        self.net.take(self._empty)

    def train(self, seconds: float, show: Callable[[Forecast], None]) -> Foretold:
        """Generations until the time is over."""
        begun = process_time()
        curve: list[Forecast] = []
        passed = 0.0
        while not curve or passed < 1.0:
            rate = RATE * max(1.0 - passed, LAST_RATE)
            curve.append(self.generation(len(curve), rate))
            show(curve[-1])
            passed = (process_time() - begun) / max(seconds, 1e-9)
        last = curve[-LATEST:]
        surprised = sum(forecast.surprise for forecast in last) / len(last)
        at_start = sum(forecast.start_surprise for forecast in last) / len(last)
        is_tried = len(last) == LATEST
        improved = is_tried and surprised < at_start
        if not improved:
            self.net.take(self.start)
        return Foretold(self.net, curve, surprised, at_start, is_tried, improved)

    def generation(self, number: int, rate: float, games: int = GAMES) -> Forecast:
        """Play and learn."""
        surprised, at_start, wins, even = 0.0, 0.0, 0.0, 0.0
        for _ in range(games):
            seats = self.draw_seats(min(number, MOST_BY_OUTLOOK))
            winner = self.play(seats)
            if winner is None:
                continue
            surprised += surprise(self._notes, winner, self.net)
            at_start += surprise(self._notes, winner, self.start)
            self._learner.learn(self._notes, winner, rate)
            by_net = seats.bit_count()
            if 0 < by_net < self.players:
                wins += seats >> winner & 1
                even += by_net / self.players
        return Forecast(number, games, surprised / games, at_start / games, wins, even)

    def draw_seats(self, percent: int) -> int:
        """Seats that play by the net, as a mask."""
        drawn = [self._chance.below(100) < percent for _ in range(self.players)]
        return sum(1 << seat for seat, is_drawn in enumerate(drawn) if is_drawn)

    def play(self, by_outlook: int) -> int | None:
        """A game, noted; who won it, or None where it came to no end."""
        position = self.game.start_with(self.players, {})
        ended = explore(position, self._chance, self._buffer, self._notes, STRAY, LIMIT, by_outlook)
        return self.game.result(position).winners[0] if ended else None
