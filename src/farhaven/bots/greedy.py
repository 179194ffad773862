"""A one-turn look-ahead with the title's own judgement of a position."""

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.bots.base import Bot, seat_of
from farhaven.bots.lookahead import best_move
from farhaven.core.chance import Chance
from farhaven.core.game import Game
from farhaven.core.view import View


class GreedyBot(Bot):
    """Plays what looks best at once, in a position that fits what its seat knows."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._buffer = vec[i64]([0] * game.max_moves)

    def choose(self, view: View, chance: Chance) -> int:
        position = view.sample(chance)
        if self.trades and (trade := position.barter(seat_of(view))) >= 0:
            return int(trade)
        return int(best_move(position, seat_of(view), self._buffer, chance))
