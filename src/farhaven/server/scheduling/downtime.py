"""The time in which no process ran, which is charged to nobody.

While a process runs it writes down, every few seconds, that it does. Where that mark has grown
old, or a lone process starts, the server was down since then: every running match gets a step
that pauses it from that moment on, all in the transaction that renews the mark.
"""

from typing import NamedTuple

from sqlalchemy import exists, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from farhaven.server.scheduling.presence import RECONNECT_MS
from farhaven.server.storage.models import KeyRow, SeatRow, StepRow, TableRow
from farhaven.server.storage.store import Append, Step, append_all
from farhaven.server.tables.live_table import ONLINE_MS
from farhaven.server.tables.match_time import DOWNTIME

ALIVE = "alive"
BEAT_MS = 5_000
"""How often a process says that it runs, while a match runs there."""
IDLE_BEAT_MS = 60_000
"""And while none does: a disk may rest."""
DOWN_MS = IDLE_BEAT_MS + 20_000
"""A mark that is older than this was written before a downtime, a machine's sleep or a restore;
one that is so far ahead, by a clock that was wrong."""
DAYS_DOWN_MS = 600_000
"""Downtimes below this are not worth a step where people have days."""

_NOTE = f'{{"reason":"{DOWNTIME}"}}'


class _Running(NamedTuple):
    """A match of people whose time runs."""

    id: str
    steps: int
    moved: int
    owing: int
    days: int | None


def beat(connection: Connection, now: int, *, is_first: bool) -> int:
    """Note that the server runs; how many matches were paused because it had been down.

    `is_first` is for a process that starts while no other one runs.
    """
    mark = _renew(connection, now)
    if not is_first and mark is not None and now - mark <= DOWN_MS:
        return 0
    # A mark that is ahead was written by a clock that was wrong: nobody knows when it stopped.
    began = 0 if mark is None or mark - now > DOWN_MS else min(mark, now)
    return _pause_all(connection, began, now)


def _renew(connection: Connection, now: int) -> int | None:
    """Write the time down, and return what stood there."""
    alive = KeyRow.name == ALIVE
    query = select(KeyRow.value).where(alive).with_for_update()
    mark = connection.execute(query).scalar()
    if mark is None:
        try:
            with connection.begin_nested():
                connection.execute(insert(KeyRow).values(name=ALIVE, value=str(now)))
        except IntegrityError:  # another process starts beside this one, and was first
            mark = connection.execute(query).scalar_one()
    if mark is None:
        return None
    connection.execute(update(KeyRow).where(alive).values(value=str(now)))
    return int(mark)


def _pause_all(connection: Connection, began: int, now: int) -> int:
    """Pause the running matches since the server went down. Those who are back resume them.

    Where people have days for a decision nobody need be there: such a match goes on at once.
    """
    appends = []
    for match in _locked(connection):
        stop = Step(match.steps + 1, "pause", None, _NOTE, max(match.moved, began))
        if match.days is None:
            appends.append(Append(match.id, [stop], match.owing, now + RECONNECT_MS))
        elif now - began > DAYS_DOWN_MS and match.moved < now:
            go_on = Step(match.steps + 2, "resume", None, _NOTE, now)
            appends.append(Append(match.id, [stop, go_on], match.owing, now))
    append_all(connection, appends)
    _forget_presence(connection, now - ONLINE_MS)
    return len(appends)


def _locked(connection: Connection) -> list[_Running]:
    """Matches of people whose time runs: a time at which to look at them stands in their rows.

    Their rows are locked first. Only then is it asked in what state they are, so that another
    process cannot change that in between.
    """
    runs = (TableRow.state == "running") & TableRow.due.is_not(None)
    lock = select(TableRow.id).where(runs).order_by(TableRow.id).with_for_update(key_share=True)
    ours = set(connection.execute(lock).scalars())
    last = (StepRow.table == TableRow.id) & (StepRow.number == TableRow.steps)
    is_paused = exists().where(last, StepRow.kind == "pause").correlate(TableRow)
    person = (SeatRow.table == TableRow.id) & (SeatRow.kind == "human")
    has_people = exists().where(person).correlate(TableRow)
    row = TableRow
    query = select(row.id, row.steps, row.moved, row.owing, row.days)
    found = connection.execute(query.where(runs & ~is_paused & has_people))
    return [_Running(*one) for one in found if one.id in ours]


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
