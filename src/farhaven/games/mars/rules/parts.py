"""The numbers of one edition of the box, in the form that the rules read them.

What has a shape of its own in the rules is here: five resources, three terrains, five kinds of
card. How many, at what cost and worth what, comes from the component file.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from farhaven.core.bits import bit
from farhaven.evaluation.net import Net

NONE: Final[i64] = -1

# Resources, in the order of the records.
GLASS: Final[i64] = 0
OXIDE: Final[i64] = 1
BRICK: Final[i64] = 2
GRAIN: Final[i64] = 3
SHEEP: Final[i64] = 4
RESOURCES: Final[i64] = 5

THREE_TO_ONE: Final[i64] = 5  # the kind of a harbour for any resource; the others are resources
HARBOURS: Final[i64] = 9

SAND: Final[i64] = 0
AIR: Final[i64] = 1
MOUNTAIN: Final[i64] = 2

# Development cards, in the order of the records.
COWBOY: Final[i64] = 0
VICTORY: Final[i64] = 1
ROAD_CREW: Final[i64] = 2
SUPPLY_DROP: Final[i64] = 3
REQUISITION: Final[i64] = 4
CARDS: Final[i64] = 5

# A pile of resource or development cards is one number: eight bits for each of five kinds, and
# eight for cards that one may not see. The highest bit of each eight is a guard and always 0.
LANE: Final[i64] = 8
UNSEEN: Final[i64] = 40  # where the cards are counted that one may not see
GUARDS: Final[i64] = 0x8080808080


def one(kind: i64) -> i64:
    """A pile of one card."""
    return bit(kind * LANE)


def count_of(pile: i64, kind: i64) -> i64:
    """How many cards of a kind are in a pile."""
    return (pile >> (kind * LANE)) & 127


def holds(pile: i64, cards: i64) -> bool:
    """Whether a pile has all of these cards: where one is missing, its guard bit is borrowed."""
    return ((pile | GUARDS) - cards) & GUARDS == GUARDS


def size_of(pile: i64) -> i64:
    """How many cards are in a pile, those unseen included."""
    # Two steps instead of one multiplication, which would pass 2**63.
    pairs = (pile & 0x00FF00FF00FF) + ((pile >> LANE) & 0x00FF00FF00FF)
    return (pairs + (pairs >> 16) + (pairs >> 32)) & 0xFFFF


def unseen(size: i64) -> i64:
    """A pile of cards that one may not see."""
    return size << UNSEEN


def is_unseen(pile: i64) -> bool:
    """Whether some card of a pile may not be seen."""
    return pile >> UNSEEN > 0


def kind_at(pile: i64, index: i64) -> i64:
    """The kind of a pile's card, the cards being counted from 0 in the order of their kinds."""
    kind: i64 = 0
    left = index - count_of(pile, 0)
    while left >= 0:
        kind += 1
        left -= count_of(pile, kind)
    return kind


@final
@mypyc_attr(native_class=True, acyclic=True)
class Parts:
    """One edition. Shared by all positions of a match, never changed."""

    road_cost: i64 = 0
    settlement_cost: i64 = 0
    city_cost: i64 = 0
    dome_cost: i64 = 0
    card_cost: i64 = 0

    roads: i64 = 0  # of each player, as the next three
    settlements: i64 = 0
    cities: i64 = 0
    domes: i64 = 0
    bank: i64 = 0  # a pile
    bank_cards: i64 = 0  # of each resource
    deck: i64 = 0  # a pile

    settlement_yield: i64 = 0
    city_yield: i64 = 0
    space_rate: i64 = 0
    harbour_rate: i64 = 0
    special_rate: i64 = 0
    offers_a_turn: i64 = 0

    settlement_points: i64 = 0
    city_points: i64 = 0
    longest_road_points: i64 = 0
    cowboy_power_points: i64 = 0
    victory_card_points: i64 = 0
    points_to_win: i64 = 0

    hand_limit: i64 = 0
    longest_road_least: i64 = 0
    cowboy_power_least: i64 = 0
    road_crew_roads: i64 = 0
    supply_drop_cards: i64 = 0

    apart: i64 = 0  # the chips that do not lie side by side, as bits

    def __init__(self) -> None:
        empty = vec[i64]()
        # What bots' judgement weighs (value.py), for 2, 3 and 4 players; no rule reads it.
        self.weights: list[vec[i64]] = []
        self.nets: list[Net] = []
        self.far_nets: list[Net] = []  # for who looks further
        self.terrain_yield: vec[i64] = empty  # the resource of each terrain
        self.terrains: vec[i64] = empty  # of the fields with a chip, and of the barren one at last
        self.chips: vec[i64] = empty
        self.harbour_paths: vec[i64] = empty
        self.harbour_kinds: vec[i64] = empty
        self.harbour_at: vec[i64] = empty  # the harbour of each crossing, or NONE
        self.beginners_terrain: vec[i64] = empty
        self.beginners_chips: vec[i64] = empty  # 0 for none
        self.beginners_harbours: vec[i64] = empty
