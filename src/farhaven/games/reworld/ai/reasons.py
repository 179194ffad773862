"""Why a move of Reworld is good or bad."""

from collections.abc import Sequence

from farhaven.core.event import Event
from farhaven.core.game import Game
from farhaven.evaluation.reasons import Course, Reasons
from farhaven.games.reworld.edition import CATEGORY_NAMES, CODES, LETTER_NAMES, SHIP_NAMES
from farhaven.games.reworld.game import Reworld
from farhaven.games.reworld.rules.moves import (
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
    launch_row,
)
from farhaven.games.reworld.rules.parts import (
    CATEGORIES,
    LETTER_TASK,
    LETTERS,
    NONE,
    OFFICERS,
    ROUNDS,
    ROWS,
    SHIPS,
    is_builder,
    is_shuttle,
    is_terrabot,
)
from farhaven.games.reworld.rules.position import ReworldPosition
from farhaven.games.reworld.rules.scoring import strength
from farhaven.games.reworld.rules.state import Player, count_of, size_of

DEFENCE = CATEGORY_NAMES[0]
WORTH_DENYING = 250  # hundredths of a point that a module adds for another player


class ReworldReasons(Reasons):
    """Reasons from what lies on the table before and after a move, and from what follows."""

    against = ("boxes", "costly", "leaves_ship", "shuttle_stuck")
    told = ("cards_to_points", "founds", "scores_now", "takes_ship", "task_scores")

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        if not isinstance(self.game, Reworld):
            raise TypeError(type(self.game).__name__)
        self._signs = self.game.components.signs

    def of(self, course: Course, otherwise: Course) -> Sequence[Event]:
        before, seat, move, after = course[0]
        if not isinstance(before, ReworldPosition) or not isinstance(after, ReworldPosition):
            raise TypeError(type(before).__name__)
        what = deed(move)
        if what == ACQUIRE:
            return _acquiring(before, course, otherwise)
        if what == DROP_OUT:
            points = int(after.players[seat].score - before.players[seat].score)
            return [Event("cards_to_points", {"points": points})]
        if what == MARKER:
            code = "begins_next" if before.round < ROUNDS else "begins_settlement"  # RW-2.1
            return [Event(code, {}), *_plan(course)]
        return [
            *(_ship("takes_ship", before, ship) for ship in _taken(before, after)),
            *_foreseen(before, course, otherwise),
            *_task(before.players[seat], after.players[seat], move),
            *(ranks := _ranks(before, seat, after)),
            *self._cities(before.players[seat], after.players[seat]),
            *_settling(before.players[seat], after.players[seat], move, ranks),
        ]

    def _cities(self, was: Player, now: Player) -> list[Event]:
        """What is founded and what grows, by the names on the signs, as events tell it."""
        reasons: list[Event] = []
        for letter in range(LETTERS):
            if now.city_tiles(letter) > was.city_tiles(letter):
                city = self._signs[LETTER_NAMES[letter]][now.sign[letter]]
                if was.has_city(letter):
                    count = int(now.city_tiles(letter))
                    reasons.append(Event("grows", {"city": city, "count": count}))
                else:
                    reasons.append(Event("founds", {"city": city}))
        return reasons


REASONS = ReworldReasons


# Chapter one


def _acquiring(p: ReworldPosition, course: Course, otherwise: Course) -> list[Event]:
    _, seat, move, _ = course[0]
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
    reasons += _denial(p, seat, port, otherwise)
    cards = int(size_of(acquire_cards(move)))
    if cards == 1:
        reasons.append(Event("one_card", {}))
    elif cards >= 3:
        reasons.append(Event("costly", {"count": cards}))
    reasons += _plan(course)
    is_first = int(player.open_end[row]) == NONE
    return [*reasons, Event("opens_row", {"row": row + 1})] if is_first else reasons


def _plan(course: Course) -> list[Event]:
    """The module that the same player is expected to acquire next, or the cards kept for it."""
    for before, seat, move, _ in course[1:]:
        if seat == course[0].seat and deed(move) == ACQUIRE and isinstance(before, ReworldPosition):
            port = int(acquire_port(move))
            for officer in range(1, OFFICERS + 1):
                count = int(count_of(acquire_cards(move), officer))
                if count > 1:
                    params = {"count": count, "officer": officer, "port": port}
                    return [Event("keeps_cards", params)]
            module = CODES[before.parts.kind[before.port[port]]]
            return [Event("plans_module", {"module": module, "port": port})]
    return []


