"""What a bot is: it gets what its seat may know, and names a move."""

from abc import ABC, abstractmethod

from farhaven.core.chance import Chance
from farhaven.core.game import Game
from farhaven.core.view import View


class Bot(ABC):
    """A player that is a program. One bot plays one seat of one match.

    A whole bot:

        class FirstBot(Bot):
            def choose(self, view, chance):
                return view.legal_moves()[0]
    """

    trades = True
    """Whether it makes and answers offers of its own, where a title has them."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @abstractmethod
    def choose(self, view: View, chance: Chance) -> int:
        """A legal move of the view's seat, which owes a decision.

        All that a bot leaves to luck it takes from `chance`, so that a match can be repeated.
        """


def seat_of(view: View) -> int:
    """The seat that a view belongs to; a spectator has nothing to choose."""
    if view.seat is None:
        raise ValueError("a spectator's view has no seat to play for")
    return view.seat
