"""Bots know only what their seat may know."""

import pytest

from farhaven.bots import make_bot
from farhaven.core.chance import FastChance
from farhaven.core.game import Game
from farhaven.core.position import Position, first_owing
from farhaven.games import load


def middle(game: Game, seats: int, seed: int, moves: int) -> Position:
    """A position after some random moves."""
    luck = FastChance(seed)
    position = game.start_with(seats, {})
    bot = make_bot("random", game)
    while moves > 0 or position.awaits_chance():
        if position.awaits_chance():
            position.roll(luck)
        else:
            seat = int(first_owing(position))
            position.play(seat, bot.choose(game.view(position, seat), luck))
            moves -= 1
    return position


KINDS = ["random", "greedy", "cadet", "officer", "captain@48", "admiral@48", "uct@32"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_equal_views_and_seeds_give_equal_moves(kind: str, seats: int) -> None:
    game = load("reworld")
    for seed in range(3):
        real = middle(game, seats, seed, moves=3 * seed + 1)
        seat = int(first_owing(real))
        other = game.view(real, seat).sample(FastChance(seed + 1000))
        assert other.checksum() != real.checksum()
        chosen = [
            make_bot(kind, game).choose(game.view(position, seat), FastChance(5))
            for position in (real, other)
        ]
        assert chosen[0] == chosen[1]
