"""A study by search: what every move came to when it was tried."""

from collections.abc import Sequence
from statistics import fmean
from time import perf_counter

from farhaven.coach.study import LONGEST_COURSE, Hint, Limit, Part, Study
from farhaven.core.chance import Chance, FastChance
from farhaven.core.game import Game
from farhaven.core.position import Position, first_owing
from farhaven.core.view import View, move_buffer
from farhaven.evaluation.confidence import is_beyond_noise
from farhaven.evaluation.leads import leads
from farhaven.evaluation.reasons import Step
from farhaven.search.root_statistics import Tally
from farhaven.search.tree_search import NOBODY, SLICE, Node, Search

LONGEST = 1.5  # times the limit, where what was tried most is not what came out best
ENOUGH = 10  # times as often may the most tried move have been tried: less says little
LEAST_SLICES = 6  # in which a move was tried that a hint is about: fewer hardly tell,
FEWEST_SLICES = 2  # and one tells nothing of how sure it is
TREES = 5  # in which two moves are tried side by side
GROWN = 1  # times as many trials before those that count
LEAST_EXPECTED = 12  # times that a move was tried which a course goes on with


class Trials(Study):
    """A search of the view that keeps what every move came to."""

    def __init__(self, game: Game, view: View, chance: Chance, limit: Limit) -> None:
        super().__init__(game, view)
        self._chance = chance
        self._limit = limit
        self._begun = perf_counter()
        sample = view.sample(chance)
        self._search = Search(sample, self.seat, sample.guide(), game.max_moves)
        self._tally = Tally(self.seat, sample.seats)
        self._search.tally = self._tally
        offers = move_buffer(game.max_moves)
        self._search.look_at(offers, sample.barters(offers), sample)
        self._run()

    def _run(self) -> None:
        done = 0
        part = 0.0  # of the limit
        while not done or part < 1 or (part < LONGEST and not self._is_settled()):
            self._try(NOBODY)
            done += SLICE
            part = done / self._limit.iterations if self._limit.iterations else self._passed()

    def _passed(self) -> float:
        """The part of the time that is over."""
        return (perf_counter() - self._begun) / max(self._limit.seconds, 1e-9)

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
            self._search.iterate(sample.bare_copy(), self._chance, number)
        self._tally.end_slice()

    def make_sure(self, moves: Sequence[int]) -> None:
        for move in moves:
            number = number_of(self._search, move)
            while self._tally.slices_of(number) < self._least_slices():
                self._try(number)

    def _least_slices(self) -> int:
        """In which a move that is shown was tried: fewer where time has run out."""
        is_late = not self._limit.iterations and self._passed() >= LONGEST
        return FEWEST_SLICES if is_late else LEAST_SLICES

    # What was found

    def order(self) -> list[int]:
        """The moves that were tried: the most tried first, the others by what they promise.

        A proposal costs nothing, and so is never worse than what could be done at once: it comes
        first only where it is better beyond doubt, since else it would be taken back again.
        """
        moves = self._search.root.moves
        first, *others = self._most_tried()
        enough = self._tally.tried[first] // ENOUGH
        others.sort(key=lambda i: (self._tally.tried[i] < enough, -self._tally.win(i)))
        order = [int(moves[i]) for i in (first, *others)]
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
            points=tally.mean_points(number, self.seat),
            lead=stand_after(tally, number)[self.seat].lead,
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
        large. They are tried in trees of their own, and each tree is one observation: what it
        comes upon first colours all that it finds afterwards.
        """
        self._even_out(move, other, pairs)
        each = -(-pairs // TREES)
        found = [self._difference(move, other, each) for _ in range(TREES)]
        ahead = self._beyond_noise([[part.lead for part in parts] for parts in found])
        wins = self._beyond_noise([[part.win for part in parts] for parts in found])
        return [Part(lead, win) for lead, win in zip(ahead, wins, strict=True)]

    def _even_out(self, move: int, other: int, least: int) -> None:
        """Give the less tried of two moves as much effort as the other: both will be shown."""
        root = self._search.root
        numbers = [number_of(self._search, each) for each in (move, other)]
        effort = max(least, *(int(root.tried[number]) for number in numbers))
        for number in numbers:
            while root.tried[number] < effort:
                self._try(number)

    def _difference(self, move: int, other: int, pairs: int) -> list[Part]:
        """What a move has over another for every seat in a new tree, once that has grown a bit."""
        sample = self.view.sample(self._chance)
        search = Search(sample, self.seat, sample.guide(), self.game.max_moves)
        search.expand(search.root, sample)
        numbers = [number_of(search, each) for each in (move, other)]
        tally = Tally(self.seat, search.seats)
        for pair in range(-GROWN * pairs, pairs):
            if pair == 0:
                search.tally = tally
            sample = self.view.sample(self._chance)
            luck = int(self._chance.below(1 << 30))
            for number in numbers:
                search.iterate(sample.bare_copy(), FastChance(luck), number)
        more, less = (stand_after(tally, number) for number in numbers)
        return [Part(a.lead - b.lead, a.win - b.win) for a, b in zip(more, less, strict=True)]

    def _beyond_noise(self, trees: Sequence[Sequence[float]]) -> list[float]:
        """The mean for every seat; all 0 where the 95 % interval of the own one holds 0."""
        by_seat = list(zip(*trees, strict=True))
        own = by_seat[self.seat]
        if not is_beyond_noise(own):
            return [0.0] * len(by_seat)
        return [fmean(of_seat) for of_seat in by_seat]


def stand_after(tally: Tally, number: int) -> list[Part]:
    """How everybody stands after a move that was tried."""
    seats = range(int(tally.seats))
    ahead = leads([tally.mean_points(number, seat) for seat in seats])
    return [Part(ahead[seat], tally.mean_win(number, seat)) for seat in seats]


def number_of(search: Search, move: int) -> int:
    """The number of a root's move, also of one that was passed over."""
    number = int(search.find(search.root, move))
    if number == NOBODY:
        search.add_move(search.root, move, 0.0)
        number = int(search.root.count) - 1
    return number
