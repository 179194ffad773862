"""The mark that says the server runs, and what is done where it has grown old."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from structlog.testing import capture_logs

from farhaven.server.basics import now_ms
from farhaven.server.scheduling.downtime import ALIVE, beat
from farhaven.server.scheduling.scheduler import LOOK_SECONDS
from farhaven.server.services import Services
from farhaven.server.settings import Settings
from farhaven.server.storage.database import migrate
from farhaven.server.storage.models import KeyRow, StepRow, TableRow
from farhaven.server.storage.store import Append, Step, append_all
from farhaven.server.wire.tables import TableChange
from tests.server.inside import (
    Time,
    choose,
    connect,
    guest,
    kinds,
    opened,
    own_time,
    running,
)
from tests.server.services import postgres

HOUR = 3600
WAIT = 0.3
"""Long enough for a statement to reach a lock."""


async def _mark(services: Services) -> int:
    query = select(KeyRow.value).where(KeyRow.name == ALIVE)
    return int(await services.store.read(lambda session: session.execute(query).scalar_one()))


def test_only_a_downtime_that_pauses_matches_is_told(tmp_path: Path) -> None:
    async def main() -> None:
        with capture_logs() as lines:
            async with opened(tmp_path) as services:
                assert lines == [], "nothing ran here before"
                ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
                for _ in range(2):
                    await running(services, ada, bo)
            async with opened(tmp_path):
                pass
        assert [line["paused"] for line in lines if line["event"] == "was_down"] == [2]

    with own_time():
        asyncio.run(main())


@pytest.mark.parametrize("ahead", [20, 2 * HOUR])
def test_a_clock_that_was_ahead_costs_nobody_time(tmp_path: Path, ahead: int) -> None:
    """The mark was written by it; now the server starts again, with the right time."""

    async def main(time: Time) -> None:
        async with opened(tmp_path) as services:
            ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
            table = await running(services, ada, bo, patience=5, clock=600)
            time.is_lost(30)
        with sqlite3.connect(tmp_path / "farhaven.db") as file:  # it was killed, and wrote no other
            mark = (str(now_ms() + ahead * 1000), ALIVE)
            file.execute("UPDATE server_key SET value = ? WHERE name = ?", mark)
        async with opened(tmp_path) as services:
            table = await services.hall.get(table.id)
            assert kinds(table)[-1] == "pause"
            assert table.history[-1].step.at <= now_ms()
            assert await _mark(services) <= now_ms(), "it goes back with the clock"
            for seat, who in enumerate((ada, bo)):
                await connect(services, table, who, seat)
            await choose(services, table, ada, 0)
            assert table.clocks is not None
            assert min(table.clocks) > 560_000
            assert table.timing.resumed <= now_ms()

    with own_time() as time:
        asyncio.run(main(time))


def test_a_clock_that_is_set_back_does_not_stop_the_marks(tmp_path: Path) -> None:
    async def main(time: Time) -> None:
        async with opened(tmp_path) as services:
            ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
            table = await running(services, ada, bo)
            before = await _mark(services)
            time.is_lost(-2 * HOUR)
            async with asyncio.timeout(30):
                while await _mark(services) >= before:
                    await asyncio.sleep(LOOK_SECONDS / 4)
            assert "pause" not in kinds(table), "the server was not down"

    with own_time() as time:
        asyncio.run(main(time))


# Two processes on PostgreSQL


@asynccontextmanager
async def _on_postgres(folder: Path) -> AsyncIterator[tuple[Services, AsyncEngine]]:
    """A server's parts on PostgreSQL, and another process's way to the same database."""
    with postgres(folder) as url:
        database = Settings(data=str(folder), database=url).database_url()
        await asyncio.to_thread(migrate, database)
        engine = create_async_engine(database)
        try:
            async with opened(folder, url) as services:
                yield services, engine
        finally:
            await engine.dispose()


async def _beat(engine: AsyncEngine) -> int:
    async with engine.begin() as connection:
        return await connection.run_sync(partial(beat, now=now_ms(), is_first=True))


async def _append(engine: AsyncEngine, table: str, since: int, kind: str) -> None:
    step = Step(since + 1, kind, None, "{}", now_ms())
    async with engine.begin() as connection:
        await connection.run_sync(append_all, [Append(table, [step], 1, now_ms())])


async def _gaps(engine: AsyncEngine) -> list[str]:
    """The tables whose rows tell of other steps than there are."""
    last = select(func.max(StepRow.number)).where(StepRow.table == TableRow.id).scalar_subquery()
    async with engine.connect() as connection:
        query = select(TableRow.id).where(TableRow.steps != last)
        return list((await connection.execute(query)).scalars())


def test_two_processes_may_start_at_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with _on_postgres(tmp_path) as (_, engine):
            async with engine.begin() as connection:
                await connection.execute(delete(KeyRow).where(KeyRow.name == ALIVE))
            async with engine.begin() as connection:
                await connection.run_sync(partial(beat, now=now_ms(), is_first=True))
                other = asyncio.create_task(_beat(engine))
                await asyncio.sleep(WAIT)
                assert not other.done(), "it waits for the first"
            assert await other == 0

    asyncio.run(main())


def test_a_match_that_another_process_resumes_meanwhile_keeps_all_its_steps(tmp_path: Path) -> None:
    async def main() -> None:
        async with _on_postgres(tmp_path) as (services, engine):
            ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
            first, second = sorted(
                [await running(services, ada, bo, rated=True) for _ in range(2)],
                key=lambda table: table.id,
            )
            await services.lobby.change_table(second, ada, TableChange(paused=True))
            # A step that is under way holds the downtime up, after it has looked at the matches.
            held = await engine.connect()
            under_way = {"table": first.id, "number": first.n + 1, "kind": "away", "body": "{}"}
            await held.execute(insert(StepRow).values(**under_way, at=now_ms()))
            down = asyncio.create_task(_beat(engine))
            await asyncio.sleep(WAIT)
            resume = asyncio.create_task(_append(engine, second.id, second.n, "resume"))
            await asyncio.sleep(WAIT)
            await held.rollback()
            await held.close()
            await asyncio.gather(down, resume)
            assert await _gaps(engine) == []

    asyncio.run(main())


def test_a_match_that_goes_on_meanwhile_is_paused_after_its_step(tmp_path: Path) -> None:
    async def main() -> None:
        async with _on_postgres(tmp_path) as (services, engine):
            ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
            table = await running(services, ada, bo)
            step = Step(table.n + 1, "away", 1, "{}", now_ms())
            async with engine.begin() as connection:
                await connection.run_sync(append_all, [Append(table.id, [step], 1, now_ms())])
                down = asyncio.create_task(_beat(engine))
                await asyncio.sleep(WAIT)
            assert await down == 1
            assert await _gaps(engine) == []
            async with table.lock:
                await services.hall.catch_up(table)
            assert kinds(table)[-2:] == ["away", "pause"]

    asyncio.run(main())
