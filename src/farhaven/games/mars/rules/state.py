"""Where everything lies: the board, the bank and the deck, what each player holds and has built.

Cards change hands only through the functions at the end of this module, which is how a match
keeps track of what each seat can know (`ledger`).
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from farhaven.core.position import Position
from farhaven.games.mars.rules.board import ALL_CROSSINGS, EMPTY_BOARD, Board
from farhaven.games.mars.rules.ledger import Ledger
from farhaven.games.mars.rules.parts import NONE, VICTORY, Parts, count_of, holds, one, size_of

# Phases; chance acts in the first four.
LAYOUT: Final[i64] = 0  # the board is laid out
DICE: Final[i64] = 1
STEAL: Final[i64] = 2  # a card is taken from `victim`
DRAW: Final[i64] = 3  # a development card was bought
PLACING: Final[i64] = 4  # set-up
ROLLING: Final[i64] = 5  # the player on turn must roll
DISCARDING: Final[i64] = 6
ALIENS_MOVE: Final[i64] = 7  # after a 7
ACTING: Final[i64] = 8  # trade, build, card
ANSWERING: Final[i64] = 9  # an offer is open
OVER: Final[i64] = 10

MOST_SEATS: Final[i64] = 4
SUMS: Final[i64] = 13  # of two dice, counted from 0

# What a seat has said to the open offer; a counter-offer is a move from COUNTER on.
SILENT: Final[i64] = 0
ACCEPTED: Final[i64] = 1
DECLINED: Final[i64] = 2

NO_NUMBERS: Final = vec[i64]()


@final
@mypyc_attr(native_class=True, acyclic=True)
class Player:
    """A seat's cards and pieces, and where it may build on."""

    hand: i64 = 0  # resources
    cards: i64 = 0  # bought, not played
    cowboys: i64 = 0  # open
    roads_left: i64 = 0  # in the supply, as the next three
    settlements_left: i64 = 0
    cities_left: i64 = 0
    domes_left: i64 = 0
    settlements: i64 = 0  # crossings
    cities: i64 = 0  # crossings
    reached: i64 = 0  # crossings that an own road leads to
    roads_low: i64 = 0
    roads_high: i64 = 0
    road_sites_low: i64 = 0  # paths where MA-3.2 allows a road
    road_sites_high: i64 = 0
    chain: i64 = 0  # the longest chain of own roads
    harbours: i64 = 0  # kinds, as bits

    def buildings(self) -> i64:
        """The crossings with an own settlement or city."""
        return self.settlements | self.cities

    def copy(self) -> "Player":
        p = Player()
        p.hand = self.hand
        p.cards = self.cards
        p.cowboys = self.cowboys
        p.roads_left = self.roads_left
        p.settlements_left = self.settlements_left
        p.cities_left = self.cities_left
        p.domes_left = self.domes_left
        p.settlements = self.settlements
        p.cities = self.cities
        p.reached = self.reached
        p.roads_low = self.roads_low
        p.roads_high = self.roads_high
        p.road_sites_low = self.road_sites_low
        p.road_sites_high = self.road_sites_high
        p.chain = self.chain
        p.harbours = self.harbours
        return p


def new_player(parts: Parts) -> Player:
    """A player with a full supply (MA-C6)."""
    player = Player()
    player.roads_left = parts.roads
    player.settlements_left = parts.settlements
    player.cities_left = parts.cities
    player.domes_left = parts.domes
    return player


