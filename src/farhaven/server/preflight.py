"""What can be known to be wrong before a server starts, told with the name of the setting."""

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import make_url

from farhaven.server.settings import Settings, SettingsError
from farhaven.server.storage.database import SchemaError, check_url, is_current, prepare
from farhaven.server.storage.server_lock import Lock, Taken
from farhaven.server.titles import Titles

REDIS_SECONDS = 5.0
STOP_IT = "stop that first, or choose another place for this one"
EXTRA = 'needs more than was installed: pip install "farhaven[many]"'


def check(settings: Settings) -> None:
    """See that all that the settings name is there, and what it should be."""
    _check_database(settings)
    if settings.redis:
        with _naming("redis"):
            asyncio.run(_ask_redis(settings.redis))
    with _naming("extra_titles"):
        Titles(settings.extra_titles)


@contextlib.contextmanager
def claimed(settings: Settings) -> Iterator[None]:
    """Be the only server on an embedded database, or say that there is one already.

    PostgreSQL is made for many processes, and needs nothing of the kind.
    """
    if not settings.is_sqlite():
        yield
        return
    path = Path(make_url(settings.database_url()).database or "")
    with _naming(*_place(settings)):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = Lock(path.with_name(path.name + ".lock"))
    with lock:
        yield


def check_database(settings: Settings) -> None:
    """The same for a command beside a server: it changes no database under a server's hands."""
    if settings.is_sqlite() and not _is_current(settings):
        with claimed(settings):
            _check_database(settings)
    else:
        _check_database(settings)


def _check_database(settings: Settings) -> None:
    """Bring an embedded database up to date; see that another one is there and is so."""
    if settings.is_sqlite():
        with _naming(*_place(settings)):
            prepare(settings.database_url())
    else:
        with _naming("database"):
            asyncio.run(check_url(settings.database_url()))


def _is_current(settings: Settings) -> bool:
    with _naming(*_place(settings)):
        return is_current(settings.database_url())


def _place(settings: Settings) -> tuple[str, str]:
    """The setting that says where an embedded database is, and what it says."""
    if settings.database:
        return "database", settings.database
    return "data", str(settings.data_folder())


@contextlib.contextmanager
def _naming(name: str, value: str = "") -> Iterator[None]:
    """Turn whatever a driver says into a fault of the setting that led to it."""
    head = f"{name}: {value}: " if value else f"{name}: "
    try:
        yield
    except SchemaError as fault:
        raise SettingsError(head + str(fault)) from fault
    except Taken as taken:
        raise SettingsError(f"{head}{taken}; {STOP_IT}") from taken
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
