"""All tables that this process has in memory, and the only way in which a match goes on.

No process owns a table. Each holds a copy that it builds from the log; a step counts when the
database has taken it under its number, and whoever was late builds again and looks anew.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial

import msgspec
import structlog
from sqlalchemy import select
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session

from farhaven.core.log_entry import Entry
from farhaven.core.violation import RECORD, Illegal, Violation, illegal
from farhaven.server.basics import Refused, new_id, not_found, now_ms
from farhaven.server.live.news_bus import Bus, News
from farhaven.server.live.subscriber import Outlet
from farhaven.server.metrics import ACT_SECONDS, CONFLICTS, REFUSALS, TABLES
from farhaven.server.scheduling.deadlines import next_due
from farhaven.server.storage.database_access import Work
from farhaven.server.storage.models import SeatRow, StepRow, TableRow
from farhaven.server.storage.store import Append, Conflict, Ending, Step, Store
from farhaven.server.tables.live_table import LiveTable, encode
from farhaven.server.tables.ratings import places, rate
from farhaven.server.tables.table_facts import Head, Note
from farhaven.server.tables.table_info import live_info
from farhaven.server.titles import Titles
from farhaven.server.wire.tables import TableNews

ATTEMPTS = 8
IDLE_MS = 120_000
"""A table that nobody looks at leaves memory after this."""

READ_AGAIN = ("start", "seat")
"""Steps that come with changes of other rows."""

Change = Callable[[LiveTable], list[Step]]

log = structlog.get_logger()


class Rows(msgspec.Struct):
    """What the database holds of a table."""

    table: TableRow
    seats: list[SeatRow]
    steps: list[Step]


def read_rows(session: Session, table_id: str, since: int | None) -> Rows | None:
    """A table, its seats in order, and its steps after a number; without one, no steps."""
    row = session.get(TableRow, table_id)
    if row is None:
        return None
    seats = select(SeatRow).where(SeatRow.table == table_id).order_by(SeatRow.seat)
    steps = (
        select(StepRow.number, StepRow.kind, StepRow.seat, StepRow.body, StepRow.at, StepRow.entry)
        .where(StepRow.table == table_id, StepRow.number > (since or 0))
        .order_by(StepRow.number)
    )
    found = [] if since is None else [Step(*step) for step in session.execute(steps)]
    return Rows(row, list(session.scalars(seats)), found)


class Hall:
    """The tables in memory."""

    def __init__(self, store: Store, titles: Titles, bus: Bus, take_back: float = 0.0) -> None:
        self._grace_ms = round(take_back * 1000)
        self.store = store
        self.titles = titles
        self.bus = bus
        self.tables: dict[str, LiveTable] = {}
        self.on_change: Callable[[LiveTable], None] = lambda _table: None
        """Called after each change, to set bots to think."""
        self.on_stranger: Callable[[LiveTable, Outlet], None] = lambda _table, _outlet: None
        """Called for a client that has lost its seat, or may no longer look on."""
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}

    # Into memory and out of it

    async def get(self, table_id: str) -> LiveTable:
        """The table, loaded if need be."""
        table = self.tables.get(table_id)
        if table is not None:
            table.used = now_ms()
            if table.is_broken:
                async with table.lock:
                    await self.rebuild(table)
            return table
        loading = self._loading.get(table_id)
        if loading is None:
            loading = asyncio.ensure_future(self._load(table_id))
            self._loading[table_id] = loading
            loading.add_done_callback(lambda _done: self._loading.pop(table_id, None))
        # Shielded: the one who gave up waiting must not take the table from the others.
        return await asyncio.shield(loading)

    async def _load(self, table_id: str) -> LiveTable:
        # Watched first, so that nothing falls between what is read and what is heard.
        await self.bus.watch(table_id)
        found = await self.store.read(lambda session: read_rows(session, table_id, 0))
        game = None if found is None else self.titles.get(found.table.title)
        if found is None or game is None:
            await self.bus.unwatch(table_id)
            raise not_found()
        table = LiveTable(game, found.table, found.seats, self._grace_ms)
        for step in found.steps:
            table.apply(step)
        self.tables[table_id] = table
        TABLES.set(len(self.tables))
        return table

    def add(self, row: TableRow, seats: list[SeatRow]) -> LiveTable:
        """Take in a table that has just been written; its news are watched already."""
        table = LiveTable(self.titles.must_get(row.title), row, seats, self._grace_ms)
        self.tables[table.id] = table
        TABLES.set(len(self.tables))
        return table

    async def rebuild(self, table: LiveTable, since: int | None = None) -> None:
        """Make memory equal to the database again, and show everybody the outcome.

        `since` is the last step that clients have seen: the last that was stored, unless said.
        """
        if since is None:
            since = min(table.n, table.head.steps)
        rows = await self._read(table, 0)
        self._take_rows(table, rows)
        table.reset()
        for step in rows.steps:
            table.apply(step)
        table.is_broken = False
        self._show(table, table.frames(since))

    async def catch_up(self, table: LiveTable) -> bool:
        """Read what other processes have written; whether there was anything. Under the lock."""
        rows = await self._read(table, table.n)
        self._take_rows(table, rows)
        if rows.steps:
            await self._apply(table, rows.steps)
        return bool(rows.steps)

    async def _apply(self, table: LiveTable, steps: Sequence[Step]) -> None:
        """Take in steps of another process, and show them."""
        since = table.n
        try:
            for step in steps:
                table.apply(step)
        except (ValueError, Illegal):
            # Memory had a step that the database has not: only a whole rebuild is safe.
            await self.rebuild(table, since)
        else:
            self._show(table, table.frames(since))

    async def _read(self, table: LiveTable, since: int | None) -> Rows:
        rows = await self.store.read(lambda session: read_rows(session, table.id, since))
        if rows is None:
            raise not_found()
        return rows

    def _take_rows(self, table: LiveTable, rows: Rows) -> None:
        """Hold the rows as they were read; who has lost a seat no longer sees what it sees."""
        table.take_rows(rows.table, rows.seats)
        for outlet in table.strangers():
            table.detach(outlet)
            outlet.viewer = None
            self.on_stranger(table, outlet)

    async def drop_idle(self) -> None:
        """Forget tables that nobody has looked at for a while."""
        now = now_ms()
        for table_id, table in list(self.tables.items()):
            if table.outlets or table.thinking or now - table.used < IDLE_MS:
                continue
            if not table.lock.locked():
                del self.tables[table_id]
                await self.bus.unwatch(table_id)
        TABLES.set(len(self.tables))

    # The course of a match

    async def act(
        self, table: LiveTable, account: str | None, raw: bytes, entry_id: str, after: int | None
    ) -> Step:
        """Carry out an account's entry. With no account it is a bot's."""
        begun = time.perf_counter()
        entry = _read_entry(table, raw)

        def change(table: LiveTable) -> list[Step]:
            _check_holder(table, account, entry.seat)
            if after is not None and after != table.n:
                raise Refused(409, "stale", n=table.n)
            wakes = _wakes(table, account)
            returns = account is not None and entry.seat in table.away
            _check_seat(table, account, entry.seat, wakes=wakes)
            if wakes or returns:
                table.judge(entry)  # before the first mark: what has none need not be undone
            steps = _wake(table) if wakes else []
            if returns:
                steps += table.mark("back", entry.seat)
            return steps + table.enter(entry, entry_id)

        step = await self.change(table, change, entry_id, account)
        ACT_SECONDS.observe(time.perf_counter() - begun)
        return step

    async def undo(self, table: LiveTable, account: str, seat: int | None, entry_id: str) -> Step:
        """Take back the last entry of a seat that the account holds."""

        def change(table: LiveTable) -> list[Step]:
            chosen = seat
            if chosen is None:
                mine = table.seats_of(account)
                last = table.playing().log[-1:]
                own = [s for s in mine if last and isinstance(last[0], Entry) and last[0].seat == s]
                chosen = (own or mine or [-1])[0]
            _check_holder(table, account, chosen)
            wakes = _wakes(table, account)
            _check_seat(table, account, chosen, wakes=wakes)
            if wakes:
                table.judge_undo(chosen)
            return (_wake(table) if wakes else []) + table.take_back(chosen, entry_id)

        return await self.change(table, change, entry_id, account)

    async def change(
        self,
        table: LiveTable,
        change: Change,
        entry_id: str | None = None,
        account: str | None = None,
        then: Work[None] | None = None,
    ) -> Step:
        """Let a match go on by the steps that `change` makes; the last of them, once stored."""
        for _ in range(ATTEMPTS):
            async with table.lock:
                if table.is_broken:
                    await self.rebuild(table)
                known = None if entry_id is None else table.ids.get(entry_id)
                if known is not None:
                    return _same_owner(table, known, account)
                since = table.n
                try:
                    steps = change(table)
                except (Illegal, Refused) as refusal:
                    # What is refused here may be right where another process has gone on.
                    if table.n != since:
                        await self.rebuild(table)
                    elif self.bus.is_shared and await self.catch_up(table):
                        continue
                    _count_refusal(refusal)
                    raise
                except Exception:
                    table.is_broken = True  # halfway through a step is nowhere
                    raise
                if await self._commit(table, steps, then):
                    return _with_id(steps, entry_id)
        raise Refused(503, "busy")

    async def _commit(
        self, table: LiveTable, steps: list[Step], then: Work[None] | None = None
    ) -> bool:
        """Store steps that memory already has; False if another process was first."""
        since = steps[0].number - 1
        now = now_ms()
        ending = None if table.is_running else _ending(table)
        if ending is not None and (found := places(table)):
            then = _both(then, partial(rate, title=table.row.title, found=found))
        append = Append(table.id, steps, table.owing_mask(), next_due(table, now), ending, then)
        stored = self.store.append(append)
        try:
            frames = table.frames(since)  # made while the disk is busy
            await stored
        except Conflict:
            CONFLICTS.inc()
            await self.rebuild(table)
            return False
        except BaseException:
            # Whether it was stored is not known: look before anything else happens.
            table.is_broken = True
            raise
        table.head = Head(table.n, append.owing, steps[-1].at)
        if ending is not None:
            row = table.row
            row.state, row.ended, row.result = ending.state, ending.at, ending.result
        self._show(table, frames)
        self.bus.publish(News(table.id, "steps", steps=steps))
        if any(step.kind == "seat" for step in steps):
            await self.reread(table)
        elif ending is not None or steps[0].kind == "start":
            self.show_table(table)
        self.on_change(table)
        return True

    # What the clients are shown

    def _show(self, table: LiveTable, frames: dict[int | None, bytes]) -> None:
        for viewer, frame in frames.items():
            for outlet in tuple(table.outlets.get(viewer, ())):
                outlet.push(frame)
        table.wake()

    def show_table(self, table: LiveTable) -> None:
        """Tell every client how the table is now."""
        for group in tuple(table.outlets.values()):
            for outlet in tuple(group):
                outlet.push(encode(TableNews(live_info(table, outlet.account))))
        table.wake()

    async def hear(self, news: News) -> None:
        """Take in what another process has committed."""
        table = self.tables.get(news.table)
        if table is None:
            return
        async with table.lock:
            if news.kind == "steps" and _fits(table, news.steps):
                await self._apply(table, news.steps)
                table.head = Head(table.n, table.owing_mask(), news.steps[-1].at)
                if not table.is_running:
                    await self.reread(table)
            elif news.kind in ("steps", "table"):
                await self.catch_up(table)
                self.show_table(table)
            elif news.kind == "forget":
                await self.rebuild(table)
                self.show_table(table)
            elif news.seat is not None:
                self._hear_presence(table, news.kind, news.seat, news.seen)

    def _hear_presence(self, table: LiveTable, kind: str, seat: int, seen: int) -> None:
        """Another process has seen somebody come or go."""
        was_online = table.is_online(seat)
        if kind == "seen":
            table.gone.discard(seat)
        elif seat in table.present():
            self.bus.publish(News(table.id, "seen", seat=seat, seen=now_ms()))  # not from here
            return
        else:
            table.gone.add(seat)
        table.seats[seat].seen = max(seen, table.seats[seat].seen)
        if table.is_online(seat) != was_online:
            self.show_table(table)

    async def reread(self, table: LiveTable) -> None:
        """Read the table and its seats again and show them. Under the lock."""
        self._take_rows(table, await self._read(table, None))
        self.show_table(table)

    async def forget(self, table_id: str) -> None:
        """What was stored has been changed: build the table anew, here and in other processes."""
        table = self.tables.get(table_id)
        if table is not None:
            async with table.lock:
                await self.rebuild(table)
            self.show_table(table)
        self.bus.publish(News(table_id, "forget"))

    async def table_changed(self, table: LiveTable) -> None:
        """Another part has written the table's rows: read them, show them, tell the others."""
        async with table.lock:
            await self.reread(table)
        self.bus.publish(News(table.id, "table"))


