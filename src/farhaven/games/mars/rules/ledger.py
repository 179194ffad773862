"""Who has seen what: the ledger of a match.

The position of a match keeps one, and so does a copy of it. A bare copy, made to try moves on,
does without; so does what a view holds, since the ledger tells what other seats know. Whoever
looks on sees every change of a hand but for the card of a theft, which only the two concerned
see. And everybody sees how readily the others trade.
"""

from typing import final

from mypy_extensions import i64, mypyc_attr

from farhaven.games.mars.rules.knowledge import (
    BOUGHT,
    GAINED,
    GAVE,
    HAD,
    HIDDEN,
    NOT_WON,
    SHOWED,
    STOLE,
    Fact,
    Knowledge,
)


@final
@mypyc_attr(native_class=True)
class Ledger:
    """The knowledge of each seat, and at last of a spectator; how each seat answers offers."""

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.observers: list[Knowledge] = [Knowledge(int(seats)) for seat in range(seats + 1)]
        self.answered: list[int] = [0] * int(seats)  # how many offers each seat has answered
        self.agreed: list[int] = [0] * int(seats)  # and accepted as they were

    def copy(self) -> "Ledger":
        """The same knowledge, which from now on grows by itself."""
        other = Ledger(self.seats)
        other.observers = [observer.copy() for observer in self.observers]
        other.answered = self.answered[:]
        other.agreed = self.agreed[:]
        return other

    def _all_saw(self, fact: Fact) -> None:
        for observer in self.observers:
            observer.facts.append(fact)

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
        for seat in range(self.seats + 1):
            facts = self.observers[seat].facts
            facts.append(known if seat in (thief, victim) else hidden)

    def heard(self, seat: i64, accepts: bool) -> None:
        """A seat has answered an offer."""
        self.answered[seat] += 1
        if accepts:
            self.agreed[seat] += 1

    def bought(self, seat: i64) -> None:
        self._all_saw(Fact(BOUGHT, seat, 0, 0))

    def had_not_won(self, seat: i64, most: i64) -> None:
        self._all_saw(Fact(NOT_WON, seat, 0, most))
