"""Any legal move, each as likely as the others."""

from farhaven.bots.base import Bot
from farhaven.core.chance import Chance
from farhaven.core.view import View


class RandomBot(Bot):
    """The floor that every other bot must beat."""

    def choose(self, view: View, chance: Chance) -> int:
        moves = view.legal_moves()
        return moves[chance.below(len(moves))]
