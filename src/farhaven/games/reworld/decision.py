"""What the player on turn must choose, as a client gets it: compact and complete."""

from collections.abc import Sequence

import msgspec

from farhaven.games.reworld import moves
from farhaven.games.reworld.codec import Launch, cards_of, entry_of
from farhaven.games.reworld.components import CODES, Components, ModuleCode, Officer, ShipName
from farhaven.games.reworld.parts import NONE, OFFICERS, PORTS, is_shuttle, is_terrabot
from farhaven.games.reworld.position import ReworldPosition
from farhaven.games.reworld.state import (
    STATION,
    Player,
    count_of,
    kind_beneath,
    one_card,
    open_kind,
)
from farhaven.games.reworld.view import ReworldView, ships_of


class PortChoice(msgspec.Struct, frozen=True):
    """A port that can be paid for, and which of the lists of payments applies to it."""

    port: int
    payments: int
    points: int
    """What acquiring its module scores."""


class StationDecision(msgspec.Struct, frozen=True, tag="station", tag_field="kind"):
    """RW-1.3. The payments are listed once for each situation of the neighbours, cheapest first."""

    ports: Sequence[PortChoice]
    payments: Sequence[Sequence[Sequence[Officer]]]
    marker: Sequence[Officer]
    """The officers that can be laid for the marker; none if it is taken."""
    marker_points: int
    drop_out_points: int


class LaunchChoice(msgspec.Struct, frozen=True):
    """A launch with the points that it scores and the ships that it takes."""

    launch: Launch
    module: ModuleCode
    points: int
    ships: Sequence[ShipName]


class SettlementDecision(msgspec.Struct, frozen=True, tag="settlement", tag_field="kind"):
    """RW-2.2: every launch. A city may be founded with any sign left in the view's `signs`."""

    launches: Sequence[LaunchChoice]


Decision = StationDecision | SettlementDecision


def decision_of(components: Components, view: ReworldView) -> Decision | None:
    """The decision that the view's seat owes, or None."""
    p = view.position
    if view.seat is None or not view.owes() or not isinstance(p, ReworldPosition):
        return None
    if p.phase == STATION:
        return _station(p, view.seat, view.legal_moves())
    choices = [_launch(components, p, view.seat, move) for move in view.legal_moves()]
    return SettlementDecision(launches=choices)


def _station(p: ReworldPosition, seat: int, legal: list[int]) -> StationDecision:
    lists: dict[int, list[list[int]]] = {}
    ports: list[PortChoice] = []
    order: list[int] = []
    first_port: dict[int, int] = {}
    for move in legal:
        if moves.deed(move) != moves.ACQUIRE:
            continue
        port = int(moves.acquire_port(move))
        tops = int(p.around[port])
        if first_port.setdefault(tops, port) == port:
            if tops not in lists:
                lists[tops] = []
                order.append(tops)
            top = int(moves.acquire_top(move))
            lists[tops].append([top, *cards_of(moves.acquire_cards(move) - one_card(top))])
    for port in range(PORTS):
        tops = int(p.around[port])
        if p.port[port] != NONE and tops in lists:
            ports.append(PortChoice(port, order.index(tops), _terrabot_points(p, port)))
    player = p.players[seat]
    officers = [o for o in range(1, OFFICERS + 1) if count_of(player.hand, o)]
    return StationDecision(
        ports=ports,
        payments=[lists[tops] for tops in order],
        marker=[] if p.marker_taken else officers,
        marker_points=int(p.parts.marker_points),
        drop_out_points=int(player.hand_size * p.parts.card_points),
    )


def _terrabot_points(p: ReworldPosition, port: int) -> int:
    kind = p.parts.kind[p.port[port]]
    return int(p.parts.terrabot_points[p.round - 1]) if is_terrabot(kind) else 0


def _launch(components: Components, p: ReworldPosition, seat: int, move: int) -> LaunchChoice:
    entry = entry_of(components, p, seat, move)
    if not isinstance(entry, Launch):
        raise TypeError(type(entry).__name__)
    trial = p.copy()
    trial.play(seat, move)
    before, after = p.players[seat], trial.players[seat]
    return LaunchChoice(
        launch=entry,
        module=CODES[_launched(p, before, move)],
        points=int(after.score - before.score),
        ships=ships_of(after)[before.ships_taken :],
    )


def _launched(p: ReworldPosition, player: Player, move: int) -> int:
    """The kind of the module that a move launches: a shuttle also behind a builder (RW-2.5a)."""
    row = moves.launch_row(move)
    kind = open_kind(p, player, row)
    if moves.deed(move) == moves.TRANSPORT and not is_shuttle(kind):
        return int(kind_beneath(p, player.open_end[row]))
    return int(kind)
