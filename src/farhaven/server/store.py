"""The way into the database: changes in groups, reads beside them.

A commit costs the disk one wait, however many rows it has. So the steps of all tables that come
in while one commit runs share the next one; each is acknowledged when that has returned.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TypeVar

import msgspec
import structlog
from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession

from farhaven.server.appender import Appender, Lost
from farhaven.server.database import read_engine, write_engine
from farhaven.server.metrics import COMMITS, GROUP_SIZE
from farhaven.server.models import StepRow, TableRow

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]

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


class Append(msgspec.Struct):
    """Steps to write, with the head of their table; all or nothing."""

    table: str
    steps: Sequence[Step]
    owing: int
    due: int | None
    then: Work[None] | None = None
    """What else belongs into the same transaction. May run twice, so it starts from nothing."""


class _Job(msgspec.Struct):
    done: asyncio.Future[object]
    append: Append | None = None
    work: Work[object] | None = None


_INSERT_STEP = insert(StepRow)
_UPDATE_HEAD = (
    update(TableRow)
    .where(TableRow.id == bindparam("of"), TableRow.steps == bindparam("since"))
    .values(
        steps=bindparam("n"), owing=bindparam("mask"), moved=bindparam("at"), due=bindparam("next")
    )
)


class Store:
    """One process's access to the database."""

    def __init__(self, url: str) -> None:
        self.is_sqlite = url.startswith("sqlite")
        self._writes = write_engine(url)
        self._reads = self.engine = read_engine(url)
        self._appender = Appender(url, _INSERT_STEP, _UPDATE_HEAD) if self.is_sqlite else None
        self._jobs: asyncio.Queue[_Job] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start the writer."""
        self._writer = asyncio.create_task(self._write_groups(), name="store-writer")

    async def close(self) -> None:
        """Finish what was handed in, then close."""
        if self._writer is not None:
            await self._jobs.join()
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
        if self._appender is not None:
            self._appender.close()
        await self._writes.dispose()
        await self._reads.dispose()

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """A session for reading."""
        async with AsyncSession(self._reads, expire_on_commit=False) as session:
            yield session

    def append(self, append: Append) -> asyncio.Future[object]:
        """Hand in steps. The future is done once they are on the disk, or fails: `Conflict`."""
        return self._hand_in(_Job(asyncio.get_running_loop().create_future(), append=append))

    async def write(self, work: Work[T]) -> T:
        """Run a change in a transaction of its own kind: all or nothing. It may run twice."""
        if not self.is_sqlite:
            async with self._writes.begin() as connection:
                return await work(connection)
        result: T | None = None

        async def keep(connection: AsyncConnection) -> None:
            nonlocal result
            result = await work(connection)

        await self._hand_in(_Job(asyncio.get_running_loop().create_future(), work=keep))
        # A work whose result type has no None has set it; one that has may well return it.
        return result  # type: ignore[return-value]

    def _hand_in(self, job: _Job) -> asyncio.Future[object]:
        self._jobs.put_nowait(job)
        return job.done

    async def _write_groups(self) -> None:
        while True:
            jobs = [await self._jobs.get()]
            while len(jobs) < MAX_GROUP and not self._jobs.empty():
                jobs.append(self._jobs.get_nowait())
            try:
                await self._write_group(jobs)
            except Exception as fault:
                # The writer must outlive any fault; those who wait are told.
                log.exception("store_writer", jobs=len(jobs))
                for job in jobs:
                    _fail(job, fault)
            for _ in jobs:
                self._jobs.task_done()

    async def _write_group(self, jobs: list[_Job]) -> None:
        GROUP_SIZE.observe(len(jobs))
        faults: dict[int, Exception] = {}
        appends = [job.append for job in jobs if job.append]
        try:
            if self._appender is not None and _are_plain(jobs):
                await self._appender.write(_steps(appends), _heads(appends))
            else:
                async with self._writes.begin() as connection:
                    await _append_all(connection, appends)
                    for i, job in enumerate(jobs):
                        if job.work is not None:
                            fault = await _in_savepoint(connection, job.work)
                            if fault is not None:
                                faults[i] = fault
        except (IntegrityError, Conflict, Lost):
            # One step among them lost a race: write each alone, and tell only that one.
            for job in jobs:
                await self._write_alone(job)
            return
        COMMITS.inc()
        for i, job in enumerate(jobs):
            if i in faults:
                _fail(job, faults[i])
            elif not job.done.done():
                job.done.set_result(None)

    async def _write_alone(self, job: _Job) -> None:
        try:
            async with self._writes.begin() as connection:
                if job.append is not None:
                    await _append_all(connection, [job.append])
                if job.work is not None:
                    await job.work(connection)
        except (IntegrityError, Conflict) as fault:
            _fail(job, Conflict() if job.append is not None else fault)
        except Exception as fault:
            _fail(job, fault)
        else:
            COMMITS.inc()
            if not job.done.done():
                job.done.set_result(None)


def _fail(job: _Job, fault: Exception) -> None:
    if not job.done.done():
        job.done.set_exception(fault)


async def _in_savepoint(connection: AsyncConnection, work: Work[object]) -> Exception | None:
    """Run one piece of work so that its failure undoes only itself."""
    try:
        async with connection.begin_nested():
            await work(connection)
    except Exception as fault:
        return fault
    return None


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


def _heads(appends: list[Append]) -> list[dict[str, str | int | None]]:
    return [
        {
            "of": append.table,
            "since": append.steps[0].number - 1,
            "n": append.steps[-1].number,
            "mask": append.owing,
            "at": append.steps[-1].at,
            "next": append.due,
        }
        for append in appends
    ]


async def _append_all(connection: AsyncConnection, appends: list[Append]) -> None:
    if not appends:
        return
    # By table, so that two processes never wait for each other in a circle.
    appends.sort(key=lambda append: append.table)
    await connection.execute(_INSERT_STEP, _steps(appends))
    heads = _heads(appends)
    done = await connection.execute(_UPDATE_HEAD, heads)
    # A step that would leave a gap meets no other's key: only the head tells.
    if done.rowcount == -1:  # not all drivers count many at once
        query = select(TableRow.id, TableRow.steps).where(TableRow.id.in_([h["of"] for h in heads]))
        now = {row.id: row.steps for row in await connection.execute(query)}
        if any(now.get(str(head["of"])) != head["n"] for head in heads):
            raise Conflict
    elif done.rowcount != len(heads):
        raise Conflict
    for append in appends:
        if append.then is not None:
            await append.then(connection)
