"""What a seat, or a spectator, can know of the hands and cards of others.

Every fact about hands is public but for the card of a theft. So a seat's knowledge is a set of
worlds: all joint hands that fit what it has seen, each with its weight. A theft that it did not
see splits each world by the resource taken, in proportion to the victim's hand; whatever a player
pays, offers or hands over rules out the worlds where the cards are not there. A hand that can be
deduced is the same in every world that is left.

Of the development cards nobody can hold so many victory cards that they would have won on an
earlier turn of theirs (MA-6.1).
"""

from heapq import nlargest
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from farhaven.games.mars.rules.parts import GUARDS, RESOURCES, count_of, one

# Facts
GAINED: Final[i64] = 0  # a seat got cards
GAVE: Final[i64] = 1  # a seat gave up cards
SHOWED: Final[i64] = 2  # a seat has at least these cards
HAD: Final[i64] = 3  # a seat has exactly so many of a resource
STOLE: Final[i64] = 4  # a seat took a card from another
BOUGHT: Final[i64] = 5  # a seat bought a development card
NOT_WON: Final[i64] = 6  # a seat with more victory cards would have won on its turn

HIDDEN: Final[i64] = -1
HAND_BITS: Final = 48
MOST_WORLDS: Final = 4096
"""How many worlds are kept: the likeliest, which are all possible ones."""

Worlds = dict[int, float]
"""Joint hands, HAND_BITS for each seat, with their weights."""


@final
@mypyc_attr(native_class=True, acyclic=True)
class Fact:
    """Something that was seen."""

    def __init__(self, kind: i64, seat: i64, other: i64, what: i64) -> None:
        self.kind: i64 = kind
        self.seat: i64 = seat
        self.other: i64 = other  # the victim of a theft; the number of HAD
        # A pile; the resource of HAD and STOLE, HIDDEN if unseen; the victory cards of NOT_WON.
        self.what: i64 = what


def hand_in(world: int, seat: int) -> int:
    """A seat's hand in a world."""
    return world >> (seat * HAND_BITS) & 0xFFFFFFFFFFFF


def _in_hand(pile: int, seat: int) -> int:
    """A pile at a seat's place in a world."""
    return pile << (seat * HAND_BITS)


def _have(worlds: Worlds, seat: int, pile: int) -> Worlds:
    """The worlds where a seat has these cards."""
    guards = _in_hand(int(GUARDS), seat)
    cards = _in_hand(pile, seat)
    return {w: x for w, x in worlds.items() if ((w | guards) - cards) & guards == guards}


def _moved(worlds: Worlds, change: int) -> Worlds:
    return {w + change: x for w, x in worlds.items()}


def _robbed(worlds: Worlds, fact: Fact) -> Worlds:
    """The worlds after a theft, by how likely each resource was taken."""
    thief = int(fact.seat)
    victim = int(fact.other)
    after: Worlds = {}
    for world, weight in worlds.items():
        hand = i64(hand_in(world, victim))
        for resource in range(RESOURCES):
            count = count_of(hand, resource)
            if count > 0 and fact.what in (HIDDEN, resource):
                card = int(one(resource))
                other = world - _in_hand(card, victim) + _in_hand(card, thief)
                after[other] = after.get(other, 0.0) + weight * float(count)
    return after


def _after(worlds: Worlds, fact: Fact) -> Worlds:
    """The worlds that fit one more fact."""
    seat = int(fact.seat)
    what = int(fact.what)
    if fact.kind == GAINED:
        return _moved(worlds, _in_hand(what, seat))
    if fact.kind == GAVE:
        return _moved(_have(worlds, seat, what), -_in_hand(what, seat))
    if fact.kind == SHOWED:
        return _have(worlds, seat, what)
    if fact.kind == HAD:
        resource, count = fact.what, fact.other
        return {w: x for w, x in worlds.items() if count_of(hand_in(w, seat), resource) == count}
    if fact.kind == STOLE:
        return _robbed(worlds, fact)
    return worlds


def _thinned(worlds: Worlds, most: int) -> Worlds:
    """The likeliest worlds, their weights adding up to 1."""
    kept = list(worlds.items())
    if len(kept) > most:
        kept = nlargest(most, kept, key=lambda item: item[1])
    total = 0.0  # not by sum(), which rounds in another way from Python 3.12 on
    for item in kept:
        total += item[1]
    return {item[0]: item[1] / total for item in kept}


@final
@mypyc_attr(native_class=True)
class Knowledge:
    """The facts that one observer has seen, and what follows from the first `count` of them."""

    def __init__(self, seats: int) -> None:
        self.seats: int = seats
        self.facts: list[Fact] = []
        self.most_worlds: int = MOST_WORLDS
        self.restart()

    def copy(self) -> "Knowledge":
        """The same facts and conclusions. Facts and worlds are never changed: both share them."""
        other = Knowledge(self.seats)
        other.facts = self.facts[:]
        other.most_worlds = self.most_worlds
        other.count = self.count
        other.worlds = self.worlds
        other.most_victory = self.most_victory[:]
        return other

    def restart(self) -> None:
        """Forget all conclusions."""
        self.count: int = 0
        self.worlds: Worlds = {0: 1.0}
        # How many victory cards each seat can hold: as many as it can have bought late enough.
        self.most_victory: list[int] = [0] * self.seats

    def learn(self, count: int) -> None:
        """Draw the conclusions from the first facts, and from no later ones."""
        if self.count > count:
            self.restart()
        while self.count < count:
            self._take_in(self.facts[self.count])
            self.count += 1
            if not self.worlds:  # the real one was left out: begin again and keep more
                self.most_worlds *= 16
                self.restart()

    def _take_in(self, fact: Fact) -> None:
        self.worlds = _after(self.worlds, fact)
        seat = int(fact.seat)
        if fact.kind == STOLE and self.worlds:
            self.worlds = _thinned(self.worlds, self.most_worlds)
        elif fact.kind == BOUGHT:
            self.most_victory[seat] += 1
        elif fact.kind == NOT_WON:
            self.most_victory[seat] = min(self.most_victory[seat], int(fact.what))
