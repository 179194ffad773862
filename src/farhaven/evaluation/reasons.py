"""Why a move is good or bad, as codes with parameters; the words are in messages of that name."""

import importlib
from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import NamedTuple

from farhaven.core.event import Event
from farhaven.core.game import Game
from farhaven.core.position import Position


class Step(NamedTuple):
    """A seat's move in a full position that fits what is known, and the position after it."""

    before: Position
    seat: int
    move: int
    after: Position


Course = Sequence[Step]
"""A move and how the game is expected to go on after it, up to what chance does."""


class Reasons(ABC):
    """A title's reasons: a module `reasons` in its folder exports their class as `REASONS`."""

    against: Collection[str] = ()
    """The codes of those that speak against a move."""
    told: Collection[str] = ()
    """The codes of those that a move's own events tell already."""

    def __init__(self, game: Game) -> None:
        self.game = game  # its components may be somebody's own

    def news(self, course: Course, otherwise: Course) -> Sequence[Event]:
        """What is not told already; of that, one reason where nothing else speaks for the move."""
        found = self.of(course, otherwise)
        news = [reason for reason in found if reason.code not in self.told]
        if all(reason.code in self.against for reason in news):
            first = [reason for reason in found if reason.code in self.told][:1]
            return [*first, *news]
        return news

    @abstractmethod
    def of(self, course: Course, otherwise: Course) -> Sequence[Event]:
        """What speaks for or against the first move of a course, the weightiest first.

        `otherwise` is what is expected after the best other move; it may be empty. The codes are
        keys of the table `reason` in the title's messages.
        """


def reasons_of(game: Game) -> Reasons | None:
    """The title's reasons; None where the title has none to give."""
    place = f"{game.package}.ai.reasons"
    try:
        module = importlib.import_module(place)
    except ModuleNotFoundError as fault:
        if fault.name != place:
            raise
        return None
    kind: type[Reasons] = module.REASONS
    return kind(game)
