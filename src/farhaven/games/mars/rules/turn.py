"""The turn: beginning, roll, discards, winning and passing on (MA-1, MA-6)."""

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.bits import bit, has
from farhaven.games.mars.rules.moves import DISCARD, with_thing
from farhaven.games.mars.rules.parts import LANE, RESOURCES, count_of, holds, size_of
from farhaven.games.mars.rules.state import (
    ACTING,
    ALIENS_MOVE,
    DICE,
    DISCARDING,
    NO_NUMBERS,
    OVER,
    ROLLING,
    State,
    hand_size,
    open_points,
    pay_to_bank,
    secret_points,
)
from farhaven.games.mars.rules.yields import pay_yields


def points(p: State, seat: i64) -> i64:
    """All points of a seat, the secret ones included (MA-4.4)."""
    return open_points(p, seat) + secret_points(p, seat)


def look_at_win(p: State) -> None:
    """MA-6.1: the player on turn wins with enough points."""
    if points(p, p.turn) >= p.parts.points_to_win:
        p.phase = OVER
    elif p.ledger is not None and p.parts.victory_card_points > 0:
        missing = p.parts.points_to_win - 1 - open_points(p, p.turn)
        p.ledger.had_not_won(p.turn, missing // p.parts.victory_card_points)


def begin_turn(p: State, seat: i64) -> None:
    """MA-6.1: points gained on another's turn count now."""
    p.turn = seat
    p.turns += 1
    p.built = False
    p.card_played = False
    if len(p.offers) > 0:
        p.offers = NO_NUMBERS
    p.phase = ROLLING
    look_at_win(p)


def end_turn(p: State) -> None:
    """On to the next seat."""
    seat = p.turn + 1
    if seat == p.seats:
        seat = 0
    begin_turn(p, seat)


def finish_card(p: State) -> None:
    """MA-4.1: a card bought or played ends the turn, unless it wins the game (MA-6.1)."""
    look_at_win(p)
    if p.phase != OVER:
        end_turn(p)


# The roll (MA-1.2 to MA-1.4)


def rolled(p: State, first: i64, second: i64) -> None:
    """Yields, or discards and aliens."""
    p.acted = DICE
    p.dice = first * 8 + second
    if first + second != 7:
        pay_yields(p, first + second)
        p.phase = ACTING
        return
    p.discarding = 0
    for seat in range(p.seats):
        if hand_size(p, seat) > p.parts.hand_limit:
            p.discarding |= bit(seat)
    if p.discarding != 0:
        p.phase = DISCARDING
    else:
        p.phase = ALIENS_MOVE


def must_discard(p: State, seat: i64) -> bool:
    return p.phase == DISCARDING and has(p.discarding, seat)


def discard_size(p: State, seat: i64) -> i64:
    """MA-1.4: half of the hand, rounded down."""
    return hand_size(p, seat) >> 1


def discard_fits(p: State, seat: i64, cards: i64) -> bool:
    """Whether a seat that must discard may give up these cards."""
    return size_of(cards) == discard_size(p, seat) and holds(p.players[seat].hand, cards)


def discard(p: State, seat: i64, cards: i64) -> None:
    pay_to_bank(p, seat, cards)
    p.discarding &= ~bit(seat)
    if p.discarding == 0:
        p.phase = ALIENS_MOVE


def discard_moves(p: State, seat: i64, out: vec[i64]) -> i64:
    """Write every way to discard; return how many there are."""
    return write_piles(p.players[seat].hand, discard_size(p, seat), DISCARD, out, 0)


def write_piles(pile: i64, size: i64, deed: i64, out: vec[i64], n: i64) -> i64:
    """Write a deed with each choice of `size` cards out of a pile; return where the list ends."""
    return _write_rest(pile, size_of(pile), size, 0, 0, deed, out, n)


def _write_rest(
    pile: i64, rest: i64, left: i64, resource: i64, chosen: i64, deed: i64, out: vec[i64], n: i64
) -> i64:
    """Choose `left` more cards out of those from a resource on, of which there are `rest`."""
    shift = resource * LANE
    if resource == RESOURCES - 1:
        out[n] = with_thing(deed, chosen | left << shift)
        return n + 1
    have = count_of(pile, resource)
    rest -= have
    fewest: i64 = 0
    if left > rest:
        fewest = left - rest
    have = min(have, left)
    for count in range(fewest, have + 1):
        n = _write_rest(
            pile, rest, left - count, resource + 1, chosen | count << shift, deed, out, n
        )
    return n
