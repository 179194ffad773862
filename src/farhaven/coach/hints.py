"""The best moves of a view, what they promise, and why."""

from collections.abc import Sequence

from farhaven.bots.base import seat_of
from farhaven.coach.ending_study import Ending
from farhaven.coach.search_study import Trials
from farhaven.coach.study import Hint, Limit, Study
from farhaven.core.chance import Chance
from farhaven.core.event import Event
from farhaven.core.game import Game
from farhaven.core.sentences import words_for
from farhaven.core.view import View
from farhaven.search.endings import is_quickly_solved

HINT_SECONDS = 1.5
"""Of a search for whoever waits for advice."""


def study_of(game: Game, view: View, chance: Chance, limit: Limit) -> Study:
    """What the moves of a seat that owes a decision come to: exactly, or as far as was searched."""
    if is_quickly_solved(view.position):
        return Ending(game, view)
    return Trials(game, view, chance, limit)


def hints(game: Game, view: View, chance: Chance, limit: Limit, most: int = 3) -> list[Hint]:
    """The best moves of a seat that owes a decision, the best first.

    None where all that it could do is not to wait for the others.
    """
    if len(view.legal_moves()) == 1 and view.position.may_wait(seat_of(view)):
        return []
    return study_of(game, view, chance, limit).best(most)


def reason_words(game: Game, reason: Event, language: str, names: Sequence[str] = ()) -> str:
    """A reason in words; a seat is called by its player's name where names are given."""
    params = dict(reason.params)
    seat = params.get("seat")
    if isinstance(seat, int) and seat < len(names):
        params["seat"] = names[seat]
    return words_for(game.package, language, "reason", reason.code).say(
        "reason", reason.code, **params
    )
