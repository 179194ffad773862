"""What a component file must hold, and its numbers in the form that the rules read them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.component_file import Table, fault, read_file
from farhaven.evaluation.weight_file import PLAYER_COUNTS
from farhaven.games.mars.ai.weights import FORESIGHT, OUTLOOK, WEIGHTS
from farhaven.games.mars.rules import parts as box
from farhaven.games.mars.rules.board import CROSSINGS, FIELDS, lie_apart
from farhaven.games.mars.rules.names import (
    GRID,
    HARBOUR_NAMES,
    RESOURCE_NAMES,
    TERRAIN_NAMES,
    HarbourKind,
    Resource,
    Terrain,
)
from farhaven.games.mars.rules.parts import Parts

STEPS = (3, 3, 4) * 3  # MA-C5: from harbour to harbour along the coast

Count = Annotated[int, msgspec.Meta(ge=0, le=100)]
Some = Annotated[int, msgspec.Meta(ge=1, le=100)]
Points = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Chip = Annotated[int, msgspec.Meta(ge=2, le=12)]
Cost = Annotated[
    Mapping[Resource, Annotated[int, msgspec.Meta(ge=1, le=9)]], msgspec.Meta(min_length=1)
]


class Fields(Table):
    sand: Some
    air: Count
    mountain: Count
    chips: Sequence[Chip]
    apart: Sequence[Chip]


class Yields(Table):
    sand: Resource
    air: Resource
    mountain: Resource
    settlement: Annotated[int, msgspec.Meta(ge=0, le=4)]
    city: Annotated[int, msgspec.Meta(ge=0, le=4)]


class Harbours(Table):
    paths: Sequence[str]
    kinds: Sequence[HarbourKind]


class Supply(Table):
    roads: Annotated[int, msgspec.Meta(ge=2, le=30)]
    settlements: Annotated[int, msgspec.Meta(ge=2, le=20)]
    cities: Annotated[int, msgspec.Meta(ge=0, le=20)]
    domes: Annotated[int, msgspec.Meta(ge=0, le=20)]


class Bank(Table):
    # The set-up of four players can take 12 of one; more than 19 would make too many discards.
    cards: Annotated[int, msgspec.Meta(ge=12, le=19)]


class Deck(Table):
    cowboy: Count
    victory: Count
    road_crew: Count
    supply_drop: Count
    requisition: Count


class Costs(Table):
    road: Cost
    settlement: Cost
    city: Cost
    dome: Cost
    card: Cost


class Trade(Table):
    space: Annotated[int, msgspec.Meta(ge=1, le=9)]
    harbour: Annotated[int, msgspec.Meta(ge=1, le=9)]
    special: Annotated[int, msgspec.Meta(ge=1, le=9)]
    offers_a_turn: Annotated[int, msgspec.Meta(ge=0, le=100)]


class PointValues(Table):
    settlement: Points
    city: Points
    longest_road: Points
    cowboy_power: Points
    victory_card: Points
    to_win: Annotated[int, msgspec.Meta(ge=1, le=1000)]


class Limits(Table):
    hand: Count
    longest_road: Some
    cowboy_power: Some
    road_crew: Annotated[int, msgspec.Meta(ge=0, le=2)]
    supply_drop: Annotated[int, msgspec.Meta(ge=0, le=4)]


class BeginnersField(Table):
    at: str
    terrain: Terrain
    chip: Chip | None = None


class Beginners(Table):
    harbours: Sequence[HarbourKind]
    fields: Sequence[BeginnersField]


class Components(Table):
    fields: Fields
    yields: Yields
    harbours: Harbours
    supply: Supply
    bank: Bank
    deck: Deck
    costs: Costs
    trade: Trade
    points: PointValues
    limits: Limits
    beginners: Beginners


def read_components(path: Path | None) -> tuple[Components, str]:
    """The components of a file, or of the title's own, with the file's digest."""
    components, digest = read_file(Components, __package__, path)
    _check(components)
    return components, digest


def _check(c: Components) -> None:
    """What the shape of the rules asks for beyond the types."""
    if c.fields.sand + c.fields.air + c.fields.mountain != FIELDS:
        raise fault("fields", f"sand, air and mountain must add up to {FIELDS}")
    if len(c.fields.chips) != FIELDS - 1:
        raise fault("fields.chips", f"{FIELDS - 1} chips are needed")
    if any(n not in range(2, 13) or n == 7 for n in c.fields.chips):
        raise fault("fields.chips", "2 to 12 without 7")
    if sum(n in c.fields.apart for n in c.fields.chips) > 6:
        raise fault("fields.apart", "at most six chips can be asked to lie apart")
    if not c.trade.space > c.trade.harbour > c.trade.special:
        raise fault("trade", "space, harbour, special must be each smaller than the one before")
    if sum(deck_counts(c)) > 100:
        raise fault("deck", "at most 100 cards")
    _check_harbours(c)
    _check_beginners(c)


def _check_harbours(c: Components) -> None:
    numbers = [GRID.path_numbers.get(path, -1) for path in c.harbours.paths]
    coast = [GRID.coast.index(number) if number in GRID.coast else -1 for number in numbers]
    if len(numbers) != box.HARBOURS or -1 in coast:
        raise fault("harbours.paths", f"{box.HARBOURS} coastal paths are needed")
    following = coast[1:] + coast[:1]
    steps = [(b - a) % len(GRID.coast) for a, b in zip(coast, following, strict=True)]
    if tuple(steps) != STEPS:
        raise fault("harbours.paths", f"must go round the coast in steps of {STEPS}")
    if len(c.harbours.kinds) != box.HARBOURS:
        raise fault("harbours.kinds", f"{box.HARBOURS} kinds are needed")


def _check_beginners(c: Components) -> None:
    fields = c.beginners.fields
    if sorted(f.at for f in fields) != sorted(GRID.field_numbers):
        raise fault("beginners.fields", f"each of the {FIELDS} fields is needed once")
    if sorted(f.chip for f in fields if f.chip is not None) != sorted(c.fields.chips):
        raise fault("beginners.fields", "the chips are not those of fields.chips")
    if [f.terrain for f in fields if f.chip is None] != ["sand"]:
        raise fault("beginners.fields", "one sand field has no chip")
    if Counter(f.terrain for f in fields) != Counter(_terrains(c)):
        raise fault("beginners.fields", "the terrains are not those of fields")
    if sorted(c.beginners.harbours) != sorted(c.harbours.kinds):
        raise fault("beginners.harbours", "the kinds are not those of harbours.kinds")
    parts = make_parts(c)
    if not lie_apart(parts, parts.beginners_chips):
        raise fault("beginners.fields", "two chips of fields.apart are neighbours")


def _terrains(c: Components) -> list[Terrain]:
    """The terrain of each field of the box, the barren one last."""
    numbers = (c.fields.mountain, c.fields.air, c.fields.sand)
    return [
        name
        for name, number in zip(reversed(TERRAIN_NAMES), numbers, strict=True)
        for _ in range(number)
    ]


def deck_counts(c: Components) -> list[int]:
    """How many cards of each kind are in the deck."""
    d = c.deck
    return [d.cowboy, d.victory, d.road_crew, d.supply_drop, d.requisition]


def pile(counts: Sequence[int]) -> int:
    """A pile with so many cards of each kind."""
    return sum(n << (kind * int(box.LANE)) for kind, n in enumerate(counts))


def _cost(cost: Cost) -> int:
    return pile([cost.get(name, 0) for name in RESOURCE_NAMES])


def make_parts(c: Components) -> Parts:
    """The numbers as the rules read them."""
    parts = Parts()
    parts.road_cost = _cost(c.costs.road)
    parts.settlement_cost = _cost(c.costs.settlement)
    parts.city_cost = _cost(c.costs.city)
    parts.dome_cost = _cost(c.costs.dome)
    parts.card_cost = _cost(c.costs.card)
    parts.roads = c.supply.roads
    parts.settlements = c.supply.settlements
    parts.cities = c.supply.cities
    parts.domes = c.supply.domes
    parts.bank_cards = c.bank.cards
    parts.bank = pile([c.bank.cards] * int(box.RESOURCES))
    parts.deck = pile(deck_counts(c))
    parts.settlement_yield = c.yields.settlement
    parts.city_yield = c.yields.city
    parts.space_rate = c.trade.space
    parts.harbour_rate = c.trade.harbour
    parts.special_rate = c.trade.special
    parts.offers_a_turn = c.trade.offers_a_turn
    parts.settlement_points = c.points.settlement
    parts.city_points = c.points.city
    parts.longest_road_points = c.points.longest_road
    parts.cowboy_power_points = c.points.cowboy_power
    parts.victory_card_points = c.points.victory_card
    parts.points_to_win = c.points.to_win
    parts.hand_limit = c.limits.hand
    parts.longest_road_least = c.limits.longest_road
    parts.cowboy_power_least = c.limits.cowboy_power
    parts.road_crew_roads = c.limits.road_crew
    parts.supply_drop_cards = c.limits.supply_drop
    _lay_tables(c, parts)
    parts.weights = [vec[i64](WEIGHTS.read(players)) for players in PLAYER_COUNTS]
    parts.nets = [OUTLOOK.read(players) for players in PLAYER_COUNTS]
    parts.far_nets = [
        FORESIGHT.read(players) if FORESIGHT.has(players) else net
        for players, net in zip(PLAYER_COUNTS, parts.nets, strict=True)
    ]
    return parts


def _lay_tables(c: Components, parts: Parts) -> None:
    """Everything that belongs to fields and harbours."""
    yields = (c.yields.sand, c.yields.air, c.yields.mountain)
    parts.terrain_yield = vec[i64]([RESOURCE_NAMES.index(name) for name in yields])
    parts.terrains = vec[i64]([TERRAIN_NAMES.index(name) for name in _terrains(c)])
    parts.chips = vec[i64](c.fields.chips)
    parts.apart = sum(1 << chip for chip in set(c.fields.apart))
    paths = [GRID.path_numbers[name] for name in c.harbours.paths]
    parts.harbour_paths = vec[i64](paths)
    parts.harbour_kinds = vec[i64]([HARBOUR_NAMES.index(name) for name in c.harbours.kinds])
    parts.harbour_at = vec[i64]([box.NONE] * int(CROSSINGS))
    for harbour, path in enumerate(paths):
        for crossing in GRID.ends[path]:
            parts.harbour_at[crossing] = harbour
    places = sorted(c.beginners.fields, key=lambda f: GRID.field_numbers[f.at])
    parts.beginners_terrain = vec[i64]([TERRAIN_NAMES.index(f.terrain) for f in places])
    parts.beginners_chips = vec[i64]([f.chip or 0 for f in places])
    kinds = [HARBOUR_NAMES.index(name) for name in c.beginners.harbours]
    parts.beginners_harbours = vec[i64](kinds)
