"""What the fields yield (MA-1.2, MA-1.3, MA-5.3).

`State.yields` always holds what each seat would get for each sum of the dice, so that a roll is
only a look-up: it changes when a building or a dome is built and when the aliens move.
"""

from mypy_extensions import i64

from farhaven.core.bits import has, size
from farhaven.games.mars.rules.board import AROUND, FIELDS_AT
from farhaven.games.mars.rules.parts import GRAIN, NONE, RESOURCES, SHEEP, count_of, holds, one
from farhaven.games.mars.rules.state import MOST_SEATS, Player, State, take_from_bank


def resource_of(p: State, field: i64) -> i64:
    """What a field with a chip yields: with a dome what grows there (MA-3.7)."""
    if has(p.grain, field):
        return GRAIN
    if has(p.sheep, field):
        return SHEEP
    return p.parts.terrain_yield[p.board.terrain[field]]


def cards_at(p: State, player: Player, field: i64) -> i64:
    """How many cards a field owes a player: for each settlement one, for each city two."""
    around = AROUND[field]
    settlements = size(player.settlements & around)
    cities = size(player.cities & around)
    return settlements * p.parts.settlement_yield + cities * p.parts.city_yield


def change_yield(p: State, seat: i64, field: i64, cards: i64) -> None:
    """From now on a field owes a seat so many cards more."""
    at = p.board.chip[field] * MOST_SEATS + seat
    p.yields[at] += cards * one(resource_of(p, field))


def add_building(p: State, seat: i64, crossing: i64, cards: i64) -> None:
    """The fields around a crossing owe a seat so many cards more, but for the aliens' field."""
    for i in range(3 * crossing, 3 * crossing + 3):
        field = FIELDS_AT[i]
        if field == NONE:
            break
        if field not in (p.aliens, p.board.barren):
            change_yield(p, seat, field, cards)


def block(p: State, field: i64) -> None:
    """MA-5.3: the field where the aliens arrive yields nothing."""
    if field != p.board.barren:
        for seat in range(p.seats):
            change_yield(p, seat, field, -cards_at(p, p.players[seat], field))


def unblock(p: State, field: i64) -> None:
    """The field that the aliens leave yields again."""
    if field != p.board.barren:
        for seat in range(p.seats):
            change_yield(p, seat, field, cards_at(p, p.players[seat], field))


def pay_yields(p: State, total: i64) -> None:
    """MA-1.2: everybody gets what the fields with a chip owe."""
    first = total * MOST_SEATS
    owed: i64 = 0
    for seat in range(p.seats):
        owed += p.yields[first + seat]
    if owed == 0:
        return
    short: i64 = 0
    if not holds(p.bank, owed):
        short = shortage(p, owed)
    for seat in range(p.seats):
        cards = p.yields[first + seat]
        if short != 0 and cards != 0:
            cards = cards_despite(cards, owed, short)
        if cards != 0:
            take_from_bank(p, seat, cards)


def shortage(p: State, owed: i64) -> i64:
    """The resources of which the bank has less than is owed: each with what is left, plus one."""
    short: i64 = 0
    for resource in range(RESOURCES):
        left = count_of(p.bank, resource)
        if left < count_of(owed, resource):
            short |= (left + 1) * one(resource)
    return short


def cards_despite(cards: i64, owed: i64, short: i64) -> i64:
    """MA-1.3: of a resource that is short one gets what is left if owed alone, else none."""
    for resource in range(RESOURCES):
        left = count_of(short, resource)
        due = count_of(cards, resource)
        if left > 0 and due > 0:
            cards -= due * one(resource)
            if due == count_of(owed, resource):
                cards += (left - 1) * one(resource)
    return cards
