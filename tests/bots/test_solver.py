"""The exact solver against brute force on small endings."""

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from farhaven.bots import make_bot
from farhaven.bots.search_bot import SearchBot
from farhaven.core.game import Game
from farhaven.core.position import Position, first_owing
from farhaven.games import load
from farhaven.games.reworld.rules.moves import SETTLE, launch
from farhaven.search.endings import SOLVED_PLIES
from farhaven.search.exact_solver import Solver
from tests.bots.playing import endings
from tests.running import COMPILED
from tests.transcript import settlement


def brute_force(game: Game, position: Position) -> int:
    """The lead of the seat on turn with best play, by trying everything."""
    seat = int(first_owing(position))
    buffer = vec[i64]([0] * game.max_moves)
    leads: list[int] = []
    for i in range(position.legal_moves(seat, buffer)):
        child = position.copy()
        child.play(seat, buffer[i])
        if child.is_over():
            leads.append(int(child.value(seat) - child.value(1 - seat)))
        else:
            sign = 1 if first_owing(child) == seat else -1
            leads.append(sign * brute_force(game, child))
    return max(leads)


@pytest.mark.parametrize(("plies", "count"), [(4, 40), (6, 12)])
@pytest.mark.parametrize("kinds", [("greedy", "random"), ("officer", "cadet")])
def test_the_solver_is_exact(plies: int, count: int, kinds: tuple[str, str]) -> None:
    game = load("reworld")
    solved = 0
    for position in endings(range(count), plies, kinds):
        solver = Solver(position.guide(), game.max_moves)
        lead = solver.solve(position, 10**6)
        assert not solver.gave_up
        assert lead == brute_force(game, position)
        seat = int(first_owing(position))
        child = position.copy()
        child.play(seat, solver.best_move(position))
        if not child.is_over():
            sign = 1 if first_owing(child) == seat else -1
            assert sign * brute_force(game, child) == lead
        solved += 1
    assert solved > count // 2


@pytest.mark.parametrize("kinds", [("officer", "random"), ("officer", "officer")])
def test_captains_and_admirals_solve_every_ending_of_ten_modules(kinds: tuple[str, str]) -> None:
    """Whatever their limit: also where one player alone has all ten of them left."""
    game = load("reworld")
    levels = ["captain@1", "captain", "admiral"] if COMPILED else ["captain@1"]
    for position in endings(range(40 if COMPILED else 2), SOLVED_PLIES, kinds):
        exact = Solver(position.guide(), game.max_moves)
        lead = exact.solve(position, 10**8)
        for level in levels:
            bot = make_bot(level, game)
            assert isinstance(bot, SearchBot)
            move = bot.solved_move(position)
            assert move is not None
            child = position.copy()
            child.play(first_owing(position), move)
            if not child.is_over():
                sign = 1 if first_owing(child) == first_owing(position) else -1
                assert sign * exact.solve(child, 10**8) == lead


def test_the_solver_says_when_it_gave_up() -> None:
    game = load("reworld")
    position = next(iter(endings([3], plies=12)))
    solver = Solver(position.guide(), game.max_moves)
    solver.solve(position, 5)
    assert solver.gave_up


def test_the_signs_that_are_left_count() -> None:
    """RW-2.3: somebody takes another sign than the solver thought of, and the next one founds."""
    game = load("reworld")
    position = settlement({1: "TA", 2: "H1"}, {1: "TA"}).position
    listed, chosen = int(launch(SETTLE, 0, 1)), int(launch(SETTLE, 0, 2))
    assert listed in game.view(position, 0).legal_moves()
    assert game.explain(position, 0, chosen) is None
    expected, real = position.copy(), position.copy()
    expected.play(0, listed)
    real.play(0, chosen)
    solver = Solver(position.guide(), game.max_moves)
    assert solver.solve(expected, 10**6) == solver.solve(real, 10**6)
    assert game.explain(real, 1, int(solver.best_move(real))) is None
    assert expected.identity() != real.identity()


def test_what_was_solved_is_forgotten_where_a_choice_was_taken_back() -> None:
    """It holds for one course of a match: before chapter two the rows may change again."""
    bot = make_bot("captain@8", load("reworld"))
    assert isinstance(bot, SearchBot)
    position = next(iter(endings([3], plies=8)))
    bot.solved_move(position)
    first = bot.solver
    after = position.copy()
    after.play(first_owing(position), bot.solved_move(position) or 0)
    assert bot.solver is not first
    second = bot.solver
    bot.solved_move(after)
    assert bot.solver is second
    bot.solved_move(position)
    assert bot.solver is not second
