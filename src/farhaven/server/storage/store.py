"""The way into the database: changes in groups, reads beside them.

A commit costs the disk one wait, however many rows it has. So the steps of all tables that come
in while one commit runs share the next one; each is acknowledged when that has returned.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec
import structlog
from sqlalchemy import ColumnElement, bindparam, func, insert, select, text, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlalchemy.sql.dml import Update

from farhaven.server.metrics import COMMITS, GROUP_SIZE, count_step
from farhaven.server.storage.database_access import (
    TROUBLE,
    Driver,
    Query,
    Threads,
    Work,
    named,
    naming,
)
from farhaven.server.storage.database_clock import CLOCK
from farhaven.server.storage.models import StepRow, TableRow
from farhaven.server.storage.step_appender import CHANGES, ROWS, Appender, field, listed

T = TypeVar("T")

MAX_GROUP = 256

log = structlog.get_logger()


class Conflict(Exception):  # noqa: N818 - an ordinary outcome of an optimistic append
    """Another process wrote a step with this number first. Nothing has changed."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """One step of a match, as it is stored."""

    number: int
    kind: str
    seat: int | None
    body: str
    at: int
    entry: str | None = None


class Ending(msgspec.Struct, frozen=True):
    """What a table's row gets when its match is over."""

    state: str
    at: int
    result: str | None


class Append(msgspec.Struct):
    """Steps to write, with the head of their table; all or nothing."""

    table: str
    steps: Sequence[Step]
    owing: int
    due: int | None
    ending: Ending | None = None
    then: Work[None] | None = None
    """What else belongs into the same transaction."""


class _Job(msgspec.Struct):
    done: asyncio.Future[object]
    append: Append | None = None
    work: Work[object] | None = None


_STEP = ("table", "number", "kind", "seat", "body", "entry", "at")
"""The columns of a step, and the names of their values."""

_INSERT_STEP = insert(StepRow)


def _update_head(value: Callable[[str], ColumnElement[object]]) -> Update:
    """The change of a table's row that belongs to its new steps."""
    row = TableRow
    return (
        update(row)
        .where(row.id == value("of"), row.steps == value("since"))
        .values(
            steps=value("n"),
            owing=value("mask"),
            moved=value("last"),
            due=value("next"),
            state=func.coalesce(value("how"), row.state),
            ended=func.coalesce(value("end"), row.ended),
            result=func.coalesce(value("outcome"), row.result),
        )
    )


_UPDATE_HEAD = _update_head(bindparam)


def _appender(url: str, threads: Threads) -> Appender:
    """For SQLite: the same two statements, each for all of its rows at once."""
    rows, changes = listed(ROWS), listed(CHANGES)
    steps = insert(StepRow).from_select(_STEP, select(*(field(rows, name) for name in _STEP)))
    return Appender(url, steps, _update_head(lambda name: field(changes, name)), threads.writer)


_DATABASE_TIME = text("SELECT extract(epoch FROM clock_timestamp()) * 1000")


