"""Trade with players (MA-2.1) and with the bank (MA-2.2, MA-2.3)."""

from librt.vecs import append, vec
from mypy_extensions import i64

from farhaven.core.bits import bit, has
from farhaven.games.mars.rules.moves import (
    ACCEPT,
    DECLINE,
    OFFER,
    bank,
    close,
    deed,
    offer,
    offer_give,
    offer_want,
)
from farhaven.games.mars.rules.parts import (
    GUARDS,
    NONE,
    RESOURCES,
    THREE_TO_ONE,
    Parts,
    count_of,
    holds,
    one,
)
from farhaven.games.mars.rules.state import (
    ACCEPTED,
    ACTING,
    ANSWERING,
    DECLINED,
    SILENT,
    Player,
    State,
    can_pay,
    hand_over,
    pay_to_bank,
    shows,
    take_from_bank,
)


def may_still_trade(p: State) -> bool:
    """MA-1.1: with the order `strict`, not after the first build of a turn."""
    return not (p.strict and p.built)


# With players


def names_cards(give: i64, want: i64) -> bool:
    """MA-2.1: at least one card on each side."""
    return give != 0 and want != 0


def overlaps(give: i64, want: i64) -> bool:
    """MA-2.1: whether a resource is on both sides: both then reach the guard bit with 127 more."""
    most = GUARDS - (GUARDS >> 7)  # 127 of each
    return (give + most) & (want + most) & GUARDS != 0


def sides_fit(parts: Parts, give: i64, want: i64) -> bool:
    """MA-2.1b: no side names more of a resource than there are."""
    return holds(parts.bank, give) and holds(parts.bank, want)


def offers_left(p: State) -> i64:
    """MA-2.1c: how many offers may still be made in this turn."""
    return p.parts.offers_a_turn - i64(len(p.offers))


def may_offer(p: State, seat: i64) -> bool:
    """MA-2.1, MA-2.1c: whether a seat may make an offer now, with some card on its side."""
    if p.phase != ACTING or seat != p.turn or p.players[seat].hand == 0:
        return False
    return may_still_trade(p) and offers_left(p) > 0


def may_counter(p: State, seat: i64) -> bool:
    """MA-2.1a: whether a seat may answer the open offer with another of its own."""
    if p.phase != ANSWERING or seat == p.turn or p.players[seat].hand == 0:
        return False
    return not has_answered(p, seat)


def was_offered(p: State, give: i64, want: i64) -> bool:
    """MA-2.1c: whether the same offer was made in this turn."""
    move = offer(OFFER, give, want)
    return any(made == move for made in p.offers)


def make_offer(p: State, move: i64) -> None:
    """The offer is open until it is closed (MA-2.1a)."""
    p.offers = append(p.offers[:], move)
    p.offer = move
    p.answers = vec[i64]([SILENT] * p.seats)
    p.phase = ANSWERING
    shows(p, p.turn, offer_give(move))


def has_answered(p: State, seat: i64) -> bool:
    return p.answers[seat] != SILENT


def owing_answers(p: State) -> i64:
    """The seats that may answer, and the one that may close, as bits."""
    seats = bit(p.turn)
    for seat in range(p.seats):
        if seat != p.turn and not has_answered(p, seat):
            seats |= bit(seat)
    return seats


def can_accept(p: State, seat: i64) -> bool:
    """MA-2.1b: a seat has what the open offer asks for."""
    return can_pay(p, seat, offer_want(p.offer))


def answer(p: State, seat: i64, move: i64) -> None:
    """Accept, decline, or counter: a counter-offer is kept as it was made."""
    what = deed(move)
    if what == ACCEPT:
        p.answers[seat] = ACCEPTED
        shows(p, seat, offer_want(p.offer))
    elif what == DECLINE:
        p.answers[seat] = DECLINED
    else:
        p.answers[seat] = move
        shows(p, seat, offer_give(move))
    if p.ledger is not None:
        p.ledger.heard(seat, what == ACCEPT)


def is_counter(answer: i64) -> bool:
    return answer > DECLINED


def terms_give(p: State, seat: i64) -> i64:
    """What the player on turn would give a seat that accepted or made a counter-offer."""
    if p.answers[seat] == ACCEPTED:
        return offer_give(p.offer)
    return offer_want(p.answers[seat])


