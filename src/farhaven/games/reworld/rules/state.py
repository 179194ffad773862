"""Where everything lies: the station, each player's carrier and settlement, the ships on the board.

Every tile lies on at most one stack: a docking row, a row of a settlement, or none. A stack is
known by the tile laid last, and `beneath` names the tile under each.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from farhaven.core.position import Position
from farhaven.games.reworld.rules.parts import (
    CATEGORIES,
    LETTERS,
    NONE,
    OFFICERS,
    PORTS,
    ROWS,
    SHIPS,
    SIGNS,
    TILES,
    Parts,
)

# Phases
START: Final[i64] = 0  # chance draws the first starting player
ROUND_SETUP: Final[i64] = 1  # chance fills the station and deals
STATION: Final[i64] = 2  # chapter one
SETTLEMENT: Final[i64] = 3  # chapter two
OVER: Final[i64] = 4

ALL_SHIPS: Final[i64] = (1 << SHIPS) - 1
ALL_SIGNS: Final[i64] = (1 << (LETTERS * SIGNS)) - 1
EMPTY: Final = vec[i64]([])


# Cards are counted in five bits for each officer, four for the number and one to guard: hands,
# payments and piles are such numbers.
GUARDS: Final[i64] = 0b10000_10000_10000_10000_10000


def one_card(officer: i64) -> i64:
    """A pile of one card of an officer, 1 to 5."""
    return 1 << ((officer - 1) * 5)


def count_of(cards: i64, officer: i64) -> i64:
    """How many cards of an officer are in a pile."""
    return (cards >> ((officer - 1) * 5)) & 15


def size_of(cards: i64) -> i64:
    """How many cards are in a pile."""
    size: i64 = 0
    for officer in range(i64(1), OFFICERS + 1):
        size += count_of(cards, officer)
    return size


def cards_of(pile: i64) -> list[int]:
    """The officers in a pile, ascending."""
    cards: list[int] = []
    for officer in range(i64(1), OFFICERS + 1):
        for copy in range(count_of(pile, officer)):  # noqa: B007 - `_` would be an object
            cards.append(int(officer))
    return cards


def holds(hand: i64, cards: i64) -> bool:
    """Whether a hand has all of these cards: a missing one borrows its officer's guard."""
    return GUARDS & ~((hand | GUARDS) - cards) == 0


@final
@mypyc_attr(native_class=True, acyclic=True)
class Player:
    """A seat's hand, points, carrier and settlement."""

    score: i64 = 0
    # Where the points came from, as in the record's breakdown.
    terrabot_points: i64 = 0
    marker_points: i64 = 0
    card_points: i64 = 0
    special_points: i64 = 0
    satellite_points: i64 = 0
    ship_points: i64 = 0

    hand: i64 = 0
    hand_size: i64 = 0
    dropped: i64 = 0  # cards given back when dropping out of this round
    dropped_size: i64 = 0
    in_round: bool = False

    modules: i64 = 0  # still docked
    ships_taken: i64 = 0
    ship_order: i64 = 0  # the ships taken, four bits for each, the first lowest

    shields: i64 = 0
    defence_top: i64 = NONE
    shuttles: i64 = 0
    shuttles_top: i64 = NONE
    satellites: i64 = 0
    satellites_top: i64 = NONE

    def __init__(self) -> None:
        self.open_end: vec[i64] = EMPTY
        self.sign: vec[i64] = EMPTY
        self.city_top: vec[i64] = EMPTY
        self.terrabots: vec[i64] = EMPTY
        self.company: vec[i64] = EMPTY
        self.construction: vec[i64] = EMPTY
        self.farming: vec[i64] = EMPTY

    def has_city(self, letter: i64) -> bool:
        return self.terrabots[letter] > 0

    def builders(self, letter: i64) -> i64:
        """Builder units in a city, farming included."""
        return self.construction[letter] + self.farming[letter]

    def city_tiles(self, letter: i64) -> i64:
        """Tiles of a city, sign included; 0 where there is none."""
        if self.terrabots[letter] == 0:
            return 0
        return 1 + self.terrabots[letter] + self.construction[letter] + self.farming[letter]

    def copy(self) -> "Player":
        p = Player()
        p.score = self.score
        p.terrabot_points = self.terrabot_points
        p.marker_points = self.marker_points
        p.card_points = self.card_points
        p.special_points = self.special_points
        p.satellite_points = self.satellite_points
        p.ship_points = self.ship_points
        p.hand = self.hand
        p.hand_size = self.hand_size
        p.dropped = self.dropped
        p.dropped_size = self.dropped_size
        p.in_round = self.in_round
        p.modules = self.modules
        p.ships_taken = self.ships_taken
        p.ship_order = self.ship_order
        p.shields = self.shields
        p.defence_top = self.defence_top
        p.shuttles = self.shuttles
        p.shuttles_top = self.shuttles_top
        p.satellites = self.satellites
        p.satellites_top = self.satellites_top
        p.open_end = self.open_end[:]
        p.sign = self.sign[:]
        p.city_top = self.city_top[:]
        p.terrabots = self.terrabots[:]
        p.company = self.company[:]
        p.construction = self.construction[:]
        p.farming = self.farming[:]
        return p


