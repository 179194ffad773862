"""Who may take a seat that became free in a running match.

Whoever takes a seat sees its hand. So nobody who has seen another hand of the match may do it, nor
the host, who decides which seat is free.
"""

from sqlalchemy import select
from sqlalchemy.engine import Connection

from farhaven.server.accounts.names import looks_like
from farhaven.server.basics import Refused
from farhaven.server.storage.models import ChatRow, SeatRow, TableRow, UserRow

GONE = ("left", "removed", "replaced")
"""Notices about somebody who no longer sits at a seat."""


class Unwelcome(Refused):
    """A refusal that no other seat and no other moment would change."""


def check_newcomer(
    connection: Connection, table_id: str, seat: int, account: str, name: str
) -> None:
    """Refuse who has seen another hand of this match, or wants another person's name."""
    table = connection.execute(
        select(TableRow.host, TableRow.started, UserRow.name)
        .join(UserRow, UserRow.id == TableRow.host)
        .where(TableRow.id == table_id)
    ).one()
    seats = connection.execute(
        select(SeatRow.account, SeatRow.name).where(SeatRow.table == table_id)
    ).all()
    notices = connection.execute(
        select(ChatRow.account, ChatRow.name, ChatRow.seat, ChatRow.at).where(
            ChatRow.table == table_id, ChatRow.account.is_not(None), ChatRow.code.in_(GONE)
        )
    ).all()
    has_seen = any(
        notice.account == account and notice.seat != seat and notice.at >= (table.started or 0)
        for notice in notices
    )
    if has_seen or table.host == account or any(row.account == account for row in seats):
        raise Unwelcome(403, "knows_hands", seat=seat)
    names = [row.name for row in (*seats, *notices) if row.account != account]
    if looks_like(name, [table.name, *names]):
        raise Unwelcome(409, "name_at_table")
