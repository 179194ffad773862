"""Fits the net of those who look further to what searches find out in games with themselves.

A search knows more of a position than whatever it judges by: it has seen what may come. So games
are played in which all search, and noted is every move that they tried, with what came of it, and
for what was played also who won in the end. A larger net learns to see that at once. What it sees
so is as good as a longer search, and a search that judges by it sees further again.
"""

from time import process_time
from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.bots.search_bot import SearchBot
from farhaven.core.chance import FastChance
from farhaven.core.game import Game
from farhaven.core.position import Position
from farhaven.evaluation.net import Net
from farhaven.evaluation.net_file import NetFile
from farhaven.search.tree_search import Node, Search
from farhaven.training.least_squares import Notes, explore
from farhaven.training.net_learning import Learner, Lessons, error, measure, scatter
from farhaven.training.value_training import (
    LIMIT,
    OVERTIME,
    Bounds,
    Meeting,
    Playing,
    Watch,
    Way,
    play_by,
    unwatched,
)

ITERATIONS = 200  # for a choice
LEAST_TRIED = 12  # times that a move was tried which is noted
STRAY = 2  # percent of moves at random,
WANDER = 10  # and of moves drawn by how often they were tried
WON = 0.3  # the share of the end in what a position that was played should foretell
PLAYING = 0.6  # the part of the time for games,
LEARNING = 0.85  # and that after which meetings follow
MOST_PASSES = 8  # times that every lesson is learnt
BATCH = 256  # lessons to a step
SLICE = 2048  # lessons between two looks at the clock
RATE = 0.003  # of learning, which falls to LAST_RATE of it
LAST_RATE = 0.01
MEASURED = 20  # quick games that tell the size of what the net sees
EVERY = 50  # lessons of which one tells the error


class Foreseen(NamedTuple):
    """What training came to."""

    net: Net
    games: int
    lessons: int
    passes: float
    """How often every lesson was learnt."""
    error: float
    """Of the chances that it foretells, against what was found."""
    start_error: float
    """The same by what the title has."""
    way: Way
    """How it fared against what the title has, where all search."""

    @property
    def improved(self) -> bool:
        """Whether it won clearly more than its share, and is kept."""
        return self.way.is_better


class Searcher(SearchBot):
    """Searches as those do who look further, but trades with the bank only."""

    trades = False
    far_sighted = True

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.iterations = ITERATIONS


