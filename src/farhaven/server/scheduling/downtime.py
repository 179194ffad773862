"""The time in which no process ran, which is charged to nobody.

While a process runs it writes down, every few seconds, that it does. Where that mark has grown
old, or a lone process starts, the server was down since then: every running match gets a step
that pauses it from that moment on, all in the transaction that renews the mark.
"""

from sqlalchemy import ColumnElement, case, exists, insert, literal, null, select, update
from sqlalchemy.engine import Connection

from farhaven.server.scheduling.presence import RECONNECT_MS
from farhaven.server.storage.models import KeyRow, SeatRow, StepRow, TableRow
from farhaven.server.tables.live_table import ONLINE_MS
from farhaven.server.tables.match_time import DOWNTIME

ALIVE = "alive"
BEAT_MS = 5_000
"""How often a process says that it runs, while a match runs there."""
IDLE_BEAT_MS = 60_000
"""And while none does: a disk may rest."""
DOWN_MS = IDLE_BEAT_MS + 20_000
"""A mark that is older than this was written before a downtime, a machine's sleep or a restore."""
DAYS_DOWN_MS = 600_000
"""Downtimes below this are not worth a step where people have days."""

_NOTE = f'{{"reason":"{DOWNTIME}"}}'


def beat(connection: Connection, now: int, *, is_first: bool) -> int:
    """Note that the server runs; how many matches were paused because it had been down.

    `is_first` is for a process that starts while no other one runs.
    """
    alive = KeyRow.name == ALIVE
    mark = connection.execute(select(KeyRow.value).where(alive).with_for_update()).scalar()
    if mark is None:
        connection.execute(insert(KeyRow).values(name=ALIVE, value=str(now)))
    else:
        connection.execute(update(KeyRow).where(alive).values(value=str(max(now, int(mark)))))
    began = 0 if mark is None else int(mark)
    if is_first or now - began > DOWN_MS:
        return _pause_all(connection, began, now)
    return 0


def _pause_all(connection: Connection, began: int, now: int) -> int:
    """Pause the running matches since the server went down. Those who are back resume them.

    Where people have days for a decision nobody need be there: such a match goes on at once.
    """
    at = case((TableRow.moved > began, TableRow.moved), else_=began)
    live = _running(TableRow.days.is_(None))
    _add_steps(connection, live, 1, "pause", at)
    stop = (
        update(TableRow)
        .where(live)
        .values(steps=TableRow.steps + 1, moved=at, due=now + RECONNECT_MS)
    )
    paused = connection.execute(stop).rowcount
    if now - began > DAYS_DOWN_MS:
        slow = _running(TableRow.days.is_not(None), TableRow.moved < now)
        _add_steps(connection, slow, 1, "pause", at)
        _add_steps(connection, slow, 2, "resume", literal(now))
        go_on = update(TableRow).where(slow).values(steps=TableRow.steps + 2, moved=now, due=now)
        paused += connection.execute(go_on).rowcount
    _forget_presence(connection, now - ONLINE_MS)
    return paused


def _running(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Matches of people whose time runs: a time at which to look at them stands in their rows."""
    found = (TableRow.state == "running") & TableRow.due.is_not(None)
    for condition in conditions:
        found &= condition
    last = (StepRow.table == TableRow.id) & (StepRow.number == TableRow.steps)
    is_paused = exists().where(last, StepRow.kind == "pause").correlate(TableRow)
    person = (SeatRow.table == TableRow.id) & (SeatRow.kind == "human")
    return found & ~is_paused & exists().where(person).correlate(TableRow)


def _add_steps(
    connection: Connection,
    tables: ColumnElement[bool],
    after: int,
    kind: str,
    at: ColumnElement[int],
) -> None:
    columns = ("table", "number", "kind", "seat", "body", "entry", "at")
    rows = select(
        TableRow.id,
        TableRow.steps + after,
        literal(kind),
        null(),
        literal(_NOTE),
        null(),
        at,
    ).where(tables)
    connection.execute(insert(StepRow).from_select(columns, rows))


def _forget_presence(connection: Connection, seen: int) -> None:
    """Nobody is connected after a start, however lately they were."""
    running = select(TableRow.id).where(TableRow.state == "running")
    connection.execute(
        update(SeatRow).where(SeatRow.table.in_(running), SeatRow.seen > seen).values(seen=seen)
    )
    connection.execute(
        update(TableRow)
        .where(TableRow.state == "running", TableRow.watched > seen)
        .values(watched=seen)
    )
