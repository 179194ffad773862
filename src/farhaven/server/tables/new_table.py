"""The rows of a new table: its seats as they are asked for, or as another table has them."""

from collections.abc import Mapping, Sequence

import msgspec

from farhaven.server.accounts.names import clean_name, looks_like
from farhaven.server.accounts.sessions import Who
from farhaven.server.basics import Refused
from farhaven.server.tables.live_table import LiveTable
from farhaven.server.titles import bot_levels
from farhaven.server.wire.tables import NewSeat, NewTable

HUMAN, BOT, OPEN = "human", "bot", "open"
COPIED = (
    "listed",
    "spectators",
    "rated",
    "chat",
    "clock",
    "increment",
    "days",
    "patience",
    "stand_in",
)
"""Columns of a table that the request names in the same way."""
OPEN_VALUES: Mapping[str, object] = {
    "kind": OPEN,
    "account": None,
    "name": "",
    "level": None,
    "nonce": None,
    "seen": 0,
}


def level_or_default(level: str | None, default: str) -> str:
    """A bot's level, if there is such a bot."""
    chosen = level or default
    if chosen not in bot_levels():
        raise Refused(400, "no_such_bot", level=chosen[:32])
    return chosen


def bot_values(level: str) -> dict[str, object]:
    """A seat's columns for a bot."""
    return {**OPEN_VALUES, "kind": BOT, "name": level, "level": level}


def new_seat(table: str, i: int, seat: NewSeat, who: Who, now: int) -> dict[str, object]:
    """The columns of a new table's seat."""
    values: dict[str, object] = {"table": table, "seat": i, **OPEN_VALUES}
    if seat.kind in ("me", "here"):
        name = clean_name(seat.name or who.name)
        values |= {"kind": HUMAN, "account": who.account, "name": name, "seen": now}
    elif seat.kind == BOT:
        level = level_or_default(seat.level, "random")
        values |= bot_values(level)
        if seat.name is not None:
            values["name"] = clean_name(seat.name)
    return values


def same_again(table: LiveTable, who: Who) -> NewTable:
    """The request that sets up the same table again."""
    seats = []
    is_first = True
    for seat in table.seats:
        if seat.kind == HUMAN and seat.account == who.account:
            seats.append(NewSeat(kind="me" if is_first else "here", name=seat.name))
            is_first = False
        elif seat.kind == BOT:
            seats.append(NewSeat(kind="bot", level=seat.level, name=seat.name))
        else:
            seats.append(NewSeat(kind="open"))
    row = table.row
    return NewTable(
        title=row.title,
        options=msgspec.json.decode(row.options, type=dict[str, str | int | bool]),
        seats=seats,
        listed=row.listed,
        spectators=row.spectators,
        rated=row.rated,
        chat=row.chat,
        clock=row.clock,
        increment=row.increment,
        days=row.days,
        patience=row.patience,
        stand_in=row.stand_in,
    )


def check_bot_names(seats: Sequence[Mapping[str, object]]) -> None:
    """Refuse a bot under a person's name."""
    people = [str(seat["name"]) for seat in seats if seat["kind"] == HUMAN]
    for seat in seats:
        if seat["kind"] == BOT and looks_like(str(seat["name"]), people):
            raise Refused(409, "name_at_table")
