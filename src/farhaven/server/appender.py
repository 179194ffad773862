"""Steps into an SQLite file, a whole group in one go.

The driver lets go of the interpreter at every row; at many small commits a second that costs more
than the rows, for whoever wants the interpreter back waits while others run. So a group is one
statement for its steps and one for their tables, with all values in one JSON text.
"""

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor

import msgspec
from sqlalchemy import ColumnElement, TableValuedAlias, bindparam, func, literal_column
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.dml import Insert, Update

from farhaven.server.database import plain_connection

Values = Sequence[Mapping[str, str | int | None]]

_encode = msgspec.json.Encoder().encode


def listed(name: str) -> TableValuedAlias:
    """The values of a parameter that is a JSON list, as rows."""
    return func.json_each(bindparam(name)).table_valued("value")


def field(rows: TableValuedAlias, name: str) -> ColumnElement[object]:
    """A field of each row, by its name."""
    return func.json_extract(rows.c.value, literal_column(f"'$.{name}'"))


class Lost(Exception):  # noqa: N818 - an ordinary outcome of an optimistic append
    """A row was there already, or was no longer as expected. Nothing has changed."""


class Appender:
    """One connection, used by the thread that writes, for inserts and updates that belong to them.

    Both statements take their rows from one parameter, `rows`.
    """

    def __init__(self, url: str, insert: Insert, update: Update, thread: Executor) -> None:
        dialect = sqlite.dialect(paramstyle="named")
        self._insert = str(insert.compile(dialect=dialect))
        self._update = str(update.compile(dialect=dialect))
        self._url = url
        self._thread = thread
        self._connection: sqlite3.Connection | None = None

    async def write(self, rows: Values, changes: Values) -> None:
        """Insert and update in one transaction; done when it is on the disk."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._write, rows, changes)

    def _write(self, rows: Values, changes: Values) -> None:
        connection = self._connection
        if connection is None:
            connection = self._connection = plain_connection(self._url)
        added, changed = _encode(rows).decode(), _encode(changes).decode()
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.execute(self._insert, {"rows": added})
            if connection.execute(self._update, {"rows": changed}).rowcount != len(changes):
                raise Lost
            connection.execute("COMMIT")
        except sqlite3.IntegrityError as fault:
            raise Lost from fault
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    async def close(self) -> None:
        """Close, after what was handed in."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
