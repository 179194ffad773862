"""The parts of one server process, put together."""

from collections.abc import Awaitable, Callable

import msgspec

from farhaven.server.accounts.accounts import Accounts
from farhaven.server.accounts.sessions import Sessions
from farhaven.server.http.rate_limits import Limits, open_limits
from farhaven.server.http.replays import Replays
from farhaven.server.live.news_bus import EVERYBODY, Bus, News, open_bus
from farhaven.server.scheduling.scheduler import Keeper
from farhaven.server.settings import Settings
from farhaven.server.storage.database import check_version
from farhaven.server.storage.store import Store
from farhaven.server.tables.chat import Chat
from farhaven.server.tables.lobby import Lobby
from farhaven.server.tables.table_registry import Hall
from farhaven.server.titles import Titles
from farhaven.server.workers.analyses import Analyses
from farhaven.server.workers.bot_pool import BotPool

CLOCK_MEASUREMENTS = 3


class Services(msgspec.Struct):
    """Everything that requests need."""

    settings: Settings
    store: Store
    titles: Titles
    bus: Bus
    hall: Hall
    chat: Chat
    lobby: Lobby
    pool: BotPool
    keeper: Keeper
    sessions: Sessions
    accounts: Accounts
    analyses: Analyses
    limits: Limits
    replays: Replays
    recheck: Callable[[str], Awaitable[None]]
    """Ends the live connections of an account that are no longer signed in."""

    async def hear(self, news: News) -> None:
        """Take in what another process tells."""
        if news.kind == "chat":
            await self.chat.hear(news)
        elif news.kind == "signed_out" and news.account is not None:
            self.sessions.forget(news.account)
            await self.recheck(news.account)
        else:
            await self.hall.hear(news)

    async def signed_out(self, account: str) -> None:
        """Let all processes ask again who an account's sessions are, and end the others."""
        self.sessions.forget(account)
        self.bus.publish(News(EVERYBODY, "signed_out", account=account))
        await self.recheck(account)

    async def open(self) -> None:
        """Start. SQLite is brought up to date by itself, PostgreSQL by command."""
        await self.store.read(lambda session: check_version(session.connection()))
        for _ in range(CLOCK_MEASUREMENTS):
            await self.store.measure_clock()
        await self.store.open()
        await self.sessions.open()
        is_first = await self.bus.is_alone()
        await self.bus.open(self.hear)
        await self.keeper.open(is_first=is_first)

    async def close(self) -> None:
        """Stop, the last started first."""
        await self.keeper.close()
        await self.analyses.close()
        await self.pool.close()
        await self.bus.close()
        await self.limits.close()
        await self.store.close()


async def _nobody(_account: str) -> None:
    """There are no live connections yet."""


def build(settings: Settings) -> Services:
    """All parts for the settings, not yet started; `preflight.check` comes first."""
    store = Store(settings.database_url())
    titles = Titles(settings.extra_titles)
    bus = open_bus(settings.redis)
    hall = Hall(store, titles, bus, settings.take_back)
    chat = Chat(hall)
    lobby = Lobby(hall, chat, settings)
    pool = BotPool(settings)
    sessions = Sessions(store, settings)
    return Services(
        settings=settings,
        store=store,
        titles=titles,
        bus=bus,
        hall=hall,
        chat=chat,
        lobby=lobby,
        pool=pool,
        keeper=Keeper(hall, lobby, pool, settings),
        sessions=sessions,
        accounts=Accounts(store, sessions),
        analyses=Analyses(store, settings, pool.room),
        limits=open_limits(settings.rate_limits, settings.redis),
        replays=Replays(),
        recheck=_nobody,
    )
