"""What can be known to be wrong before a server starts, told with the name of the setting."""

import asyncio
import contextlib
from collections.abc import Iterator

from farhaven.server.database import SchemaError, check_url, prepare
from farhaven.server.settings import Settings, SettingsError
from farhaven.server.titles import Titles

REDIS_SECONDS = 5.0
EXTRA = 'needs more than was installed: pip install "farhaven[many]"'


def check(settings: Settings) -> None:
    """See that all that the settings name is there, and what it should be."""
    check_database(settings)
    if settings.redis:
        with _naming("redis"):
            asyncio.run(_ask_redis(settings.redis))
    with _naming("extra_titles"):
        Titles(settings.extra_titles)


def check_database(settings: Settings) -> None:
    """Bring an embedded database up to date; see that another one is there and is so."""
    if settings.is_sqlite():
        name = "database" if settings.database else "data"
        with _naming(name, settings.database or str(settings.data_folder())):
            prepare(settings.database_url())
    else:
        with _naming("database"):
            asyncio.run(check_url(settings.database_url()))


@contextlib.contextmanager
def _naming(name: str, value: str = "") -> Iterator[None]:
    """Turn whatever a driver says into a fault of the setting that led to it."""
    head = f"{name}: {value}: " if value else f"{name}: "
    try:
        yield
    except SchemaError as fault:
        raise SettingsError(head + str(fault)) from fault
    except Exception as fault:
        if isinstance(fault, ModuleNotFoundError) and fault.name in ("asyncpg", "redis"):
            raise SettingsError(head + EXTRA) from fault
        said = str(getattr(fault, "orig", None) or fault) or "no answer"
        raise SettingsError(f"{head}{said} ({type(fault).__name__})") from fault


async def _ask_redis(url: str) -> None:
    from redis import asyncio as redis  # noqa: PLC0415 - an extra that one process does without

    client = redis.Redis.from_url(url)
    try:
        async with asyncio.timeout(REDIS_SECONDS):
            await client.ping()
    finally:
        await client.aclose()
