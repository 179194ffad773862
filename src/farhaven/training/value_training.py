"""Fits the weights of a title's value to games that it plays with itself.

Generation after generation: games by one-turn look-ahead with the weights so far, straying now
and then; least squares of the final points and leads on the features seen on the way; half a
step to the weights that fit. What fits the games of a player is not yet what makes it play best:
so at the end weights some way from the old to the new ones meet the old, and the best stay. And
what is best for one who looks one turn ahead may mislead a search that judges other positions by
the same value: there it must not lose to the old, either.
"""

from collections.abc import Callable, Sequence
from math import inf, sqrt
from time import process_time
from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.bots.levels import Captain
from farhaven.core.chance import Chance, FastChance
from farhaven.core.game import Game
from farhaven.core.position import Position, first_owing
from farhaven.evaluation.weight_file import WeightsFile
from farhaven.training.least_squares import (
    Notes,
    Sums,
    add_game,
    explore,
    mean_square,
    race,
    solve,
)

GAMES = 60  # in a generation
STRAY = 5  # percent of moves at random
MEMORY = 5.0  # about how many generations count at first, since older ones fade;
LATER_MEMORY = 0.5  # so many more with each that was played: what is learnt late is steadier
STIFFNESS = 5.0  # how many rows' worth of error a weight costs to move by one
STEP = 0.5
LIMIT = 5000  # moves of a game
MEETINGS = 0.4  # the part of the time that goes to meetings at the end,
LAST_MEETING = 0.25  # and of that the part for the chosen way
SEARCH_MEETING = 0.5  # and of that again the part in which all search,
ITERATIONS = 400  # with so many for a choice: what helps with 48 may harm with more
OVERTIME = 0.5  # of the time, on top of it: until then meetings go on that are too few to decide
LEAST_MEETINGS = 40  # to decide: what fewer tell is mostly luck
MOST_MEETINGS = 300  # of the same two
WAYS = (1.0, 0.5, 0.25)  # how far from the old weights to the new ones

Play = Callable[[Position, Sequence[Sequence[int]]], bool]
"""A way to play a game out, each seat with weights of its own; whether it came to its end."""


class Generation(NamedTuple):
    """One point of the curve."""

    number: int
    games: int
    error: float
    """Root mean square of the final points and leads against the value."""
    mean_score: float


class Playing(NamedTuple):
    """How far a generation is, after each of its games."""

    number: int
    games: int
    all_games: int

    @property
    def share(self) -> float:
        """How much of it is over."""
        return self.games / self.all_games


class Meeting(NamedTuple):
    """How far the meetings of two are, after each of them."""

    number: int
    """Of the pairs that meet, from 1."""
    all_pairs: int
    """At most; one that need not meet any more is left out."""
    games: int
    wins: float
    """Of the new weights."""
    share: float
    """How much of it is over."""


Watch = Callable[[Playing | Meeting], None]
"""Whoever wants to know how far it is."""


class Bounds(NamedTuple):
    """How long two meet, by the processor's clock."""

    begun: float = 0.0
    until: float = inf
    latest: float = inf
    """Until then where they met too seldom to decide."""
    most: int = MOST_MEETINGS
    """Games, however much time there is."""

    def allow_more(self, games: int) -> bool:
        """Whether there is another game after so many."""
        now = process_time()
        is_time = now < self.until or (games < LEAST_MEETINGS and now < self.latest)
        return games < self.most and is_time

    def share(self, games: int) -> float:
        """How much is over after so many games, by whatever ends it first."""
        in_time = min(self._passed(self.until), games / LEAST_MEETINGS)
        return max(games / self.most, in_time, self._passed(self.latest))

    def _passed(self, end: float) -> float:
        """The part of the time to an end that is over."""
        passed = process_time() - self.begun
        return min(passed / (end - self.begun), 1.0) if end > self.begun else 1.0