class ForesightTrainer:
    """Training for one number of players."""

    def __init__(self, game: Game, file: NetFile, players: int, seed: int) -> None:
        self.game = game
        self.players = players
        self.own = self._net_of_title()
        self.net = file.empty()
        self._chance = FastChance(seed * 1009 + players)
        self._buffer = vec[i64]([0] * game.max_moves)
        self._lessons = Lessons(players, len(file.features))
        if list(self.own.watched) == list(self.net.watched) and self.own.units == file.units:
            self.net.take(self.own)
        else:
            self.forget()
        self._watch: Watch = unwatched

    def _start(self) -> Position:
        position = self.game.start_with(self.players, {})
        position.far_sighted = True
        return position

    def _net_of_title(self) -> Net:
        net = self._start().net()
        if net is None:
            raise ValueError(f"{self.game.name} has no net")
        return net

    def forget(self) -> None:
        """Begin with a net that knows nothing, but for the size of what it will see."""
        notes = Notes(self.players, self._lessons.size)
        for _ in range(MEASURED):
            position = self._start()
            explore(position, self._chance, self._buffer, notes, STRAY, LIMIT)
            measure(self.net, notes)
        scatter(self.net, self._chance)

    def train(self, seconds: float, watch: Watch = unwatched) -> Foreseen:
        """Games, then learning, then meetings with what the title has."""
        self._watch = watch
        begun = process_time()
        games = 0
        while not games or process_time() - begun < PLAYING * seconds:
            self.note_game()
            games += 1
            passed = (process_time() - begun) / max(PLAYING * seconds, 1e-9)
            self._watch(Playing(0, games, max(games, round(games / max(passed, 1e-9)))))
        passes = self.learn(begun + LEARNING * seconds)
        start, now = (float(error(self._lessons, net, EVERY)) for net in (self.own, self.net))
        end = begun + seconds
        met = self.meet(Bounds(process_time(), end, max(end, process_time()) + OVERTIME * seconds))
        way = Way((), self.players, *met)
        self._start().use_net(self.net if way.is_better else self.own)
        return Foreseen(self.net, games, int(self._lessons.count), passes, now, start, way)

    # Games

    def note_game(self) -> None:
        """A game in which all search and stray now and then; noted is what they found out."""
        first = int(self._lessons.count)
        bots = [Searcher(self.game) for _ in range(self.players)]
        position = self._start()
        if play_by(
            lambda seat: self.note_choice(bots[seat], position, seat), position, self._chance
        ):
            self._lessons.settle(first, self.game.result(position).winners[0], WON)

    def note_choice(self, bot: Searcher, position: Position, seat: int) -> int:
        """What a bot chooses, or a move that it might have tried."""
        view = self.game.view(position, seat)
        legal = view.legal_moves()
        move = bot.choose(view, self._chance)
        if len(legal) == 1 or bot.tree is None:
            return move
        self.note(bot.tree, position, seat)
        drawn = int(self._chance.below(100))
        if drawn < STRAY:
            return legal[self._chance.below(len(legal))]
        return self.tried_move(bot.tree) if drawn < STRAY + WANDER else move

    def note(self, search: Search, position: Position, seat: int) -> None:
        """The position, and what lies behind each move that was tried enough."""
        root = search.root
        best = int(search.best())
        for number, child in enumerate(root.children):
            if child is None or root.tried[number] < LEAST_TRIED:
                continue
            found = self.found(child)
            if number == best:
                self._lessons.take(position, found, True)
            after = position.bare_copy()
            after.play(seat, root.moves[number])
            if not after.is_over():
                self._lessons.take(after, found, number == best)

    def found(self, node: Node) -> list[float]:
        """Everybody's share, as a chance."""
        shares = [float(node.total[seat]) / float(node.visits) for seat in range(self.players)]
        return [min(max(share, 0.0), 1.0) for share in shares]

    def tried_move(self, search: Search) -> int:
        """A move of the root, the likelier the more it was tried."""
        root = search.root
        left = int(self._chance.below(sum(int(tried) for tried in root.tried)))
        for move, tried in zip(root.moves, root.tried, strict=True):
            left -= int(tried)
            if left < 0:
                return int(move)
        return int(root.moves[search.best()])

    # Learning

    def learn(self, until: float) -> float:
        """Learn all lessons some times, as long as there is time; return how often."""
        learner = Learner(self.net)
        learner.batch = BATCH
        begun, learnt = process_time(), 0
        all_lessons = MOST_PASSES * int(self._lessons.count)
        passed = 0.0
        while passed < 1:
            rate = RATE * max(1 - passed, LAST_RATE)
            learner.study(self._lessons, self._chance, SLICE, rate)
            learnt += SLICE
            in_time = (process_time() - begun) / max(until - begun, 1e-9)
            passed = max(in_time, learnt / all_lessons)
        return learnt / max(int(self._lessons.count), 1)

    # Meetings

    def meet(self, bounds: Bounds) -> tuple[float, int]:
        """Wins of the new net alone among those that judge as the title does, and of how many."""
        wins, games = 0.0, 0
        while bounds.allow_more(games):
            wins += self.meeting(games % self.players)
            games += 1
            self._watch(Meeting(1, 1, games, wins, bounds.share(games)))
        return wins, games

    def meeting(self, alone: int) -> float:
        """The share of the win of a seat that alone judges by the new net."""
        bots = [Searcher(self.game) for _ in range(self.players)]
        position = self._start()

        def choose(seat: int) -> int:
            position.use_net(self.net if seat == alone else self.own)
            return bots[seat].choose(self.game.view(position, seat), self._chance)

        if not play_by(choose, position, self._chance):
            return 1 / self.players
        return float(alone in self.game.result(position).winners)
