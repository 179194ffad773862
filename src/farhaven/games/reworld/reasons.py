"""Why a move of Reworld is good or bad."""

from collections.abc import Sequence

from farhaven.core.event import Event
from farhaven.core.position import Position
from farhaven.core.reasons import Reasons
from farhaven.games.reworld.components import CATEGORY_NAMES, CODES, LETTER_NAMES, SHIP_NAMES
from farhaven.games.reworld.moves import (
    ACQUIRE,
    DROP_OUT,
    MARKER,
    SACRIFICE,
    TASK,
    TRANSPORT,
    acquire_cards,
    acquire_port,
    acquire_top,
    cargo_size,
    deed,
)
from farhaven.games.reworld.parts import (
    CATEGORIES,
    LETTER_TASK,
    LETTERS,
    NONE,
    OFFICERS,
    PORTS,
    ROWS,
    SHIPS,
    is_builder,
    is_shuttle,
    is_terrabot,
)
from farhaven.games.reworld.position import ReworldPosition
from farhaven.games.reworld.scoring import strength
from farhaven.games.reworld.state import Player, count_of, size_of
from farhaven.games.reworld.station import NEIGHBOURS

WORTH_DENYING = 250  # hundredths of a point that a module adds for another player


class ReworldReasons(Reasons):
    """Reasons from what lies on the table before and after a move."""

    def of(self, before: Position, seat: int, move: int, after: Position) -> Sequence[Event]:
        if not isinstance(before, ReworldPosition) or not isinstance(after, ReworldPosition):
            raise TypeError(type(before).__name__)
        what = deed(move)
        if what == ACQUIRE:
            return _acquiring(before, seat, move, after)
        if what == DROP_OUT:
            points = int(after.players[seat].score - before.players[seat].score)
            return [Event("cards_to_points", {"points": points})]
        if what == MARKER:
            return [Event("begins_next", {})]
        return _launching(before, seat, move, after)


REASONS = ReworldReasons()


# Chapter one


def _acquiring(p: ReworldPosition, seat: int, move: int, after: ReworldPosition) -> list[Event]:
    player = p.players[seat]
    port, row = int(acquire_port(move)), int(acquire_top(move)) - 1
    kind = int(p.parts.kind[p.port[port]])
    reasons: list[Event] = []
    if is_terrabot(kind):
        points = int(p.parts.terrabot_points[p.round - 1])
        reasons.append(Event("scores_now", {"points": points}))
        if _has_docked(p, player, LETTER_TASK + kind):
            letter = LETTER_NAMES[kind]
            reasons.append(Event("feeds_satellite", {"letter": letter}))
    reasons += _order(p, player, kind, row)
    reasons += _denial(p, seat, port)
    cards = int(size_of(acquire_cards(move)))
    if cards == 1:
        reasons.append(Event("one_card", {}))
    elif cards >= 3:
        reasons.append(Event("costly", {"count": cards}))
    return reasons + _kept(after, after.players[seat])


def _order(p: ReworldPosition, player: Player, kind: int, row: int) -> list[Event]:
    """What the module covers on its row, or that it opens a row."""
    tile = int(player.open_end[row])
    place = {"row": row + 1}
    if tile == NONE:
        return [Event("opens_row", place)]
    builders = 0
    while tile != NONE and is_builder(p.parts.kind[tile]):
        builders += 1
        tile = int(p.beneath[tile])
    behind = NONE if tile == NONE else int(p.parts.kind[tile])
    if is_builder(kind) and builders >= 1 and behind != NONE and is_shuttle(behind):
        return [Event("shuttle_stuck", {**place, "count": builders + 1})]
    if is_builder(kind) and builders == 0 and behind != NONE and is_shuttle(behind):
        return [Event("coupled", place)]
    if is_terrabot(kind) and builders:
        return [Event("terrabot_first", {**place, "count": builders})]
    return []


def _has_docked(p: ReworldPosition, player: Player, kind: int) -> bool:
    for row in range(ROWS):
        tile = int(player.open_end[row])
        while tile != NONE:
            if p.parts.kind[tile] == kind:
                return True
            tile = int(p.beneath[tile])
    return False


