"""A one-turn look-ahead with the title's own judgement of a position."""

from farhaven.bots.base import Bot, seat_of
from farhaven.core.chance import Chance
from farhaven.core.view import View, move_buffer
from farhaven.search.lookahead import best_move


class GreedyBot(Bot):
    """Plays what looks best at once, in a position that fits what its seat knows."""

    def choose(self, view: View, chance: Chance) -> int:
        position = view.sample(chance)
        if self.trades and (trade := position.barter(seat_of(view))) >= 0:
            return self.checked(view, int(trade), chance)
        return int(best_move(position, seat_of(view), move_buffer(self.game.max_moves), chance))
