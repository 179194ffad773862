"""What a study of a view finds out: moves with what they promise, and differences between them."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

import msgspec

from farhaven.bots.base import seat_of
from farhaven.core.chance import FastChance
from farhaven.core.event import Event
from farhaven.core.game import Game
from farhaven.core.line import Entry
from farhaven.core.position import Position
from farhaven.core.reasons import Course, reasons_of
from farhaven.core.view import View

MOST_REASONS = 3
PROPOSALS = 8  # at random: one may be an offer that was made already
LONGEST_COURSE = 12  # moves that reasons look at


class Hint(msgspec.Struct, frozen=True):
    """A move with what it promises the seat that makes it."""

    move: int
    entry: Entry
    points: float
    """The final points to be expected."""
    lead: float
    """And how far that is ahead of the others' mean."""
    win: float
    """The chance to win, from 0 to 1, with its 95 % interval."""
    win_low: float
    win_high: float
    tried: int
    """How many iterations the numbers rest on; 0 where they are exact."""
    exact: bool
    """Whether the rest of the game was worked out: the numbers are what best play comes to."""
    reasons: Sequence[Event]
    events: Sequence[Event]
    """What it would do at once, as the seat would be told, with secrets as they might be."""


class Difference(msgspec.Struct, frozen=True):
    """What one move has over another; 0 where that may be noise."""

    lead: float
    win: float


class Limit(msgspec.Struct, frozen=True):
    """How long to search: iterations, or seconds where these are 0."""

    iterations: int = 0
    seconds: float = 1.0


class Study(ABC):
    """What the moves of one view come to."""

    def __init__(self, game: Game, view: View) -> None:
        self.game = game
        self.view = view
        self.seat = seat_of(view)
        self.is_forced = len(view.legal_moves()) == 1 and not self._may_propose()

    def _may_propose(self) -> bool:
        """Whether there are free-form choices beside the legal moves, such as offers."""
        tries = (self.view.position.propose(self.seat, FastChance(n)) for n in range(PROPOSALS))
        return any(proposal >= 0 for proposal in tries)

    @abstractmethod
    def best(self, most: int) -> list[Hint]:
        """So many moves at most, the best first."""

    @abstractmethod
    def hint(self, move: int) -> Hint:
        """What a move comes to: one of the best, or one that was compared."""

    @abstractmethod
    def compare(self, move: int, other: int, pairs: int) -> Difference:
        """What a move has over another, by so many trials of both where trials are needed."""

    def events(self, before: Position, move: int) -> Sequence[Event]:
        """What a move would do; never by the real position, which may hold what nobody knows."""
        after = before.copy()
        after.play(self.seat, move)
        entry = self.game.entry(before, self.seat, move)
        found = self.game.events(before, entry, after)
        return tuple(event for event in found if event.is_for(self.seat))

    def reasons(self, course: Course, otherwise: Course, *, is_best: bool) -> Sequence[Event]:
        """The weightiest reasons for a move; the best has at least one that speaks for it."""
        if self.is_forced:
            return (Event("only_move", {}),)
        title = reasons_of(self.game)
        found = title.of(course, otherwise)[:MOST_REASONS] if title else ()
        against = title.against if title else ()
        if is_best and all(reason.code in against for reason in found):
            return (*found, Event("nothing_better", {}))
        return tuple(found)