class Store:
    """One process's access to the database."""

    def __init__(self, url: str) -> None:
        self._access: Threads | Driver
        self._appender: Appender | None = None
        if url.startswith("sqlite"):
            self._access = Threads(url)
            self._appender = _appender(url, self._access)
        else:
            self._access = Driver(url)
        self._jobs: list[_Job] = []
        self._wake = asyncio.Event()
        self._is_closing = False
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start the writer."""
        self._writer = asyncio.create_task(self._write_groups(), name="store-writer")

    async def close(self) -> None:
        """Finish what was handed in, then close."""
        if self._writer is not None:
            self._is_closing = True
            self._wake.set()
            await self._writer
        if self._appender is not None:
            await self._appender.close()
        await self._access.close()

    async def read(self, query: Query[T]) -> T:
        """Ask the database; `NoDatabase` if it does not answer."""
        with naming():
            return await self._access.read(query)

    async def measure_clock(self) -> None:
        """Compare this process's clock with the database's, which all processes go by.

        SQLite has no clock of its own: there it is this machine's.
        """

        def ask(session: Session) -> tuple[int, int, int]:
            session.connection()  # waiting for one is not part of the round trip
            sent = CLOCK.steady()
            if self._appender is None:
                answer = int(session.execute(_DATABASE_TIME).scalar_one())
            else:
                answer = CLOCK.wall()
            return sent, answer, CLOCK.steady()

        CLOCK.learn(*await self.read(ask))

    def append(self, append: Append) -> asyncio.Future[object]:
        """Hand in steps. The future is done once they are on the disk, or fails: `Conflict`."""
        return self._hand_in(_Job(asyncio.get_running_loop().create_future(), append=append))

    async def write(self, work: Work[T]) -> T:
        """Run a change: all or nothing. `NoDatabase` if it cannot be written."""
        if self._appender is None:
            with naming():
                return await self._access.transact(work)
        result: T | None = None

        def keep(connection: Connection) -> None:
            nonlocal result
            result = work(connection)

        await self._hand_in(_Job(asyncio.get_running_loop().create_future(), work=keep))
        # A work whose result type has no None has set it; one that has may well return it.
        return result  # type: ignore[return-value]

    def _hand_in(self, job: _Job) -> asyncio.Future[object]:
        self._jobs.append(job)
        self._wake.set()
        return job.done

    async def _write_groups(self) -> None:
        while self._jobs or not self._is_closing:
            if not self._jobs:
                self._wake.clear()
                await self._wake.wait()
                continue
            jobs, self._jobs = self._jobs[:MAX_GROUP], self._jobs[MAX_GROUP:]
            try:
                await self._write_group(jobs)
            except Exception as fault:
                # The writer must outlive any fault; those who wait are told.
                log.exception("store_writer", jobs=len(jobs), exc_info=named(fault))
                for job in jobs:
                    _fail(job, fault)

    async def _write_group(self, jobs: list[_Job]) -> None:
        GROUP_SIZE.observe(len(jobs))
        appends = [job.append for job in jobs if job.append]
        try:
            faults: dict[int, Exception] = {}
            if self._appender is not None and _are_plain(jobs):
                await self._appender.write(_steps(appends), [_head(append) for append in appends])
            elif len(jobs) == 1:
                await self._write_alone(jobs[0])
                return
            else:
                faults = await self._access.transact(lambda c: _run_all(c, appends, jobs))
        except Exception as fault:
            if isinstance(fault, TROUBLE) and not isinstance(fault, IntegrityError):
                raise  # asking again for each would not help
            # One among them lost a race, or failed: write each alone, and tell only that one.
            for job in jobs:
                await self._write_alone(job)
            return
        COMMITS.inc()
        for i, job in enumerate(jobs):
            if i in faults:
                _fail(job, faults[i])
            else:
                _succeed(job)

    async def _write_alone(self, job: _Job) -> None:
        def work(connection: Connection) -> None:
            if job.append is not None:
                append_all(connection, [job.append])
            if job.work is not None:
                job.work(connection)

        try:
            await self._access.transact(work)
        except (IntegrityError, Conflict) as fault:
            _fail(job, Conflict() if job.append is not None else fault)
        except Exception as fault:
            _fail(job, fault)
        else:
            COMMITS.inc()
            _succeed(job)


def _succeed(job: _Job) -> None:
    if job.append is not None:
        for step in job.append.steps:
            count_step(step.kind)
    if not job.done.done():
        job.done.set_result(None)


def _fail(job: _Job, fault: Exception) -> None:
    if not job.done.done():
        job.done.set_exception(named(fault))


def _run_all(
    connection: Connection, appends: list[Append], jobs: list[_Job]
) -> dict[int, Exception]:
    """Run all jobs of a group; the faults of those that failed, by their place."""
    append_all(connection, appends)
    faults: dict[int, Exception] = {}
    for i, job in enumerate(jobs):
        if job.work is None:
            continue
        try:
            with connection.begin_nested():  # its failure undoes only itself
                job.work(connection)
        except Exception as fault:
            faults[i] = fault
    return faults


def _are_plain(jobs: list[_Job]) -> bool:
    """Whether nothing but steps is to be written."""
    return all(job.append is not None and job.append.then is None for job in jobs)


def _steps(appends: list[Append]) -> list[dict[str, str | int | None]]:
    return [
        {
            "table": append.table,
            "number": step.number,
            "kind": step.kind,
            "seat": step.seat,
            "body": step.body,
            "entry": step.entry,
            "at": step.at,
        }
        for append in appends
        for step in append.steps
    ]


def _head(append: Append) -> dict[str, str | int | None]:
    ending = append.ending
    return {
        "of": append.table,
        "since": append.steps[0].number - 1,
        "n": append.steps[-1].number,
        "mask": append.owing,
        "last": append.steps[-1].at,
        "next": append.due,
        "how": None if ending is None else ending.state,
        "end": None if ending is None else ending.at,
        "outcome": None if ending is None else ending.result,
    }


def append_all(connection: Connection, appends: list[Append]) -> None:
    """Write steps and the heads of their tables; `Conflict` or a broken key if one comes late."""
    if not appends:
        return
    # By table, and its row before its steps, so that two processes never wait for each other in
    # a circle.
    appends.sort(key=lambda append: append.table)
    heads = [_head(append) for append in appends]
    done = connection.execute(_UPDATE_HEAD, heads)
    # A step that would leave a gap meets no other's key: only the head tells.
    if done.rowcount == -1:  # not all drivers count many at once
        query = select(TableRow.id, TableRow.steps).where(TableRow.id.in_([h["of"] for h in heads]))
        now = {row.id: row.steps for row in connection.execute(query)}
        if any(now.get(str(head["of"])) != head["n"] for head in heads):
            raise Conflict
    elif done.rowcount != len(heads):
        raise Conflict
    connection.execute(_INSERT_STEP, _steps(appends))
    for append in appends:
        if append.then is not None:
            append.then(connection)
