"""What quotas count: tables that are in use, and all that are, or can come, in the open list."""

import asyncio
from pathlib import Path

import pytest

from farhaven.server.accounts.quotas import Quotas
from farhaven.server.accounts.sessions import Who
from farhaven.server.basics import Refused
from farhaven.server.services import Services
from farhaven.server.tables.live_table import LiveTable
from farhaven.server.tables.table_lists import list_tables
from farhaven.server.wire.tables import Join, NewTable, SeatChange, TableChange
from tests.server.inside import BOT, ME, OPEN, Time, guest, opened, own_time, running

DAY = 86_400
NETWORK = "n"


async def in_open_list(services: Services) -> int:
    rows, _ = await services.store.read(lambda session: list_tables(session, None, "open", 0))
    return len(rows)


async def reason(services: Services, who: Who, new: NewTable) -> str | None:
    try:
        await services.lobby.create(who, new, network=NETWORK)
    except Refused as refusal:
        return refusal.code
    return None


OPEN_TABLE = NewTable(title="toy", seats=[ME, OPEN])


def test_who_leaves_a_match_without_other_people_ends_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, quotas=["tables_per_account=2"]) as services:
            ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
            tables = [await running(services, ada, BOT) for _ in range(2)]
            assert await reason(services, ada, OPEN_TABLE) == "too_many_tables"
            await services.lobby.leave(tables[0], ada)
            assert tables[0].row.state == "stopped"
            assert await reason(services, ada, OPEN_TABLE) is None
            shared = await running(services, bo, ada)
            await services.lobby.leave(shared, bo)
            assert (shared.row.state, shared.row.host) == ("running", ada.account)
            await services.lobby.leave(shared, ada)
            assert shared.row.state == "stopped", "the last one left"

    asyncio.run(main())


def test_a_rated_match_is_not_ended_by_leaving(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as services:
            ada = await guest(services, "Ada")
            table = await running(services, ada, BOT, rated=True)
            await services.lobby.leave(table, ada)
            assert table.row.state == "running"

    asyncio.run(main())


def test_a_deleted_account_leaves_no_match_that_nobody_plays(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as services:
            ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
            alone = await running(services, ada, BOT)
            shared = await running(services, ada, bo)
            await services.lobby.leave_all(ada.account)
            assert alone.row.state == "stopped"
            assert (shared.row.state, shared.row.host) == ("running", bo.account)

    asyncio.run(main())


def test_tables_at_which_nothing_happens_do_not_count_for_ever(tmp_path: Path) -> None:
    async def main(time: Time) -> None:
        quotas = ["tables_per_account=1", "tables_per_address=1", "invites_per_account=1"]
        async with opened(tmp_path, quotas=quotas) as services:
            ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
            name = f"Bo {bo.account[:6]}"
            await services.accounts.register(bo.account, name, "12345678")
            table = await services.lobby.create(ada, OPEN_TABLE, network=NETWORK)
            await services.lobby.invite(table, ada, name, NETWORK)
            assert await reason(services, ada, OPEN_TABLE) == "too_many_tables"
            assert await reason(services, bo, OPEN_TABLE) == "too_many_here"
            with pytest.raises(Refused, match="too_many_invites"):
                await services.lobby.invite(table, ada, "Cleo", NETWORK)
            await time.passes(services, 31 * DAY)
            assert await reason(services, ada, OPEN_TABLE) is None
            await services.lobby.invite(table, ada, "Cleo", NETWORK)

    with own_time() as time:
        asyncio.run(main(time))


def test_a_full_table_whose_seat_is_opened_counts_as_listed(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, quotas=["listed_per_account=3"]) as services:
            ada = await guest(services, "Ada")
            full = NewTable(title="toy", seats=[ME, BOT], listed=True)
            tables: list[LiveTable] = []
            for _ in range(3):
                tables.append(await services.lobby.create(ada, full, network=NETWORK))
            assert await reason(services, ada, full) == "too_many_listed"
            for table in tables:
                await services.lobby.change_seat(table, ada, 1, SeatChange(kind="open"))
            assert await in_open_list(services) == 3
            for table in tables:
                await services.lobby.change_table(table, ada, TableChange(listed=True), NETWORK)

    asyncio.run(main())


def test_tables_that_are_listed_at_the_same_time_are_counted(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, quotas=["listed_per_account=3"]) as services:
            ada = await guest(services, "Ada")
            tables = [
                await services.lobby.create(ada, OPEN_TABLE, network=NETWORK) for _ in range(12)
            ]
            change = TableChange(listed=True)
            found = await asyncio.gather(
                *(services.lobby.change_table(table, ada, change, NETWORK) for table in tables),
                return_exceptions=True,
            )
            assert await in_open_list(services) == 3
            assert sum(isinstance(one, Refused) for one in found) == 9

    asyncio.run(main())


async def ended(services: Services, ada: Who, bo: Who) -> LiveTable:
    """A listed match of two that was stopped."""
    table = await running(services, ada, bo, listed=True)
    await services.lobby.stop(table, None)
    return table


def test_a_rematch_is_not_listed_where_the_open_list_is_full(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, quotas=["listed_per_account=1"]) as services:
            ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
            first, second = [await ended(services, ada, bo) for _ in range(2)]
            new = await services.lobby.rematch(first, ada, NETWORK)
            assert new.row.listed
            other = await services.lobby.rematch(second, ada, NETWORK)
            assert not other.row.listed
            await services.lobby.join(other, bo, Join())

    asyncio.run(main())


def test_invitations_to_a_rematch_are_counted(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, quotas=["invites_per_account=1"]) as services:
            ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
            first, second = [await ended(services, ada, bo) for _ in range(2)]
            await services.lobby.rematch(first, ada, NETWORK)
            await services.lobby.rematch(second, ada, NETWORK)
            rows, _ = await services.store.read(
                lambda session: list_tables(session, bo.account, "mine", 0)
            )
            assert len(rows) == 1, "the second rematch has no invitation, only the link"

    asyncio.run(main())


def test_a_club_can_list_a_whole_evening() -> None:
    assert (Quotas().listed_per_account, Quotas().listed_per_address) == (10, 40)
