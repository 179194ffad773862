"""Bots that search, with a limit of time or of iterations."""

import os
from collections.abc import Callable, Sequence
from time import perf_counter

from farhaven.bots.base import Bot, seat_of
from farhaven.core.chance import Chance
from farhaven.core.compiled import is_compiled
from farhaven.core.game import Game
from farhaven.core.position import Guide, Position
from farhaven.core.view import View, move_buffer
from farhaven.search.endings import SOLVED_NODES, SOLVED_PLIES, is_ending
from farhaven.search.exact_solver import Solver
from farhaven.search.parallel_search import search_in_all
from farhaven.search.plain_guide import PlainGuide
from farhaven.search.tree_search import SLICE, Search


def nodes_a_second() -> int:
    """What the solver reaches at least on a slow machine."""
    return 120_000 if is_compiled() else 12_000


class SearchBot(Bot):
    """Monte Carlo tree search over positions that fit what its seat knows; exact endings."""

    seconds: float = 0.2
    clock: Callable[[], float] = staticmethod(perf_counter)
    """Of its time. Who measures strength gives it one that does not run while others compute."""
    solved_plies = SOLVED_PLIES
    """Endings that it tries to solve; those of `SOLVED_PLIES` always are."""
    past_chance = True
    """Whether its tree goes on after the dice, where the title's does."""
    is_bold = False
    """Whether it asks others for more than is fair, where a title has offers."""
    far_sighted = False
    """Whether it judges with all care, where a title has two ways to judge."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.iterations = 0
        """If not 0, so many iterations instead of a time: the same choice on every machine."""
        self.processes = 1
        """How many search at once; their roots are added."""
        self.ran = 0
        """Iterations so far, for those who measure."""
        self._search: Search | None = None
        self.solver: Solver | None = None
        """What it has worked out of the ending, if it came to that."""
        self._solved_from = 0  # the moves that were left at most when it was asked last

    def choose(self, view: View, chance: Chance) -> int:
        # What is kept from move to move, and what is stored by keys, must never break a rule.
        return self.checked(view, self.find_move(view, chance), chance)

    def find_move(self, view: View, chance: Chance) -> int:
        """The best move that it finds within its limits."""
        begun = self.clock()
        view.position.far_sighted = self.far_sighted
        if self.is_bold and self.trades and (offer := view.bold_offer(chance)) >= 0:
            return offer
        moves = view.legal_moves()
        offers = self.offers(view, chance) if self.trades else []
        if len(moves) == 1 and not offers:
            return moves[0]
        exact = self.solved_move(view.position)
        if exact is not None:
            return exact
        if self.processes > 1 and hasattr(os, "fork"):
            passed = self.clock() - begun  # a copy's clock may begin anew
            return search_in_all(
                self.processes,
                chance,
                lambda luck: self.search(view, luck, self.clock() - passed, offers),
            )
        search = self.search(view, chance, begun, offers)
        return int(search.root.moves[search.best()])

    def offers(self, view: View, chance: Chance) -> list[int]:
        """Offers that the title thinks worth a look."""
        found = move_buffer(self.game.max_moves)
        count = view.sample(chance).barters(found)
        return [int(found[i]) for i in range(count)]

    def search(self, view: View, chance: Chance, begun: float, offers: Sequence[int]) -> Search:
        """A search of the view's legal moves and some offers, as long as the limits allow."""
        sample = view.sample(chance)
        search = self.begin(view, sample)
        if offers:
            beside = move_buffer(self.game.max_moves)
            for i, offer in enumerate(offers):
                beside[i] = offer
            search.look_at(beside, len(offers), sample)
        done = 0
        while done == 0 or not self._is_enough(search, done, begun):
            sample = view.sample(chance)
            together = min(SLICE, self.iterations - done) if self.iterations else SLICE
            for _ in range(together):
                search.iterate(sample.bare_copy(), chance)
            done += together
        self.ran += done
        return search

    def begin(self, view: View, sample: Position) -> Search:
        """The tree of the last move where it goes on from there, else a new one."""
        guide = self.guide(sample)
        search = self._search
        if search is None:
            search = Search(sample, seat_of(view), guide, self.game.max_moves)
            self._search = search
            search.past_chance = self.past_chance
        elif search.go_on_from(sample.public_key(), seat_of(view), guide, 2 * sample.seats):
            search.refresh_root(sample)
        return search

    def guide(self, sample: Position) -> Guide:
        return sample.guide()

    @property
    def tree(self) -> Search | None:
        """What it found out for its last choice, if it searched."""
        return self._search

    def solved_move(self, position: Position) -> int | None:
        """The exact best move near the end of a game for two; of a longer ending if in time."""
        if not is_ending(position, self.solved_plies):
            return None
        plies = int(position.plies_left())
        if self.solver is None or plies >= self._solved_from:
            # What is stored holds for one course of a match: a choice was taken back.
            self.solver = Solver(position.guide(), self.game.max_moves)
        self._solved_from = plies
        self.solver.solve(position, self._most_nodes(position))
        return None if self.solver.gave_up else int(self.solver.best_move(position))

    def _most_nodes(self, position: Position) -> int:
        """How many positions of an ending to look at: all of a short one, if that is quick."""
        if is_ending(position) and (self.iterations or is_compiled()):
            return SOLVED_NODES
        return self.iterations * 100 or int(self.seconds * nodes_a_second())

    def _is_enough(self, search: Search, done: int, begun: float) -> bool:
        """Whether the limit is reached, or what is left of it could not change the choice."""
        if self.iterations:
            left = self.iterations - done
        else:
            passed = self.clock() - begun
            left = int(done * (self.seconds - passed) / max(passed, 1e-9))
        return left <= 0 or (self.processes == 1 and search.ahead() > left)


class UctBot(SearchBot):
    """UCB1, every legal move, uniform playouts, no ending solved, no tree kept."""

    seconds = 2.0
    solved_plies = 0

    def begin(self, view: View, sample: Position) -> Search:
        self._search = None
        search = super().begin(view, sample)
        search.plain = True
        search.curiosity = 0.7
        return search

    def guide(self, sample: Position) -> Guide:  # noqa: ARG002 - plain for every title
        return PlainGuide()
