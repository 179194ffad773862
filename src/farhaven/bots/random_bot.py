"""Any legal move, each as likely as the others, and any offer as likely as one move."""

from farhaven.bots.base import Bot, seat_of
from farhaven.core.chance import Chance
from farhaven.core.view import View


class RandomBot(Bot):
    """The floor that every other bot must beat."""

    def choose(self, view: View, chance: Chance) -> int:
        moves = view.legal_moves()
        pick = chance.below(len(moves) + (1 if self.trades else 0))
        if pick == len(moves):
            offer = int(view.position.propose(seat_of(view), chance))
            return offer if offer >= 0 else moves[chance.below(pick)]
        return moves[pick]
