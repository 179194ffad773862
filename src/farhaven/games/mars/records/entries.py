"""The lines of a log of Mars: what a seat chose, and what chance did, as records write them."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from farhaven.core.log_entry import Entry, Outcome
from farhaven.games.mars.rules.names import Card, HarbourKind, Piece, Resource, Terrain

Counts = Mapping[Resource, Annotated[int, msgspec.Meta(ge=1)]]
"""Resource cards; only what is there at least once."""
Said = Literal["accept", "decline", "counter"]


class FieldLaid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: str
    terrain: Terrain
    chip: int | None


class HarbourLaid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    path: str
    kind: HarbourKind


class BoardLaid(Outcome, frozen=True, tag="board"):
    fields: Sequence[FieldLaid]
    harbours: Sequence[HarbourLaid]
    first: int


class Dice(Outcome, frozen=True, tag="dice"):
    dice: Sequence[int]


class Stolen(Outcome, frozen=True, tag="steal"):
    card: Resource | None


class CardDrawn(Outcome, frozen=True, tag="card"):
    card: Card | None


class Place(Entry, frozen=True, tag="place"):
    settlement: str
    road: str


class Roll(Entry, frozen=True, tag="roll"):
    pass


class Discard(Entry, frozen=True, tag="discard"):
    cards: Counts


class MoveAliens(Entry, frozen=True, tag="aliens"):
    field: str
    victim: int | None


class Offer(Entry, frozen=True, tag="offer"):
    give: Counts
    want: Counts


class Answer(Entry, frozen=True, tag="answer"):
    answer: Said
    give: Counts | UnsetType = UNSET
    want: Counts | UnsetType = UNSET


class Close(Entry, frozen=True, tag="close"):
    partner: int | None = msgspec.field(name="with")


class TradeWithBank(Entry, frozen=True, tag="bank"):
    give: Resource
    count: int
    get: Resource


class Build(Entry, frozen=True, tag="build"):
    piece: Piece
    at: str
    grows: Literal["grain", "sheep"] | UnsetType = UNSET


class Buy(Entry, frozen=True, tag="buy"):
    pass


class Play(Entry, frozen=True, tag="play"):
    card: Card
    field: str | UnsetType = UNSET
    victim: int | UnsetType | None = UNSET
    roads: Sequence[str] | UnsetType = UNSET
    take: Counts | UnsetType = UNSET
    resource: Resource | UnsetType = UNSET


class EndTurn(Entry, frozen=True, tag="end"):
    pass


ENTRY_TYPES: tuple[type[Entry], ...] = (
    Place,
    Roll,
    Discard,
    MoveAliens,
    Offer,
    Answer,
    Close,
    TradeWithBank,
    Build,
    Buy,
    Play,
    EndTurn,
)
OUTCOME_TYPES: tuple[type[Outcome], ...] = (BoardLaid, Dice, Stolen, CardDrawn)
