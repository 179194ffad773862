"""What a bot is: it gets what its seat may know, and names a move."""

from abc import ABC, abstractmethod

from farhaven.core.chance import Chance
from farhaven.core.game import Game
from farhaven.core.view import View, move_buffer
from farhaven.core.violation import Illegal, Violation
from farhaven.search.lookahead import best_move


class IllegalChoice(Illegal):
    """A bot was about to play a move that its own view does not allow: a fault in the bot."""


class Bot(ABC):
    """A player that is a program. One bot plays one seat of one match.

    A whole bot:

        class FirstBot(Bot):
            def choose(self, view, chance):
                return view.legal_moves()[0]
    """

    trades = True
    """Whether it makes and answers offers of its own, where a title has them."""
    must_go_on = False
    """Whether it plays something legal where it was about to play an illegal move.

    Set at tables where people wait for it. Elsewhere the fault stops the game, so that it is seen.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.slips: list[Violation] = []
        """Why moves were illegal that it was about to play; always empty unless it has a fault."""

    @abstractmethod
    def choose(self, view: View, chance: Chance) -> int:
        """A legal move of the view's seat, which owes a decision.

        All that a bot leaves to luck it takes from `chance`, so that a match can be repeated.
        """

    def checked(self, view: View, move: int, chance: Chance) -> int:
        """The move if the view allows it; else `IllegalChoice`, or another if it must go on.

        For bots that work out a move by other ways than picking one of the legal moves.
        """
        seat = seat_of(view)
        violation = self.game.judge(view.position, seat, move)
        if violation is None:
            return move
        self.slips.append(violation)
        if not self.must_go_on:
            raise IllegalChoice(violation)
        return int(best_move(view.sample(chance), seat, move_buffer(self.game.max_moves), chance))


def seat_of(view: View) -> int:
    """The seat that a view belongs to; a spectator has nothing to choose."""
    if view.seat is None:
        raise ValueError("a spectator's view has no seat to play for")
    return view.seat
