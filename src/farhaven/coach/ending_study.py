"""A study of an ending: the exact result of every move."""

from farhaven.coach.study import LONGEST_COURSE, Hint, Part, Study
from farhaven.core.game import Game
from farhaven.core.position import Position, first_owing
from farhaven.core.view import View
from farhaven.evaluation.reasons import Step
from farhaven.search.endings import SOLVED_NODES
from farhaven.search.exact_solver import Solver


class Ending(Study):
    """Every legal move, followed by best play of both to the end."""

    def __init__(self, game: Game, view: View) -> None:
        super().__init__(game, view)
        position = view.position  # nothing is hidden in it
        self._solver = Solver(position.guide(), game.max_moves)
        self._courses: dict[int, list[Step]] = {}
        self._order = sorted(view.legal_moves(), key=lambda move: -self._lead(move))

    def _course(self, move: int) -> list[Step]:
        """A move and best play after it; also of one that is listed in another spelling."""
        if move not in self._courses:
            self._courses[move] = self._best_play(self.view.position, move)
        return self._courses[move]

    def _best_play(self, position: Position, move: int) -> list[Step]:
        steps: list[Step] = []
        seat = self.seat
        while True:
            after = position.bare_copy()
            after.play(seat, move)
            steps.append(Step(position, seat, move, after))
            if after.is_over():
                return steps
            self._solver.solve(after, SOLVED_NODES)
            if self._solver.gave_up:
                raise RuntimeError(f"an ending of {after.plies_left()} moves is too long")
            position, seat = after, int(first_owing(after))
            move = int(self._solver.best_move(after))

    def _lead(self, move: int) -> int:
        """The final lead in hundredths of a point, as the title breaks ties."""
        end = self._course(move)[-1].after
        return int(end.value(self.seat) - end.value(1 - self.seat))

    def _points_ahead(self, move: int) -> float:
        """The final lead in points, whatever breaks a tie."""
        end = self._course(move)[-1].after
        return float(end.score(self.seat) - end.score(1 - self.seat))

    def order(self) -> list[int]:
        return self._order

    def hint(self, move: int) -> Hint:
        course = self._course(move)
        other = next((o for o in self._order if o != move), None)
        otherwise = self._course(other)[:LONGEST_COURSE] if other is not None else ()
        end = course[-1].after
        win = self._win(move)
        return Hint(
            move=move,
            entry=self.game.entry(self.view.position, self.seat, move),
            points=float(end.score(self.seat)),
            lead=self._points_ahead(move),
            win=win,
            win_low=win,
            win_high=win,
            tried=0,
            exact=True,
            reasons=self.reasons(course[:LONGEST_COURSE], otherwise),
            events=self.events(self.view.position, move),
        )

    def _win(self, move: int) -> float:
        lead = self._lead(move)
        return 0.5 if lead == 0 else float(lead > 0)

    def compare(self, move: int, other: int, pairs: int) -> list[Part]:  # noqa: ARG002 - exact
        lead = self._points_ahead(move) - self._points_ahead(other)
        win = self._win(move) - self._win(other)
        return [Part(lead, win) if s == self.seat else Part(-lead, -win) for s in range(2)]