def _fits(table: LiveTable, steps: Sequence[Step]) -> bool:
    """Whether steps come right after those in memory and need nothing from other rows."""
    if not steps or steps[0].number != table.n + 1:
        return False
    return all(step.kind not in READ_AGAIN for step in steps)


def _read_entry(table: LiveTable, raw: bytes) -> Entry:
    line = table.game.read_line(raw)
    if not isinstance(line, Entry):
        raise illegal(RECORD, "not_an_entry")
    return line


def _check_holder(table: LiveTable, account: str | None, seat: int) -> None:
    """Refuse what is not this account's to do."""
    if account is not None and seat not in table.seats_of(account):
        raise Refused(403, "not_your_seat", seat=seat)


def _wakes(table: LiveTable, account: str | None) -> bool:
    """Whether somebody who acts lets a match go on that was paused only without its people."""
    pause = table.pause
    return account is not None and pause is not None and pause.awaits_people(now_ms())


def _wake(table: LiveTable) -> list[Step]:
    reason = None if table.pause is None else table.pause.reason
    return table.mark("resume", None, Note(reason=reason))


def _check_seat(table: LiveTable, account: str | None, seat: int, *, wakes: bool) -> None:
    """Refuse what cannot be done now."""
    if table.match is None:
        raise Refused(409, "not_started")
    if table.paused and not wakes:
        raise Refused(409, "paused")
    if account is None and not table.is_bot(seat):
        raise Refused(409, "not_a_bot", seat=seat)
    if account is not None and table.clocks is not None and table.clocks[seat] <= 0:
        raise Refused(409, "time_over", seat=seat)


