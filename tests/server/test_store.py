"""The store and the hall from within: faults that no client can bring about."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import delete, insert, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from farhaven.server.accounts.accounts import forget_lost_guests
from farhaven.server.accounts.sessions import Who
from farhaven.server.services import Services, build
from farhaven.server.settings import Settings
from farhaven.server.storage.database import prepare
from farhaven.server.storage.models import KeyRow, SessionRow, StepRow, UserRow
from farhaven.server.storage.store import Append, Conflict, Step
from farhaven.server.tables.live_table import LiveTable
from farhaven.server.wire.tables import NewSeat, NewTable


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Services]:
    """All parts of a server but its connections."""
    settings = Settings(data=str(folder), nonce_wait=60, extra_titles=["tests.server.toy:Toy"])
    prepare(settings.database_url())
    services = build(settings)
    await services.open()
    try:
        yield services
    finally:
        await services.close()


async def match_of_two(services: Services) -> tuple[LiveTable, str]:
    """A running match whose seats are all one account's."""
    account, _ = await services.accounts.new_guest("Ada", "")
    seats = [NewSeat(kind="me"), NewSeat(kind="here", name="Bo")]
    new = NewTable(title="toy", seats=seats)
    table = await services.lobby.create(Who(account, "Ada", ""), new)
    await services.lobby.seating.give_nonce(table, account, "a")
    assert table.is_running
    return table, account


def _choose(seat: int) -> bytes:
    return b'{"do":"choose","seat":%d,"keep":true}' % seat


def test_a_fault_halfway_through_a_step_leaves_nothing_behind(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as services:
            table, account = await match_of_two(services)
            n = table.n

            def fails(table: LiveTable) -> list[Step]:
                table.mark("pause")
                raise ZeroDivisionError

            with pytest.raises(ZeroDivisionError):
                await services.hall.change(table, fails)
            step = await services.hall.act(table, account, _choose(0), "after", None)
            assert step.number == n + 1
            assert not table.paused
            query = select(StepRow.number).where(StepRow.table == table.id)
            rows = await services.store.read(lambda session: session.scalars(query).all())
            assert sorted(rows) == list(range(1, n + 2))

    asyncio.run(main())


def test_who_shares_a_commit_with_a_fault_is_not_harmed(tmp_path: Path) -> None:
    """Two tables in one transaction: what fails at one is written down for the other."""

    def fails(_connection: Connection) -> None:
        raise ZeroDivisionError

    async def main() -> None:
        async with opened(tmp_path) as services:
            tables = [(await match_of_two(services))[0] for _ in range(3)]
            appends = [
                Append(table.id, [Step(table.n + 1, "pause", None, "{}", 1)], 0, None)
                for table in tables
            ]
            appends[1].then = fails
            appends[2].steps = [Step(tables[2].n + 2, "pause", None, "{}", 1)]  # leaves a gap
            stored = [services.store.append(append) for append in appends]
            outcomes = await asyncio.gather(*stored, return_exceptions=True)
            assert outcomes[0] is None
            assert [type(outcome) for outcome in outcomes[1:]] == [ZeroDivisionError, Conflict]
            query = select(StepRow.table).where(StepRow.kind == "pause")
            paused = await services.store.read(lambda session: session.scalars(query).all())
            assert paused == [tables[0].id]

    asyncio.run(main())


@pytest.mark.parametrize("late", [0, 2], ids=["there already", "leaves a gap"])
def test_who_shares_a_commit_with_one_who_was_late_is_not_harmed(tmp_path: Path, late: int) -> None:
    async def main() -> None:
        async with opened(tmp_path) as services:
            tables = [(await match_of_two(services))[0] for _ in range(3)]
            numbers = [tables[0].n + 1, tables[1].n + late, tables[2].n + 1]
            stored = [
                services.store.append(
                    Append(table.id, [Step(number, "pause", None, "{}", 1)], 0, None)
                )
                for table, number in zip(tables, numbers, strict=True)
            ]
            outcomes = await asyncio.gather(*stored, return_exceptions=True)
            assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None)]
            query = select(StepRow.table).where(StepRow.kind == "pause")
            paused = await services.store.read(lambda session: session.scalars(query).all())
            assert sorted(paused) == sorted([tables[0].id, tables[2].id])

    asyncio.run(main())


def test_faults_of_the_database_do_not_tell_what_was_to_be_written(tmp_path: Path) -> None:
    def twice(connection: Connection) -> None:
        for _ in range(2):
            connection.execute(insert(KeyRow).values(name="twice", value="very secret"))

    async def main() -> None:
        async with opened(tmp_path) as services:
            with pytest.raises(IntegrityError) as fault:
                await services.store.write(twice)
            assert "very secret" not in str(fault.value)

    asyncio.run(main())


def test_guests_who_cannot_come_back_are_forgotten_if_they_left_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as services:
            _, plays = await match_of_two(services)
            stays, _ = await services.accounts.new_guest("Bo", "")
            member, _ = await services.accounts.new_guest("Cy", "")
            await services.accounts.register(member, "Cy", "long enough")
            lost, _ = await services.accounts.new_guest("Di", "")

            def work(connection: Connection) -> None:
                connection.execute(delete(SessionRow).where(SessionRow.account != stays))
                forget_lost_guests(connection)

            await services.store.write(work)
            query = select(UserRow.id)
            known = await services.store.read(lambda session: session.scalars(query).all())
            assert set(known) == {plays, stays, member}
            assert lost not in known

    asyncio.run(main())
