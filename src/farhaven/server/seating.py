"""Changes to a table's rows that must fit its match: who sits where, and when it begins."""

from collections.abc import Mapping, Sequence

import msgspec
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from farhaven.server.basics import Refused, now_ms
from farhaven.server.bus import News
from farhaven.server.hall import Hall
from farhaven.server.models import SeatRow, TableRow
from farhaven.server.settings import Settings
from farhaven.server.store import Conflict, Step
from farhaven.server.table import LiveTable, Note


class Seating:
    """Changes of seats, and the start of a match."""

    def __init__(self, hall: Hall, settings: Settings) -> None:
        self.hall = hall
        self._nonce_wait = int(settings.nonce_wait * 1000)

    async def change(
        self, table: LiveTable, seat: int, kind: str, values: Mapping[str, object], note: Note
    ) -> bool:
        """Give a seat of a kind to another; False if somebody else was first.

        In a running match this is a step, so that everybody sees it in order.
        """

        async def write(connection: AsyncConnection) -> None:
            done = await connection.execute(
                update(SeatRow)
                .where(SeatRow.table == table.id, SeatRow.seat == seat, SeatRow.kind == kind)
                .values(**values)
            )
            if done.rowcount != 1:
                raise Conflict
            if table.match is None:
                await self._note_full(connection, table.id)

        if table.is_running:

            def mark(table: LiveTable) -> list[Step]:
                if table.seats[seat].kind != kind:
                    raise Refused(409, "seat_taken")
                return table.mark("seat", seat, note)

            try:
                await self.hall.change(table, mark, then=write)
            except Refused:
                return False
        else:
            try:
                await self.hall.store.write(write)
            except Conflict:
                await self.hall.table_changed(table)
                return False
        await self.hall.table_changed(table)
        self.hall.on_change(table)
        return True

    async def update_table(self, table: LiveTable, values: Mapping[str, object]) -> None:
        """Write columns of the table's row."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(
                update(TableRow).where(TableRow.id == table.id).values(**values)
            )

        await self.hall.store.write(work)
        await self.hall.table_changed(table)

    async def claim_rematch(self, table: LiveTable, new: str) -> bool:
        """Write down the table of the rematch, unless there is one."""

        async def work(connection: AsyncConnection) -> bool:
            done = await connection.execute(
                update(TableRow)
                .where(TableRow.id == table.id, TableRow.rematch.is_(None))
                .values(rematch=new)
            )
            return done.rowcount == 1

        claimed = await self.hall.store.write(work)
        await self.hall.table_changed(table)
        return claimed

    # The start

    def first_state(self, kinds: Sequence[str], now: int) -> dict[str, object]:
        """The state of a new table: it waits for people, or for their nonces only."""
        if "open" in kinds:
            return {"state": "open", "due": None}
        return {"state": "starting", "due": now + self._nonce_wait}

    async def _note_full(self, connection: AsyncConnection, table_id: str) -> None:
        """Let the state follow the seats in the same transaction: a crash finds both or none."""
        query = select(SeatRow.kind).where(SeatRow.table == table_id)
        values = self.first_state(list(await connection.scalars(query)), now_ms())
        await connection.execute(
            update(TableRow)
            .where(
                TableRow.id == table_id,
                TableRow.state.in_(("open", "starting")),
                TableRow.state != values["state"],
            )
            .values(**values)
        )

    async def settle(self, table: LiveTable) -> None:
        """Begin at once where all nonces are there; else it is begun when it is due."""
        if table.row.state == "starting" and not _missing(table):
            await self.start(table)

    async def give_nonce(self, table: LiveTable, account: str, nonce: str) -> None:
        """Take a browser's part in the chance, for all seats it holds that have given none."""
        seats = [s for s in table.seats_of(account) if table.seats[s].nonce is None]
        if not table.seats_of(account):
            raise Refused(403, "not_at_table")
        if table.row.state not in ("open", "starting"):
            raise Refused(409, "started")
        if not seats:
            return

        async def work(connection: AsyncConnection) -> None:
            state = select(TableRow.state).where(TableRow.id == table.id)
            if (await connection.execute(state)).scalar() not in ("open", "starting"):
                raise Conflict
            for seat in seats:
                # Each seat its own text, so that the list shows whose part is whose.
                text = nonce if seat == seats[0] else f"{nonce[:60]}/{seat}"
                await connection.execute(
                    update(SeatRow)
                    .where(SeatRow.table == table.id, SeatRow.seat == seat, SeatRow.nonce.is_(None))
                    .values(nonce=text)
                )

        try:
            await self.hall.store.write(work)
        except Conflict as fault:
            raise Refused(409, "started") from fault
        await self.hall.table_changed(table)
        await self.settle(table)

    async def start(self, table: LiveTable) -> None:
        """Begin the match with the nonces that are there."""
        async with table.lock:
            await self.hall.reread(table)
        nonces = [seat.nonce for seat in table.seats if seat.nonce is not None]
        text = msgspec.json.encode(nonces).decode()
        started = now_ms()

        async def write(connection: AsyncConnection) -> None:
            done = await connection.execute(
                update(TableRow)
                .where(TableRow.id == table.id, TableRow.state == "starting")
                .values(state="running", nonces=text, started=started)
            )
            if done.rowcount != 1:
                raise Conflict

        def mark(table: LiveTable) -> list[Step]:
            if table.row.state != "starting":
                raise Refused(409, "started")
            table.row.nonces, table.row.started = text, started
            return table.mark("start") + table.roll()

        try:
            await self.hall.change(table, mark, then=write)
        except Refused:
            return  # another process has begun it
        await self.hall.table_changed(table)
        self.hall.bus.publish(News(table.id, "table"))


def _missing(table: LiveTable) -> list[int]:
    """The people whose nonce has not come."""
    return [s.seat for s in table.seats if s.kind == "human" and s.nonce is None]
