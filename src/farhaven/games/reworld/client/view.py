"""What a seat may know of a game of Reworld (RW-1.2), and positions that fit it."""

import msgspec

from farhaven.core.chance import Chance
from farhaven.core.view import View
from farhaven.games.reworld.client.build_view import wire_beside, wire_of
from farhaven.games.reworld.client.view_wire import ReworldWire
from farhaven.games.reworld.edition import Components
from farhaven.games.reworld.rules.parts import NONE
from farhaven.games.reworld.rules.position import ReworldPosition
from farhaven.games.reworld.rules.state import STATION
from farhaven.games.reworld.rules.unseen_cards import deal_unseen

MAX_MOVES = 8192


class ReworldView(View):
    """A seat's knowledge of a game of Reworld."""

    def __init__(self, components: Components, position: ReworldPosition, seat: int | None) -> None:
        self._components = components
        self._known = known_to(position, seat)
        super().__init__(self._known, seat, MAX_MOVES)

    def sample(self, chance: Chance) -> ReworldPosition:
        """Deal the cards that this seat has not seen to where they may lie, at random."""
        p = self._known.copy()
        if p.phase != STATION:
            return p
        deal_unseen(p, NONE if self.seat is None else self.seat, chance)
        return p

    def to_wire(self) -> ReworldWire:
        return wire_of(self._components, self._known, self.seat)

    def wire_beside(self, other: msgspec.Struct) -> ReworldWire:
        if not isinstance(other, ReworldWire):
            raise TypeError(type(other).__name__)
        return wire_beside(self._known, self.seat, other)


def known_to(position: ReworldPosition, seat: int | None) -> ReworldPosition:
    """A copy without what a seat may not know (RW-1.2)."""
    p = position.copy()
    for other, player in enumerate(p.players):
        if other != seat:
            player.hand = 0
            player.dropped = 0
    if p.marker != seat:
        p.marker_card = 0
    p.undealt = 0
    return p
