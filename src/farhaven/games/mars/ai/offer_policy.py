"""What a strong bot asks others for, also where they should not agree (MA-2.1).

One card of its own for one or two of theirs: an offer costs nothing, and not everybody knows what
a card is worth. Likeliest to be given is what looks good to the other at a glance. And nobody likes
to be asked in vain: the less often a seat agrees, the more must an offer to it promise.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from farhaven.games.mars.ai.trade_judgement import WORTHWHILE, gain, is_about_to_win
from farhaven.games.mars.ai.value import foretell, outlook, usual_net
from farhaven.games.mars.rules import moves as do
from farhaven.games.mars.rules.parts import NONE, RESOURCES, holds, one
from farhaven.games.mars.rules.state import ACTING, MOST_SEATS, State, can_pay, hand_over
from farhaven.games.mars.rules.trade import may_still_trade, overlaps, was_offered

SAMPLES: Final = 8  # of the others' hands
MOST_ASKED: Final[i64] = 3  # offers a turn, shared out among all who make some
MOST_WANTED: Final[i64] = 2  # cards for one
TEMPTING: Final = 3.0  # one agrees so many times as likely to what seems to help it win,
FAIR: Final = 2.0  # to what at least raises its value, by which the house's officers go,
HARMFUL: Final = 1.0 / 3.0  # and to what does neither
ONE_IN: Final[i64] = 5  # before a seat has answered anything, it agrees to one offer in so many
# Of a win, times the square of how likely one agrees: so where one in five does, an offer must
# bring 0.75 % of a win, and where one in twenty does, 12 %.
LEAST: Final = 0.0003

_TERMS: Final[i64] = RESOURCES * RESOURCES * MOST_WANTED
_VALUES: Final = vec[i64]([0] * MOST_SEATS)
_CHANCES: Final = vec[float]([0.0] * MOST_SEATS)


def most_asked(p: State) -> i64:
    """How many offers a turn may have: everybody must answer those of all others."""
    return min(max(MOST_ASKED // (p.seats - 1), 1), p.parts.offers_a_turn)


def may_ask_more(p: State) -> bool:
    """Whether a bot may still ask in this turn."""
    return p.phase == ACTING and may_still_trade(p) and i64(len(p.offers)) < most_asked(p)


@final
@mypyc_attr(native_class=True, acyclic=True)
class Asking:
    """What every offer promises the player on turn, summed up over positions that fit."""

    def __init__(self, answered: list[int], agreed: list[int]) -> None:
        self.samples: i64 = 0
        self.promises: vec[float] = vec[float]([0.0] * _TERMS)
        # How likely each seat agrees to an offer of which nothing else is known.
        self.agreeing: vec[float] = vec[float]([0.0] * MOST_SEATS)
        for seat in range(i64(len(answered))):
            agreed_to = float(1 + i64(agreed[seat]))
            self.agreeing[seat] = agreed_to / float(ONE_IN + i64(answered[seat]))

    def weigh(self, p: State) -> None:
        """Add what the offers promise in a full position."""
        self.samples += 1
        hand = p.players[p.turn].hand
        now = chance_of(p)
        for terms in range(_TERMS):
            give = given_by(terms)
            want = wanted_by(terms)
            may_offer = holds(hand, give) and not overlaps(give, want)
            if may_offer and not was_offered(p, give, want):
                self.promises[terms] += self.promise(p, give, want, now)

    def promise(self, p: State, give: i64, want: i64, now: float) -> float:
        """What an offer brings with the partner with whom it promises most."""
        most = 0.0
        for other in range(p.seats):
            if other != p.turn and can_pay(p, other, want):
                after = traded(p, other, give, want)
                brings = chance_of(after) - now
                if brings > 0.0:
                    likely = self.likely(p, other, give, want, after)
                    most = max(most, brings * likely * likely)
        return most

    def likely(self, p: State, other: i64, give: i64, want: i64, after: State) -> float:
        """How likely another agrees: more so to what looks good to it."""
        likely = self.agreeing[other]
        if at_a_glance(after, other) > at_a_glance(p, other):
            likely *= TEMPTING
        elif not is_about_to_win(p, p.turn) and gain(p, other, want, give) >= WORTHWHILE:
            likely *= FAIR
        else:
            likely *= HARMFUL
        return min(likely, 1.0)

    def best(self) -> i64:
        """The offer that promises most, NONE if that is little."""
        chosen = NONE
        most = LEAST * float(self.samples)
        for terms in range(_TERMS):
            if self.promises[terms] > most:
                most = self.promises[terms]
                chosen = terms
        if chosen == NONE:
            return NONE
        return do.offer(do.OFFER, given_by(chosen), wanted_by(chosen))


def chance_of(p: State) -> float:
    """How likely the player on turn wins."""
    outlook(p, _VALUES, _CHANCES)
    return _CHANCES[p.turn]


def at_a_glance(p: State, seat: i64) -> float:
    """How likely a seat wins, as those see it who are not far-sighted."""
    foretell(p, usual_net(p), _CHANCES)
    return _CHANCES[seat]


def traded(p: State, other: i64, give: i64, get: i64) -> State:
    """The position after the player on turn has given another some cards and got others."""
    after = p.bare_copy()
    assert isinstance(after, State)
    hand_over(after, p.turn, other, give)
    hand_over(after, other, p.turn, get)
    return after


# The terms of an offer as one number: a card of one resource for so many of another.


def given_by(terms: i64) -> i64:
    return one(terms % RESOURCES)


def wanted_by(terms: i64) -> i64:
    count = terms // (RESOURCES * RESOURCES) + 1
    return count * one(terms // RESOURCES % RESOURCES)
