"""The pool of processes in which bots think. One that dies is replaced, and its move redone."""

import asyncio
import contextlib
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
import structlog

from farhaven.server.basics import Refused
from farhaven.server.metrics import BOT_CRASHES, BOT_MOVES, BOT_SECONDS, BOT_SLIPS
from farhaven.server.settings import Settings
from farhaven.server.workers import worker_processes as workers
from farhaven.server.workers.bot_worker import FALLBACK, Answer, Question
from farhaven.server.workers.fair_turns import Turns

ATTEMPTS = 3
HINTS_OF_ONE = 2
HINTS_PER_WORKER = 8
"""Hints that may be under way at once: of one account, and of all for each worker."""
NOBODY = ("",)
THINK_SECONDS = 60.0
ROOM_SECONDS = 10.0
"""For which others wait at most until not all workers think."""
ROOM_LOOK_SECONDS = 0.05

log = structlog.get_logger()
_decoder = msgspec.msgpack.Decoder(Answer)


class BotFailed(Exception):  # noqa: N818 - told to whoever waits for the move
    """No bot could choose."""


class BotPool:
    """Workers, started when first needed."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.workers()
        self._turns = Turns(self._most)
        self._hints: Counter[str] = Counter()
        """Hints that are waited for, by account."""
        self._idle: dict[Process, str] = {}
        """With the match that each thought about last, who has waited longest first."""
        self._busy: set[Process] = set()
        self._starting = 0
        self._titles = settings.extra_titles

    async def advise(self, question: Question, account: str) -> bytes:
        """What a hint says, in JSON. Nobody can fill the queue with questions of this kind.

        Cancelled, it leaves the queue, and a worker that already thinks about it is stopped.
        """
        with self._counted(account):
            return await self.choose(question, [account])

    @contextlib.contextmanager
    def _counted(self, account: str) -> Iterator[None]:
        if self._hints[account] >= HINTS_OF_ONE:
            raise Refused(429, "hint_first", limit=HINTS_OF_ONE)
        if self._hints.total() >= HINTS_PER_WORKER * self._most:
            raise Refused(503, "busy")
        self._hints[account] += 1
        try:
            yield
        finally:
            self._hints[account] -= 1
            if self._hints[account] == 0:
                del self._hints[account]

    async def choose(self, question: Question, accounts: Sequence[str] = NOBODY) -> bytes:
        """A bot's entry, in JSON, or what a hint is to say; `accounts` are those it thinks for."""
        for attempt in range(ATTEMPTS + 1):
            if attempt == ATTEMPTS:  # the seat's own bot has failed every time
                if question.hint:
                    break
                question = msgspec.structs.replace(question, level=FALLBACK)
            try:
                answer = await self._ask(question, accounts)
            except (OSError, EOFError) as fault:  # a timeout is an OSError, too
                BOT_CRASHES.inc()
                log.warning("bot_worker_replaced", level=question.level, title=question.title)
                if question.hint and isinstance(fault, TimeoutError):
                    break  # whoever waits for advice has waited long enough
                continue
            if answer.slip:
                BOT_SLIPS.inc()
                log.error("bot_slip", level=question.level, title=question.title, slip=answer.slip)
            if not answer.fault:
                BOT_MOVES.inc()
                BOT_SECONDS.observe(answer.seconds)
                return answer.entry
            log.error("bot_fault", level=question.level, fault=answer.fault[:500])
        raise BotFailed(question.level)

    async def _ask(self, question: Question, accounts: Sequence[str]) -> Answer:
        async with self._turns.place(accounts):
            worker = self._whom(question.match)
            known = "" if worker is None else self._idle.pop(worker)
            worker = worker or await self._start()
            self._busy.add(worker)
            try:
                async with asyncio.timeout(THINK_SECONDS):
                    await workers.send(worker, question)
                    answer = await workers.receive(worker, _decoder)
            except BaseException:
                # Its pipes may hold half a message: it is of no use any more.
                await workers.end(worker)
                raise
            finally:
                self._busy.discard(worker)
            # For a hint a worker leaves its bots as they are.
            self._idle[worker] = known if question.hint and known else question.match
            return answer

    def _whom(self, match: str) -> Process | None:
        """Who knows the match; nobody where there is room for one more, else who waits longest."""
        for worker, known in self._idle.items():
            if known == match:
                return worker
        if len(self._idle) + len(self._busy) + self._starting < self._most:
            return None
        return next(iter(self._idle), None)

    async def _start(self) -> Process:
        self._starting += 1
        try:
            return await workers.start("farhaven.server.workers.bot_worker", self._titles)
        finally:
            self._starting -= 1

    async def room(self) -> None:
        """Wait until not all workers think, but not for ever: they may never be all at rest."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ROOM_SECONDS):
                while not self._turns.is_free():
                    await asyncio.sleep(ROOM_LOOK_SECONDS)

    def pids(self) -> list[int]:
        """The running workers."""
        return [worker.pid for worker in (*self._idle, *self._busy)]

    async def close(self) -> None:
        """End all workers."""
        for worker in (*self._idle, *self._busy):
            await workers.end(worker)
        self._idle.clear()
