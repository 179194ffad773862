"""What a line of the log did, as codes for the message files."""

from farhaven.core.event import Event
from farhaven.core.log_entry import Line
from farhaven.games.reworld.client.build_view import ships_of
from farhaven.games.reworld.edition import (
    CATEGORY_NAMES,
    CODES,
    LETTER_NAMES,
    SHIP_NAMES,
    Components,
)
from farhaven.games.reworld.records.entries import (
    Acquire,
    DropOut,
    Launch,
    Round,
    Start,
    TakeMarker,
)
from farhaven.games.reworld.rules.parts import CATEGORIES, is_builder
from farhaven.games.reworld.rules.position import ReworldPosition
from farhaven.games.reworld.rules.scoring import total, winners
from farhaven.games.reworld.rules.state import OVER, SETTLEMENT, STATION, open_kind


def events_of(
    components: Components, before: ReworldPosition, line: Line, after: ReworldPosition
) -> list[Event]:
    """The events of a line, in the order in which they happen."""
    if isinstance(line, Start):
        return [Event("start", {"seat": line.seat})]
    if isinstance(line, Round):
        return _round(line)
    events: list[Event] = []
    if isinstance(line, Acquire):
        events = [_acquired(before, line, after)]
    elif isinstance(line, TakeMarker):
        points = _gained(before, after, line.seat)
        secret = {"seat": line.seat, "officer": line.card or 0}
        events = [
            Event("marker", {"seat": line.seat, "points": points}),
            Event("marker_card", secret, (line.seat,)),
        ]
    elif isinstance(line, DropOut):
        cards = int(before.players[line.seat].hand_size)
        points = _gained(before, after, line.seat)
        events = [Event("dropped_out", {"seat": line.seat, "count": cards, "points": points})]
    elif isinstance(line, Launch):
        events = _launched(components, before, line, after)
    return events + _passages(before, line, after)


def _gained(before: ReworldPosition, after: ReworldPosition, seat: int) -> int:
    return int(after.players[seat].score - before.players[seat].score)


def _round(line: Round) -> list[Event]:
    events = [Event("round", {"round": line.round})]
    for seat, hand in enumerate(line.hands):
        cards = " ".join(str(card) for card in hand or ())
        events.append(Event("dealt", {"seat": seat, "cards": cards}, (seat,)))
    return events


def _acquired(before: ReworldPosition, line: Acquire, after: ReworldPosition) -> Event:
    facts: dict[str, int | str] = {
        "seat": line.seat,
        "port": line.port,
        "module": CODES[before.parts.kind[before.port[line.port]]],
        "cards": "+".join(str(card) for card in line.cards),
        "row": line.cards[0],
    }
    points = _gained(before, after, line.seat)
    if points:
        return Event("acquired_points", {**facts, "points": points})
    return Event("acquired", facts)


def _launched(
    components: Components, before: ReworldPosition, line: Launch, after: ReworldPosition
) -> list[Event]:
    seat = line.seat
    old, new = before.players[seat], after.players[seat]
    kind = open_kind(before, old, line.row - 1)
    facts: dict[str, int | str] = {"seat": seat, "row": line.row, "module": CODES[kind]}
    events: list[Event] = []
    if line.use == "settle":
        name = components.signs[LETTER_NAMES[kind]][new.sign[kind]]
        events.append(
            Event("settled" if old.has_city(kind) else "founded", {**facts, "city": name})
        )
    elif line.use == "defend":
        shields = int(new.shields - old.shields)
        events.append(Event("defended", {**facts, "shields": shields}))
    elif line.use == "task":
        points = int(new.satellite_points - old.satellite_points)
        events.append(Event("task", {**facts, "points": points}))
    elif line.use == "sacrifice":
        events.append(Event("sacrificed", facts))
    else:
        events = _transported(components, before, line, after)
    for ship in ships_of(new)[old.ships_taken :]:
        points = int(before.parts.ship_points[SHIP_NAMES.index(ship)])
        events.append(Event("ship", {"seat": seat, "ship": ship, "points": points}))
    return events


def _transported(
    components: Components, before: ReworldPosition, line: Launch, after: ReworldPosition
) -> list[Event]:
    """The shuttle, then each unit in the order of placing, then what special units scored."""
    seat = line.seat
    old, new = before.players[seat], after.players[seat]
    tiles = _cargo_tiles(before, line)
    events = [Event("transported", {"seat": seat, "row": line.row, "count": len(tiles)})]
    for placed in line.placed or ():
        facts: dict[str, int | str] = {"seat": seat, "module": CODES[tiles[placed.unit]]}
        if placed.city is None:
            events.append(Event("boxed", facts))
        else:
            letter = "ABCDE".index(placed.city)
            name = components.signs[placed.city][new.sign[letter]]
            events.append(Event("placed", {**facts, "city": name}))
    points = int(new.special_points - old.special_points)
    if points:
        events.append(Event("special", {"seat": seat, "points": points}))
    return events


def _cargo_tiles(p: ReworldPosition, line: Launch) -> list[int]:
    """The kinds of the units taken along, by their number."""
    ends = [int(end) for end in p.players[line.seat].open_end]
    row = line.row - 1
    kinds: list[int] = []
    rows = [r - 1 for r in line.cargo or ()]
    if is_builder(p.parts.kind[ends[row]]):  # RW-2.5a
        kinds.append(int(p.parts.kind[ends[row]]))
        ends[row] = int(p.beneath[ends[row]])
    ends[row] = int(p.beneath[ends[row]])
    for cargo_row in rows[len(kinds) :]:
        kinds.append(int(p.parts.kind[ends[cargo_row]]))
        ends[cargo_row] = int(p.beneath[ends[cargo_row]])
    return kinds


def _passages(before: ReworldPosition, line: Line, after: ReworldPosition) -> list[Event]:
    """What follows without a choice: players out of cards, chapter two, the end."""
    events: list[Event] = []
    if before.phase == STATION:
        for seat in range(before.seats):
            stayed_in = before.players[seat].in_round and line != DropOut(seat=int(seat))
            if stayed_in and not after.players[seat].in_round:
                events.append(Event("out_of_cards", {"seat": int(seat)}))
        if after.phase in (SETTLEMENT, OVER):
            events.append(Event("chapter_two"))
    if after.phase == OVER:
        events += _final(after)
    return events


def _final(p: ReworldPosition) -> list[Event]:
    events = []
    for category, name in enumerate(CATEGORY_NAMES):
        for seat in range(p.seats):
            points = int(p.final[seat * CATEGORIES + category])
            facts: dict[str, int | str] = {"seat": int(seat), "category": name, "points": points}
            events.append(Event("final", facts))
    best = winners(p)
    code = "won" if len(best) == 1 else "shared_win"
    for seat in best:
        events.append(Event(code, {"seat": seat, "points": int(total(p, seat))}))
    return events