def _same_owner(table: LiveTable, step: Step, account: str | None) -> Step:
    """The step that an id already stands for, if it is the same account's."""
    if account is not None and step.seat not in table.seats_of(account):
        raise Refused(409, "id_used")
    return step


def _with_id(steps: list[Step], entry_id: str | None) -> Step:
    for step in steps:
        if entry_id is not None and step.entry == entry_id:
            return step
    return steps[-1]


def _count_refusal(refusal: Illegal | Refused) -> None:
    clause = refusal.violation.clause if isinstance(refusal, Illegal) else "server"
    REFUSALS.labels(clause).inc()


def as_violation(refusal: Illegal | Refused) -> Violation:
    """Any refusal in the form of the rules' own."""
    if isinstance(refusal, Illegal):
        return refusal.violation
    return Violation("server", refusal.code, refusal.params)


def _ending(table: LiveTable) -> Ending:
    match = table.playing()
    result = match.result()
    text = None if result is None else encode(result).decode()
    return Ending("over" if result is not None else "stopped", table.stamp(), text)


def _both(first: Work[None] | None, second: Work[None]) -> Work[None]:
    if first is None:
        return second

    def work(connection: Connection) -> None:
        first(connection)
        second(connection)

    return work


def new_entry_id() -> str:
    """An id for an entry that no client has sent."""
    return f"bot-{new_id(12)}"


def lock_table(connection: Connection, table_id: str) -> str | None:
    """Let nobody else change a table before this transaction ends; the table's state."""
    query = select(TableRow.state).where(TableRow.id == table_id).with_for_update(key_share=True)
    return connection.execute(query).scalar()
