"""What a title is: everything that matches, records, bots and screens need of a game's rules."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import msgspec

from farhaven.core.event import Event
from farhaven.core.log_entry import Entry, Line, Outcome, tags_decoder
from farhaven.core.position import Position
from farhaven.core.view import View, move_buffer
from farhaven.core.violation import RECORD, Illegal, Violation, illegal


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The choices of a table. A title's options are a subclass with a default for each field."""


class Result(msgspec.Struct, frozen=True):
    """How a game ended, as in the record. `breakdown` has one title-specific part per seat."""

    scores: Sequence[int]
    winners: Sequence[int]
    breakdown: Sequence[msgspec.Struct]


class Game(ABC):
    """A title's rules with one edition of its components."""

    name: ClassVar[str]
    package: ClassVar[str]
    """Where the title's `messages` are, and its `terminal` module."""
    seats: ClassVar[range]
    rules_version: ClassVar[int] = 1
    max_moves: ClassVar[int]
    """How many moves `Position.legal_moves` writes at most."""
    options: ClassVar[type[Options]]
    entry_types: ClassVar[Sequence[type[Entry]]]
    outcome_types: ClassVar[Sequence[type[Outcome]]]

    digest: str
    """SHA-256 of the component file, in hex."""

    @abstractmethod
    def __init__(self, components: Path | None = None) -> None:
        """The title with its own component file, or with another one."""

    # A position and its course

    @abstractmethod
    def start(self, seats: int, options: Options) -> Position:
        """The position before anything has happened."""

    @abstractmethod
    def explain(self, position: Position, seat: int, move: int) -> Violation | None:
        """Why a move is not legal for a seat now, or None if it is.

        Takes every move that `move` can return, offered or not, from any seat at any time.
        """

    @abstractmethod
    def result(self, position: Position) -> Result:
        """The result of a position that is over."""

    @abstractmethod
    def events(self, before: Position, line: Line, after: Position) -> list[Event]:
        """What a line of the log did, told to those who may know."""

    # Codec: record entry and outcome to move and back

    @abstractmethod
    def move(self, position: Position, entry: Entry) -> int:
        """The move that an entry spells; `Illegal` where it spells none."""

    @abstractmethod
    def entry(self, position: Position, seat: int, move: int) -> Entry:
        """The entry that spells a move."""

    @abstractmethod
    def outcome(self, position: Position) -> Outcome:
        """What chance has just done, read off the position right after `Position.roll`."""

    @abstractmethod
    def take_outcome(self, position: Position, outcome: Outcome) -> None:
        """Carry out an outcome that was written down; `Illegal`, and no change, if impossible."""

    # What may be known

    @abstractmethod
    def view(self, position: Position, seat: int | None) -> View:
        """What a seat, or a spectator (None), may know."""

    @abstractmethod
    def seen(self, line: Line, seat: int | None, before: Line | None = None) -> Line:
        """A line as a seat, or a spectator (None), may see it while the game runs.

        `before` is the line before it in the log: an outcome may be known to those only whom the
        choice before it concerned. Without it such an outcome is hidden.
        """

    @abstractmethod
    def reveals(self, before: Position, entry: Entry) -> bool:
        """Whether a choice shows its own seat a secret, so that it cannot be taken back."""

    @abstractmethod
    def decision(self, view: View) -> msgspec.Struct | None:
        """What the view's seat must choose now, compact and complete; None if nothing."""

    # The same for every title, or nearly

    def asked(self, position: Position, seat: int) -> Sequence[Event]:  # noqa: ARG002 - for offers
        """What has been said to a seat, and is still open: an offer, say, or answers to its own."""
        return ()

    def amounts_to(self, position: Position, log: Sequence[Line], number: int) -> int | None:
        """The move that a choice of a log amounted to, given what followed; None if to nothing.

        A proposal that nobody took up cost nothing. `position` is the one before the choice.
        """
        entry = log[number]
        if not isinstance(entry, Entry):
            raise TypeError(type(entry).__name__)
        return self.move(position, entry)

    def free_choices(self, view: View) -> Sequence[msgspec.Struct]:  # noqa: ARG002 - for offers
        """The choices with free terms that the view's seat has now, with their bounds.

        The list of legal choices leaves them out: there are too many.
        """
        return ()

    def judge(self, position: Position, seat: int, move: int) -> Violation | None:
        """Why a number from outside, which may spell no choice at all, is not a legal move."""
        try:
            spells = self.move(position, self.entry(position, seat, move)) == move
        except (Illegal, LookupError, OverflowError, TypeError, ValueError):
            spells = False
        return self.explain(position, seat, move) if spells else Violation(RECORD, "no_such_move")

    def start_with(self, seats: int, options: Mapping[str, str | int | bool]) -> Position:
        """The first position for options as a record or a form names them."""
        return self.start(self.checked_seats(seats), self.read_options(options))

    def checked_seats(self, seats: int) -> int:
        """The number of seats, if the title can be played so."""
        if seats not in self.seats:
            first, last = self.seats[0], self.seats[-1]
            raise illegal(RECORD, "seats", seats=seats, first=first, last=last)
        return seats

    def read_options(self, options: Mapping[str, str | int | bool]) -> Options:
        """The options, checked; an unknown one is refused."""
        try:
            return msgspec.convert(options, self.options)
        except msgspec.ValidationError as fault:
            raise illegal(RECORD, "options", fault=str(fault)) from fault

    def read_line(self, raw: bytes | msgspec.Raw) -> Line:
        """A line of a log from its JSON; `Illegal` with the field that is wrong."""
        try:
            tags = tags_decoder.decode(raw)
            if (tags.do is msgspec.UNSET) == (tags.chance is msgspec.UNSET):
                raise illegal(RECORD, "do_or_chance")
            kinds = self.entry_types if tags.chance is msgspec.UNSET else self.outcome_types
            tag = tags.do if tags.chance is msgspec.UNSET else tags.chance
            for kind in kinds:
                if kind.__struct_config__.tag == tag:
                    return msgspec.json.decode(raw, type=kind)
        except msgspec.ValidationError as fault:
            raise illegal(RECORD, "field", fault=str(fault)) from fault
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
            raise illegal(RECORD, "json", fault=str(fault)) from fault
        raise illegal(RECORD, "unknown_line", tag=str(tag)[:40])

    def legal_entries(self, position: Position, seat: int) -> list[Entry]:
        """The legal choices of a seat, each in one spelling."""
        if position.is_over() or not int(position.owing()) >> seat & 1:
            return []
        buffer = move_buffer(self.max_moves)
        count = position.legal_moves(seat, buffer)
        moves = [int(buffer[i]) for i in range(count)]
        return [self.entry(position, seat, move) for move in moves]
