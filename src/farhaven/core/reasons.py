"""Why a move is good or bad, as codes with parameters; the words are in the title's messages."""

import importlib
from abc import ABC, abstractmethod
from collections.abc import Sequence

from farhaven.core.event import Event
from farhaven.core.game import Game
from farhaven.core.position import Position


class Reasons(ABC):
    """A title's reasons: a module `reasons` in its folder exports one as `REASONS`."""

    @abstractmethod
    def of(self, before: Position, seat: int, move: int, after: Position) -> Sequence[Event]:
        """What speaks for or against a move, the weightiest first.

        `before` is a full position that fits what the seat knows, `after` the same after the
        move. The codes are keys of the table `reason` in the title's messages.
        """


def reasons_of(
    game: Game, before: Position, seat: int, move: int, after: Position
) -> Sequence[Event]:
    """The title's reasons for a move; none where the title has none to give."""
    place = f"{game.package}.reasons"
    try:
        module = importlib.import_module(place)
    except ModuleNotFoundError as fault:
        if fault.name != place:
            raise
        return ()
    found: Reasons = module.REASONS
    return found.of(before, seat, move, after)
