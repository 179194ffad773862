"""What a seat may know of a game of Reworld (RW-1.2), and positions that fit it."""

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.chance import Chance, shuffle
from farhaven.core.view import View
from farhaven.games.reworld.components import Components
from farhaven.games.reworld.parts import OFFICERS, PORTS
from farhaven.games.reworld.position import ReworldPosition
from farhaven.games.reworld.showing import wire_of
from farhaven.games.reworld.state import STATION, cards_of, one_card
from farhaven.games.reworld.wire import ReworldWire

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
        unseen = unseen_cards(p)
        shuffle(unseen, len(unseen), chance)
        dealer = _Dealer(unseen)
        for seat, player in enumerate(p.players):
            if seat != self.seat:
                player.hand = dealer.deal(player.hand_size)
                player.dropped = dealer.deal(player.dropped_size)
        if p.marker_taken and p.marker_card == 0:
            p.marker_card = dealer.next()
        p.undealt = dealer.deal(len(unseen) - dealer.dealt)
        return p

    def to_wire(self) -> ReworldWire:
        return wire_of(self._components, self._known, self.seat)


class _Dealer:
    """Deals cards from the top of a shuffled list."""

    def __init__(self, cards: vec[i64]) -> None:
        self._cards = cards
        self.dealt = 0

    def next(self) -> int:
        self.dealt += 1
        return int(self._cards[self.dealt - 1])

    def deal(self, count: int) -> int:
        """A pile of the next cards."""
        pile = 0
        for _ in range(count):
            pile += one_card(self.next())
        return pile


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


def unseen_cards(p: ReworldPosition) -> vec[i64]:
    """The cards that the owner of a view has not seen, ascending."""
    seen = sum(one_card(o) * p.parts.officer_copies for o in range(1, OFFICERS + 1))
    for port in range(PORTS):
        seen -= p.slot[port]
    for player in p.players:
        seen -= player.hand + player.dropped
    if p.marker_card:
        seen -= one_card(p.marker_card)
    return vec[i64](cards_of(seen))
