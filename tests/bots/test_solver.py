"""The exact solver against brute force on small endings."""

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from farhaven.bots import make_bot
from farhaven.bots.solver import Solver
from farhaven.core.chance import FastChance
from farhaven.core.game import Game
from farhaven.core.position import Position, first_owing
from farhaven.games import load


def ending(game: Game, seed: int, plies: int) -> Position:
    """A position for two that is over after at most so many moves."""
    luck = FastChance(seed)
    position = game.start_with(2, {})
    bots = [make_bot("greedy", game), make_bot("random", game)]
    while position.plies_left() > plies:
        if position.awaits_chance():
            position.roll(luck)
        else:
            seat = int(first_owing(position))
            position.play(seat, bots[seat].choose(game.view(position, seat), luck))
    return position


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


@pytest.mark.parametrize("seed", range(8))
def test_the_solver_is_exact(seed: int) -> None:
    game = load("reworld")
    position = ending(game, seed, plies=4)
    if position.is_over():
        return
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


def test_the_solver_says_when_it_gave_up() -> None:
    game = load("reworld")
    position = ending(game, 3, plies=12)
    solver = Solver(position.guide(), game.max_moves)
    solver.solve(position, 5)
    assert solver.gave_up
