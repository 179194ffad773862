"""What a strong bot asks others for although they should not agree (MA-2.1).

One card of its own for one or two of theirs: an offer costs nothing, and not everybody knows what
a card is worth. But nobody likes to be asked in vain. The fewer of a seat's offers come to a trade,
the more must one promise, and the fewer are made in a turn.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from farhaven.games.mars import moves as do
from farhaven.games.mars.barter import OFFERS, WORTHWHILE, gain, is_about_to_win
from farhaven.games.mars.parts import NONE, RESOURCES, holds, one
from farhaven.games.mars.state import ACTING, MOST_SEATS, State, can_pay
from farhaven.games.mars.trade import may_still_trade, overlaps, was_offered
from farhaven.games.mars.value import outlook

SAMPLES: Final = 8  # of the others' hands
MOST_WANTED: Final[i64] = 2  # cards for one
FAIR: Final = 0.5  # how likely one agrees to what is good for both
ONE_IN: Final[i64] = 5  # offers that are not: so many are agreed to before anything is known
LEAST: Final = 0.00015  # of a win; see `best`

_TERMS: Final[i64] = RESOURCES * RESOURCES * MOST_WANTED
_VALUES: Final = vec[i64]([0] * MOST_SEATS)
_CHANCES: Final = vec[float]([0.0] * MOST_SEATS)


def may_ask_more(p: State, traded: i64) -> bool:
    """Whether a bot may still ask in this turn, when so many of its offers came to a trade."""
    asked = i64(len(p.offers))
    return (
        p.phase == ACTING
        and may_still_trade(p)
        and asked < min(OFFERS + traded, p.parts.offers_a_turn)
    )


@final
@mypyc_attr(native_class=True, acyclic=True)
class Asking:
    """What every offer promises the player on turn, summed up over positions that fit."""

    def __init__(self, offered: i64, traded: i64) -> None:
        # How likely one agrees to what is not good for both, by the offers of the match so far.
        self.boldly: float = float(1 + traded) / float(ONE_IN + offered)
        self.fair: vec[float] = vec[float]([0.0] * _TERMS)
        self.bold: vec[float] = vec[float]([0.0] * _TERMS)
        self.samples: i64 = 0

    def weigh(self, p: State) -> None:
        """Add what the offers promise in a full position."""
        self.samples += 1
        hand = p.players[p.turn].hand
        now = chance_with(p, NONE, 0, 0)
        for terms in range(_TERMS):
            give = given_by(terms)
            want = wanted_by(terms)
            may_offer = holds(hand, give) and not overlaps(give, want)
            if may_offer and not was_offered(p, give, want):
                self.weigh_offer(p, terms, now)

    def weigh_offer(self, p: State, terms: i64, now: float) -> None:
        """Add what one offer promises with the partner who is best for it."""
        give = given_by(terms)
        want = wanted_by(terms)
        most = 0.0
        partner = NONE
        for other in range(p.seats):
            if other != p.turn and can_pay(p, other, want):
                more = chance_with(p, other, give, want) - now
                if more > most:
                    most = more
                    partner = other
        if partner == NONE:
            return
        if not is_about_to_win(p, p.turn) and gain(p, partner, want, give) >= WORTHWHILE:
            self.fair[terms] += FAIR * most
        else:
            self.bold[terms] += self.boldly * most

    def best(self) -> i64:
        """The offer that promises most; NONE if that is little, or fair: a search judges those.

        What is little grows as others agree less: who hardly ever does is hardly ever asked.
        """
        chosen = NONE
        most = LEAST / self.boldly * float(self.samples)
        for terms in range(_TERMS):
            promise = self.fair[terms] + self.bold[terms]
            if promise > most:
                most = promise
                chosen = terms
        if chosen == NONE or self.fair[chosen] > self.bold[chosen]:
            return NONE
        return do.offer(do.OFFER, given_by(chosen), wanted_by(chosen))


def chance_with(p: State, other: i64, give: i64, get: i64) -> float:
    """How likely the player on turn wins after giving another some cards and getting others."""
    me = p.players[p.turn]
    if other == NONE:
        outlook(p, _VALUES, _CHANCES)
        return _CHANCES[p.turn]
    you = p.players[other]
    me.hand += get - give
    you.hand += give - get
    outlook(p, _VALUES, _CHANCES)
    me.hand -= get - give
    you.hand -= give - get
    return _CHANCES[p.turn]


# The terms of an offer as one number: a card of one resource for so many of another.


def given_by(terms: i64) -> i64:
    return one(terms % RESOURCES)


def wanted_by(terms: i64) -> i64:
    count = terms // (RESOURCES * RESOURCES) + 1
    return count * one(terms // RESOURCES % RESOURCES)
