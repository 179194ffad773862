"""The view of Mars in its JSON form, as clients get it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal, get_args

import msgspec

from farhaven.core.bits import has
from farhaven.core.wire_annotations import EVERY_KEY
from farhaven.games.mars.client.longest_roads import longest_roads
from farhaven.games.mars.client.printed import Box, box_of
from farhaven.games.mars.rules import moves
from farhaven.games.mars.rules.board import BOTH_ENDS, HALF
from farhaven.games.mars.rules.names import (
    CARD_NAMES,
    GRID,
    HARBOUR_NAMES,
    RESOURCE_NAMES,
    TERRAIN_NAMES,
    Card,
    HarbourKind,
    Piece,
    Resource,
    Terrain,
    counts_of,
)
from farhaven.games.mars.rules.parts import CARDS, NONE, count_of, is_unseen, size_of
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.state import ACCEPTED, ANSWERING, DECLINED, LAYOUT, SILENT, Player
from farhaven.games.mars.rules.trade import offers_left
from farhaven.games.mars.rules.turn import discard_size, points
from farhaven.games.mars.rules.yields import cards_at, resource_of

Phase = Literal[
    "layout",
    "dice",
    "steal",
    "draw",
    "placing",
    "rolling",
    "discarding",
    "aliens",
    "acting",
    "answering",
    "over",
]
PHASES: tuple[Phase, ...] = get_args(Phase)


class FieldView(msgspec.Struct, frozen=True):
    """A land field. `chip` is null for the barren one, `dome` what grows there."""

    at: str
    terrain: Terrain
    chip: int | None
    dome: Literal["grain", "sheep"] | None
    gives: Resource | None
    """What it yields when its chip is rolled; null while it yields nothing (MA-C2, MA-5.3)."""
    to: Sequence[int]
    """How many cards of it each seat is owed then (MA-1.2)."""


class HarbourView(msgspec.Struct, frozen=True):
    """A harbour, and the seats that may use it (MA-2.3)."""

    path: str
    kind: HarbourKind
    seats: Sequence[int]


class AnswerView(msgspec.Struct, frozen=True):
    """What a seat said to the open offer; a counter-offer as that seat made it."""

    seat: int
    answer: Literal["accept", "decline", "counter"] | None
    give: Mapping[Resource, int] | None
    want: Mapping[Resource, int] | None


class OfferView(msgspec.Struct, frozen=True):
    """The open offer of the player on turn."""

    give: Mapping[Resource, int]
    want: Mapping[Resource, int]
    answers: Sequence[AnswerView]


class SeatView(msgspec.Struct, frozen=True):
    """What is known of a player. `hand` and `cards` are null where they are secret."""

    points: int
    """Secret points are counted only where the cards are known."""
    hand: Mapping[Resource, int] | None
    hand_size: int
    cards: Sequence[Card] | None
    """Bought and not played."""
    card_count: int
    cowboys: int
    settlements: Sequence[str]
    cities: Sequence[str]
    roads: Sequence[str]
    longest_chain: int
    harbours: Sequence[HarbourKind]
    left: Annotated[Mapping[Piece, int], EVERY_KEY]
    """Pieces in the supply."""
    must_discard: int
    """How many cards are still to be given up after a 7."""


class MarsWire(msgspec.Struct, frozen=True, tag="mars", tag_field="game"):
    """The view of a seat, or of a spectator (null)."""

    seat: int | None
    phase: Phase
    turn: int | None
    first: int | None
    turns: int
    """Turns begun since the set-up."""
    dice: Sequence[int] | None
    """The last roll."""
    order: Literal["strict", "free"]
    built: bool
    """Whether something was built in this turn."""
    fields: Sequence[FieldView]
    harbours: Sequence[HarbourView]
    aliens: str | None
    bank: Mapping[Resource, int]
    deck: int
    longest_road: int | None
    """Who holds the card."""
    longest_roads: Sequence[str]
    """The paths of the chain that the card was given for."""
    cowboy_power: int | None
    offer: OfferView | None
    offers_left: int
    points_to_win: int
    players: Sequence[SeatView]
    box: Box
    """What is printed on the parts; it never changes."""


def wire_of(p: MarsPosition, seat: int | None) -> MarsWire:
    """The view of a position in which all that the seat may not know is blank."""
    dice = int(p.dice)
    return MarsWire(
        seat=seat,
        phase=PHASES[p.phase],
        turn=_or_none(int(p.turn)),
        first=_or_none(int(p.first)),
        turns=int(p.turns),
        dice=[dice >> 3, dice & 7] if dice else None,
        order="strict" if p.strict else "free",
        built=p.built,
        fields=[] if p.phase == LAYOUT else list(_fields(p)),
        harbours=[] if p.phase == LAYOUT else list(_harbours(p)),
        aliens=None if p.aliens == NONE else GRID.fields[p.aliens].name,
        bank=counts_of(p.bank),
        deck=int(size_of(p.deck)),
        longest_road=_or_none(int(p.road_holder)),
        longest_roads=_longest(p),
        cowboy_power=_or_none(int(p.cowboy_holder)),
        offer=_offer(p) if p.phase == ANSWERING else None,
        offers_left=int(offers_left(p)),
        points_to_win=int(p.parts.points_to_win),
        players=[_seat(p, i) for i in range(p.seats)],
        box=box_of(p.parts),
    )


def wire_beside(p: MarsPosition, seat: int | None, other: MarsWire) -> MarsWire:
    """The same, from another's view at the same moment: only hands and cards differ (MA-1.1)."""
    players = [_seat(p, i) for i in range(p.seats)]
    return msgspec.structs.replace(other, seat=seat, players=players)


