"""What the player on turn must choose, as a client gets it: compact and complete."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from farhaven.games.reworld.edition import Letter, ModuleCode, Officer, ShipName
from farhaven.games.reworld.records.entries import Launch


class PortChoice(msgspec.Struct, frozen=True):
    """A port that can be paid for, and which of the lists of payments applies to it."""

    port: int
    payments: int
    points: int
    """What acquiring its module scores."""


PriceClause = Literal["RW-1.4a", "RW-1.4b", "RW-1.4c"]


class Price(msgspec.Struct, frozen=True):
    """What modules cost that lie in the same situation, whether the hand can pay it or not."""

    clause: PriceClause
    tops: Sequence[Officer]
    """The different officers that the neighbours show."""
    ports: Sequence[int]


class StationDecision(msgspec.Struct, frozen=True, tag="station", tag_field="kind"):
    """RW-1.3. The payments are listed once for each situation of the neighbours, cheapest first."""

    ports: Sequence[PortChoice]
    payments: Sequence[Sequence[Sequence[Officer]]]
    prices: Sequence[Price]
    """Every module at the station is in one of them."""
    marker: Sequence[Officer]
    """The officers that can be laid for the marker; none if it is taken."""
    marker_points: int
    drop_out_points: int


class LaunchChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A launch with the points that it scores and the ships that it takes.

    Each different effect is listed once, in one spelling. The last four fields say which other
    spellings have the same effect, so that a client can let its player choose in any order.
    """

    launch: Launch
    module: ModuleCode
    points: int
    ships: Sequence[ShipName]
    docked_in_any_order: bool = False
    """The two units may also be docked the other way round (RW-2.5)."""
    placed_in_any_order: bool = False
    """The two units may also be placed the other way round (RW-2.6)."""
    interchangeable: bool = False
    """The two units are alike: each may also go to the city of the other."""
    cities: Sequence[Letter] = ()
    """All cities that give a task these points (RW-2.8)."""


class SettlementDecision(msgspec.Struct, frozen=True, tag="settlement", tag_field="kind"):
    """RW-2.2: every launch. A city may be founded with any sign left in the view's `signs`."""

    launches: Sequence[LaunchChoice]


Decision = StationDecision | SettlementDecision
