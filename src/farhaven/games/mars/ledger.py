"""What has been seen of the hands: the facts from which each seat can draw its conclusions.

Only the position of a match keeps a ledger. Whoever looks on sees every change of a hand but
for the card of a theft, which only the two concerned see. How a seat's hidden knowledge follows
from the facts is in `knowledge.py`.
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

GAINED: Final[i64] = 0  # a seat got cards
GAVE: Final[i64] = 1  # a seat gave up cards
SHOWED: Final[i64] = 2  # a seat has at least these cards
HAD: Final[i64] = 3  # a seat has exactly so many of a resource
STOLE: Final[i64] = 4  # a seat took a card from another
BOUGHT: Final[i64] = 5  # a seat bought a development card
NOT_WON: Final[i64] = 6  # a seat with so many open points had not won on its turn

HIDDEN: Final[i64] = -1


@final
@mypyc_attr(native_class=True, acyclic=True)
class Fact:
    """Something that was seen."""

    def __init__(self, kind: i64, seat: i64, other: i64, what: i64) -> None:
        self.kind: i64 = kind
        self.seat: i64 = seat
        self.other: i64 = other  # the victim of a theft; the number of HAD
        self.what: i64 = what  # a pile; the resource of HAD and STOLE, HIDDEN if unseen; points


@final
@mypyc_attr(native_class=True, acyclic=True)
class Ledger:
    """The facts that each seat, and at last the spectator, has seen, in their order."""

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.seen: list[list[Fact]] = [[] for observer in range(seats + 1)]

    def _all_saw(self, fact: Fact) -> None:
        for facts in self.seen:
            facts.append(fact)

    def gained(self, seat: i64, cards: i64) -> None:
        if cards != 0:
            self._all_saw(Fact(GAINED, seat, 0, cards))

    def gave(self, seat: i64, cards: i64) -> None:
        if cards != 0:
            self._all_saw(Fact(GAVE, seat, 0, cards))

    def showed(self, seat: i64, cards: i64) -> None:
        self._all_saw(Fact(SHOWED, seat, 0, cards))

    def had(self, seat: i64, resource: i64, count: i64) -> None:
        self._all_saw(Fact(HAD, seat, count, resource))

    def stole(self, thief: i64, victim: i64, resource: i64) -> None:
        known = Fact(STOLE, thief, victim, resource)
        hidden = Fact(STOLE, thief, victim, HIDDEN)
        for observer in range(self.seats + 1):
            if observer in (thief, victim):
                self.seen[observer].append(known)
            else:
                self.seen[observer].append(hidden)

    def bought(self, seat: i64) -> None:
        self._all_saw(Fact(BOUGHT, seat, 0, 0))

    def had_not_won(self, seat: i64, open_points: i64) -> None:
        self._all_saw(Fact(NOT_WON, seat, 0, open_points))