class Way(NamedTuple):
    """Weights some way from the start to new ones, and how they fared against the start."""

    weights: Sequence[int]
    players: int
    wins: float
    """Alone among others that play by the start."""
    meetings: int

    @property
    def even(self) -> float:
        """The share of the wins that weights as good as the start would have."""
        return 1 / self.players

    @property
    def share(self) -> float:
        """The share of the wins that they had; 0 where they met nobody."""
        return self.wins / self.meetings if self.meetings else 0.0

    @property
    def is_tried(self) -> bool:
        """Whether there were enough meetings to tell anything."""
        return self.meetings >= LEAST_MEETINGS

    @property
    def is_better(self) -> bool:
        """Whether they won clearly more than their share, by more than a standard error.

        Less may be luck, and so may any share of fewer than `LEAST_MEETINGS`: of four games
        for two, weights as good as the start win three or more in almost every third case.
        """
        if not self.is_tried:
            return False
        error = sqrt(self.even * (1 - self.even) / self.meetings)
        return self.share - self.even > error

    @property
    def is_no_worse(self) -> bool:
        """Whether they won at least their share."""
        return self.is_tried and self.share >= self.even


def best_of(ways: Sequence[Way]) -> Way:
    """The one that won most of those that are better, or else of those with enough meetings."""
    return max(ways, key=lambda way: (way.is_better, way.is_tried, way.share))


class Trained(NamedTuple):
    """What training came to."""

    weights: Sequence[int]
    curve: Sequence[Generation]
    way: Way
    """The chosen one against what the title has, also where it was not good enough to be kept."""
    searching: Way | None
    """The same where all search; None where it failed before, or need not be asked for that."""
    improved: bool
    """Whether it was, and new weights are kept."""

    @property
    def is_tried(self) -> bool:
        """Whether there was time for enough meetings to decide."""
        return self.way.is_tried and (self.searching is None or self.searching.is_tried)


def unwatched(_: Playing | Meeting) -> None:
    """Nobody wants to know how far it is."""


def play_by(
    choose: Callable[[int], int],
    position: Position,
    chance: Chance,
    look: Callable[[Position], None] = lambda _: None,
) -> bool:
    """A game of the seats' own choices; whether it came to its end.

    `look` sees it before every outcome of chance.
    """
    for _ in range(LIMIT):
        while position.awaits_chance():
            look(position)
            position.roll(chance)
        if position.is_over():
            return True
        seat = int(first_owing(position))
        position.play(seat, choose(seat))
    return False


