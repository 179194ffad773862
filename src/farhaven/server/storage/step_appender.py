"""Steps into an SQLite file, a whole group in one go.

The driver lets go of the interpreter at every statement, and waits to get it back while others
run; at many small commits a second that costs more than the rows. So a group is one statement:
it goes into a view of the connection, whose trigger writes the steps and changes their tables,
with all values in one JSON text.
"""

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor

import msgspec
from sqlalchemy import ColumnElement, TableValuedAlias, func, literal_column
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.dml import Insert, Update

from farhaven.server.storage.database import plain_connection

Values = Sequence[Mapping[str, str | int | None]]

_encode = msgspec.json.Encoder().encode


_VIEW = "CREATE TEMP VIEW step_group AS SELECT '' AS rows, '' AS changes"
_TRIGGER = """
CREATE TEMP TRIGGER write_group INSTEAD OF INSERT ON step_group BEGIN
    {insert};
    {update};
    SELECT raise(ABORT, 'lost') WHERE changes() <> json_array_length(NEW.changes);
END
"""
_WRITE = "INSERT INTO step_group VALUES (?, ?)"

ROWS, CHANGES = "NEW.rows", "NEW.changes"
"""Where a group's new rows are, and the changes that belong to them."""


def listed(name: str) -> TableValuedAlias:
    """The values of one of the two JSON lists, as rows."""
    return func.json_each(literal_column(name)).table_valued("value")


def field(rows: TableValuedAlias, name: str) -> ColumnElement[object]:
    """A field of each row, by its name."""
    return func.json_extract(rows.c.value, literal_column(f"'$.{name}'"))


class Lost(Exception):  # noqa: N818 - an ordinary outcome of an optimistic append
    """A row was there already, or was no longer as expected. Nothing has changed."""


class Appender:
    """One connection, used by the thread that writes, for inserts and updates that belong to them.

    The statement for the inserts takes its rows from `ROWS`, that for the updates from `CHANGES`.
    """

    def __init__(self, url: str, insert: Insert, update: Update, thread: Executor) -> None:
        dialect = sqlite.dialect()
        self._trigger = _TRIGGER.format(
            insert=insert.compile(dialect=dialect), update=update.compile(dialect=dialect)
        )
        self._url = url
        self._thread = thread
        self._connection: sqlite3.Connection | None = None

    async def write(self, rows: Values, changes: Values) -> None:
        """Insert and update in one transaction; done when it is on the disk."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._write, rows, changes)

    def _write(self, rows: Values, changes: Values) -> None:
        if self._connection is None:
            self._connection = self._connect()
        try:
            self._connection.execute(_WRITE, (_encode(rows).decode(), _encode(changes).decode()))
        except sqlite3.IntegrityError as fault:
            raise Lost from fault

    def _connect(self) -> sqlite3.Connection:
        connection = plain_connection(self._url)
        connection.execute(_VIEW)
        connection.execute(self._trigger)
        return connection

    async def close(self) -> None:
        """Close, after what was handed in."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
