"""Connections to the database, and its migrations."""

import sqlite3
from pathlib import Path

from sqlalchemy import URL, Engine, create_engine, event, make_url, text
from sqlalchemy.engine import Connection
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from farhaven.server.storage.models import Base

MIGRATIONS = Path(__file__).parent / "migrations"
HEAD = "0007"
"""The newest migration; a test compares it with the folder."""

BUSY_MS = 10_000
CONNECT_SECONDS = 5.0
"""How long a connection to PostgreSQL may take: whoever waits is told sooner to try again."""
READ, WRITE = "BEGIN", "BEGIN IMMEDIATE"
"""How a transaction begins with SQLite: a change takes the lock at once, and waits only then."""
PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    # FULL: a commit is on the disk, not only with the operating system, when it returns.
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    f"PRAGMA busy_timeout={BUSY_MS}",
)
"""For every connection to an SQLite file."""


class SchemaError(RuntimeError):
    """The database is not at this program's version."""


def _prepare_sqlite(engine: Engine, begin: str) -> None:
    """Set up every connection for WAL, and begin transactions as said, not as the driver does."""

    @event.listens_for(engine, "connect")
    def _connect(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        # The driver's own BEGIN comes too late for a savepoint and cannot be IMMEDIATE.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)


def _pooled(url: str, overflow: int) -> AsyncEngine:
    """An engine for PostgreSQL, which does not wait long for one that is away."""
    return create_async_engine(
        url,
        pool_size=8,
        max_overflow=overflow,
        pool_pre_ping=True,
        pool_timeout=CONNECT_SECONDS,
        connect_args={"timeout": CONNECT_SECONDS},
        hide_parameters=True,
    )


def write_engine(url: str) -> AsyncEngine:
    """The engine for changes. SQLite has one writer, so one connection is enough."""
    if not url.startswith("sqlite"):
        return _pooled(url, 4)
    engine = create_async_engine(url, pool_size=1, max_overflow=0, hide_parameters=True)
    _prepare_sqlite(engine.sync_engine, WRITE)
    return engine


def plain_connection(url: str) -> sqlite3.Connection:
    """A connection to an SQLite file without an engine; its transactions are begun by hand."""
    connection = sqlite3.connect(make_url(url).database or "", isolation_level=None)
    for pragma in PRAGMAS:
        connection.execute(pragma)
    return connection


def read_engine(url: str) -> AsyncEngine:
    """The engine for reading, beside the writer."""
    if not url.startswith("sqlite"):
        return _pooled(url, 8)
    engine = create_async_engine(url, pool_size=3, max_overflow=3, hide_parameters=True)
    _prepare_sqlite(engine.sync_engine, READ)
    return engine


def sync_url(url: str) -> URL:
    """The same database for a driver without an event loop, as Alembic and the commands use."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return parsed.set(drivername="sqlite")
    return parsed


def version(connection: Connection) -> str | None:
    """The migration that the database is at."""
    if not connection.dialect.has_table(connection, "alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def check_version(connection: Connection) -> None:
    """Refuse to serve on a database that is older or newer than the program."""
    found = version(connection)
    if found != HEAD:
        raise SchemaError(
            f"the database is at version {found or 'none'}, this program needs {HEAD}: "
            "run `farhaven admin migrate`"
        )


async def check_url(url: str) -> None:
    """The same, before there is a server."""
    engine = create_async_engine(url)
    try:
        async with engine.connect() as connection:
            await connection.run_sync(check_version)
    finally:
        await engine.dispose()


def needs_migration(url: str) -> bool:
    """Whether an SQLite file lacks something; asked without loading Alembic, which is slow."""
    path = make_url(url).database or ""
    with sqlite3.connect(path) as connection:
        try:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        except sqlite3.OperationalError:
            return True
    return row is None or row[0] != HEAD


def create(url: str) -> None:
    """Make a new SQLite database at this program's version.

    The same as all migrations, as a test checks, without the half second that loading them takes.
    """
    _make_private(Path(make_url(url).database or ""))
    engine = sync_engine(url)
    with engine.begin() as connection:
        Base.metadata.create_all(connection)
        connection.execute(
            text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
        )
        connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})
    engine.dispose()


def _is_there(url: str) -> bool:
    path = Path(make_url(url).database or "")
    return path.is_file() and path.stat().st_size > 0


def is_current(url: str) -> bool:
    """Whether an SQLite database is there, and at this program's version."""
    return _is_there(url) and not needs_migration(url)


def prepare(url: str) -> None:
    """Bring an SQLite database to this program's version, whatever it is at."""
    if not _is_there(url):
        create(url)
    elif needs_migration(url):
        migrate(url)


def migrate(url: str, version: str = "head") -> None:
    """Bring the database to this program's version, or to an older one on the way there."""
    from alembic import command  # noqa: PLC0415 - half a second that a start does not need
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["url"] = url
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite" and parsed.database:
        _make_private(Path(parsed.database))
    command.upgrade(config, version)


def _make_private(path: Path) -> None:
    """Make a file, and its folder, for nobody but its owner: it holds the secrets of matches."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)


def sync_engine(url: str, begin: str = WRITE, connections: int = 1) -> Engine:
    """An engine without an event loop, for SQLite."""
    engine = create_engine(
        sync_url(url), pool_size=connections, max_overflow=0, hide_parameters=True
    )
    _prepare_sqlite(engine, begin)
    return engine
