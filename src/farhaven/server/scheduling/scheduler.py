"""Looks after tables: sets bots to think, watches clocks and patience, begins what waits.

Any process may look after any table: what must be done next stands in the table's row with its
time, and whoever finds it due claims it by moving that time.
"""

import asyncio
import contextlib
import hashlib
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

import msgspec
import structlog
from sqlalchemy import delete, select, update
from sqlalchemy.engine import Connection

from farhaven.core.violation import Illegal
from farhaven.server.accounts.accounts import forget_lost_guests
from farhaven.server.basics import Refused, now_ms
from farhaven.server.scheduling.deadlines import (
    BOT_RETRY_MS,
    is_attended,
    next_due,
    overdue,
    since_last,
)
from farhaven.server.scheduling.downtime import BEAT_MS, IDLE_BEAT_MS, beat
from farhaven.server.scheduling.presence import Presence
from farhaven.server.settings import Settings
from farhaven.server.storage.backup import ENDED, GENERATION, SIGNED_OUT, read_marks
from farhaven.server.storage.database_clock import CLOCK
from farhaven.server.storage.models import SessionRow, TableRow
from farhaven.server.storage.store import Step
from farhaven.server.tables.live_table import LiveTable, encode
from farhaven.server.tables.lobby import Lobby, about
from farhaven.server.tables.table_facts import Note
from farhaven.server.tables.table_registry import Hall, new_entry_id
from farhaven.server.workers.bot_pool import BotPool
from farhaven.server.workers.bot_worker import Question

SWEEP_SECONDS = 0.5
LOOK_SECONDS = 1.0
CLOCK_SECONDS = 5.0
TIDY_SECONDS = 60.0
LOST_SECONDS = 3.0
BATCH = 50

log = structlog.get_logger()


