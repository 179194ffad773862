"""Checks of the quotas, each within the transaction that adds something."""

import hashlib

import msgspec
from sqlalchemy import ColumnElement, ScalarSelect, func, select
from sqlalchemy.engine import Connection

from farhaven.server.accounts.quotas import Quotas
from farhaven.server.basics import DAY_MS, Refused, now_ms
from farhaven.server.storage.models import InviteRow, RecordRow, TableRow

LISTED_MS = 7 * DAY_MS
"""An open table that has waited for so long is found by its link only."""
COUNTED_MS = 30 * DAY_MS
"""A table at which nothing has happened for so long no longer counts."""
EARLY = ("open", "starting")
"""States of a table whose match has not begun."""
UNFINISHED = (*EARLY, "running")
"""States of a table that is not done with."""
MEGABYTE = 1 << 20


class QuotaHolder(msgspec.Struct, frozen=True):
    """Who wants to keep something more: an account, and the network it comes from."""

    account: str
    network: str = ""
    """Empty where it is not known: then only the account counts."""


class QuotaChecks:
    """The checks, for the quotas of the settings."""

    def __init__(self, quotas: Quotas) -> None:
        self._quotas = quotas

    def _for(self, holder: QuotaHolder) -> Quotas:
        if holder.network:
            return self._quotas
        names = [name for name in Quotas.__struct_fields__ if name.endswith("_per_address")]
        return msgspec.structs.replace(self._quotas, **dict.fromkeys(names, 0))

    def check_tables(self, connection: Connection, holder: QuotaHolder, *, listed: bool) -> None:
        """Refuse one more table, or one more in the open list."""
        q, counted = self._for(holder), _is_counted()
        own, near = TableRow.host == holder.account, TableRow.network == holder.network
        _lock(connection, holder)
        _check(
            connection,
            (_tables(counted, own), q.tables_per_account, "too_many_tables"),
            (_tables(counted, near), q.tables_per_address, "too_many_here"),
            *(self._listed(holder) if listed else ()),
        )

    def check_listed(self, connection: Connection, holder: QuotaHolder, table: str) -> None:
        """Refuse to list a table, if there are as many others in the open list as may be."""
        _lock(connection, holder)
        _check(connection, *self._listed(holder, TableRow.id != table))

    def _listed(self, holder: QuotaHolder, *which: ColumnElement[bool]) -> tuple["Count", "Count"]:
        """Listed tables whose match has not begun.

        One that is full counts too: its host can open a seat, and then it is in the open list.
        """
        q = self._for(holder)
        listed = (
            TableRow.state.in_(EARLY),
            TableRow.listed.is_(True),
            TableRow.created > now_ms() - LISTED_MS,
            *which,
        )
        own, near = TableRow.host == holder.account, TableRow.network == holder.network
        return (
            (_tables(*listed, own), q.listed_per_account, "too_many_listed"),
            (_tables(*listed, near), q.listed_per_address, "too_many_here"),
        )

    def check_record(self, connection: Connection, holder: QuotaHolder, length: int) -> None:
        """Refuse one more record of a length."""
        q = self._for(holder)
        mine, near = RecordRow.account == holder.account, RecordRow.network == holder.network
        account_bytes = q.megabytes_per_account * MEGABYTE
        address_bytes = q.megabytes_per_address * MEGABYTE
        _lock(connection, holder)
        _check(
            connection,
            (_records(mine), q.records_per_account, "too_many_records"),
            (_lengths(mine, length), account_bytes, "too_many_bytes"),
            (_records(near), q.records_per_address, "too_many_here"),
            (_lengths(near, length), address_bytes, "too_many_here"),
        )

    def check_invites(self, connection: Connection, holder: QuotaHolder) -> None:
        """Refuse one more invitation to a table that is not done with."""
        q, counted = self._for(holder), _is_counted()
        own, near = InviteRow.by == holder.account, TableRow.network == holder.network
        _lock(connection, holder)
        _check(
            connection,
            (_invites(counted, own), q.invites_per_account, "too_many_invites"),
            (_invites(counted, near), q.invites_per_address, "too_many_here"),
        )


Count = tuple[ScalarSelect[int], int, str]
"""What is counted, the most there may be, and the refusal of more."""


def _check(connection: Connection, *counts: Count) -> None:
    """Refuse what would exceed a limit. One statement counts all."""
    limited = [count for count in counts if count[1]]
    if not limited:
        return
    found = connection.execute(select(*(count[0] for count in limited))).one()
    for number, (_, limit, code) in zip(found, limited, strict=True):
        if (number or 0) >= limit:
            raise Refused(409, code, limit=limit)


def _lock(connection: Connection, holder: QuotaHolder) -> None:
    """Let nobody else count for the same account or network before this transaction ends.

    Before any row is locked, and in order, so that nobody waits in a circle. SQLite has one writer.
    """
    if connection.dialect.name != "postgresql":
        return
    names = [f"quota account {holder.account}", f"quota network {holder.network}"]
    for key in sorted(_lock_key(name) for name in names[: 2 if holder.network else 1]):
        connection.execute(select(func.pg_advisory_xact_lock(key)))


def _lock_key(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], signed=True)


def _is_counted() -> ColumnElement[bool]:
    """True for a table that is not done with, and at which something happened of late."""
    return TableRow.state.in_(UNFINISHED) & (TableRow.moved > now_ms() - COUNTED_MS)


def _tables(*where: ColumnElement[bool]) -> ScalarSelect[int]:
    return select(func.count()).select_from(TableRow).where(*where).scalar_subquery()


def _records(*where: ColumnElement[bool]) -> ScalarSelect[int]:
    return select(func.count()).select_from(RecordRow).where(*where).scalar_subquery()


def _lengths(where: ColumnElement[bool], more: int) -> ScalarSelect[int]:
    """What all records together would need with one more."""
    total = func.coalesce(func.sum(func.length(RecordRow.body)), 0) + more
    return select(total).select_from(RecordRow).where(where).scalar_subquery()


def _invites(*where: ColumnElement[bool]) -> ScalarSelect[int]:
    return (
        select(func.count())
        .select_from(InviteRow)
        .join(TableRow, TableRow.id == InviteRow.table)
        .where(*where)
        .scalar_subquery()
    )
