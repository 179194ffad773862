"""A server's parts within the test, whose time the test lets pass."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import update

from farhaven.server.accounts.sessions import Who
from farhaven.server.basics import new_id, now_ms
from farhaven.server.live.live_play import greet
from farhaven.server.scheduling.downtime import ALIVE
from farhaven.server.scheduling.scheduler import SWEEP_SECONDS
from farhaven.server.services import Services, build
from farhaven.server.settings import Settings
from farhaven.server.storage.database import prepare
from farhaven.server.storage.database_clock import CLOCK, wall_ms
from farhaven.server.storage.models import KeyRow
from farhaven.server.tables.live_table import LiveTable
from farhaven.server.wire.tables import Join, NewSeat, NewTable

BOT = NewSeat(kind="bot", level="random")
ME, OPEN = NewSeat(kind="me"), NewSeat(kind="open")


class Time:
    """The time of this process, which can be moved on."""

    def __init__(self) -> None:
        self._ahead = 0

    def now(self) -> int:
        return wall_ms() + self._ahead

    async def passes(self, services: Services, seconds: float) -> None:
        """Let time pass in which the server runs."""
        alive = now_ms() + round(seconds * 1000)
        mark = update(KeyRow).where(KeyRow.name == ALIVE).values(value=str(alive))
        await services.store.write(lambda connection: connection.execute(mark).rowcount)
        self.is_lost(seconds)

    def is_lost(self, seconds: float) -> None:
        """Let time pass in which the server does not run."""
        self._ahead += round(seconds * 1000)
        CLOCK.offset += round(seconds * 1000)


@contextmanager
def own_time() -> Iterator[Time]:
    """A time for this test alone."""
    time = Time()
    CLOCK.wall = time.now
    try:
        yield time
    finally:
        CLOCK.wall = wall_ms
        CLOCK.offset = wall_ms() - CLOCK.steady()


class Screen:
    """Somebody's connection, which reads nothing."""

    def __init__(self, account: str | None, viewer: int | None) -> None:
        self.account = account
        self.viewer = viewer

    def push(self, frame: bytes) -> None:
        """Nobody looks."""

    def end(self, code: int) -> None:
        """Nobody is told."""


@asynccontextmanager
async def opened(
    folder: Path, database: str = "", quotas: Sequence[str] = ()
) -> AsyncIterator[Services]:
    """All parts of a server but its connections."""
    settings = Settings(
        data=str(folder),
        database=database,
        nonce_wait=60,
        extra_titles=["tests.server.toy:Toy"],
        bot_workers=1,
        bot_delay=0,
        take_back=0,
        quotas=list(quotas),
    )
    if settings.is_sqlite():
        prepare(settings.database_url())
    services = build(settings)
    await services.open()
    try:
        yield services
    finally:
        await services.close()


async def guest(services: Services, name: str) -> Who:
    account, _ = await services.accounts.new_guest(name, "")
    return Who(account, name, "")


async def running(
    services: Services, who: Who, *others: Who | NewSeat, **more: object
) -> LiveTable:
    """A running toy match of somebody with others."""
    seats = [ME, *(OPEN if isinstance(other, Who) else other for other in others)]
    new = msgspec.convert({"title": "toy", "seats": seats, **more}, NewTable)
    table = await services.lobby.create(who, new)
    for other in others:
        if isinstance(other, Who):
            await services.lobby.join(table, other, Join(nonce=other.name))
    await services.lobby.seating.give_nonce(table, who.account, "a")
    assert table.is_running
    return table


async def choose(services: Services, table: LiveTable, who: Who, seat: int) -> None:
    """Make a choice of the toy."""
    entry = b'{"do":"choose","seat":%d,"keep":true}' % seat
    await services.hall.act(table, who.account, entry, new_id(), None)


async def connect(services: Services, table: LiveTable, who: Who, seat: int | None) -> Screen:
    """Come to a seat, or to look on."""
    screen = Screen(who.account, seat)
    await greet(services, table, screen, None)
    return screen


async def disconnect(services: Services, table: LiveTable, screen: Screen) -> None:
    """Lose a connection."""
    table.detach(screen)
    await services.keeper.presence.went(table, screen.account or "")


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until the server has done something."""
    async with asyncio.timeout(30):
        while not is_so():
            await asyncio.sleep(0.02)


async def a_while() -> None:
    """Long enough for the keeper to look several times."""
    await asyncio.sleep(4 * SWEEP_SECONDS)


def kinds(table: LiveTable) -> list[str]:
    """The kinds of a match's steps."""
    return [one.step.kind for one in table.history]
