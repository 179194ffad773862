"""What bots offer, answer and close (MA-2.1): gain for themselves, no help for who is about to win.

Only even trades and two cards for one are thought of: more would have to be explained to a person.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.chance import Chance
from farhaven.core.position import MANY, keep_best
from farhaven.games.mars.ai.value import value_with
from farhaven.games.mars.rules import moves as do
from farhaven.games.mars.rules.parts import NONE, RESOURCES, count_of, kind_at, one, size_of
from farhaven.games.mars.rules.state import ACTING, ANSWERING, State, can_pay, open_points
from farhaven.games.mars.rules.trade import (
    can_accept,
    can_close_with,
    has_answered,
    may_counter,
    may_offer,
    may_still_trade,
    offers_left,
    terms_get,
    terms_give,
    was_offered,
)

OFFERS: Final[i64] = 2  # a turn: a person does not want to be asked more often
MOST_GIVEN: Final[i64] = 2  # cards for one
WORTHWHILE: Final[i64] = 8  # hundredths of a point that a trade must bring at least
NEARLY: Final[i64] = 2  # points that are missing to one who is about to win
LOOKED_AT: Final[i64] = 4  # offers beside the moves of a search
MOST_OFFERS: Final[i64] = RESOURCES * (RESOURCES - 1) * MOST_GIVEN

_OFFERS: Final = vec[i64]([0] * MOST_OFFERS)
_GAINS: Final = vec[i64]([0] * MOST_OFFERS)


def may_wait(p: State, seat: i64) -> bool:
    """MA-2.1a: who has made an offer may hear the others first."""
    if p.phase != ANSWERING or seat != p.turn:
        return False
    for other in range(p.seats):
        if other != seat and not has_answered(p, other):
            return True
    return False


def barter(p: State, seat: i64) -> i64:
    """The offer, answer or closing that pays for a seat; NONE where there is nothing to trade."""
    if p.phase == ANSWERING:
        if seat == p.turn:
            return best_closing(p)
        return best_answer(p, seat)
    if p.phase == ACTING and may_still_trade(p) and may_ask(p):
        return best_offer(p)
    return NONE


def may_ask(p: State) -> bool:
    """Whether a bot may make one more offer in this turn."""
    return offers_left(p) > max(p.parts.offers_a_turn - OFFERS, 0)


def propose(p: State, seat: i64, chance: Chance) -> i64:
    """An offer or a counter-offer at random, or NONE where none may be made."""
    is_counter = may_counter(p, seat)
    if not is_counter and not may_offer(p, seat):
        return NONE
    hand = p.players[seat].hand
    given = kind_at(hand, chance.below(size_of(hand)))
    wanted = (given + 1 + chance.below(RESOURCES - 1)) % RESOURCES
    give = (1 + chance.below(min(count_of(hand, given), MOST_GIVEN))) * one(given)
    want = (1 + chance.below(MOST_GIVEN)) * one(wanted)
    if is_counter:
        return do.offer(do.COUNTER, give, want)
    if was_offered(p, give, want):
        return NONE
    return do.offer(do.OFFER, give, want)


def is_about_to_win(p: State, seat: i64) -> bool:
    return open_points(p, seat) >= p.parts.points_to_win - NEARLY


def gain(p: State, seat: i64, give: i64, get: i64) -> i64:
    """What a seat's value gains by giving some cards and getting others."""
    hand = p.players[seat].hand
    return value_with(p, seat, hand - give + get) - value_with(p, seat, hand)


def best_offer(p: State) -> i64:
    """The offer that brings most and that somebody who may have the card should like."""
    count = write_gains(p, _OFFERS, _GAINS)
    keep_best(_OFFERS, _GAINS, count, count)
    for i in range(count):
        if best_for_others(p, _OFFERS[i]) > 0:
            return _OFFERS[i]
    return NONE


def write_offers(p: State, moves: vec[i64]) -> i64:
    """Write the offers worth a look, those first that bring more than they bring the others."""
    if p.phase != ACTING or not may_still_trade(p) or not may_ask(p):
        return 0
    count = write_gains(p, moves, _GAINS)
    for i in range(count):
        theirs = best_for_others(p, moves[i])
        if theirs > 0:
            _GAINS[i] -= theirs // (p.seats - 1)
        else:
            _GAINS[i] = -MANY
    kept = keep_best(moves, _GAINS, count, LOOKED_AT)
    while kept > 0 and _GAINS[kept - 1] == -MANY:
        kept -= 1
    return kept


def write_gains(p: State, moves: vec[i64], gains: vec[i64]) -> i64:
    """Write the offers that would pay for the player on turn, and what they bring."""
    seat = p.turn
    hand = p.players[seat].hand
    n: i64 = 0
    for wanted in range(RESOURCES):
        want = one(wanted)
        for given in range(RESOURCES):
            if given == wanted:
                continue
            for count in range(i64(1), min(count_of(hand, given), MOST_GIVEN) + 1):
                give = count * one(given)
                mine = gain(p, seat, give, want)
                if mine > WORTHWHILE and not was_offered(p, give, want):
                    moves[n] = do.offer(do.OFFER, give, want)
                    gains[n] = mine
                    n += 1
    return n


def best_for_others(p: State, offer: i64) -> i64:
    """What an offer brings at most to one who has what is wanted and is not about to win."""
    give = do.offer_give(offer)
    want = do.offer_want(offer)
    most: i64 = 0
    for other in range(p.seats):
        if other == p.turn or not can_pay(p, other, want) or is_about_to_win(p, other):
            continue
        most = max(most, gain(p, other, want, give))
    return most


def best_answer(p: State, seat: i64) -> i64:
    """Accept what pays, unless it helps one who is about to win."""
    give = do.offer_want(p.offer)
    get = do.offer_give(p.offer)
    if not can_accept(p, seat) or is_about_to_win(p, p.turn):
        return do.DECLINE
    if gain(p, seat, give, get) < WORTHWHILE:
        return do.DECLINE
    return do.ACCEPT


def best_closing(p: State) -> i64:
    """Close with whoever makes it pay most, half of the other's gain counted against it."""
    best: i64 = 0
    chosen = NONE
    for other in range(p.seats):
        if other == p.turn or not can_close_with(p, other) or is_about_to_win(p, other):
            continue
        give = terms_give(p, other)
        get = terms_get(p, other)
        mine = gain(p, p.turn, give, get) - gain(p, other, get, give) // 2
        if mine > best:
            best = mine
            chosen = other
    return do.close(chosen)
