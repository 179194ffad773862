"""Plays matches between bots for the tests."""

from collections.abc import Sequence

from farhaven.bots import Bot
from farhaven.core.chance import FastChance
from farhaven.core.game import Game, Result
from farhaven.core.position import Position, first_owing


def play_match(game: Game, bots: Sequence[Bot], seed: int, limit: int = 5000) -> Result | None:
    """The result of one match, or None where it does not end in time."""
    luck = FastChance(seed)
    position = game.start_with(len(bots), {})
    chances = [FastChance(seed * 31 + seat + 1) for seat in range(len(bots))]
    for _ in range(limit):
        if position.is_over():
            return game.result(position)
        if position.awaits_chance():
            position.roll(luck)
        else:
            take_turn(game, position, bots, chances)
    return None


def take_turn(
    game: Game, position: Position, bots: Sequence[Bot], chances: Sequence[FastChance]
) -> None:
    """One choice of the first seat that owes one, checked to be legal."""
    seat = int(first_owing(position))
    view = game.view(position, seat)
    move = bots[seat].choose(view, chances[seat])
    assert game.explain(position, seat, move) is None
    position.play(seat, move)
