"""The cheapest payments, for bots: which cards to lay so that a given officer is on top."""

from mypy_extensions import i64

from farhaven.games.reworld.rules.legal_payments import tops_shown
from farhaven.games.reworld.rules.parts import OFFICERS
from farhaven.games.reworld.rules.state import State, count_of, one_card
from farhaven.games.reworld.rules.station import top_left_of, top_right_of


def spare_card(hand: i64, keep: i64) -> i64:
    """The officer of which the hand has most, rather none of `keep`; 0 where it has no card."""
    best: i64 = 0
    most: i64 = 0
    for officer in range(i64(1), OFFICERS + 1):
        count = count_of(hand, officer) * 4
        if officer == keep:
            count -= 3
        if count > most:
            most = count
            best = officer
    return best


def with_spares(hand: i64, cards: i64, number: i64) -> i64:
    """Cards and so many spare ones from the hand, or 0 if it has not enough."""
    left = hand - cards
    while number > 0:
        officer = spare_card(left, 0)
        if officer == 0:
            return 0
        card = one_card(officer)
        left -= card
        cards += card
        number -= 1
    return cards


def cheapest_payment(p: State, hand: i64, port: i64, top: i64) -> i64:
    """The fewest cards of a hand that pay for a port with an officer on top, or 0 (RW-1.4)."""
    if count_of(hand, top) == 0:
        return 0
    x = top_left_of(p, port)
    y = top_right_of(p, port)
    card = one_card(top)
    shown = tops_shown(x, y)
    if shown == 0:
        return card
    if shown == 1:
        if top == x | y:
            return card
        return with_spares(hand, card, 1)
    return between_two(hand, x, y, top)


def between_two(hand: i64, x: i64, y: i64, top: i64) -> i64:
    """RW-1.4c: X and Y; or three with one of them; or four."""
    card = one_card(top)
    has_x = count_of(hand, x) > 0
    has_y = count_of(hand, y) > 0
    if top in (x, y):
        if has_x and has_y:
            return one_card(x) + one_card(y)
        return with_spares(hand, card, 2)
    if has_x and (not has_y or count_of(hand, x) >= count_of(hand, y)):
        return with_spares(hand, card + one_card(x), 1)
    if has_y:
        return with_spares(hand, card + one_card(y), 1)
    return with_spares(hand, card, 3)
