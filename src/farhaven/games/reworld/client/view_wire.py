"""The view of a seat in its JSON form, as clients get it."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec

from farhaven.core.wire_annotations import EVERY_KEY
from farhaven.games.reworld.client.printed import Box
from farhaven.games.reworld.edition import Category, Letter, ModuleCode, Officer, ShipName

PHASES: tuple[Literal["start", "round", "station", "settlement", "over"], ...]
PHASES = ("start", "round", "station", "settlement", "over")


class City(msgspec.Struct, frozen=True):
    """A city: its letter, the name on its sign, its tiles in the order of placing.

    `size` is what counts for ships (RW-2.9, RW-3.1).
    """

    letter: Letter
    sign: str
    tiles: Sequence[ModuleCode]
    size: int


class Seat(msgspec.Struct, frozen=True):
    """What is known of a player. `hand` is null where it is secret."""

    score: int
    hand: Sequence[Officer] | None
    hand_size: int
    in_round: bool
    rows: Sequence[Sequence[ModuleCode]]
    """Docking rows 1 to 5, the open end last."""
    cities: Sequence[City]
    defence: Sequence[ModuleCode]
    shields: int
    shuttles: Sequence[ModuleCode]
    satellites: Sequence[ModuleCode]
    ships: Sequence[ShipName]
    progress: Annotated[Mapping[ShipName, int], EVERY_KEY]
    """How much there is of what each ship counts; for those of docking rows, what is left there."""
    tasks: Mapping[ModuleCode, int]
    """What each docked satellite's task would score now, in the best city."""
    final: Annotated[Mapping[Category, int], EVERY_KEY]
    """The final population ship, if it arrived now."""


class Slot(msgspec.Struct, frozen=True):
    """A port: its module while it has one, and the cards laid there, the top one first."""

    module: ModuleCode | None
    cards: Sequence[Officer]


class ReworldWire(msgspec.Struct, frozen=True, tag="reworld", tag_field="game"):
    """The view of a seat, or of a spectator (null)."""

    seat: int | None
    phase: Literal["start", "round", "station", "settlement", "over"]
    round: int
    turn: int | None
    marker: int | None
    marker_taken: bool
    ports: Sequence[Slot]
    bag: Mapping[ModuleCode, int]
    """How many modules of each code are still to come."""
    ships: Sequence[ShipName]
    """The population ships on the board."""
    signs: Annotated[Mapping[Letter, Sequence[str]], EVERY_KEY]
    """The signs in the supply, by letter."""
    players: Sequence[Seat]
    box: Box
