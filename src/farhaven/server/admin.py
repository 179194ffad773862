"""What an operator asks the database."""

from sqlalchemy import Executable, delete, func, select

from farhaven.server.backup import SIGNED_OUT, set_mark
from farhaven.server.database import read_engine, write_engine
from farhaven.server.models import SeatRow, SessionRow, TableRow, TokenRow, UserRow

Rows = list[dict[str, object]]


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
            TableRow.created,
            TableRow.moved,
        )
        .outerjoin(seats, seats.c.table == TableRow.id)
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


async def end_sessions(url: str, account: str) -> int:
    """End all sessions and tokens of an account; how many."""
    engine = write_engine(url)
    count = 0
    try:
        async with engine.begin() as connection:
            for kind in (SessionRow, TokenRow):
                done = await connection.execute(delete(kind).where(kind.account == account))
                count += done.rowcount
            await set_mark(connection, SIGNED_OUT)
    finally:
        await engine.dispose()
    return count
