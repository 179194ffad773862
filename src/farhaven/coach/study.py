"""What a study of a view finds out: moves with what they promise, and differences between them."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

import msgspec

from farhaven.bots.base import seat_of
from farhaven.core.event import Event
from farhaven.core.game import Game
from farhaven.core.log_entry import Entry
from farhaven.core.position import Position
from farhaven.core.view import View
from farhaven.evaluation.reasons import Course, reasons_of

MOST_REASONS = 3
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


class Part(msgspec.Struct, frozen=True):
    """A part of what a seat came to: points of lead over the others' mean, and chance to win."""

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
        self.is_forced = is_forced(view)

    def best(self, most: int) -> list[Hint]:
        """So many moves at most, the best first."""
        order = self.order()[:most]
        self.make_sure(order)
        first, *others = [self.hint(move) for move in order]
        return [self.found_best(first), *sorted(others, key=lambda hint: -hint.win)]

    def suggested(self, position: Position, played: int) -> int:
        """The move that a hint names first, of those that playing another one gave up.

        A proposal that is still possible after what was played has not been missed.
        """
        legal = set(self.view.legal_moves())
        after = position.copy()
        after.play(self.seat, played)
        order = self.order()
        missed = (m for m in order if m in legal or not self._is_possible(after, m))
        return next(missed, order[0])

    def _is_possible(self, position: Position, move: int) -> bool:
        if position.is_over() or position.awaits_chance():
            return False
        return self.game.explain(position, self.seat, move) is None

    def make_sure(self, moves: Sequence[int]) -> None:  # noqa: B027 - where all is known already
        """Find out enough about moves to say how sure it is what they come to."""

    @abstractmethod
    def order(self) -> list[int]:
        """The moves, the best first."""

    @abstractmethod
    def hint(self, move: int) -> Hint:
        """What a move comes to: one of the best, or one that was compared."""

    @abstractmethod
    def compare(self, move: int, other: int, pairs: int) -> list[Part]:
        """What a move has over another for every seat, by so many trials of both if need be.

        Nothing for anybody where, for the seat that chooses, it may be noise.
        """

    def events(self, before: Position, move: int) -> Sequence[Event]:
        """What a move would do; never by the real position, which may hold what nobody knows.

        Nor that another wins by it: with secrets that are only guessed that is a guess, too.
        """
        after = before.copy()
        after.play(self.seat, move)
        is_guessed = after.is_over() and before.has_secrets()
        if is_guessed and self.seat not in self.game.result(after).winners:
            return ()
        entry = self.game.entry(before, self.seat, move)
        found = self.game.events(before, entry, after)
        return tuple(event for event in found if event.is_for(self.seat))

    def reasons(self, course: Course, otherwise: Course) -> Sequence[Event]:
        """The weightiest reasons for a move, one that speaks for it among them if there is one."""
        if self.is_forced:
            return (Event("only_move", {}),)
        title = reasons_of(self.game)
        if title is None:
            return ()
        found = title.news(course, otherwise)
        first, rest = found[:MOST_REASONS], found[MOST_REASONS:]
        if all(reason.code in title.against for reason in first):
            supporting = [reason for reason in rest if reason.code not in title.against][:1]
            first = [*first[: MOST_REASONS - len(supporting)], *supporting]
        return tuple(first)

    def found_best(self, hint: Hint) -> Hint:
        """The best move, which has a reason that speaks for it, if only that none is better."""
        title = reasons_of(self.game)
        against = () if title is None else title.against
        if not all(reason.code in against for reason in hint.reasons):
            return hint
        reasons = (*hint.reasons[: MOST_REASONS - 1], Event("nothing_better", {}))
        return msgspec.structs.replace(hint, reasons=reasons)


def is_forced(view: View) -> bool:
    """Whether a seat has nothing to choose: one legal move, and nothing that it may propose."""
    may_propose = view.position.may_propose(seat_of(view))
    return not may_propose and len(view.legal_moves()) == 1
