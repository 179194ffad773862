"""The numbers of one edition of the box, in the form that the rules read them.

What has a shape of its own in the rules is here: five letters, five companies, five officers who
are the five docking rows, twenty ports. How many, and worth what, comes from the component file.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

LETTERS: Final[i64] = 5
COMPANIES: Final[i64] = 5
OFFICERS: Final[i64] = 5
ROWS: Final[i64] = 5
PORTS: Final[i64] = 20
ROUNDS: Final[i64] = 5
TILES: Final[i64] = 100
SHIPS: Final[i64] = 14
SIGNS: Final[i64] = 4  # of each letter
CATEGORIES: Final[i64] = 6  # of the final population ship: defence, then A to E
RANKS: Final[i64] = 4  # as many as players at most
NONE: Final[i64] = -1

# Kinds of module, in the order of CODES. Ranges of the same sort lie together.
TERRABOT: Final[i64] = 0  # 0 to 4, by letter
SHUTTLE: Final[i64] = 5  # 5 to 7, by shields
BUILDER: Final[i64] = 8  # 8 to 12, by company
SPECIAL: Final[i64] = 13  # 13 to 17, by company
FARMING: Final[i64] = 18
LETTER_TASK: Final[i64] = 19  # 19 to 23, the satellites begin here
COMPANY_TASK: Final[i64] = 24  # 24 to 28
COMPANIES_TASK: Final[i64] = 29
INDUSTRY_TASK: Final[i64] = 30
METROPOLIS_TASK: Final[i64] = 31
TERRABOTS_TASK: Final[i64] = 32
SHIELDS_TASK: Final[i64] = 33
BUILDERS_TASK: Final[i64] = 34
KINDS: Final[i64] = 35

# Population ships, in the order of RW-C8.
ROW_SHIP: Final[i64] = 0  # 0 to 4
DOCKING_SHIP: Final[i64] = 5
CITY_SHIP: Final[i64] = 6
FARMING_SHIP: Final[i64] = 7
SHIELDS_SHIP: Final[i64] = 8
COMPANIES_SHIP: Final[i64] = 9
SHUTTLES_SHIP: Final[i64] = 10
SATELLITES_SHIP: Final[i64] = 11
ROWS_SHIP: Final[i64] = 12
POINTS_SHIP: Final[i64] = 13


@final
@mypyc_attr(native_class=True, acyclic=True)
class Parts:
    """One edition, for one number of players. Shared by all positions of a match, never changed."""

    seats: i64 = 0
    officer_copies: i64 = 0
    dealt: i64 = 0
    marker_points: i64 = 0
    card_points: i64 = 0
    special_points: i64 = 0
    absent_points: i64 = 0

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.kind: vec[i64] = vec[i64]([0] * TILES)  # of each tile, in the order of the kinds
        self.first_tile: vec[i64] = vec[i64]([0] * KINDS)  # of each kind
        self.copies: vec[i64] = vec[i64]([0] * KINDS)
        self.shields: vec[i64] = vec[i64]([0] * KINDS)
        self.task_points: vec[i64] = vec[i64]([0] * KINDS)
        self.terrabot_points: vec[i64] = vec[i64]([0] * ROUNDS)
        self.ship_points: vec[i64] = vec[i64]([0] * SHIPS)
        self.at_least: vec[i64] = vec[i64]([0] * SHIPS)
        # Points for ranks 1 to 4 of each category; 0 for a rank that is not paid.
        self.rank_points: vec[i64] = vec[i64]([0] * (CATEGORIES * RANKS))
        # What bots' judgement weighs (value.py); no rule reads it.
        self.weights: vec[i64] = vec[i64]([])
        self.search_weights: vec[i64] = vec[i64]([])


def is_terrabot(kind: i64) -> bool:
    return kind < SHUTTLE


def is_shuttle(kind: i64) -> bool:
    return SHUTTLE <= kind < BUILDER


def is_builder(kind: i64) -> bool:
    """Whether a kind is a builder unit: construction, special or farming."""
    return BUILDER <= kind < LETTER_TASK


def is_satellite(kind: i64) -> bool:
    return kind >= LETTER_TASK


def is_special(kind: i64) -> bool:
    return SPECIAL <= kind < FARMING


def company_of(kind: i64) -> i64:
    """The construction company of a builder unit, 1 to 5; 0 for farming."""
    if kind < SPECIAL:
        return kind - BUILDER + 1
    if kind < FARMING:
        return kind - SPECIAL + 1
    return 0
