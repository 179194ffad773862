"""Analyses of matches and records: asked for by people, made one at a time, kept in the database.

Each is made by a process of its own at the lowest priority, so that people do not feel it; and
between two lines of a log it waits until not all bots' workers think, which have that priority,
too. Its row says how far it is, so that any process can answer; a row that nobody has touched for
a while was lost with its process, and is made anew by whoever asks.
"""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
import structlog
from sqlalchemy import delete, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from farhaven.core.match import Match
from farhaven.core.record import encode_record
from farhaven.server.basics import Refused, now_ms
from farhaven.server.settings import Settings
from farhaven.server.storage.models import AnalysisRow
from farhaven.server.storage.store import Store
from farhaven.server.wire.analysis import AnalysisInfo, Review
from farhaven.server.workers import worker_processes as workers
from farhaven.server.workers.analysis_worker import GoOn, Report, Task

MOST_WAITING = 16
MOST_OF_ONE = 2
"""That an account may have waiting or under way, so that others get their turn."""
MAX_ANALYSED = 2_500
"""Lines of a log: about four times those of a long game, since a record may be of random bots."""
KEPT = 1_000
ATTEMPTS = 2
BEAT_SECONDS = 1.0
LOST_MS = 15_000
SILENT_SECONDS = 120.0
"""No single line of a log takes so long."""

log = structlog.get_logger()
_reports = msgspec.msgpack.Decoder(Report)
_reviews = msgspec.json.Decoder(Review)


class AnalysisFailed(Exception):  # noqa: N818 - told to the log; whoever asked may ask again
    """The analyst could not finish."""


class _Job(msgspec.Struct):
    subject: str
    account: str
    """Who asked for it."""
    lines: int
    task: Task
    done: int = 0


class Analyses:
    """The analyses that this process makes, and all that were made."""

    def __init__(
        self, store: Store, settings: Settings, room: Callable[[], Awaitable[None]]
    ) -> None:
        self._store = store
        self._room = room
        self._titles = settings.extra_titles
        self._iterations = settings.analysis
        self._one = asyncio.Semaphore(1)
        self._jobs: dict[str, _Job] = {}
        self._making: set[asyncio.Task[None]] = set()

    async def info(self, subject: str) -> AnalysisInfo:
        """How far the analysis of a table's match or a record is, and what it found."""
        row = await self._store.read(lambda session: session.get(AnalysisRow, subject))
        if row is None or _is_lost(row):
            return AnalysisInfo(state="none", done=0, lines=0, review=None)
        if row.review is None:
            return AnalysisInfo(state="running", done=row.done, lines=row.lines, review=None)
        found = _reviews.decode(row.review)
        return AnalysisInfo(state="done", done=row.lines, lines=row.lines, review=found)

    async def start(self, subject: str, match: Match, account: str) -> AnalysisInfo:
        """Let a match that is over be analysed for an account, unless it was or is."""
        if not match.is_over:
            raise Refused(409, "not_over")
        if self._iterations == 0:
            raise Refused(409, "no_analysis")
        known = await self.info(subject)
        if known.state != "none":
            return known
        if subject in self._jobs:  # somebody else has asked at the same time
            return AnalysisInfo(state="running", done=0, lines=len(match.log), review=None)
        if len(match.log) > MAX_ANALYSED:
            raise Refused(413, "too_large", limit=MAX_ANALYSED)
        if len(self._jobs) >= MOST_WAITING:
            raise Refused(503, "busy")
        if sum(job.account == account for job in self._jobs.values()) >= MOST_OF_ONE:
            raise Refused(429, "analyses_first", limit=MOST_OF_ONE)
        task = Task(encode_record(match.record()), self._iterations)
        # It counts before anything is awaited: who asks for many at once does not pass the limits.
        job = self._jobs[subject] = _Job(subject, account, len(match.log), task)
        is_ours = False
        try:
            is_ours = await self._claim(job)
        finally:
            if not is_ours:
                del self._jobs[subject]
        if is_ours:
            making = asyncio.create_task(self._make(job))
            self._making.add(making)
            making.add_done_callback(self._making.discard)
            making.add_done_callback(lambda _done: self._jobs.pop(subject))
        return await self.info(subject)

    async def _claim(self, job: _Job) -> bool:
        """Write down that this process makes it; False if another does."""
        lost = AnalysisRow.moved < now_ms() - LOST_MS
        values = {"subject": job.subject, "lines": job.lines, "done": 0, "moved": now_ms()}

        def work(connection: Connection) -> None:
            connection.execute(
                delete(AnalysisRow).where(
                    AnalysisRow.subject == job.subject, AnalysisRow.review.is_(None), lost
                )
            )
            connection.execute(insert(AnalysisRow).values(**values))

        try:
            await self._store.write(work)
        except IntegrityError:
            return False
        return True

    async def _make(self, job: _Job) -> None:
        beat = asyncio.create_task(self._beat(job))
        try:
            async with self._one:
                review = await self._reviewed(job)
            await self._keep(job, review)
        except AnalysisFailed:
            log.exception("analysis_failed", subject=job.subject)
            await self._forget(job)
        finally:
            beat.cancel()

    async def _reviewed(self, job: _Job) -> str:
        for _ in range(ATTEMPTS):
            try:
                return await self._ask(job)
            except (OSError, EOFError, TimeoutError):
                log.warning("analyst_replaced", subject=job.subject)
        raise AnalysisFailed("the analyst died")

    async def _ask(self, job: _Job) -> str:
        """Let a new process look at the record; the review in JSON."""
        analyst = await workers.start("farhaven.server.workers.analysis_worker", self._titles)
        try:
            await workers.send(analyst, job.task)
            while True:
                async with asyncio.timeout(SILENT_SECONDS):
                    report = await workers.receive(analyst, _reports)
                job.done = report.done
                if report.fault:
                    raise AnalysisFailed(report.fault[:500])
                if report.review:
                    return report.review.decode()
                await self._room()
                await workers.send(analyst, GoOn())
        finally:
            await workers.end(analyst)

    async def _beat(self, job: _Job) -> None:
        """Say now and then that somebody is at it, and how far."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            await self._update(job, {"done": job.done, "moved": now_ms()})

    async def _update(self, job: _Job, values: dict[str, int]) -> None:
        def work(connection: Connection) -> None:
            same = (AnalysisRow.subject == job.subject) & AnalysisRow.review.is_(None)
            connection.execute(update(AnalysisRow).where(same).values(**values))

        await self._store.write(work)

    async def _keep(self, job: _Job, review: str) -> None:
        """Write down what was found; the oldest beyond those kept are forgotten."""
        newest = select(AnalysisRow.subject).order_by(AnalysisRow.moved.desc()).limit(KEPT)

        def work(connection: Connection) -> None:
            connection.execute(
                update(AnalysisRow)
                .where(AnalysisRow.subject == job.subject)
                .values(done=job.done, moved=now_ms(), review=review)
            )
            connection.execute(delete(AnalysisRow).where(AnalysisRow.subject.not_in(newest)))

        await self._store.write(work)

    async def _forget(self, job: _Job) -> None:
        def work(connection: Connection) -> None:
            connection.execute(delete(AnalysisRow).where(AnalysisRow.subject == job.subject))

        await self._store.write(work)

    async def close(self) -> None:
        """Stop; what was under way is made anew when somebody asks again."""
        making = list(self._making)
        for task in making:
            task.cancel()
        await asyncio.gather(*making, return_exceptions=True)


def _is_lost(row: AnalysisRow) -> bool:
    return row.review is None and row.moved < now_ms() - LOST_MS
