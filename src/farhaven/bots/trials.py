"""A study by search: what every move came to when it was tried."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from time import perf_counter

import msgspec

from farhaven.bots.search import NOBODY, Node, Search
from farhaven.bots.study import LONGEST_COURSE, Hint, Limit, Part, Study
from farhaven.bots.tally import Z95, Tally
from farhaven.core.chance import Chance, FastChance
from farhaven.core.game import Game
from farhaven.core.position import Position, first_owing
from farhaven.core.reasons import Step
from farhaven.core.view import View, move_buffer

SLICE = 16  # iterations with the same secrets
LONGEST = 1.5  # times the limit, where what was tried most is not what came out best
ENOUGH = 10  # times as often may the most tried move have been tried: less says little
LEAST_EXPECTED = 12  # times that a move was tried which a course goes on with


class End(msgspec.Struct, frozen=True):
    """What an iteration came to for every seat."""

    points: Sequence[float]
    wins: Sequence[float]

    def leads(self) -> list[float]:
        everybody = sum(self.points)
        return [own - (everybody - own) / (len(self.points) - 1) for own in self.points]


class Trials(Study):
    """A search of the view that keeps what every move came to."""

    def __init__(self, game: Game, view: View, chance: Chance, limit: Limit) -> None:
        super().__init__(game, view)
        self._chance = chance
        sample = view.sample(chance)
        self._search = Search(sample, self.seat, sample.guide(), game.max_moves)
        self._tally = Tally(self.seat)
        self._search.tally = self._tally
        offers = move_buffer(game.max_moves)
        self._search.look_at(offers, sample.barters(offers), sample)
        self._run(limit)

    def _run(self, limit: Limit) -> None:
        begun = perf_counter()
        done = 0
        part = 0.0  # of the limit
        while not done or part < 1 or (part < LONGEST and not self._is_settled()):
            self._try(NOBODY)
            done += SLICE
            if limit.iterations:
                part = done / limit.iterations
            else:
                part = (perf_counter() - begun) / max(limit.seconds, 1e-9)

    def _is_settled(self) -> bool:
        """Whether what was tried most is also what came out best of all that was tried enough."""
        search, root = self._search, self._search.root
        best = int(search.best())
        enough = int(root.tried[best]) // ENOUGH
        worth = search.worth(root, best)
        return all(
            search.worth(root, i) <= worth for i in range(root.count) if root.tried[i] > enough
        )

    def _try(self, number: int) -> None:
        """Some iterations with the same secrets; NOBODY lets the search choose the move."""
        sample = self.view.sample(self._chance)
        for _ in range(SLICE):
            self._search.iterate(sample.copy(), self._chance, number)
        self._tally.end_slice()

    # What was found

    def order(self) -> list[int]:
        """The moves that were tried, the most tried first.

        A proposal costs nothing, and so is never worse than what could be done at once: it comes
        first only where it is better beyond doubt, since else it would be taken back again.
        """
        moves = self._search.root.moves
        order = [int(moves[i]) for i in self._most_tried()]
        legal = set(self.view.legal_moves())
        plain = next((move for move in order if move in legal), None)
        if plain is not None and order[0] != plain and not self._is_clear(order[0], plain):
            order.remove(plain)
            order.insert(0, plain)
        return order

    def _is_clear(self, move: int, other: int) -> bool:
        """Whether a move promises more than another beyond the doubt about both."""
        numbers = [int(self._search.find(self._search.root, each)) for each in (move, other)]
        wins, doubts = zip(
            *((self._tally.win(n), self._tally.doubt(n)) for n in numbers), strict=True
        )
        return bool(wins[0] - doubts[0] > wins[1] + doubts[1])

    def _most_tried(self) -> list[int]:
        root = self._search.root
        tried = len(self._tally.tried)
        numbers = [i for i in range(root.count) if i < tried and self._tally.tried[i] > 0]
        numbers.sort(key=lambda i: -root.tried[i])
        return numbers

    def hint(self, move: int) -> Hint:
        number = int(self._search.find(self._search.root, move))
        tally = self._tally
        tried = int(tally.tried[number])
        win, half = tally.win(number), tally.doubt(number)
        before = self.view.sample(self._chance)
        other = next((i for i in self._most_tried() if i != number), None)
        otherwise = self._course(before, other) if other is not None else ()
        return Hint(
            move=move,
            entry=self.game.entry(before, self.seat, move),
            points=tally.points[number] / tried / 100,
            lead=tally.lead[number] / tried / 100,
            win=win,
            win_low=max(win - half, 0.0),
            win_high=min(win + half, 1.0),
            tried=tried,
            exact=False,
            reasons=self.reasons(self._course(before, number), otherwise),
            events=self.events(before, move),
        )

    def _course(self, position: Position, number: int) -> list[Step]:
        """A move of the root, and what was tried most after it, as far as that tells anything."""
        node = self._search.root
        steps: list[Step] = []
        while True:
            seat, move = int(node.seat), int(node.moves[number])
            after = position.copy()
            after.play(seat, move)
            steps.append(Step(position, seat, move, after))
            child = node.children[number]
            if child is None or len(steps) == LONGEST_COURSE:
                return steps
            expected = self._expected(child, after)
            if expected is None:
                return steps
            node, position, number = child, after, expected

    def _expected(self, node: Node, position: Position) -> int | None:
        """The number of the move that was tried most of those that a position allows."""
        if node.count == 0 or position.is_over() or position.awaits_chance():
            return None
        if node.seat != first_owing(position):
            return None
        guide, buffer = self._search.guide, move_buffer(self.game.max_moves)
        for number in sorted(range(int(node.count)), key=lambda i: -node.tried[i]):
            if node.tried[number] < LEAST_EXPECTED:
                return None
            if guide.allows(position, node.seat, node.moves[number], buffer):
                return number
        return None

    # Two moves side by side

    def compare(self, move: int, other: int, pairs: int) -> list[Part]:
        """What a move has over another, both tried with the same secrets and the same luck.

        Nothing that led to the choice of the two counts: the best of many noisy numbers is too
        large. Before, the less tried of the two gets as much effort as the other.
        """
        search = self._search
        numbers = [self._number(each) for each in (move, other)]
        effort = max(pairs, *(int(search.root.tried[number]) for number in numbers))
        for number in numbers:
            while search.root.tried[number] < effort:
                self._try(number)
        ends: list[list[End]] = [[], []]
        for _ in range(pairs):
            sample = self.view.sample(self._chance)
            luck = int(self._chance.below(1 << 30))
            for number, of_move in zip(numbers, ends, strict=True):
                search.iterate(sample.copy(), FastChance(luck), number)
                of_move.append(self._end())
            self._tally.end_slice()
        leads = self._gains(*([end.leads() for end in of_move] for of_move in ends))
        wins = self._gains(*([end.wins for end in of_move] for of_move in ends))
        return [Part(lead, win) for lead, win in zip(leads, wins, strict=True)]

    def _end(self) -> End:
        """What the last iteration came to."""
        search = self._search
        seats = range(int(search.seats))
        return End([search.values[s] / 100 for s in seats], [search.chances[s] for s in seats])

    def _gains(
        self, more: Sequence[Sequence[float]], less: Sequence[Sequence[float]]
    ) -> list[float]:
        """The mean difference for every seat; all 0 where the own one may be noise."""
        pairs = zip(more, less, strict=True)
        differences = [[a - b for a, b in zip(*pair, strict=True)] for pair in pairs]
        by_seat = list(zip(*differences, strict=True))
        if beyond_noise(by_seat[self.seat]) == 0:
            return [0.0] * len(by_seat)
        return [fmean(each) for each in by_seat]

    def _number(self, move: int) -> int:
        """The number of a root's move, also of one that was passed over."""
        root = self._search.root
        number = int(self._search.find(root, move))
        if number == NOBODY:
            self._search.add_move(root, move, 0.0)
            number = int(root.count) - 1
        return number


def beyond_noise(differences: Sequence[float]) -> float:
    """The mean of paired differences, or 0 where its 95 % interval holds 0."""
    mean = fmean(differences)
    error = stdev(differences) / sqrt(len(differences))
    return mean if abs(mean) > Z95 * error else 0.0
