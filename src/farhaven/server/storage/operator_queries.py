"""What an operator asks the database."""

import contextlib

from sqlalchemy import Executable, delete, func, or_, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from farhaven.server.accounts.accounts import RECOVER_PATH
from farhaven.server.accounts.names import login_names
from farhaven.server.accounts.quota_checks import EARLY, UNFINISHED
from farhaven.server.basics import Refused, hashed, new_token, now_ms
from farhaven.server.storage.backup import ENDED, SIGNED_OUT, set_mark
from farhaven.server.storage.database import read_engine, write_engine
from farhaven.server.storage.models import SeatRow, SessionRow, TableRow, TokenRow, UserRow
from farhaven.server.storage.store import Append, Conflict, Ending, Step, append_all
from farhaven.server.tables.chat import Message, write_message
from farhaven.server.tables.live_table import encode
from farhaven.server.tables.table_facts import Note

Rows = list[dict[str, object]]
ATTEMPTS = 3


async def _found(url: str, query: Executable) -> Rows:
    engine = read_engine(url)
    try:
        async with engine.connect() as connection:
            rows = (await connection.execute(query)).mappings()
            return [{"".join(name): value for name, value in row.items()} for row in rows]
    finally:
        await engine.dispose()


async def list_tables(url: str, state: str | None) -> Rows:
    """The tables, the last moved first."""
    seats = (
        select(SeatRow.table, func.count().label("people"))
        .where(SeatRow.kind == "human")
        .group_by(SeatRow.table)
        .subquery()
    )
    query = (
        select(
            TableRow.id,
            TableRow.title,
            TableRow.state,
            TableRow.steps,
            seats.c.people,
            UserRow.name.label("host"),
            TableRow.created,
            TableRow.moved,
        )
        .outerjoin(seats, seats.c.table == TableRow.id)
        .join(UserRow, UserRow.id == TableRow.host)
        .order_by(TableRow.moved.desc())
    )
    if state is not None:
        query = query.where(TableRow.state == state)
    return await _found(url, query)


async def list_users(url: str) -> Rows:
    """The accounts, the last seen first. Never what they sign in with."""
    query = select(
        UserRow.id,
        UserRow.name,
        UserRow.login.is_not(None).label("member"),
        UserRow.created,
        UserRow.seen,
        UserRow.deleted,
    ).order_by(UserRow.seen.desc())
    return await _found(url, query)


class UnknownAccountError(ValueError):
    """A name or id that no account has."""


async def end_sessions(url: str, named: str) -> int:
    """End all sessions and tokens of an account; how many."""
    engine = write_engine(url)
    count = 0
    try:
        async with engine.begin() as connection:
            account = await _account(connection, named)
            for kind in (SessionRow, TokenRow):
                done = await connection.execute(delete(kind).where(kind.account == account))
                count += done.rowcount
            await set_mark(connection, SIGNED_OUT)
    finally:
        await engine.dispose()
    return count


async def new_recovery_link(url: str, named: str) -> str:
    """Make a recovery link for an account; its path. An older link no longer works."""
    engine = write_engine(url)
    code = new_token()
    try:
        async with engine.begin() as connection:
            own = UserRow.id == await _account(connection, named)
            await connection.execute(update(UserRow).where(own).values(recovery=hashed(code)))
    finally:
        await engine.dispose()
    return RECOVER_PATH + code


class UnknownTableError(ValueError):
    """An id that no table has, or that of a table which is over."""


async def end_table(url: str, table_id: str) -> None:
    """End a table without a result. The server's processes notice it within a second."""
    engine = write_engine(url)
    try:
        for _ in range(ATTEMPTS - 1):
            with contextlib.suppress(Conflict, IntegrityError):  # the server wrote a step
                await _try_to_end(engine, table_id)
                return
        await _try_to_end(engine, table_id)
    finally:
        await engine.dispose()


async def _try_to_end(engine: AsyncEngine, table_id: str) -> None:
    async with engine.begin() as connection:
        await connection.run_sync(_end_table, table_id)
        await set_mark(connection, ENDED)


def _end_table(connection: Connection, table_id: str) -> None:
    query = select(TableRow.state, TableRow.steps, TableRow.moved)
    table = connection.execute(query.where(TableRow.id == table_id)).first()
    if table is None:
        raise UnknownTableError(f"there is no table {table_id}")
    if table.state not in UNFINISHED:
        raise UnknownTableError(f"the table {table_id} is over already")
    if table.state in EARLY:
        early = (TableRow.id == table_id) & TableRow.state.in_(EARLY)
        closed = update(TableRow).where(early).values(state="closed", due=None)
        if connection.execute(closed).rowcount != 1:
            raise Conflict  # it has just begun
        return
    at, body = max(now_ms(), table.moved), encode(Note(reason="abandoned")).decode()
    append = Append(
        table=table_id,
        steps=[Step(table.steps + 1, "stop", None, body, at)],
        owing=0,
        due=None,
        ending=Ending("stopped", at, None),
    )
    append_all(connection, [append])
    write_message(connection, table_id, Message(code="stopped"))


async def _account(connection: AsyncConnection, named: str) -> str:
    """The account that is meant: by its id, or a member by name."""
    same = UserRow.id == named
    with contextlib.suppress(Refused):  # an id is always a name, but not the other way round
        same = or_(same, UserRow.login.in_(login_names(named)))
    query = select(UserRow.id).where(same, UserRow.deleted.is_(None))
    found = list(await connection.scalars(query))
    if not found:
        raise UnknownAccountError(f"there is no member called {named}, and no account with this id")
    return named if named in found else found[0]
