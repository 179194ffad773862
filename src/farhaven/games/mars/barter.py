"""What a bot offers, answers and closes (MA-2.1): gain for itself, no help for who is about to win.

Only even trades and two cards for one are thought of: more would have to be explained to a person.
"""

from typing import Final

from mypy_extensions import i64

from farhaven.core.chance import Chance
from farhaven.games.mars import moves as do
from farhaven.games.mars.parts import NONE, RESOURCES, count_of, kind_at, one, size_of
from farhaven.games.mars.state import ACTING, ANSWERING, State, can_pay, open_points
from farhaven.games.mars.trade import (
    can_accept,
    can_close_with,
    has_answered,
    may_still_trade,
    offers_left,
    terms_get,
    terms_give,
    was_offered,
)
from farhaven.games.mars.value import value_with

OFFERS: Final[i64] = 2  # a turn: a person does not want to be asked more often
MOST_GIVEN: Final[i64] = 2  # cards for one
WORTHWHILE: Final[i64] = 8  # hundredths of a point that a trade must bring at least
NEARLY: Final[i64] = 2  # points that are missing to one who is about to win


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
    if p.phase == ACTING and may_still_trade(p):
        most = p.parts.offers_a_turn - OFFERS
        if offers_left(p) > max(most, 0):
            return best_offer(p)
    return NONE


def propose(p: State, seat: i64, chance: Chance) -> i64:
    """An offer or a counter-offer at random, or NONE where none may be made."""
    hand = p.players[seat].hand
    if hand == 0:
        return NONE
    given = kind_at(hand, chance.below(size_of(hand)))
    wanted = (given + 1 + chance.below(RESOURCES - 1)) % RESOURCES
    give = (1 + chance.below(min(count_of(hand, given), MOST_GIVEN))) * one(given)
    want = (1 + chance.below(MOST_GIVEN)) * one(wanted)
    if p.phase == ANSWERING and seat != p.turn:
        return do.offer(do.COUNTER, give, want)
    if p.phase != ACTING or not may_still_trade(p) or offers_left(p) == 0:
        return NONE
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
    seat = p.turn
    hand = p.players[seat].hand
    best: i64 = WORTHWHILE
    chosen = NONE
    for wanted in range(RESOURCES):
        want = one(wanted)
        for given in range(RESOURCES):
            if given == wanted:
                continue
            for count in range(i64(1), min(count_of(hand, given), MOST_GIVEN) + 1):
                give = count * one(given)
                mine = gain(p, seat, give, want)
                if mine > best and not was_offered(p, give, want) and somebody_likes(p, give, want):
                    best = mine
                    chosen = do.offer(do.OFFER, give, want)
    return chosen


def somebody_likes(p: State, give: i64, want: i64) -> bool:
    """Whether another player, not about to win, has what is wanted and gains by the trade."""
    for other in range(p.seats):
        if other == p.turn or not can_pay(p, other, want) or is_about_to_win(p, other):
            continue
        if gain(p, other, want, give) > 0:
            return True
    return False


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
