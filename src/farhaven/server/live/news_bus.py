"""News between processes: what one has committed, the others with the same table tell on.

The bus may lose news: the database is the truth, and a process that notices a gap reads there.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal

import msgspec
import structlog

from farhaven.server.basics import new_id
from farhaven.server.storage.store import Step

CHANNEL = "farhaven:table:"
RETRY_SECONDS = 1.0

log = structlog.get_logger()


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """What happened at a table, from which process."""

    table: str
    kind: Literal["steps", "table", "chat", "seen", "gone", "forget", "signed_out"]
    sender: str = ""
    steps: Sequence[Step] = ()
    seat: int | None = None
    seen: int = 0
    account: str | None = None


Listener = Callable[[News], Awaitable[None]]

_decoder = msgspec.json.Decoder(News)
EVERYBODY = "all"
"""The channel for news that belong to no table."""


class Bus:
    """The bus of a single process: nobody else is there to be told."""

    is_shared = False

    async def open(self, listener: Listener) -> None:
        """Begin to pass news of other processes to the listener."""

    async def close(self) -> None:
        """Stop."""

    def publish(self, news: News) -> None:
        """Tell the other processes. Never waits."""

    async def watch(self, table: str) -> None:
        """Ask for the news of a table."""

    async def unwatch(self, table: str) -> None:
        """No longer ask for the news of a table."""

    async def is_healthy(self) -> bool:
        return True

    async def is_alone(self) -> bool:
        """Before it is opened: True if no other process listens."""
        return True


class RedisBus(Bus):
    """The bus of equal processes, through Redis."""

    is_shared = True

    def __init__(self, url: str) -> None:
        # An extra that a single process does without.
        from redis import asyncio as redis  # noqa: PLC0415
        from redis.exceptions import RedisError  # noqa: PLC0415

        self._faults: tuple[type[Exception], ...] = (OSError, RedisError)
        self._redis = redis.Redis.from_url(url)
        self._pubsub = self._redis.pubsub(ignore_subscribe_messages=True)
        self._process = new_id()
        self._watched = {CHANNEL + EVERYBODY}
        self._out: asyncio.Queue[News] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, listener: Listener) -> None:
        await self._pubsub.subscribe(*self._watched)
        self._tasks = [
            asyncio.create_task(self._listen(listener), name="bus-in"),
            asyncio.create_task(self._send(), name="bus-out"),
        ]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await self._pubsub.aclose()  # type: ignore[no-untyped-call]  # the library has no type here
        await self._redis.aclose()

    def publish(self, news: News) -> None:
        self._out.put_nowait(msgspec.structs.replace(news, sender=self._process))

    async def watch(self, table: str) -> None:
        self._watched.add(CHANNEL + table)
        with contextlib.suppress(*self._faults):  # made good as soon as Redis is back
            await self._pubsub.subscribe(CHANNEL + table)

    async def unwatch(self, table: str) -> None:
        self._watched.discard(CHANNEL + table)
        with contextlib.suppress(*self._faults):
            await self._pubsub.unsubscribe(CHANNEL + table)

    async def is_healthy(self) -> bool:
        try:
            return bool(await self._redis.ping())
        except self._faults:
            return False

    async def is_alone(self) -> bool:
        # Redis knows at once when a process dies: its connection is closed.
        counts = await self._redis.pubsub_numsub(CHANNEL + EVERYBODY)
        return all(count == 0 for _, count in counts)

    async def _send(self) -> None:
        while True:
            news = await self._out.get()
            try:
                await self._redis.publish(CHANNEL + news.table, msgspec.json.encode(news))
            except self._faults:
                # Lost news are found by the others' own look into the database.
                log.warning("bus_send_failed", kind=news.kind)

    async def _listen(self, listener: Listener) -> None:
        while True:
            try:
                message = await self._pubsub.get_message(timeout=None)
                if message is None or message.get("type") != "message":
                    continue
                news = _decoder.decode(message["data"])
                if news.sender != self._process:
                    await listener(news)
            except self._faults:
                log.warning("bus_listen_failed")
                await asyncio.sleep(RETRY_SECONDS)
                with contextlib.suppress(*self._faults):
                    await self._pubsub.subscribe(*self._watched)
            except Exception:
                # One bad message must not make this process deaf.
                log.exception("bus_listener")


def open_bus(url: str) -> Bus:
    """The bus for the settings."""
    return RedisBus(url) if url else Bus()
