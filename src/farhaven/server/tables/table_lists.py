"""Lists of tables: open ones, one's own, finished ones."""

from sqlalchemy import ColumnElement, Select, case, exists, select
from sqlalchemy.orm import Session

from farhaven.server.accounts.quota_checks import LISTED_MS, UNFINISHED
from farhaven.server.basics import now_ms
from farhaven.server.storage.models import InviteRow, SeatRow, TableRow
from farhaven.server.tables.table_info import with_seats

PAGE = 100
Rows = list[tuple[TableRow, list[SeatRow]]]


def list_tables(session: Session, account: str | None, which: str, skip: int) -> tuple[Rows, bool]:
    """A page of a list, and whether there are more."""
    if which == "open":
        query = _open_tables()
    elif which == "finished":
        query = _own_tables(account, ("over", "stopped")).order_by(TableRow.moved.desc())
    else:
        query = _own_tables(account, UNFINISHED).order_by(_rank(account), TableRow.moved.desc())
    rows = with_seats(session, query.order_by(TableRow.id).offset(skip).limit(PAGE + 1))
    return rows[:PAGE], len(rows) > PAGE


def _open_tables() -> Select[TableRow]:
    return (
        select(TableRow)
        .where(TableRow.state == "open", TableRow.listed.is_(True))
        .where(TableRow.created > now_ms() - LISTED_MS)
        .order_by(TableRow.created.desc())
    )


def _own_tables(account: str | None, states: tuple[str, ...]) -> Select[TableRow]:
    invited = select(InviteRow.table).where(InviteRow.account == account)
    own = _is_own(account) | TableRow.id.in_(invited)
    return select(TableRow).where(own, TableRow.state.in_(states))


def _is_own(account: str | None) -> ColumnElement[bool]:
    """True for a table at which the account sits or is the host."""
    seats = select(SeatRow.table).where(SeatRow.account == account)
    return (TableRow.host == account) | TableRow.id.in_(seats)


def _rank(account: str | None) -> ColumnElement[int]:
    """One's turn first, then other running matches, then tables that wait; invitations last."""
    is_turn = exists().where(
        SeatRow.table == TableRow.id,
        SeatRow.account == account,
        TableRow.owing.bitwise_rshift(SeatRow.seat).bitwise_and(1) == 1,
    )
    own = _is_own(account)
    return case((is_turn, 0), (own & (TableRow.state == "running"), 1), (own, 2), else_=3)
