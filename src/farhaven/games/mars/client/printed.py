"""What is printed on the parts of one edition, as clients get it: it never changes in a match."""

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from farhaven.games.mars.rules.names import RESOURCE_NAMES, Resource, counts_of
from farhaven.games.mars.rules.parts import CARDS, Parts, count_of

Counts = Mapping[Resource, int]


class Costs(msgspec.Struct, frozen=True):
    """MA-3"""

    road: Counts
    settlement: Counts
    city: Counts
    dome: Counts
    card: Counts


class Supply(msgspec.Struct, frozen=True):
    """MA-C6: of each player."""

    road: int
    settlement: int
    city: int
    dome: int


class Yields(msgspec.Struct, frozen=True):
    """MA-1.2: cards for a building at a field whose chip is rolled."""

    settlement: int
    city: int


class Gives(msgspec.Struct, frozen=True):
    """MA-C3: what each terrain yields."""

    sand: Resource
    air: Resource
    mountain: Resource


class Deck(msgspec.Struct, frozen=True):
    """MA-C8"""

    cowboy: int
    victory: int
    road_crew: int
    supply_drop: int
    requisition: int


class Rates(msgspec.Struct, frozen=True):
    """How many equal cards the bank asks for one (MA-2.2, MA-2.3)."""

    space: int
    harbour: int
    special: int


class Points(msgspec.Struct, frozen=True):
    """MA-3.6, MA-3.8, MA-4.2, MA-4.4"""

    settlement: int
    city: int
    longest_road: int
    cowboy_power: int
    victory_card: int


class Limits(msgspec.Struct, frozen=True):
    hand: int
    """MA-1.4: with more, half is given up on a 7."""
    longest_road: int
    cowboy_power: int
    road_crew: int
    supply_drop: int
    offers: int
    """MA-2.1c: in a turn."""


class Box(msgspec.Struct, frozen=True):
    """The numbers of the edition that is played with."""

    costs: Costs
    supply: Supply
    yields: Yields
    gives: Gives
    bank: int
    """Cards of each resource."""
    deck: Deck
    rates: Rates
    points: Points
    limits: Limits


@lru_cache(maxsize=16)
def box_of(parts: Parts) -> Box:
    """The numbers of an edition."""
    sand, air, mountain = (RESOURCE_NAMES[kind] for kind in parts.terrain_yield)
    return Box(
        costs=Costs(
            road=counts_of(parts.road_cost),
            settlement=counts_of(parts.settlement_cost),
            city=counts_of(parts.city_cost),
            dome=counts_of(parts.dome_cost),
            card=counts_of(parts.card_cost),
        ),
        supply=Supply(
            road=int(parts.roads),
            settlement=int(parts.settlements),
            city=int(parts.cities),
            dome=int(parts.domes),
        ),
        yields=Yields(int(parts.settlement_yield), int(parts.city_yield)),
        gives=Gives(sand, air, mountain),
        bank=int(parts.bank_cards),
        deck=Deck(*(int(count_of(parts.deck, kind)) for kind in range(CARDS))),
        rates=Rates(int(parts.space_rate), int(parts.harbour_rate), int(parts.special_rate)),
        points=Points(
            settlement=int(parts.settlement_points),
            city=int(parts.city_points),
            longest_road=int(parts.longest_road_points),
            cowboy_power=int(parts.cowboy_power_points),
            victory_card=int(parts.victory_card_points),
        ),
        limits=Limits(
            hand=int(parts.hand_limit),
            longest_road=int(parts.longest_road_least),
            cowboy_power=int(parts.cowboy_power_least),
            road_crew=int(parts.road_crew_roads),
            supply_drop=int(parts.supply_drop_cards),
            offers=int(parts.offers_a_turn),
        ),
    )