def new_player() -> Player:
    """A player who has nothing yet."""
    player = Player()
    player.open_end = vec[i64]([NONE] * ROWS)
    player.sign = vec[i64]([NONE] * LETTERS)
    player.city_top = vec[i64]([NONE] * LETTERS)
    player.terrabots = vec[i64]([0] * LETTERS)
    player.company = vec[i64]([0] * LETTERS)
    player.construction = vec[i64]([0] * LETTERS)
    player.farming = vec[i64]([0] * LETTERS)
    return player


@mypyc_attr(native_class=True, acyclic=True)
class State(Position):
    """All that lies on the table. The rules are functions on it, one module for each part."""

    phase: i64 = START
    round: i64 = 0  # 1 to 5; 0 before the first
    turn: i64 = NONE
    marker: i64 = NONE  # who holds the starting-player marker
    marker_taken: bool = False  # in this round
    marker_card: i64 = 0  # the officer laid face down for it
    undealt: i64 = 0
    open_ports: i64 = 0  # the ports that have a module, as bits
    bag_size: i64 = TILES
    ships_left: i64 = ALL_SHIPS
    signs_left: i64 = 0  # bit SIGNS * letter + number

    def __init__(self, parts: Parts) -> None:
        self.parts: Parts = parts
        self.seats = parts.seats
        self.players: list[Player] = []
        self.bag: vec[i64] = EMPTY  # how many tiles of each kind
        self.beneath: vec[i64] = EMPTY  # the tile under each in its stack
        self.port: vec[i64] = EMPTY  # the module at each port
        self.slot: vec[i64] = EMPTY  # the cards in its slot
        self.slot_top: vec[i64] = EMPTY
        self.around: vec[i64] = EMPTY  # what its neighbours show, as station.py numbers it
        self.final: vec[i64] = EMPTY  # points from the final ship, by seat and category

    def set_up(self) -> None:
        """RW-S1 and RW-S4: all tiles in the bag, nothing on the table."""
        self.players = [new_player() for seat in range(self.seats)]
        self.bag = self.parts.copies[:]
        self.beneath = vec[i64]([NONE] * TILES)
        self.port = vec[i64]([NONE] * PORTS)
        self.slot = vec[i64]([0] * PORTS)
        self.slot_top = vec[i64]([0] * PORTS)
        self.around = vec[i64]([0] * PORTS)
        self.final = vec[i64]([0] * (self.seats * CATEGORIES))
        self.signs_left = ALL_SIGNS

    def copy_to(self, other: "State") -> None:
        """Make another state equal to this one."""
        other.far_sighted = self.far_sighted
        other.phase = self.phase
        other.round = self.round
        other.turn = self.turn
        other.marker = self.marker
        other.marker_taken = self.marker_taken
        other.marker_card = self.marker_card
        other.undealt = self.undealt
        other.open_ports = self.open_ports
        other.bag_size = self.bag_size
        other.ships_left = self.ships_left
        other.signs_left = self.signs_left
        other.players = [player.copy() for player in self.players]
        other.bag = self.bag[:]
        other.beneath = self.beneath[:]
        other.port = self.port[:]
        other.slot = self.slot[:]
        other.slot_top = self.slot_top[:]
        other.around = self.around[:]
        other.final = self.final[:]


def open_kind(p: State, player: Player, row: i64) -> i64:
    """The kind of the module at the open end of a row, or NONE."""
    tile = player.open_end[row]
    if tile == NONE:
        return NONE
    return p.parts.kind[tile]


def kind_beneath(p: State, tile: i64) -> i64:
    """The kind of the module docked before this one, or NONE."""
    under = p.beneath[tile]
    if under == NONE:
        return NONE
    return p.parts.kind[under]


def sign_is_left(p: State, letter: i64, number: i64) -> bool:
    """Whether a sign, counted from 0 within its letter, is still in the supply."""
    return (p.signs_left >> (letter * SIGNS + number)) & 1 == 1


def first_sign_left(p: State, letter: i64) -> i64:
    """The first sign of a letter in the supply. There is one for each player."""
    number: i64 = 0
    while not sign_is_left(p, letter, number):
        number += 1
    return number