def _order(p: ReworldPosition, player: Player, kind: int, row: int) -> list[Event]:
    """What the module comes to lie before on its row."""
    tile = int(player.open_end[row])
    place = {"row": row + 1}
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


def _denial(p: ReworldPosition, seat: int, port: int, otherwise: Course) -> list[Event]:
    """Who would take the module next; where the search has not seen that, whom it is worth much."""
    module = int(p.port[port])
    params = {"module": CODES[p.parts.kind[module]]}
    for step in otherwise[1:]:
        if step.seat != seat and deed(step.move) == ACQUIRE and acquire_port(step.move) == port:
            return [Event("taken_next", {**params, "seat": step.seat})]
    if len(otherwise) > 1:
        return []
    best, most = None, WORTH_DENYING
    for other in range(p.seats):
        if other == seat or not p.players[other].in_round:
            continue
        gain = max(_gain(p, other, module, row) for row in range(ROWS))
        if gain > most:
            best, most = other, gain
    return [] if best is None else [Event("denies_module", {**params, "seat": best})]


def _gain(p: ReworldPosition, seat: int, tile: int, row: int) -> int:
    """What a module would add to a player's value on a row."""
    base = int(p.value(seat))
    trial = p.copy()
    player = trial.players[seat]
    trial.beneath[tile] = player.open_end[row]
    player.open_end[row] = tile
    player.modules += 1
    return int(trial.value(seat)) - base


# Chapter two


def _task(was: Player, now: Player, move: int) -> list[Event]:
    """Points that a satellite brings."""
    if deed(move) != TASK:
        return []
    points = int(now.satellite_points - was.satellite_points)
    return [Event("task_scores", {"points": points})] if points else []


def _settling(was: Player, now: Player, move: int, ranks: Sequence[Event]) -> list[Event]:
    """What it loses, what it defends and what it frees; not what a rank tells."""
    reasons: list[Event] = []
    what = deed(move)
    if what == TRANSPORT:
        settled = sum(int(now.city_tiles(n) - was.city_tiles(n)) for n in range(LETTERS))
        lost = int(cargo_size(move)) - settled
        reasons += [Event("boxes", {"count": lost})] if lost else []
    leads_by_shields = any(rank.params["category"] == DEFENCE for rank in ranks)
    if now.shields > was.shields and not leads_by_shields:
        reasons.append(Event("defends", {"count": int(now.shields)}))
    if what == SACRIFICE and now.open_end[launch_row(move)] != NONE:
        reasons.append(Event("frees_row", {}))
    return reasons


def _taken(p: ReworldPosition, after: ReworldPosition) -> list[int]:
    """The ships that a move takes."""
    taken = int(p.ships_left & ~after.ships_left)
    return [ship for ship in range(SHIPS) if taken >> ship & 1]


def _ship(code: str, p: ReworldPosition, ship: int) -> Event:
    points = int(p.parts.ship_points[ship])
    return Event(code, {"ship": SHIP_NAMES[ship], "points": points})


def _foreseen(p: ReworldPosition, course: Course, otherwise: Course) -> list[Event]:
    """Ships that the move keeps from others, brings soon or leaves to them.

    Only what both courses show: that a ship is not taken in a few moves does not mean that it is
    denied to anybody.
    """
    seat = course[0].seat
    length = min(len(course), len(otherwise)) or len(course)
    here, there = _takers(course[:length]), _takers(otherwise[:length])
    now = _takers(course[:1])
    denied: list[Event] = []
    rest: list[Event] = []
    for ship in range(SHIPS):
        if ship not in here:
            continue
        taker, else_taker = here[ship], there.get(ship)
        name = SHIP_NAMES[ship]
        if taker == seat and else_taker is None and ship not in now:
            rest.append(_ship("ship_soon", p, ship))
        elif taker == seat and else_taker not in (None, seat):
            denied.append(Event("denies_ship", {"seat": else_taker, "ship": name}))
        elif taker != seat == else_taker:
            rest.append(Event("leaves_ship", {"seat": taker, "ship": name}))
    return denied + rest


def _takers(course: Course) -> dict[int, int]:
    """Which ships are taken in a course, and by whom."""
    takers: dict[int, int] = {}
    for before, seat, _, after in course:
        if isinstance(before, ReworldPosition) and isinstance(after, ReworldPosition):
            takers.update(dict.fromkeys(_taken(before, after), seat))
    return takers


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