def terms_get(p: State, seat: i64) -> i64:
    """What the player on turn would get from a seat that accepted or made a counter-offer."""
    if p.answers[seat] == ACCEPTED:
        return offer_want(p.offer)
    return offer_give(p.answers[seat])


def agreed(p: State, seat: i64) -> bool:
    """MA-2.1: whether a seat accepted or made a counter-offer."""
    return p.answers[seat] == ACCEPTED or is_counter(p.answers[seat])


def can_close_with(p: State, seat: i64) -> bool:
    """MA-2.1b: the cards are there on both sides.

    Those of the other seat were there when it answered, and no hand changes meanwhile.
    """
    return agreed(p, seat) and can_pay(p, p.turn, terms_give(p, seat))


def close_offer(p: State, seat: i64) -> None:
    """Trade with a seat, or withdraw (NONE)."""
    if seat != NONE:
        give = terms_give(p, seat)
        get = terms_get(p, seat)
        hand_over(p, p.turn, seat, give)
        hand_over(p, seat, p.turn, get)
    p.offer = 0
    p.answers = vec[i64]()
    p.phase = ACTING


def answer_moves(p: State, seat: i64, out: vec[i64]) -> i64:
    """Write what a seat may say to the open offer but for counter-offers; return how much."""
    n: i64 = 0
    if seat == p.turn:
        for other in range(p.seats):
            if other != seat and can_close_with(p, other):
                out[n] = close(other)
                n += 1
        out[n] = close(NONE)
        return n + 1
    if can_accept(p, seat):
        out[n] = ACCEPT
        n += 1
    out[n] = DECLINE
    return n + 1


# With the bank


def may_use_rate(parts: Parts, player: Player, resource: i64, count: i64) -> bool:
    """MA-2.2 and MA-2.3: whether a player may pay so many equal cards for one."""
    if count == parts.space_rate:
        return True
    if count == parts.harbour_rate:
        return has(player.harbours, THREE_TO_ONE)
    return count == parts.special_rate and has(player.harbours, resource)


def best_rate(parts: Parts, player: Player, resource: i64) -> i64:
    """MA-2.2 and MA-2.3: the fewest equal cards that a player may pay for one."""
    best = parts.space_rate
    if may_use_rate(parts, player, resource, parts.harbour_rate):
        best = min(best, parts.harbour_rate)
    if may_use_rate(parts, player, resource, parts.special_rate):
        best = min(best, parts.special_rate)
    return best


def trade_with_bank(p: State, give: i64, count: i64, get: i64) -> None:
    pay_to_bank(p, p.turn, count * one(give))
    take_from_bank(p, p.turn, one(get))


def write_bank_trades(p: State, out: vec[i64], n: i64) -> i64:
    """Write all trades of the player on turn with the bank; return where the list ends."""
    parts = p.parts
    player = p.players[p.turn]
    for give in range(RESOURCES):
        if can_give(player, give, parts.special_rate):  # the lowest rate
            if may_use_rate(parts, player, give, parts.special_rate):
                n = write_takes(p, give, parts.special_rate, out, n)
            if can_give(player, give, parts.harbour_rate):
                if may_use_rate(parts, player, give, parts.harbour_rate):
                    n = write_takes(p, give, parts.harbour_rate, out, n)
                if can_give(player, give, parts.space_rate):
                    n = write_takes(p, give, parts.space_rate, out, n)
    return n


def rates(parts: Parts) -> list[int]:
    """MA-2.2 and MA-2.3: the numbers of equal cards that some rate asks for.

    Plain integers: a record may name a count that does not fit into an i64.
    """
    return [int(parts.special_rate), int(parts.harbour_rate), int(parts.space_rate)]


def can_give(player: Player, resource: i64, count: i64) -> bool:
    """MA-2.2 and MA-2.3: a player has that many equal cards."""
    return count_of(player.hand, resource) >= count


def bank_has(p: State, resource: i64) -> bool:
    """MA-2.3: the bank has a card of a resource."""
    return count_of(p.bank, resource) > 0


def write_takes(p: State, give: i64, count: i64, out: vec[i64], n: i64) -> i64:
    """Write a payment with each card that the bank has for it; return where the list ends."""
    for get in range(RESOURCES):
        if get != give and bank_has(p, get):
            out[n] = bank(give, count, get)
            n += 1
    return n
