"""A move as one number. The five lowest bits tell what is done, the others with what."""

from typing import Final

from mypy_extensions import i64

from farhaven.games.mars.rules.parts import LANE, RESOURCES

PLACE: Final[i64] = 0
ROLL: Final[i64] = 1
DISCARD: Final[i64] = 2
ALIENS: Final[i64] = 3
OFFER: Final[i64] = 4
ACCEPT: Final[i64] = 5
DECLINE: Final[i64] = 6
COUNTER: Final[i64] = 7
CLOSE: Final[i64] = 8
BANK: Final[i64] = 9
ROAD: Final[i64] = 10
SETTLEMENT: Final[i64] = 11
CITY: Final[i64] = 12
DOME: Final[i64] = 13
BUY: Final[i64] = 14
PLAY_COWBOY: Final[i64] = 15
PLAY_ROAD_CREW: Final[i64] = 16
PLAY_SUPPLY_DROP: Final[i64] = 17
PLAY_REQUISITION: Final[i64] = 18
END: Final[i64] = 19
DEEDS: Final[i64] = 20


def deed(move: i64) -> i64:
    """What a move does: PLACE to END."""
    return move & 31


def thing(move: i64) -> i64:
    """What it does it with, where that is one number: a path, a crossing, a resource, a pile."""
    return move >> 5


def with_thing(deed: i64, thing: i64) -> i64:
    return deed | thing << 5


# Set-up: a settlement and a road.


def place(crossing: i64, path: i64) -> i64:
    return PLACE | crossing << 5 | path << 11


def place_crossing(move: i64) -> i64:
    return (move >> 5) & 63


def place_path(move: i64) -> i64:
    return move >> 11


# Aliens, by a 7 or by a cowboy: a field, and whom to take from.


def aliens(deed: i64, field: i64, victim: i64) -> i64:
    """`victim` is a seat or NONE."""
    return deed | field << 5 | (victim + 1) << 10


def aliens_field(move: i64) -> i64:
    return (move >> 5) & 31


def aliens_victim(move: i64) -> i64:
    """A seat or NONE."""
    return (move >> 10) - 1


# Trade with players. An offer needs two piles in one number, at five bits for each resource.


def offer(deed: i64, give: i64, want: i64) -> i64:
    return deed | packed(give) << 5 | packed(want) << 30


def offer_give(move: i64) -> i64:
    return unpacked((move >> 5) & 0x1FFFFFF)


def offer_want(move: i64) -> i64:
    return unpacked((move >> 30) & 0x1FFFFFF)


def packed(pile: i64) -> i64:
    cards: i64 = 0
    for resource in range(RESOURCES):
        cards |= ((pile >> (resource * LANE)) & 31) << (resource * 5)
    return cards


def unpacked(cards: i64) -> i64:
    pile: i64 = 0
    for resource in range(RESOURCES):
        pile |= ((cards >> (resource * 5)) & 31) << (resource * LANE)
    return pile


def close(seat: i64) -> i64:
    """`seat` is the one to trade with, or NONE to withdraw."""
    return CLOSE | (seat + 1) << 5


def close_seat(move: i64) -> i64:
    return (move >> 5) - 1


# Trade with the bank.


def bank(give: i64, count: i64, get: i64) -> i64:
    return BANK | give << 5 | get << 8 | count << 11


def bank_give(move: i64) -> i64:
    return (move >> 5) & 7


def bank_get(move: i64) -> i64:
    return (move >> 8) & 7


def bank_count(move: i64) -> i64:
    return move >> 11


# Domes: the field, and what grows there.


def dome(field: i64, grows: i64) -> i64:
    return DOME | field << 5 | grows << 10


def dome_field(move: i64) -> i64:
    return (move >> 5) & 31


def dome_grows(move: i64) -> i64:
    return move >> 10


# Road crew: up to two paths, in the order of building.


def road_crew(count: i64, first: i64, second: i64) -> i64:
    """Paths that are not built are 0."""
    return PLAY_ROAD_CREW | count << 5 | first << 7 | second << 14


def road_crew_count(move: i64) -> i64:
    return (move >> 5) & 3


def road_crew_path(move: i64, i: i64) -> i64:
    return (move >> (7 + 7 * i)) & 127