class Keeper:
    """The background work of one process."""

    def __init__(self, hall: Hall, lobby: Lobby, pool: BotPool, settings: Settings) -> None:
        self._hall = hall
        self._lobby = lobby
        self._pool = pool
        self._delay = settings.bot_delay
        self._tasks: set[asyncio.Task[None]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._marks: Mapping[str, str] = {}
        self._beat_at = self._beat_steady = 0
        self.presence = Presence(hall, lobby)
        self.on_restore: Callable[[], Awaitable[None]] = _nothing
        self.on_sign_out: Callable[[], Awaitable[None]] = _nothing
        hall.on_change = self.consider

    async def open(self, *, is_first: bool) -> None:
        """Begin to look after tables. `is_first` if no other process does so already."""
        await self._note_alive(is_first=is_first)
        self._marks = await read_marks(self._hall.store)
        loops = (
            (self._sweep, SWEEP_SECONDS),
            (self._notice_operator, SWEEP_SECONDS),
            (self.presence.mark_seen, LOOK_SECONDS),
            (self._maybe_beat, LOOK_SECONDS),
            (self._hall.store.measure_clock, CLOCK_SECONDS),
            (self._tidy, TIDY_SECONDS),
            (self._find_lost_news, LOST_SECONDS),
        )
        for work, seconds in loops:
            self._loops.append(asyncio.create_task(_every(seconds, work, work.__name__)))

    async def close(self) -> None:
        """Stop; what was under way is found again by whoever comes next."""
        with contextlib.suppress(Exception):  # a mark that is some seconds old will do
            await self._note_alive()
        for task in (*self._loops, *self._tasks):
            task.cancel()
        await asyncio.gather(*self._loops, *self._tasks, return_exceptions=True)

    # The time in which nothing runs

    async def _maybe_beat(self) -> None:
        """Note that the server runs, so that the time in which it does not is known."""
        tables = self._hall.tables.values()
        is_active = any(table.is_running and not table.paused for table in tables)
        # By both clocks: one may have been set, the other may stand still while a machine sleeps.
        passed = max(abs(now_ms() - self._beat_at), CLOCK.steady() - self._beat_steady)
        if passed >= (BEAT_MS if is_active else IDLE_BEAT_MS):
            await self._note_alive()

    async def _note_alive(self, *, is_first: bool = False) -> None:
        now = self._beat_at = now_ms()
        self._beat_steady = CLOCK.steady()
        paused = await self._hall.store.write(partial(beat, now=now, is_first=is_first))
        if paused:
            log.info("was_down", paused=paused)
            await self._catch_up_all()

    async def _catch_up_all(self) -> None:
        """Take in what was written to any table past this process."""
        for table in list(self._hall.tables.values()):
            async with table.lock:
                await self._hall.catch_up(table)

    # Bots

    def consider(self, table: LiveTable) -> None:
        """Set bots to think where it is their turn."""
        if not table.is_running or table.paused:
            return
        for seat in table.owing():
            if table.is_bot(seat) and seat not in table.thinking and not table.may_wait(seat):
                table.thinking[seat] = table.n
                task = asyncio.create_task(self._play(table, seat))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _play(self, table: LiveTable, seat: int) -> None:
        try:
            if not await self._may_play(table):
                return
            async with table.lock:
                question, asked = _question(table, seat), table.n
                pause = max(self._delay, _grace_left(table, now_ms()))
            if question is not None:
                choosing = self._pool.choose(question, _people(table))
                entry, _ = await asyncio.gather(choosing, asyncio.sleep(pause))
                # What was taken back may have been chosen otherwise since.
                if not table.was_taken_back(asked):
                    await self._hall.act(table, None, entry, new_entry_id(), None)
        except (Illegal, Refused) as refusal:
            # The table has changed while the bot thought; what is due now is looked at below.
            log.debug("bot_refused", table=table.id, reason=str(refusal))
        except Exception:
            # No bot could choose, or nothing could be stored: asked for again when it is due.
            log.exception("bot_failed", table=table.id, seat=seat)
            return
        finally:
            table.thinking.pop(seat, None)
        self.consider(table)

    async def _may_play(self, table: LiveTable) -> bool:
        """True if somebody is there for whom bots play; else the match rests."""
        if is_attended(table, now_ms()):
            return True
        async with table.lock:
            await self._hall.catch_up(table)  # another process may know better
        if is_attended(table, now_ms()):
            return True
        await self.presence.rest(table)
        return False

    # Time

    async def _sweep(self) -> None:
        """Look at the tables that are due."""
        now = now_ms()
        query = select(TableRow.id, TableRow.due).where(TableRow.due <= now).limit(BATCH)
        found = await self._hall.store.read(lambda session: session.execute(query).all())
        for table_id, due in found:
            if due is not None and await self._claim(table_id, due, now):
                try:
                    await self._look_after(await self._hall.get(table_id))
                except (Illegal, Refused) as refusal:
                    log.warning("keeper_refused", table=table_id, reason=str(refusal))

    async def _notice_operator(self) -> None:
        """Take in a restore, sign-outs, and tables that were ended."""
        before, self._marks = self._marks, await read_marks(self._hall.store)
        if self._marks.get(GENERATION) != before.get(GENERATION):
            log.warning("restored")
            for table in self._hall.tables.values():
                table.is_broken = True
            self._hall.tables.clear()
            await self.on_restore()
            return
        if self._marks.get(SIGNED_OUT) != before.get(SIGNED_OUT):
            await self.on_sign_out()
        if self._marks.get(ENDED) != before.get(ENDED):
            await self._catch_up_all()
            for table in list(self._hall.tables.values()):
                self._hall.show_table(table)

    async def _claim(self, table_id: str, due: int, now: int) -> bool:
        def work(connection: Connection) -> bool:
            done = connection.execute(
                update(TableRow)
                .where(TableRow.id == table_id, TableRow.due == due)
                .values(due=now + BOT_RETRY_MS)
            )
            return done.rowcount == 1

        return await self._hall.store.write(work)

    async def _look_after(self, table: LiveTable) -> None:
        # Whoever decides that others are late must know the time.
        await self._hall.store.measure_clock()
        async with table.lock:
            await self._hall.catch_up(table)
        if table.row.state == "starting":
            await self._lobby.seating.start(table)
            return
        if table.paused:
            await self._look_after_pause(table)
        elif table.is_running and not is_attended(table, now_ms()):
            await self.presence.rest(table)
        else:
            for seat, reason in overdue(table, now_ms()):
                await self._take_over(table, seat, reason)
            self.consider(table)
            await self._write_due(table)

    async def _look_after_pause(self, table: LiveTable) -> None:
        """Go on where somebody is there, but those whose turn it is have not come in time."""
        pause, now = table.pause, now_ms()
        if pause is not None and pause.awaits_people(now) and is_attended(table, now):
            await self.presence.resume(table)
        elif pause is not None and (pause.until or 0) > now:
            await self._write_due(table)
        else:
            await self.presence.stop_looking(table)

    async def _take_over(self, table: LiveTable, seat: int, reason: str) -> None:
        def mark(table: LiveTable) -> list[Step]:
            if (seat, reason) not in overdue(table, now_ms()):
                raise Refused(409, "stale", n=table.n)
            return table.mark("away", seat, Note(reason=reason))

        with contextlib.suppress(Refused):
            await self._hall.change(table, mark)
            await self._lobby.chat.notice(table, about(table, seat, "away"))

    async def _write_due(self, table: LiveTable) -> None:
        due = next_due(table, now_ms())
        unchanged = (TableRow.id == table.id) & (TableRow.steps == table.n)

        def work(connection: Connection) -> None:
            connection.execute(update(TableRow).where(unchanged).values(due=due))

        await self._hall.store.write(work)

    # Order

    async def _find_lost_news(self) -> None:
        """With other processes, look whether a watched table has gone on unheard."""
        watched = [table.id for table in self._hall.tables.values() if table.outlets]
        if not watched or not self._hall.bus.is_shared:
            return
        query = select(TableRow.id, TableRow.steps).where(TableRow.id.in_(watched))
        found = await self._hall.store.read(lambda session: session.execute(query).all())
        for table_id, steps in found:
            table = self._hall.tables.get(table_id)
            if table is not None and steps > table.n:
                async with table.lock:
                    await self._hall.catch_up(table)

    async def _tidy(self) -> None:
        """Forget idle tables, expired sessions, and guests who cannot come back."""
        await self._hall.drop_idle()
        now = now_ms()

        def work(connection: Connection) -> None:
            connection.execute(delete(SessionRow).where(SessionRow.expires < now))
            forget_lost_guests(connection)

        await self._hall.store.write(work)


async def _nothing() -> None:
    """Nobody has to be told."""


async def _every(seconds: float, work: Callable[[], Awaitable[None]], name: str) -> None:
    while True:
        try:
            await work()
        except Exception:
            # Whatever fails now is due again: the loop must go on.
            log.exception("keeper", work=name)
        await asyncio.sleep(seconds)


def _grace_left(table: LiveTable, now: int) -> float:
    """Seconds for which bots leave a person the chance to take back."""
    return max(0, since_last(table) + table.grace() - now) / 1000


def _people(table: LiveTable) -> list[str]:
    """The accounts for whom the bots of a table think."""
    found = {table.seats[seat].account for seat in table.people()}
    return [account for account in found if account is not None] or [table.row.host]


def _question(table: LiveTable, seat: int) -> Question | None:
    """What a bot is asked, if it is still its turn."""
    if not table.is_bot(seat):
        return None
    return question_for(table, seat, table.bot_level(seat))


def question_for(table: LiveTable, seat: int, level: str, *, hint: bool = False) -> Question | None:
    """A question about a seat's choice, if it owes one now."""
    match = table.match
    if match is None or table.paused or seat not in match.owing():
        return None
    return Question(
        match=table.id,
        title=table.game.name,
        level=level,
        seat=seat,
        hint=hint,
        options=msgspec.to_builtins(match.options),
        players=list(match.players),
        lines=[encode(line) for line in match.log],
        seed=_bot_seed(table.row.secret, seat, table.n),
    )


def _bot_seed(secret: str, seat: int, n: int) -> int:
    """A bot's own chance: nobody can foresee it, and who is asked again chooses the same."""
    text = f"farhaven-bot/{secret}/{seat}/{n}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4]) >> 1
