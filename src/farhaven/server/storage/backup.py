"""Backup and restore of the whole database while the server runs, and from one kind to another.

A backup is a compressed file of JSON lines: a head, then one line per row. It is read in one
transaction, so it holds one moment; a restore is one transaction too, so it happens or not.
"""

import gzip
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import BinaryIO, cast

import msgspec
from sqlalchemy import Table, delete, insert, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from farhaven.server.basics import new_id
from farhaven.server.storage.database import HEAD, read_engine, write_engine
from farhaven.server.storage.models import Base, KeyRow
from farhaven.server.storage.store import Store

FORMAT = "farhaven-backup/1"
BATCH = 500
GENERATION, SIGNED_OUT, ENDED = "generation", "signed_out", "ended"
"""Marks: a restore, sign-outs, and tables that an operator has ended."""
LOCK_MS = 300
LOCK_ATTEMPTS = 100
LOCK_FAULTS = ("55P03", "40P01")
"""PostgreSQL's codes for a lock that did not come in time, and for a circle of locks."""

Value = str | int | float | bool | None


class Head(msgspec.Struct, frozen=True):
    """The first line."""

    format: str
    schema: str


class Row(msgspec.Struct, frozen=True, array_like=True):
    """A line: a table's name and a row's values in the order of its columns."""

    table: str
    values: list[Value]


class BackupError(ValueError):
    """A file that cannot be restored, and why."""


async def read_marks(store: Store) -> dict[str, str]:
    """Words that change when an operator has done something, for the processes to notice."""
    query = select(KeyRow.name, KeyRow.value).where(
        KeyRow.name.in_((GENERATION, SIGNED_OUT, ENDED))
    )
    rows = await store.read(lambda session: session.execute(query).all())
    return dict(row.tuple() for row in rows)


async def set_mark(connection: AsyncConnection, name: str) -> None:
    """Let all processes notice what was done in this transaction."""
    await connection.execute(delete(KeyRow).where(KeyRow.name == name))
    await connection.execute(insert(KeyRow).values(name=name, value=new_id()))


async def back_up(url: str, path: Path) -> int:
    """Write a backup; the number of rows."""
    engine = read_engine(url)
    count = 0
    part = path.with_name(path.name + ".part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)  # for nobody but its owner, as the database
        with gzip.open(part, "wb", compresslevel=6) as out:
            _write_line(out, Head(FORMAT, HEAD))
            async for row in _rows(engine):
                _write_line(out, row)
                count += 1
    finally:
        await engine.dispose()
    # Under its name only when it is whole.
    part.replace(path)
    return count


def _write_line(out: gzip.GzipFile, line: msgspec.Struct) -> None:
    out.write(msgspec.json.encode(line) + b"\n")


async def _rows(engine: AsyncEngine) -> AsyncIterator[Row]:
    async with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        for table in Base.metadata.sorted_tables:
            found = await connection.stream(select(table))
            async for row in found:
                yield Row("".join(table.name), list(row))  # a kind of string of its own


async def restore(url: str, path: Path) -> int:
    """Put a backup in the place of all that is there; the number of rows."""
    engine = write_engine(url)
    try:
        for _ in range(LOCK_ATTEMPTS):
            async with engine.connect() as connection:
                if await _lock(connection):
                    count = await _replace(connection, path)
                    await connection.commit()
                    return count
    except (OSError, EOFError, msgspec.DecodeError, KeyError, ValueError) as fault:
        raise BackupError(f"{path}: {fault}") from fault
    finally:
        await engine.dispose()
    raise BackupError(f"{path}: the server is too busy; nothing was changed")


async def _lock(connection: AsyncConnection) -> bool:
    """See to it that nobody writes between what is removed and what is put in its place.

    SQLite has one writer anyway. With PostgreSQL a process may hold what we wait for and wait for
    what we hold: so we give up soon, before the database ends one of both, and try again.
    """
    if connection.dialect.name != "postgresql":
        return True
    names = ", ".join(table.name for table in Base.metadata.sorted_tables)
    await connection.execute(text(f"SET LOCAL lock_timeout = {LOCK_MS}"))
    try:
        await connection.execute(text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))
    except DBAPIError as fault:
        if getattr(fault.orig, "sqlstate", "") in LOCK_FAULTS:
            return False
        raise
    return True


async def _replace(connection: AsyncConnection, path: Path) -> int:
    with gzip.open(path, "rb") as lines:
        count = await _restore(connection, cast(BinaryIO, lines))
    await set_mark(connection, GENERATION)
    return count


async def _restore(connection: AsyncConnection, lines: BinaryIO) -> int:
    head = msgspec.json.decode(lines.readline(), type=Head)
    if head.format != FORMAT or head.schema != HEAD:
        raise BackupError(f"made by another version: {head.format}, schema {head.schema}")
    for table in reversed(Base.metadata.sorted_tables):
        await connection.execute(delete(table))
    count = 0
    for table_name, rows in _batches(lines):
        table = Base.metadata.tables[table_name]
        await connection.execute(insert(table), [_named(table, values) for values in rows])
        count += len(rows)
    return count


def _named(table: Table, values: list[Value]) -> dict[str, Value]:
    return dict(zip((column.key for column in table.columns), values, strict=True))


def _batches(lines: BinaryIO) -> Iterator[tuple[str, list[list[Value]]]]:
    """Rows of the same table, some at a time."""
    decoder = msgspec.json.Decoder(Row)
    name, rows = "", list[list[Value]]()
    for line in lines:
        row = decoder.decode(line)
        if rows and (row.table != name or len(rows) >= BATCH):
            yield name, rows
            rows = []
        name = row.table
        rows.append(row.values)
    if rows:
        yield name, rows


async def vacuum(url: str) -> None:
    """Give back the space of what was deleted."""
    engine = write_engine(url)
    try:
        async with engine.connect() as connection:
            # Neither database can do this within a transaction.
            raw = await connection.get_raw_connection()
            driver = raw.driver_connection
            if driver is None:
                raise RuntimeError("no connection")
            await driver.execute("VACUUM")
    finally:
        await engine.dispose()
