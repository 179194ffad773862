"""Who is at the tables: signs of life in the database, people who come back, pauses without them.

A match goes on only while somebody is there for whom it is played. It is paused by a step, so
that its clocks stand still in every process, and resumed when one of its people comes.
"""

import contextlib
from collections.abc import Sequence
from typing import Literal

from sqlalchemy import bindparam, update
from sqlalchemy.engine import Connection

from farhaven.core.violation import Illegal
from farhaven.server.basics import Refused, now_ms
from farhaven.server.live.news_bus import News
from farhaven.server.scheduling.deadlines import is_attended
from farhaven.server.storage.models import SeatRow, TableRow
from farhaven.server.storage.store import Step
from farhaven.server.tables.chat import Message
from farhaven.server.tables.live_table import LiveTable
from farhaven.server.tables.lobby import Lobby, about
from farhaven.server.tables.match_time import HOST, NOBODY
from farhaven.server.tables.table_facts import Note
from farhaven.server.tables.table_registry import Hall

SEEN_MS = 15_000
"""How often it is written down that somebody is connected."""
RECONNECT_MS = 10_000
"""For which the first who is back waits for those whose turn it is."""


class Presence:
    """Comings and goings, as one process sees them."""

    def __init__(self, hall: Hall, lobby: Lobby) -> None:
        self._hall = hall
        self._lobby = lobby
        self._returned: dict[str, int] = {}
        """When the first came back to a match that is paused without its people."""

    # Coming and going

    async def came(self, table: LiveTable, seat: int) -> None:
        """A person has come to a seat, perhaps back from being away."""
        if not table.is_online(seat):
            table.gone.discard(seat)
            await self._see(table, [seat], "seen")
        elif _is_unmarked(table, seat, now_ms()):
            await self._store_seen([(table, seat)], now_ms())
        if table.is_running:
            await self._come_back(table, seat)
            await self.maybe_resume(table)

    async def acts(self, table: LiveTable, account: str) -> None:
        """An account does something at its seats, which is a sign of life without a connection."""
        now = now_ms()
        seats = [seat for seat in table.seats_of(account) if _is_unmarked(table, seat, now)]
        if seats:
            await self._store_seen([(table, seat) for seat in seats], now)

    async def _come_back(self, table: LiveTable, seat: int) -> None:
        if seat not in table.away:
            return
        if table.clocks is not None and table.clocks[seat] <= 0:
            return

        def mark(table: LiveTable) -> list[Step]:
            if seat not in table.away:
                raise Refused(409, "stale", n=table.n)
            return table.mark("back", seat)

        with contextlib.suppress(Refused, Illegal):
            await self._hall.change(table, mark)
            await self._lobby.chat.notice(table, about(table, seat, "back"))

    async def went(self, table: LiveTable, account: str) -> None:
        """A person's last connection to a table was lost. From now on the others are patient."""
        seats = table.seats_of(account)
        if seats:
            table.gone.update(seats)
            await self._see(table, seats, "gone")

    async def _see(
        self, table: LiveTable, seats: Sequence[int], kind: Literal["seen", "gone"]
    ) -> None:
        now = now_ms()
        await self._store_seen([(table, seat) for seat in seats], now)
        self._hall.show_table(table)
        for seat in seats:
            self._hall.bus.publish(News(table.id, kind, seat=seat, seen=now))

    async def watches(self, table: LiveTable) -> None:
        """Somebody looks on: bots among themselves begin, or go on."""
        now = now_ms()
        if table.people() or not table.is_running or now - table.row.watched < SEEN_MS:
            return
        values = {"watched": now}
        if not is_attended(table, now):
            values["due"] = now  # whoever finds it lets the bots think
        table.row.watched = now

        def work(connection: Connection) -> None:
            running = (TableRow.id == table.id) & (TableRow.state == "running")
            connection.execute(update(TableRow).where(running).values(**values))

        await self._hall.store.write(work)

    # Pauses

    async def maybe_resume(self, table: LiveTable) -> None:
        """Go on with a match that was paused without its people, once they are back.

        At once where all who are to decide are there; else those may take some seconds more.
        """
        now = now_ms()
        if table.pause is None or not table.pause.awaits_people(now):
            return
        if not is_attended(table, now):
            return
        owing = [seat for seat in table.owing() if not table.is_bot(seat)]
        is_late = now - self._returned.setdefault(table.id, now) >= RECONNECT_MS
        if table.days is not None or is_late or all(table.is_online(seat) for seat in owing):
            await self.resume(table)

    async def resume(self, table: LiveTable) -> None:
        """Go on with a match that was paused without its people."""

        def mark(table: LiveTable) -> list[Step]:
            if not table.is_running or table.pause is None:
                raise Refused(409, "not_paused")
            if not table.pause.awaits_people(now_ms()):
                raise Refused(409, "paused")
            return table.mark("resume", None, Note(reason=table.pause.reason))

        self._returned.pop(table.id, None)
        is_hosts = table.pause is not None and table.pause.reason == HOST
        with contextlib.suppress(Refused):
            await self._hall.change(table, mark)
            if is_hosts:
                await self._lobby.chat.notice(table, Message(code="resumed"))

    async def rest(self, table: LiveTable) -> None:
        """Let a match rest for which nobody is there. Its rows have just been read."""
        if not table.people():
            await self.stop_looking(table)  # nobody's clock runs: nothing to write down
            return
        # What has passed since the last of them went counts for nobody.
        seen = max(table.seats[seat].seen for seat in table.people())
        at = seen if table.days is None else None

        def mark(table: LiveTable) -> list[Step]:
            if not table.is_running or table.paused or is_attended(table, now_ms()):
                raise Refused(409, "stale", n=table.n)
            return table.mark("pause", None, Note(reason=NOBODY), at)

        with contextlib.suppress(Refused):
            await self._hall.change(table, mark)

    async def stop_looking(self, table: LiveTable) -> None:
        """Look at a table no more until somebody comes."""

        def work(connection: Connection) -> None:
            unchanged = (TableRow.id == table.id) & (TableRow.steps == table.n)
            connection.execute(update(TableRow).where(unchanged).values(due=None))

        await self._hall.store.write(work)

    # Signs of life

    async def mark_seen(self) -> None:
        """Write down who is connected here, long before anybody could lose patience."""
        now = now_ms()
        tables = list(self._hall.tables.values())
        due = [
            (table, seat)
            for table in tables
            for seat in table.present()
            if seat in table.gone or _is_unmarked(table, seat, now)
        ]
        if due:
            await self._store_seen(due, now)
            for table, seat in due:
                if seat in table.gone:  # another process saw them go, and they are here
                    table.gone.discard(seat)
                    self._hall.show_table(table)
                self._hall.bus.publish(News(table.id, "seen", seat=seat, seen=now))
        for table in tables:
            if table.outlets:
                await self.watches(table)
            if table.paused and table.present():
                await self.maybe_resume(table)
            else:
                self._returned.pop(table.id, None)

    async def _store_seen(self, seats: Sequence[tuple[LiveTable, int]], now: int) -> None:
        for table, seat in seats:
            table.seats[seat].seen = now
        # In order, so that two processes cannot deadlock.
        places = sorted((table.id, seat) for table, seat in seats)
        values = [{"of": table_id, "at": seat, "when": now} for table_id, seat in places]
        query = (
            update(SeatRow)
            .where(SeatRow.table == bindparam("of"), SeatRow.seat == bindparam("at"))
            .values(seen=bindparam("when"))
        )

        def work(connection: Connection) -> None:
            connection.execute(query, values)

        await self._hall.store.write(work)


def _is_unmarked(table: LiveTable, seat: int, now: int) -> bool:
    """Whether the last sign of life of who is there has become old."""
    return now - table.seats[seat].seen >= min(SEEN_MS, table.patience * 1000 // 3)
