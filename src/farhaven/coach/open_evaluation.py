"""How everybody stands with all cards open: as it lies, or as far as a search sees."""

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.coach.search_study import stand_after
from farhaven.coach.study import Part
from farhaven.core.chance import FastChance
from farhaven.core.game import Game
from farhaven.core.position import Guide, Position, first_owing
from farhaven.evaluation.leads import leads
from farhaven.search.endings import SOLVED_NODES, is_quickly_solved
from farhaven.search.exact_solver import Solver
from farhaven.search.root_statistics import Tally
from farhaven.search.tree_search import Search


def stand_of(position: Position, guide: Guide) -> list[Part]:
    """How everybody stands, judged as by a search that rests here."""
    seats = int(position.seats)
    values = vec[i64]([0] * seats)
    chances = vec[float]([0.0] * seats)
    guide.judge(position, values)
    position.outlook(values, chances)
    position.expected_points(values, chances, values)
    ahead = leads([int(value) / 100 for value in values])
    return [Part(lead, float(win)) for lead, win in zip(ahead, chances, strict=True)]


class Onlooker:
    """Watches one match from its beginning to its end."""

    def __init__(self, game: Game, iterations: int) -> None:
        self._game = game
        self._iterations = iterations
        self._solver: Solver | None = None

    def stand(self, position: Position, chance: FastChance) -> list[Part]:
        """What best play comes to where it is worked out, else what a search expects.

        Before chance acts it is judged as it lies, as a search does.
        """
        if position.is_over() or position.awaits_chance():
            return stand_of(position, position.guide())
        if is_quickly_solved(position):
            return self._solved(position)
        return self._searched(position, chance)

    def _solved(self, position: Position) -> list[Part]:
        if self._solver is None:
            self._solver = Solver(position.guide(), self._game.max_moves)
        lead = int(self._solver.solve(position, SOLVED_NODES))
        win = 0.5 if lead == 0 else float(lead > 0)
        points = float(round(lead / 100))  # what is left breaks ties only
        own, other = Part(points, win), Part(-points, 1 - win)
        return [own, other] if first_owing(position) == 0 else [other, own]

    def _searched(self, position: Position, chance: FastChance) -> list[Part]:
        seat = first_owing(position)
        search = Search(position, seat, position.guide(), self._game.max_moves)
        tally = search.tally = Tally(seat, position.seats)
        for _ in range(self._iterations):
            search.iterate(position.bare_copy(), chance)
        return stand_after(tally, int(search.best()))
