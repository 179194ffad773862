"""Settlers of Mars as a title: all that matches, records, bots and screens need of it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec

from farhaven.core.event import Event
from farhaven.core.game import Game, Options, Result
from farhaven.core.log_entry import Entry, Line, Outcome
from farhaven.core.position import Position
from farhaven.core.view import View, move_buffer
from farhaven.core.violation import Violation
from farhaven.games.mars.client.decision import Decision, FreeTerms, decision_of, free_terms
from farhaven.games.mars.client.events import events_of, open_trade
from farhaven.games.mars.client.view import MAX_MOVES, MarsView, room_for_moves
from farhaven.games.mars.edition import make_parts, read_components
from farhaven.games.mars.records.codec import entry_of, move_of
from farhaven.games.mars.records.entries import (
    ENTRY_TYPES,
    OUTCOME_TYPES,
    Answer,
    Buy,
    CardDrawn,
    Close,
    MoveAliens,
    Offer,
    Play,
    Stolen,
)
from farhaven.games.mars.records.outcomes import outcome_of, take_outcome
from farhaven.games.mars.rules import moves
from farhaven.games.mars.rules.explain import explain
from farhaven.games.mars.rules.position import MarsPosition, new_position
from farhaven.games.mars.rules.state import (
    city_points,
    cowboy_points,
    road_points,
    secret_points,
    settlement_points,
)
from farhaven.games.mars.rules.turn import points


class MarsOptions(Options, frozen=True):
    """The table options (MA-C4, MA-1.1)."""

    layout: Literal["random", "beginners"] = "random"
    order: Literal["strict", "free"] = "strict"


class Breakdown(msgspec.Struct, frozen=True):
    """Where a player's points came from."""

    settlements: int
    cities: int
    longest_road: int
    cowboy_power: int
    victory_cards: int
    total: int


class Mars(Game):
    """The rules MA with one edition of the components."""

    name = "mars"
    package = "farhaven.games.mars"
    seats = range(2, 5)
    max_moves = MAX_MOVES
    options = MarsOptions
    entry_types = ENTRY_TYPES
    outcome_types = OUTCOME_TYPES

    def __init__(self, components: Path | None = None) -> None:
        self.components, self.digest = read_components(components)
        self.parts = make_parts(self.components)

    def start(self, seats: int, options: Options) -> MarsPosition:
        """The first position, which keeps track of what each seat sees; its copies do not."""
        if not isinstance(options, MarsOptions):
            raise TypeError(type(options).__name__)
        beginners, strict = options.layout == "beginners", options.order == "strict"
        return new_position(self.parts, seats, beginners, strict)

    def explain(self, position: Position, seat: int, move: int) -> Violation | None:
        return explain(_own(position), seat, move)

    def result(self, position: Position) -> Result:
        p = _own(position)
        scores = [int(points(p, seat)) for seat in range(p.seats)]
        return Result(scores, [int(p.turn)], [_breakdown(p, seat) for seat in range(p.seats)])

    def events(self, before: Position, line: Line, after: Position) -> list[Event]:
        return events_of(_own(before), line, _own(after))

    def move(self, position: Position, entry: Entry) -> int:
        return move_of(_own(position), entry)

    def entry(self, position: Position, seat: int, move: int) -> Entry:  # noqa: ARG002 - all in it
        return entry_of(seat, move)

    def outcome(self, position: Position) -> Outcome:
        return outcome_of(_own(position))

    def take_outcome(self, position: Position, outcome: Outcome) -> None:
        take_outcome(_own(position), outcome)

    def view(self, position: Position, seat: int | None) -> MarsView:
        return MarsView(_own(position), seat)

    def seen(self, line: Line, seat: int | None, before: Line | None = None) -> Line:
        """MA-1.1, MA-5.2: a card stolen is seen by thief and victim, a card bought by its buyer."""
        if isinstance(line, CardDrawn) and not (isinstance(before, Buy) and before.seat == seat):
            return CardDrawn(card=None)
        if isinstance(line, Stolen):
            moved = before if isinstance(before, MoveAliens | Play) else None
            if seat is None or moved is None or seat not in (moved.seat, moved.victim):
                return Stolen(card=None)
        return line

    def asked(self, position: Position, seat: int) -> Sequence[Event]:
        """MA-2.1: the offer that is answered now; for who made it, who would trade."""
        return open_trade(_own(position), seat)

    def amounts_to(self, position: Position, log: Sequence[Line], number: int) -> int | None:
        """MA-2.1a: an offer can be withdrawn, so only closing it commits to a trade.

        An answer that the offer was not closed with came to nothing: it is as good as declining,
        where it was a counter-offer, and cost nothing, where it was an acceptance.
        """
        entry = log[number]
        if isinstance(entry, Offer):
            return None
        move = super().amounts_to(position, log, number)
        if not isinstance(entry, Answer) or entry.answer == "decline":
            return move
        closing = next((line for line in log[number + 1 :] if isinstance(line, Close)), None)
        if closing is not None and closing.partner == entry.seat:
            return move
        return int(moves.DECLINE) if entry.answer == "counter" else None

    def reveals(self, before: Position, entry: Entry) -> bool:  # noqa: ARG002 - the card tells
        """A requisition shows how much of a resource each had; the rest shows nothing new."""
        return isinstance(entry, Play) and entry.card == "requisition"

    def legal_entries(self, position: Position, seat: int) -> list[Entry]:
        p = _own(position)
        if p.is_over() or not int(p.owing()) >> seat & 1:
            return []
        buffer = move_buffer(room_for_moves(p))
        count = p.legal_moves(seat, buffer)
        return [entry_of(seat, int(buffer[i])) for i in range(count)]

    def decision(self, view: View) -> Decision | None:
        return decision_of(_own_view(view))

    def free_choices(self, view: View) -> Sequence[FreeTerms]:
        return free_terms(_own_view(view))


def _own(position: Position) -> MarsPosition:
    if not isinstance(position, MarsPosition):
        raise TypeError(type(position).__name__)
    return position


def _own_view(view: View) -> MarsView:
    if not isinstance(view, MarsView):
        raise TypeError(type(view).__name__)
    return view


def _breakdown(p: MarsPosition, seat: int) -> Breakdown:
    return Breakdown(
        settlements=int(settlement_points(p, seat)),
        cities=int(city_points(p, seat)),
        longest_road=int(road_points(p, seat)),
        cowboy_power=int(cowboy_points(p, seat)),
        victory_cards=int(secret_points(p, seat)),
        total=int(points(p, seat)),
    )


TITLE = Mars
