"""Random games of Reworld, step by step, for properties that hold at every moment."""

from collections.abc import Iterator

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.chance import FastChance
from farhaven.core.log_entry import Line
from farhaven.games import load
from farhaven.games.reworld.game import Reworld
from farhaven.games.reworld.rules.position import ReworldPosition
from farhaven.games.reworld.rules.state import OVER

BUFFER = vec[i64]([0] * Reworld.max_moves)


def reworld() -> Reworld:
    game = load("reworld")
    assert isinstance(game, Reworld)
    return game


def legal(position: ReworldPosition) -> list[int]:
    """The legal moves of the seat on turn."""
    count = position.legal_moves(position.turn, BUFFER)
    return [int(BUFFER[i]) for i in range(count)]


def thrifty(position: ReworldPosition, chance: FastChance) -> int:
    """A random move; in chapter one rarely dropping out, so that games are long."""
    moves = legal(position)
    move = moves[chance.below(len(moves))]
    if len(moves) > 1 and move == moves[-1] and chance.below(4) > 0:
        move = moves[chance.below(len(moves) - 1)]
    return move


def game_of(seats: int, seed: int) -> Iterator[tuple[ReworldPosition, Line | None]]:
    """Every position of a random game, with the line that led to it."""
    game = reworld()
    chance = FastChance(seed)
    position = game.start_with(seats, {})
    assert isinstance(position, ReworldPosition)
    yield position, None
    while position.phase != OVER:
        line: Line
        if position.awaits_chance():
            position.roll(chance)
            line = game.outcome(position)
        else:
            seat = int(position.turn)
            move = thrifty(position, chance)
            line = game.entry(position, seat, move)
            position.play(seat, move)
        yield position, line


def position_at(seats: int, seed: int, line: int) -> ReworldPosition:
    """A position in which somebody must choose: so many lines into a random game."""
    last = None
    for number, (position, _) in enumerate(game_of(seats, seed)):
        if position.owing():
            last = position.copy()
            if number >= line:
                return last
    assert last is not None
    return last