class Trainer:
    """Training for one number of players."""

    games = GAMES
    """In a generation."""

    def __init__(self, game: Game, file: WeightsFile, players: int, seed: int) -> None:
        self.game = game
        self.players = players
        self.size = len(file.features)
        self._chance = FastChance(seed * 1009 + players)
        self._buffer = vec[i64]([0] * game.max_moves)
        self._notes = Notes(players, self.size)
        self._live = self.weights_of(game.start_with(players, {}))
        self._sums = [Sums(self.size) for _ in range(len(self._live) // self.size)]
        self.own = [int(weight) for weight in self._live]
        self.start = self.own
        self._watch: Watch = unwatched
        self._pairs_met = 0

    def weights_of(self, position: Position) -> vec[i64]:
        """What it fits."""
        return position.weights()

    def put(self, weights: Sequence[int]) -> None:
        """Let the title use these weights."""
        for i, weight in enumerate(weights):
            self._live[i] = weight

    def forget(self) -> None:
        """Begin with the points on the table, which are the first feature of every part."""
        self.start = [100 * (i % self.size == 0) for i in range(len(self._live))]
        self.put(self.start)

    def train(
        self, seconds: float, show: Callable[[Generation], None], watch: Watch = unwatched
    ) -> Trained:
        """Generations until the time is over, then meetings.

        On top of the time there is what is under way, be it a generation or a game, and for
        meetings that are too few to decide half of the time again.
        """
        self._watch, self._pairs_met = watch, 0
        begun = process_time()
        curve: list[Generation] = []
        while not curve or process_time() - begun < (1 - MEETINGS) * seconds:
            curve.append(self.generation(len(curve)))
            show(curve[-1])
        new = [int(w) for w in self._live]
        now = process_time()
        end = begun + seconds
        best = self.best_way(new, now + (1 - LAST_MEETING) * (end - now))
        way, searching = self.meet_own(best.weights, end, max(end, now) + OVERTIME * seconds)
        improved = way.is_better and (searching is None or searching.is_no_worse)
        weights = list(way.weights) if improved else self.own
        self.put(weights)
        return Trained(weights, curve, way, searching, weights != self.own)

    def meet_own(self, weights: Sequence[int], end: float, latest: float) -> tuple[Way, Way | None]:
        """The best way from the start against what the title has, at last with a search.

        It was chosen among several, and so by luck, too: these are games of its own.
        """
        now, kept_back = process_time(), SEARCH_MEETING if self.asks_search else 0.0
        until, at_last = (time - kept_back * (time - now) for time in (end, latest))
        met = self.meet(weights, self.own, Bounds(now, until, at_last))
        way = Way(weights, self.players, *met)
        if not (way.is_better and self.asks_search):
            return way, None
        met = self.meet_searching(weights, Bounds(process_time(), end, latest))
        return way, Way(weights, self.players, *met)

    @property
    def asks_search(self) -> bool:
        """Whether weights that won by look-ahead are still to be tried where all search."""
        return self.game.start_with(self.players, {}).net() is None

    def best_way(self, new: Sequence[int], until: float) -> Way:
        """How far to go from the start to new weights: each way meets the start."""
        ways: list[Way] = []
        for number, part in enumerate(WAYS):
            now = process_time()
            end = now + (until - now) / (len(WAYS) - number)
            weights = [round(o + part * (n - o)) for o, n in zip(self.start, new, strict=True)]
            met = self.meet(weights, self.start, Bounds(now, end, end))
            ways.append(Way(weights, self.players, *met))
        return best_of(ways)

    def generation(self, number: int, games: int = 0) -> Generation:
        """Play, fit, and go half a step to what fits; 0 games are as many as usual."""
        games = games or self.games
        for sums in self._sums:
            sums.fade(1 - 1 / (MEMORY + LATER_MEMORY * number))
        total = 0.0
        for played in range(games):
            position = self.game.start_with(self.players, {})
            if self.note_game(position):
                add_game(self._notes, position, self._sums)
                scores = [int(position.score(seat)) for seat in range(self.players)]
                total += sum(scores) / len(scores)
            self._watch(Playing(number, played + 1, games))
        error = max(self._fit(part) for part in range(len(self._sums)))
        return Generation(number, games, error, total / games)

    def note_game(self, position: Position) -> bool:
        """Play a game and note what is seen on the way; whether it came to its end."""
        return explore(position, self._chance, self._buffer, self._notes, STRAY, LIMIT)

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

    def meet(self, new: Sequence[int], old: Sequence[int], bounds: Bounds) -> tuple[float, int]:
        """Wins of the new weights alone among old ones, and how many meetings there were."""
        return self._meet(new, old, bounds, self.play_out)

    def meet_searching(self, new: Sequence[int], bounds: Bounds) -> tuple[float, int]:
        """The same against the title's own where all search."""
        return self._meet(new, self.own, bounds, self.search)

    def _meet(
        self, new: Sequence[int], old: Sequence[int], bounds: Bounds, play: Play
    ) -> tuple[float, int]:
        wins, games = 0.0, 0
        self._pairs_met += 1
        all_pairs = len(WAYS) + (2 if self.asks_search else 1)
        while bounds.allow_more(games):
            wins += self._meeting(games, new, old, play)
            games += 1
            self._watch(Meeting(self._pairs_met, all_pairs, games, wins, bounds.share(games)))
        return wins, games

    def _meeting(self, number: int, new: Sequence[int], old: Sequence[int], play: Play) -> float:
        """The share of the win of new weights alone among old ones; seats take turns."""
        seat = number % self.players
        position = self.game.start_with(self.players, {})
        if not play(position, [new if s == seat else old for s in range(self.players)]):
            return 1 / self.players
        won = self.game.result(position).winners
        return 1 / len(won) if seat in won else 0.0

    def play_out(self, position: Position, sets: Sequence[Sequence[int]]) -> bool:
        """A game as what is fitted is meant for, each seat with its weights."""
        return self.look_ahead(position, sets)

    def look_ahead(self, position: Position, sets: Sequence[Sequence[int]]) -> bool:
        """A game by one-turn look-ahead, each seat with its weights; whether it came to its end."""
        return race(position, [vec[i64](own) for own in sets], self._chance, self._buffer, LIMIT)

    def search(self, position: Position, sets: Sequence[Sequence[int]]) -> bool:
        """The same between captains of few iterations."""
        captains = self.captains(ITERATIONS)

        def choose(seat: int) -> int:
            self.put(sets[seat])
            return captains[seat].choose(self.game.view(position, seat), self._chance)

        return play_by(choose, position, self._chance)

    def captains(self, iterations: int) -> list[Captain]:
        """One for each seat, with so many iterations for a choice."""
        captains = [Captain(self.game) for _ in range(self.players)]
        for captain in captains:
            captain.iterations = iterations
        return captains
