"""What places, cards and pieces are called in records, refusals and views."""

from collections.abc import Mapping
from typing import Literal, get_args

from farhaven.core.hexgrid import hexgrid
from farhaven.games.mars.rules import moves
from farhaven.games.mars.rules.board import RADIUS
from farhaven.games.mars.rules.parts import count_of

GRID = hexgrid(RADIUS)
Resource = Literal["glass", "oxide", "brick", "grain", "sheep"]
Terrain = Literal["sand", "air", "mountain"]
Card = Literal["cowboy", "victory", "road_crew", "supply_drop", "requisition"]
HarbourKind = Literal[Resource, "3:1"]
Piece = Literal["road", "settlement", "city", "dome"]
Wanted = Piece | Literal["card"]
"""What can be built or bought."""
RESOURCE_NAMES: tuple[Resource, ...] = get_args(Resource)
TERRAIN_NAMES: tuple[Terrain, ...] = get_args(Terrain)
CARD_NAMES: tuple[Card, ...] = get_args(Card)
HARBOUR_NAMES: tuple[HarbourKind, ...] = get_args(HarbourKind)

WANTED: Mapping[Wanted, int] = {
    "road": int(moves.ROAD),
    "settlement": int(moves.SETTLEMENT),
    "city": int(moves.CITY),
    "dome": int(moves.DOME),
    "card": int(moves.BUY),
}
"""The kind of move that builds or buys each of them."""


def counts_of(pile: int) -> dict[Resource, int]:
    """The resource cards of a pile; resources it has none of are left out."""
    counts = {name: int(count_of(pile, i)) for i, name in enumerate(RESOURCE_NAMES)}
    return {name: count for name, count in counts.items() if count}


def cards_text(counts: Mapping[Resource, int]) -> str:
    """Cards as words that the message files translate one by one."""
    return " + ".join(f"{count} {name}" for name, count in counts.items())


def missing_cards(pile: int, cards: int) -> dict[Resource, int]:
    """The cards that a pile lacks."""
    held = counts_of(pile)
    less = {name: count - held.get(name, 0) for name, count in counts_of(cards).items()}
    return {name: count for name, count in less.items() if count > 0}


def missing_resource(pile: int, cards: int) -> dict[str, int | str]:
    """The first resource of which a pile has too few cards, as a parameter of a violation."""
    return {"resource": next(iter(missing_cards(pile, cards)))}
