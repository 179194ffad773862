"""Checks of the quotas, each within the transaction that adds something."""

import msgspec
from sqlalchemy import ColumnElement, ScalarSelect, func, select
from sqlalchemy.engine import Connection

from farhaven.server.accounts.quotas import Quotas
from farhaven.server.basics import DAY_MS, Refused, now_ms
from farhaven.server.storage.models import InviteRow, RecordRow, TableRow

LISTED_MS = 7 * DAY_MS
"""An open table that has waited for so long is found by its link only."""
ALIVE = ("open", "starting", "running")
"""States of a table that is not done with."""
MEGABYTE = 1 << 20


class Owner(msgspec.Struct, frozen=True):
    """Who wants to keep something more: an account, and the network it comes from."""

    account: str
    network: str = ""
    """Empty where it is not known: then only the account counts."""


class Keeping:
    """The checks, for the quotas of the settings."""

    def __init__(self, quotas: Quotas) -> None:
        self._quotas = quotas

    def _for(self, owner: Owner) -> Quotas:
        if owner.network:
            return self._quotas
        names = [name for name in Quotas.__struct_fields__ if name.endswith("_per_address")]
        return msgspec.structs.replace(self._quotas, **dict.fromkeys(names, 0))

    def check_tables(self, connection: Connection, owner: Owner, *, listed: bool) -> None:
        """Refuse one more table, or one more in the open list."""
        q = self._for(owner)
        alive = TableRow.state.in_(ALIVE)
        _check(
            connection,
            (
                _tables(alive, TableRow.host == owner.account),
                q.tables_per_account,
                "too_many_tables",
            ),
            (
                _tables(alive, TableRow.network == owner.network),
                q.tables_per_address,
                "too_many_here",
            ),
            *(self._listed(owner) if listed else ()),
        )

    def check_listed(self, connection: Connection, owner: Owner) -> None:
        """Refuse one more table in the open list."""
        _check(connection, *self._listed(owner))

    def _listed(self, owner: Owner) -> tuple["Count", "Count"]:
        q = self._for(owner)
        shown = (
            (TableRow.state == "open")
            & TableRow.listed.is_(True)
            & (TableRow.created > now_ms() - LISTED_MS)
        )
        return (
            (
                _tables(shown, TableRow.host == owner.account),
                q.listed_per_account,
                "too_many_listed",
            ),
            (
                _tables(shown, TableRow.network == owner.network),
                q.listed_per_address,
                "too_many_here",
            ),
        )

    def check_record(self, connection: Connection, owner: Owner, length: int) -> None:
        """Refuse one more record of a length."""
        q = self._for(owner)
        mine, near = RecordRow.account == owner.account, RecordRow.network == owner.network
        account_bytes = q.megabytes_per_account * MEGABYTE
        address_bytes = q.megabytes_per_address * MEGABYTE
        _check(
            connection,
            (_records(mine), q.records_per_account, "too_many_records"),
            (_lengths(mine, length), account_bytes, "too_many_bytes"),
            (_records(near), q.records_per_address, "too_many_here"),
            (_lengths(near, length), address_bytes, "too_many_here"),
        )

    def check_invites(self, connection: Connection, owner: Owner) -> None:
        """Refuse one more invitation to a table that is not done with."""
        q = self._for(owner)
        alive = TableRow.state.in_(ALIVE)
        near = TableRow.network == owner.network
        _check(
            connection,
            (
                _invites(alive, InviteRow.by == owner.account),
                q.invites_per_account,
                "too_many_invites",
            ),
            (_invites(alive, near), q.invites_per_address, "too_many_here"),
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
