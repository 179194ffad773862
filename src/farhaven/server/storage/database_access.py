"""How work gets to the database and back, in one trip however many statements it has.

Work is a plain function. With SQLite it runs in a thread, for the asynchronous driver would cross
to its own and back for every statement, and again for every cursor that is opened and closed.
With PostgreSQL it runs here, and the driver waits where it must.
"""

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from sqlalchemy.engine import Connection
from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    IntegrityError,
    NotSupportedError,
    ProgrammingError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

from farhaven.server.storage.database import READ, WRITE, read_engine, sync_engine, write_engine

T = TypeVar("T")
Work = Callable[[Connection], T]
"""A change. It may run twice, so it starts from nothing and changes nothing but the database."""
Query = Callable[[Session], T]
"""Questions. What it returns must not need the session any more."""

READERS = 3

TROUBLE = (DBAPIError, sqlite3.Error, PoolTimeout, OSError)
"""Faults of the database or of the way to it, among others."""
MISTAKES = (IntegrityError, ProgrammingError, DataError, NotSupportedError, sqlite3.IntegrityError)
"""Faults of what was asked."""
DATA_EXCEPTIONS = "22"
"""How PostgreSQL's codes for values that cannot be begin; the driver has no class for them."""


class NoDatabase(Exception):  # noqa: N818 - a state of the world, not a fault of the program
    """The database cannot be reached, or does not read or write. It may soon."""

    def __init__(self, fault: Exception) -> None:
        cause = getattr(fault, "orig", None) or fault
        super().__init__(f"{type(cause).__name__}: {cause}"[:300])
        self.__cause__ = fault


def named(fault: Exception) -> Exception:
    """A fault by its name: `NoDatabase` where no other question would be answered either."""
    if not isinstance(fault, TROUBLE) or isinstance(fault, MISTAKES):
        # Drivers have classes of their own for a server that is just starting or stopping.
        return NoDatabase(fault) if type(fault).__module__.startswith("asyncpg.") else fault
    code = getattr(getattr(fault, "orig", None), "sqlstate", None) or ""
    return fault if code.startswith(DATA_EXCEPTIONS) else NoDatabase(fault)


@contextmanager
def naming() -> Iterator[None]:
    """Let faults of what is done here go by their names."""
    try:
        yield
    except Exception as fault:
        found = named(fault)
        if found is fault:
            raise
        raise found from fault


class Access(ABC):
    """One process's connections."""

    @abstractmethod
    async def read(self, query: Query[T]) -> T:
        """Ask, beside whoever writes."""

    @abstractmethod
    async def transact(self, work: Work[T]) -> T:
        """Run a change in a transaction; done when it is on the disk."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of all connections."""


class Threads(Access):
    """SQLite: some threads that read, and the one that writes."""

    def __init__(self, url: str) -> None:
        self.writer = ThreadPoolExecutor(1, "store-write")
        self._readers = ThreadPoolExecutor(READERS, "store-read")
        self._writes = sync_engine(url, WRITE, 1)
        self._reads = sync_engine(url, READ, READERS)

    async def read(self, query: Query[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, query)

    def _read(self, query: Query[T]) -> T:
        with Session(self._reads) as session:
            return query(session)

    async def transact(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.writer, self._transact, work)

    def _transact(self, work: Work[T]) -> T:
        with self._writes.begin() as connection:
            return work(connection)

    async def close(self) -> None:
        for threads in (self._readers, self.writer):
            await asyncio.to_thread(threads.shutdown)
        self._reads.dispose()
        self._writes.dispose()


class Driver(Access):
    """PostgreSQL: pools of connections, and a driver that waits without a thread."""

    def __init__(self, url: str) -> None:
        self._writes = write_engine(url)
        self._reads = read_engine(url)

    async def read(self, query: Query[T]) -> T:
        async with AsyncSession(self._reads) as session:
            return await session.run_sync(query)

    async def transact(self, work: Work[T]) -> T:
        async with self._writes.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        await self._writes.dispose()
        await self._reads.dispose()
