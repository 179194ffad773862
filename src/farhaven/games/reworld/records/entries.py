"""Record entries and outcomes of Reworld: the lines of its log."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from farhaven.core.log_entry import Entry, Outcome
from farhaven.games.reworld.edition import Letter, ModuleCode, Officer

Use = Literal["settle", "defend", "task", "sacrifice", "transport"]


class Start(Outcome, frozen=True, tag="start"):
    seat: int


class Round(Outcome, frozen=True, tag="round"):
    round: int
    modules: Sequence[ModuleCode]
    hands: Sequence[Sequence[Officer] | None]


class Acquire(Entry, frozen=True, tag="acquire"):
    port: int
    cards: Sequence[Officer]


class TakeMarker(Entry, frozen=True, tag="marker"):
    card: Officer | None


class DropOut(Entry, frozen=True, tag="drop_out"):
    pass


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    unit: int
    city: Letter | None


class Launch(Entry, frozen=True, tag="launch"):
    row: Officer
    use: Use
    sign: str | UnsetType = UNSET
    city: Letter | UnsetType = UNSET
    cargo: Sequence[Officer] | UnsetType = UNSET
    placed: Sequence[Placed] | UnsetType = UNSET