def _denial(p: ReworldPosition, seat: int, port: int) -> list[Event]:
    """The player to whom the module would be worth most, if that is much."""
    module = int(p.port[port])
    best, most = None, WORTH_DENYING
    for other in range(p.seats):
        if other == seat or not p.players[other].in_round:
            continue
        gain = max(_gain(p, other, module, row) for row in range(ROWS))
        if gain > most:
            best, most = other, gain
    if best is None:
        return []
    return [Event("denies_module", {"seat": best, "module": CODES[p.parts.kind[module]]})]


def _gain(p: ReworldPosition, seat: int, tile: int, row: int) -> int:
    """What a module would add to a player's value on a row."""
    base = int(p.value(seat))
    trial = p.copy()
    player = trial.players[seat]
    trial.beneath[tile] = player.open_end[row]
    player.open_end[row] = tile
    player.modules += 1
    return int(trial.value(seat)) - base


def _kept(p: ReworldPosition, player: Player) -> list[Event]:
    """Cards kept of which a port with a module needs just that officer."""
    for officer in range(1, OFFICERS + 1):
        count = int(count_of(player.hand, officer))
        if count < 2:
            continue
        for port in range(PORTS):
            tops = {int(p.slot_top[NEIGHBOURS[2 * port + side]]) for side in (0, 1)} - {0}
            if p.port[port] != NONE and tops == {officer}:
                params = {"count": count, "officer": officer, "port": port}
                return [Event("keeps_cards", params)]
    return []


# Chapter two


def _launching(p: ReworldPosition, seat: int, move: int, after: ReworldPosition) -> list[Event]:
    reasons = _ships(p, seat, after)
    was, now = p.players[seat], after.players[seat]
    what = deed(move)
    if what == TASK:
        points = int(now.satellite_points - was.satellite_points)
        reasons.append(Event("task_scores", {"points": points}))
    if now.special_points > was.special_points:
        points = int(now.special_points - was.special_points)
        reasons.append(Event("special_scores", {"points": points}))
    if what == TRANSPORT and cargo_size(move) > 0:
        reasons.append(Event("carries", {"count": int(cargo_size(move))}))
    for letter in range(LETTERS):
        if now.has_city(letter) and not was.has_city(letter):
            reasons.append(Event("founds", {"letter": LETTER_NAMES[letter]}))
    reasons += _ranks(p, seat, after)
    if what == SACRIFICE:
        reasons.append(Event("frees_row", {}))
    return reasons


def _ships(p: ReworldPosition, seat: int, after: ReworldPosition) -> list[Event]:
    """Ships taken, and whom that is bad for."""
    taken = int(p.ships_left & ~after.ships_left)
    reasons: list[Event] = []
    for ship in range(SHIPS):
        if taken >> ship & 1:
            points = int(p.parts.ship_points[ship])
            reasons.append(Event("takes_ship", {"ship": SHIP_NAMES[ship], "points": points}))
            for other in range(p.seats):
                if other != seat and ship < ROWS and _length(p, other, ship) == 1:
                    params: dict[str, int | str] = {"seat": other, "ship": SHIP_NAMES[ship]}
                    reasons.append(Event("denies_ship", params))
    return reasons


def _length(p: ReworldPosition, seat: int, row: int) -> int:
    tile, length = int(p.players[seat].open_end[row]), 0
    while tile != NONE:
        tile, length = int(p.beneath[tile]), length + 1
    return length


def _ranks(p: ReworldPosition, seat: int, after: ReworldPosition) -> list[Event]:
    """Categories of the final ship in which the move takes the lead."""
    reasons: list[Event] = []
    for category in range(CATEGORIES):
        others = [strength(p.players[o], category) for o in range(p.seats) if o != seat]
        best = int(max(others))
        was, now = strength(p.players[seat], category), strength(after.players[seat], category)
        if was <= best < now:
            params = {"category": CATEGORY_NAMES[category], "count": int(now)}
            reasons.append(Event("leads", params))
    return reasons
