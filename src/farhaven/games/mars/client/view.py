"""What a seat may know of a game of Mars (MA-1.1), and positions that fit it."""

import msgspec

from farhaven.core.chance import Chance
from farhaven.core.view import View
from farhaven.games.mars.ai.offer_policy import SAMPLES, Asking, may_ask_more
from farhaven.games.mars.client.sampling import Deduction, deal_cards, deal_hands
from farhaven.games.mars.client.view_wire import MarsWire, wire_beside, wire_of
from farhaven.games.mars.rules.knowledge import Knowledge
from farhaven.games.mars.rules.parts import COWBOY, NONE, is_unseen, one, size_of, unseen
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.state import DISCARDING, OVER

MAX_MOVES = 95_875
"""A hand of all 95 cards, half of it given up; see `room_for_moves`."""
MAX_OTHER_MOVES = 4096


def room_for_moves(p: MarsPosition) -> int:
    """How many moves can be legal: only discards need more than a few thousand."""
    return MAX_MOVES if p.phase == DISCARDING else MAX_OTHER_MOVES


class MarsView(View):
    """A seat's knowledge of a game of Mars.

    It holds the facts that the seat has seen, and draws its conclusions when it is asked.
    """

    def __init__(self, position: MarsPosition, seat: int | None) -> None:
        self.known = known_to(position, seat)
        super().__init__(self.known, seat, room_for_moves(self.known))
        self._knowledge: Knowledge | None = None
        self._facts = 0
        self._deduction: Deduction | None = None
        self._answered = self._agreed = [0] * int(position.seats)
        if position.ledger is not None:
            self._answered = position.ledger.answered[:]
            self._agreed = position.ledger.agreed[:]
            observer = int(position.seats) if seat is None else seat
            self._knowledge = position.ledger.observers[observer]
            self._facts = len(self._knowledge.facts)

    def sample(self, chance: Chance) -> MarsPosition:
        """Deal the cards that this seat has not seen, so that all that it has seen fits."""
        p = self.known.bare_copy()
        if p.phase == OVER:
            return p
        _fill_hands(p, self._deduced(), chance)
        _fill_cards(p, self._deduced(), chance)
        return p

    def bold_offer(self, chance: Chance) -> int:
        """What this seat may ask the others for, who seldom agree (MA-2.1)."""
        if self.seat != self.known.turn or not may_ask_more(self.known):
            return NONE
        asking = Asking(self._answered, self._agreed)
        for _ in range(SAMPLES):
            asking.weigh(self.sample(chance))
        return int(asking.best())

    def _deduced(self) -> Deduction | None:
        """What follows from the facts; None in a position that keeps no ledger."""
        if self._deduction is None and self._knowledge is not None:
            self._deduction = Deduction(self._knowledge, self._facts)
        return self._deduction

    def to_wire(self) -> MarsWire:
        return wire_of(self.known, self.seat)

    def wire_beside(self, other: msgspec.Struct) -> MarsWire:
        if not isinstance(other, MarsWire):
            raise TypeError(type(other).__name__)
        return wire_beside(self.known, self.seat, other)


def known_to(position: MarsPosition, seat: int | None) -> MarsPosition:
    """A copy without what a seat may not know: all is open once the game is over."""
    p = position.bare_copy()  # the ledger tells what others know
    if p.phase == OVER:
        return p
    for other, player in enumerate(p.players):
        if other != seat:
            player.hand = unseen(size_of(player.hand))
            player.cards = unseen(size_of(player.cards))
    p.deck = unseen(size_of(p.deck))
    p.drawn = NONE
    return p


def _fill_hands(p: MarsPosition, deduction: Deduction | None, chance: Chance) -> None:
    hidden = [seat for seat, player in enumerate(p.players) if is_unseen(player.hand)]
    if deduction is not None:
        hands = deduction.hands(chance)
        for seat in hidden:
            p.players[seat].hand = hands[seat]
        return
    seen = sum(int(p.players[seat].hand) for seat in range(p.seats) if seat not in hidden)
    sizes = [int(size_of(p.players[seat].hand)) for seat in hidden]
    dealt = deal_hands(int(p.parts.bank - p.bank) - seen, sizes, chance)
    for seat, hand in zip(hidden, dealt, strict=True):
        p.players[seat].hand = hand


def _fill_cards(p: MarsPosition, deduction: Deduction | None, chance: Chance) -> None:
    """The deck and what others have bought: all that was not played and is not one's own."""
    hidden = [seat for seat, player in enumerate(p.players) if is_unseen(player.cards)]
    left = int(p.parts.deck - p.gone)
    for seat, player in enumerate(p.players):
        left -= int(player.cowboys * one(COWBOY))
        if seat not in hidden:
            left -= int(player.cards)
    sizes = [int(size_of(p.players[seat].cards)) for seat in hidden]
    most = sizes if deduction is None else [deduction.most_victory[seat] for seat in hidden]
    *dealt, deck = deal_cards(left, sizes, most, chance)
    for seat, pile in zip(hidden, dealt, strict=True):
        p.players[seat].cards = pile
    p.deck = deck