def _or_none(number: int) -> int | None:
    return None if number == NONE else number


def _fields(p: MarsPosition) -> Iterator[FieldView]:
    for i, field in enumerate(GRID.fields):
        dome: Literal["grain", "sheep"] | None = None
        if has(p.grain, i):
            dome = "grain"
        elif has(p.sheep, i):
            dome = "sheep"
        terrain = TERRAIN_NAMES[p.board.terrain[i]]
        chip = int(p.board.chip[i]) or None
        gives: Resource | None = None
        to: list[int] = [0] * int(p.seats)
        if chip is not None and i != p.aliens:
            gives = RESOURCE_NAMES[resource_of(p, i)]
            to = [int(cards_at(p, player, i)) for player in p.players]
        yield FieldView(field.name, terrain, chip, dome, gives, to)


def _longest(p: MarsPosition) -> list[str]:
    if p.road_holder == NONE:
        return []
    return [GRID.paths[path].name for path in longest_roads(p, int(p.road_holder))]


def _harbours(p: MarsPosition) -> Iterator[HarbourView]:
    for path, kind in zip(p.parts.harbour_paths, p.board.harbour, strict=True):
        ends = BOTH_ENDS[path]
        seats = [i for i, one in enumerate(p.players) if (one.settlements | one.cities) & ends]
        yield HarbourView(GRID.paths[path].name, HARBOUR_NAMES[kind], seats)


def _offer(p: MarsPosition) -> OfferView:
    others = [seat for seat in range(p.seats) if seat != p.turn]
    give, want = counts_of(moves.offer_give(p.offer)), counts_of(moves.offer_want(p.offer))
    return OfferView(give, want, [_answer(seat, int(p.answers[seat])) for seat in others])


def _answer(seat: int, said: int) -> AnswerView:
    if said == SILENT:
        return AnswerView(seat, None, None, None)
    if said == ACCEPTED:
        return AnswerView(seat, "accept", None, None)
    if said == DECLINED:
        return AnswerView(seat, "decline", None, None)
    give, want = counts_of(moves.offer_give(said)), counts_of(moves.offer_want(said))
    return AnswerView(seat, "counter", give, want)


def crossing_names(crossings: int) -> list[str]:
    return [c.name for i, c in enumerate(GRID.crossings) if crossings >> i & 1]


def path_names(low: int, high: int) -> list[str]:
    both = low | high << int(HALF)
    return [path.name for i, path in enumerate(GRID.paths) if both >> i & 1]


def card_names(pile: int) -> list[Card]:
    return [CARD_NAMES[kind] for kind in range(CARDS) for _ in range(count_of(pile, kind))]


def _seat(p: MarsPosition, seat: int) -> SeatView:
    player = p.players[seat]
    kinds = int(player.harbours)
    return SeatView(
        points=int(points(p, seat)),
        hand=None if is_unseen(player.hand) else counts_of(player.hand),
        hand_size=int(size_of(player.hand)),
        cards=None if is_unseen(player.cards) else card_names(int(player.cards)),
        card_count=int(size_of(player.cards)),
        cowboys=int(player.cowboys),
        settlements=crossing_names(int(player.settlements)),
        cities=crossing_names(int(player.cities)),
        roads=path_names(int(player.roads_low), int(player.roads_high)),
        longest_chain=int(player.chain),
        harbours=[name for i, name in enumerate(HARBOUR_NAMES) if kinds >> i & 1],
        left=_left(player),
        must_discard=int(discard_size(p, seat)) if has(p.discarding, seat) else 0,
    )


def _left(player: Player) -> dict[Piece, int]:
    return {
        "road": int(player.roads_left),
        "settlement": int(player.settlements_left),
        "city": int(player.cities_left),
        "dome": int(player.domes_left),
    }