@mypyc_attr(native_class=True, acyclic=True)
class State(Position):
    """All that lies on the table. The rules are functions on it, one module for each part."""

    phase: i64 = LAYOUT
    beginners: bool = False  # option `layout`
    strict: bool = True  # option `order`
    turn: i64 = NONE
    first: i64 = NONE  # who began
    placed: i64 = 0  # settlements of the set-up
    turns: i64 = 0  # begun since the set-up
    built: bool = False  # in this turn

    bank: i64 = 0
    deck: i64 = 0
    gone: i64 = 0  # progress cards that left the game
    aliens: i64 = NONE
    grain: i64 = 0  # fields with a dome where grain grows
    sheep: i64 = 0
    free: i64 = ALL_CROSSINGS  # crossings where MA-3.4 allows a settlement
    road_holder: i64 = NONE  # of the longest trade road
    cowboy_holder: i64 = NONE  # of Greatest Cowboy Power

    discarding: i64 = 0  # seats that must still discard
    victim: i64 = NONE  # of the theft that chance decides
    card_played: bool = False  # so the turn ends after the theft
    offer: i64 = 0  # the open offer, as a move
    acted: i64 = NONE  # the phase in which chance acted last
    dice: i64 = 0  # the last roll: 8 * first + second
    drawn: i64 = NONE  # what chance drew last: the resource stolen or the card bought

    def __init__(self, parts: Parts, seats: i64) -> None:
        self.parts: Parts = parts
        self.seats = seats
        self.board: Board = EMPTY_BOARD
        self.players: list[Player] = []
        # What each seat gets for each sum of the dice, the aliens' field left out; see `yields_at`.
        self.yields: vec[i64] = NO_NUMBERS
        self.offers: vec[i64] = NO_NUMBERS  # made in this turn
        self.answers: vec[i64] = NO_NUMBERS  # of each seat to the open offer
        self.ledger: Ledger | None = None

    def set_up(self) -> None:
        """Nothing on the table, all cards in bank and deck."""
        self.players = [new_player(self.parts) for seat in range(self.seats)]
        self.yields = vec[i64]([0] * (SUMS * MOST_SEATS))
        self.bank = self.parts.bank
        self.deck = self.parts.deck

    def copy_to(self, other: "State") -> None:
        """Make another state equal to this one, but for the ledger."""
        other.far_sighted = self.far_sighted
        other.phase = self.phase
        other.beginners = self.beginners
        other.strict = self.strict
        other.turn = self.turn
        other.first = self.first
        other.placed = self.placed
        other.turns = self.turns
        other.built = self.built
        other.bank = self.bank
        other.deck = self.deck
        other.gone = self.gone
        other.aliens = self.aliens
        other.grain = self.grain
        other.sheep = self.sheep
        other.free = self.free
        other.road_holder = self.road_holder
        other.cowboy_holder = self.cowboy_holder
        other.discarding = self.discarding
        other.victim = self.victim
        other.card_played = self.card_played
        other.offer = self.offer
        other.acted = self.acted
        other.dice = self.dice
        other.drawn = self.drawn
        other.board = self.board
        other.players = [player.copy() for player in self.players]
        other.yields = self.yields[:]
        other.offers = self.offers[:]
        other.answers = self.answers[:]


# Points (MA-3.6, MA-3.8, MA-4.2, MA-4.4)


def settlement_points(p: State, seat: i64) -> i64:
    return (p.parts.settlements - p.players[seat].settlements_left) * p.parts.settlement_points


def city_points(p: State, seat: i64) -> i64:
    return (p.parts.cities - p.players[seat].cities_left) * p.parts.city_points


def road_points(p: State, seat: i64) -> i64:
    if p.road_holder == seat:
        return p.parts.longest_road_points
    return 0


def cowboy_points(p: State, seat: i64) -> i64:
    if p.cowboy_holder == seat:
        return p.parts.cowboy_power_points
    return 0


def open_points(p: State, seat: i64) -> i64:
    """The points that everybody can see."""
    built = settlement_points(p, seat) + city_points(p, seat)
    return built + road_points(p, seat) + cowboy_points(p, seat)


def secret_points(p: State, seat: i64) -> i64:
    """The points of victory-point cards, which only their owner sees."""
    return count_of(p.players[seat].cards, VICTORY) * p.parts.victory_card_points


# Cards that change hands


def take_from_bank(p: State, seat: i64, cards: i64) -> None:
    """A seat gets cards that the bank has."""
    p.bank -= cards
    p.players[seat].hand += cards
    if p.ledger is not None:
        p.ledger.gained(seat, cards)


def pay_to_bank(p: State, seat: i64, cards: i64) -> None:
    """A seat gives up cards that it has."""
    p.players[seat].hand -= cards
    p.bank += cards
    if p.ledger is not None:
        p.ledger.gave(seat, cards)


def hand_over(p: State, seat: i64, to: i64, cards: i64) -> None:
    """A seat gives cards to another, for all to see."""
    p.players[seat].hand -= cards
    p.players[to].hand += cards
    if p.ledger is not None:
        p.ledger.gave(seat, cards)
        p.ledger.gained(to, cards)


def hand_over_all(p: State, seat: i64, to: i64, resource: i64) -> None:
    """A seat gives all of a resource to another, so that everybody knows how many it had."""
    count = count_of(p.players[seat].hand, resource)
    if p.ledger is not None:
        p.ledger.had(seat, resource, count)
    hand_over(p, seat, to, count * one(resource))


def hand_over_unseen(p: State, seat: i64, to: i64, resource: i64) -> None:
    """A seat loses a card to another; only the two of them see it."""
    p.players[seat].hand -= one(resource)
    p.players[to].hand += one(resource)
    if p.ledger is not None:
        p.ledger.stole(to, seat, resource)


def shows(p: State, seat: i64, cards: i64) -> None:
    """A seat makes known that it has these cards, by offering them."""
    if p.ledger is not None:
        p.ledger.showed(seat, cards)


def can_pay(p: State, seat: i64, cost: i64) -> bool:
    return holds(p.players[seat].hand, cost)


def hand_size(p: State, seat: i64) -> i64:
    return size_of(p.players[seat].hand)
