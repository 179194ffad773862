"""The pool of processes in which bots think. One that dies is replaced, and its move redone."""

import asyncio
import contextlib
import sys

import msgspec
import structlog

from farhaven.server.bot_worker import FALLBACK, LENGTH, Answer, Question
from farhaven.server.metrics import BOT_CRASHES, BOT_MOVES, BOT_SECONDS
from farhaven.server.settings import Settings

ATTEMPTS = 3
THINK_SECONDS = 60.0

log = structlog.get_logger()
_decoder = msgspec.msgpack.Decoder(Answer)


class BotFailed(Exception):  # noqa: N818 - told to whoever waits for the move
    """No bot could choose."""


class BotPool:
    """Workers, started when first needed."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.workers()
        self._free = asyncio.Semaphore(self._most)
        self._idle: dict[asyncio.subprocess.Process, str] = {}
        """With the match that each thought about last, who has waited longest first."""
        self._busy: set[asyncio.subprocess.Process] = set()
        self._starting = 0
        self._titles = settings.extra_titles

    async def choose(self, question: Question) -> bytes:
        """A bot's entry, in JSON."""
        for attempt in range(ATTEMPTS + 1):
            if attempt == ATTEMPTS:  # the seat's own bot has failed every time
                question = msgspec.structs.replace(question, level=FALLBACK)
            try:
                answer = await self._ask(question)
            except (OSError, EOFError, TimeoutError):
                BOT_CRASHES.inc()
                log.warning("bot_worker_replaced", level=question.level, title=question.title)
                continue
            if not answer.fault:
                BOT_MOVES.inc()
                BOT_SECONDS.observe(answer.seconds)
                return answer.entry
            log.error("bot_fault", level=question.level, fault=answer.fault[:500])
        raise BotFailed(question.level)

    async def _ask(self, question: Question) -> Answer:
        async with self._free:
            worker = self._whom(question.match)
            known = "" if worker is None else self._idle.pop(worker)
            worker = worker or await self._start()
            self._busy.add(worker)
            try:
                async with asyncio.timeout(THINK_SECONDS):
                    answer = await _exchange(worker, question)
            except BaseException:
                # Its pipes may hold half a message: it is of no use any more.
                await _end(worker)
                raise
            finally:
                self._busy.discard(worker)
            # For a hint a worker leaves its bots as they are.
            self._idle[worker] = known if question.hint and known else question.match
            return answer

    def _whom(self, match: str) -> asyncio.subprocess.Process | None:
        """Who knows the match; nobody where there is room for one more, else who waits longest."""
        for worker, known in self._idle.items():
            if known == match:
                return worker
        if len(self._idle) + len(self._busy) + self._starting < self._most:
            return None
        return next(iter(self._idle), None)

    async def _start(self) -> asyncio.subprocess.Process:
        self._starting += 1
        try:
            return await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "farhaven.server.bot_worker",
                *self._titles,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
        finally:
            self._starting -= 1

    def pids(self) -> list[int]:
        """The running workers."""
        return [worker.pid for worker in (*self._idle, *self._busy)]

    async def close(self) -> None:
        """End all workers."""
        for worker in (*self._idle, *self._busy):
            await _end(worker)
        self._idle.clear()


async def _exchange(worker: asyncio.subprocess.Process, question: Question) -> Answer:
    if worker.stdin is None or worker.stdout is None:
        raise EOFError
    frame = msgspec.msgpack.encode(question)
    try:
        worker.stdin.write(LENGTH.pack(len(frame)) + frame)
        await worker.stdin.drain()
    except RuntimeError as fault:
        # What the event loop says of a pipe whose other end died while nobody wrote.
        raise EOFError from fault
    head = await worker.stdout.readexactly(LENGTH.size)
    return _decoder.decode(await worker.stdout.readexactly(LENGTH.unpack(head)[0]))


async def _end(worker: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        worker.kill()
    await worker.wait()
