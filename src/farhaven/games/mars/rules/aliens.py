"""The aliens (MA-5)."""

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.bits import bit
from farhaven.games.mars.rules.board import AROUND, FIELDS
from farhaven.games.mars.rules.moves import aliens
from farhaven.games.mars.rules.parts import NONE, count_of
from farhaven.games.mars.rules.state import ACTING, STEAL, State, hand_over_unseen, hand_size
from farhaven.games.mars.rules.turn import finish_card
from farhaven.games.mars.rules.yields import block, unblock


def may_land(p: State, field: i64) -> bool:
    """MA-5.1: the aliens must move."""
    return field != p.aliens


def can_be_robbed(p: State, thief: i64, victim: i64, field: i64) -> bool:
    """MA-5.2: another player with a building at the field and a card to take."""
    if victim == thief or hand_size(p, victim) == 0:
        return False
    return p.players[victim].buildings() & AROUND[field] != 0


def victims(p: State, thief: i64, field: i64) -> i64:
    """The seats that the aliens' mover can choose from, as bits."""
    seats: i64 = 0
    for seat in range(p.seats):
        if can_be_robbed(p, thief, seat, field):
            seats |= bit(seat)
    return seats


def victim_fits(p: State, thief: i64, field: i64, victim: i64) -> bool:
    """MA-5.2: one of the victims, or NONE where there is none."""
    if victim == NONE:
        return victims(p, thief, field) == 0
    return can_be_robbed(p, thief, victim, field)


def write_aliens(p: State, deed: i64, out: vec[i64], n: i64) -> i64:
    """Write a deed with each field and victim; return where the list ends."""
    thief = p.turn
    for field in range(FIELDS):
        if may_land(p, field):
            start = n
            for seat in range(p.seats):
                if can_be_robbed(p, thief, seat, field):
                    out[n] = aliens(deed, field, seat)
                    n += 1
            if n == start:
                out[n] = aliens(deed, field, NONE)
                n += 1
    return n


def move_aliens(p: State, field: i64, victim: i64) -> None:
    """The aliens land; a theft waits for chance."""
    unblock(p, p.aliens)
    block(p, field)
    p.aliens = field
    p.victim = victim
    if victim != NONE:
        p.phase = STEAL
    else:
        after_theft(p)


def can_be_stolen(p: State, resource: i64) -> bool:
    """Whether the victim has a card of a resource."""
    return count_of(p.players[p.victim].hand, resource) > 0


def steal(p: State, resource: i64) -> None:
    """What chance took from the victim."""
    p.acted = STEAL
    p.drawn = resource
    hand_over_unseen(p, p.victim, p.turn, resource)
    p.victim = NONE
    after_theft(p)


def after_theft(p: State) -> None:
    """The turn goes on with trade (MA-1.4), or ends with the card (MA-4.1)."""
    if p.card_played:
        finish_card(p)
    else:
        p.phase = ACTING
