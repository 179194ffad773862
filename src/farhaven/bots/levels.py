"""The four levels that people choose from."""

from farhaven.bots.base import Bot, seat_of
from farhaven.bots.greedy import GreedyBot
from farhaven.bots.search_bot import SearchBot
from farhaven.core.chance import Chance
from farhaven.core.view import View, move_buffer
from farhaven.search.lookahead import careless_move


class Cadet(Bot):
    """Plays sensibly, with the mistakes of a beginner: overlooks moves, misjudges others."""

    overlooks = 35  # percent of the moves, and of what a trade would bring
    misjudges = 20  # by up to so many percent of what is in doubt, up or down

    def choose(self, view: View, chance: Chance) -> int:
        position = view.sample(chance)
        seat = seat_of(view)
        trade = int(position.barter(seat)) if self.trades else -1
        if trade >= 0 and chance.below(100) >= self.overlooks:
            return self.checked(view, trade, chance)
        error = position.doubt() * self.misjudges // 100
        return int(
            careless_move(
                position, seat, move_buffer(self.game.max_moves), chance, self.overlooks, error
            )
        )


class Officer(GreedyBot):
    """The best move of one turn, by the fitted value."""


class Captain(SearchBot):
    """Searches for about a fifth of a second, and not beyond the next roll of the dice."""

    seconds = 0.2
    past_chance = False


class Admiral(SearchBot):
    """Searches for about two seconds, and asks for more than is fair while others give it."""

    seconds = 2.0
    is_bold = True
    far_sighted = True
    solved_plies = 12
