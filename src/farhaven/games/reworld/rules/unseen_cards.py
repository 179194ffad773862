"""Deals the cards that a seat has not seen to where they may lie (RW-1.2)."""

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from farhaven.core.chance import Chance, shuffle
from farhaven.games.reworld.rules.parts import OFFICERS, PORTS
from farhaven.games.reworld.rules.state import State, count_of, one_card


@final
@mypyc_attr(native_class=True, acyclic=True)
class Deck:
    """Cards in random order, dealt from the first on."""

    dealt: i64 = 0

    def __init__(self, pile: i64, chance: Chance) -> None:
        self.cards: vec[i64] = vec[i64]([])
        for officer in range(i64(1), OFFICERS + 1):
            for copy in range(count_of(pile, officer)):  # noqa: B007 - `_` would be an object
                self.cards = append(self.cards, officer)
        shuffle(self.cards, len(self.cards), chance)

    def next(self) -> i64:
        self.dealt += 1
        return self.cards[self.dealt - 1]

    def deal(self, count: i64) -> i64:
        """A pile of the next cards."""
        pile: i64 = 0
        for i in range(count):  # noqa: B007 - likewise
            pile += one_card(self.next())
        return pile

    def rest(self) -> i64:
        """A pile of all that is left."""
        return self.deal(len(self.cards) - self.dealt)


def unseen_cards(p: State) -> i64:
    """The cards that are not in a position that knows only what one seat has seen."""
    unseen: i64 = 0
    for officer in range(i64(1), OFFICERS + 1):
        unseen += one_card(officer) * p.parts.officer_copies
    for port in range(PORTS):
        unseen -= p.slot[port]
    for player in p.players:
        unseen -= player.hand + player.dropped
    if p.marker_card != 0:
        unseen -= one_card(p.marker_card)
    return unseen


def deal_unseen(p: State, owner: i64, chance: Chance) -> None:
    """Complete what one seat has seen, in chapter one, at random; a spectator is no seat."""
    deck = Deck(unseen_cards(p), chance)
    for seat in range(p.seats):
        if seat != owner:
            player = p.players[seat]
            player.hand = deck.deal(player.hand_size)
            player.dropped = deck.deal(player.dropped_size)
    if p.marker_taken and p.marker_card == 0:
        p.marker_card = deck.next()
    p.undealt = deck.rest()
