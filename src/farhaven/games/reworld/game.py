"""Reworld as a title: all that matches, records, bots and screens need of it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from farhaven.core.event import Event
from farhaven.core.game import Game, Options, Result
from farhaven.core.log_entry import Entry, Line, Outcome
from farhaven.core.position import Position
from farhaven.core.view import View
from farhaven.core.violation import Violation
from farhaven.games.reworld.client.build_decision import decision_of
from farhaven.games.reworld.client.build_view import ships_of
from farhaven.games.reworld.client.decision import Decision
from farhaven.games.reworld.client.events import events_of
from farhaven.games.reworld.client.view import MAX_MOVES, ReworldView
from farhaven.games.reworld.edition import CATEGORY_NAMES, make_parts, read_components
from farhaven.games.reworld.records import entries as lines
from farhaven.games.reworld.records.codec import entry_of, move_of
from farhaven.games.reworld.records.outcomes import outcome_of, take_outcome
from farhaven.games.reworld.rules.explain import explain
from farhaven.games.reworld.rules.parts import CATEGORIES
from farhaven.games.reworld.rules.position import ReworldPosition, new_position
from farhaven.games.reworld.rules.scoring import total, winners


class ReworldOptions(Options, frozen=True):
    """Reworld has no table options."""


class Breakdown(msgspec.Struct, frozen=True):
    """Where a player's points came from."""

    terrabots: int
    marker: int
    cards: int
    specials: int
    satellites: int
    ships: int
    ships_taken: Sequence[str]
    final: Mapping[str, int]
    total: int


class Reworld(Game):
    """The rules RW with one edition of the components."""

    name = "reworld"
    package = "farhaven.games.reworld"
    seats = range(2, 5)
    max_moves = MAX_MOVES
    options = ReworldOptions
    entry_types = (lines.Acquire, lines.TakeMarker, lines.DropOut, lines.Launch)
    outcome_types = (lines.Start, lines.Round)

    def __init__(self, components: Path | None = None) -> None:
        self.components, self.digest = read_components(components)
        self._parts = {seats: make_parts(self.components, seats) for seats in self.seats}

    def start(self, seats: int, options: Options) -> ReworldPosition:  # noqa: ARG002 - none
        return new_position(self._parts[seats])

    def explain(self, position: Position, seat: int, move: int) -> Violation | None:
        return explain(_own(position), seat, move)

    def result(self, position: Position) -> Result:
        p = _own(position)
        scores = [int(total(p, seat)) for seat in range(p.seats)]
        return Result(scores, winners(p), [_breakdown(p, seat) for seat in range(p.seats)])

    def events(self, before: Position, line: Line, after: Position) -> list[Event]:
        return events_of(self.components, _own(before), line, _own(after))

    def move(self, position: Position, entry: Entry) -> int:
        return move_of(self.components, _own(position), entry)

    def entry(self, position: Position, seat: int, move: int) -> Entry:
        return entry_of(self.components, _own(position), seat, move)

    def outcome(self, position: Position) -> Outcome:
        return outcome_of(_own(position))

    def take_outcome(self, position: Position, outcome: Outcome) -> None:
        take_outcome(_own(position), outcome)

    def view(self, position: Position, seat: int | None) -> ReworldView:
        return ReworldView(self.components, _own(position), seat)

    def seen(self, line: Line, seat: int | None, before: Line | None = None) -> Line:  # noqa: ARG002 - the line tells all
        """RW-1.2: other players' hands and the card under the marker stay secret."""
        if isinstance(line, lines.Round):
            hands = [hand if i == seat else None for i, hand in enumerate(line.hands)]
            return msgspec.structs.replace(line, hands=hands)
        if isinstance(line, lines.TakeMarker) and line.seat != seat:
            return msgspec.structs.replace(line, card=None)
        return line

    def reveals(self, before: Position, entry: Entry) -> bool:  # noqa: ARG002 - no choice does
        return False

    def decision(self, view: View) -> Decision | None:
        if not isinstance(view, ReworldView):
            raise TypeError(type(view).__name__)
        if view.seat is None or not view.owes():
            return None
        return decision_of(self.components, _own(view.position), view.seat)


def _own(position: Position) -> ReworldPosition:
    if not isinstance(position, ReworldPosition):
        raise TypeError(type(position).__name__)
    return position


def _breakdown(p: ReworldPosition, seat: int) -> Breakdown:
    player = p.players[seat]
    final = {name: int(p.final[seat * CATEGORIES + i]) for i, name in enumerate(CATEGORY_NAMES)}
    return Breakdown(
        terrabots=int(player.terrabot_points),
        marker=int(player.marker_points),
        cards=int(player.card_points),
        specials=int(player.special_points),
        satellites=int(player.satellite_points),
        ships=int(player.ship_points),
        ships_taken=ships_of(player),
        final=final,
        total=int(total(p, seat)),
    )


TITLE = Reworld
