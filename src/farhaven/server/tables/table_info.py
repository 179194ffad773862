"""A table as an account is shown it."""

from collections.abc import Collection, Mapping

import msgspec
from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from farhaven.core.fair_stream import commitment
from farhaven.core.record import Fairness
from farhaven.server.basics import now_ms
from farhaven.server.scheduling.deadlines import limits
from farhaven.server.storage.models import SeatRow, TableRow
from farhaven.server.tables.live_table import ONLINE_MS, LiveTable
from farhaven.server.tables.table_facts import Head, head_of
from farhaven.server.wire.tables import SeatInfo, TableInfo


def table_info(
    row: TableRow,
    seats: list[SeatRow],
    account: str | None,
    *,
    head: Head | None = None,
    watching: int = 0,
    gone: Collection[int] = (),
    deadline: int | msgspec.UnsetType | None = msgspec.UNSET,
) -> TableInfo:
    """The table from its rows, with a newer head if there is one."""
    if head is None:
        head = head_of(row)
    options: Mapping[str, str | int | bool] = msgspec.json.decode(row.options)
    return TableInfo(
        id=row.id,
        title=row.title,
        options=options,
        state=row.state,  # type: ignore[arg-type]  # the column holds only these words
        seats=[_seat_info(row, seat, is_gone=seat.seat in gone) for seat in seats],
        mine=[s.seat for s in seats if account is not None and s.account == account],
        host=row.host == account,
        listed=row.listed,
        spectators=row.spectators,
        watching=watching,
        rated=row.rated,
        clock=row.clock,
        increment=row.increment,
        days=row.days,
        deadline=_stored_deadline(row, seats) if deadline is msgspec.UNSET else deadline,
        patience=row.patience,
        stand_in=row.stand_in,
        chat=row.chat,
        fairness=_fairness(row),
        n=head.steps,
        owing=[seat for seat in range(len(seats)) if head.owing >> seat & 1],
        moved=head.moved,
        created=row.created,
        started=row.started,
        ended=row.ended,
        rematch=row.rematch,
        result=None if row.result is None else msgspec.Raw(row.result.encode()),
    )


def with_seats(session: Session, query: Select[TableRow]) -> list[tuple[TableRow, list[SeatRow]]]:
    """The tables that a query finds, each with its seats."""
    rows = session.scalars(query).all()
    seats: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
    found = select(SeatRow).where(SeatRow.table.in_(seats)).order_by(SeatRow.seat)
    for seat in session.scalars(found):
        seats[seat.table].append(seat)
    return [(row, seats[row.id]) for row in rows]


def live_info(table: LiveTable, account: str | None) -> TableInfo:
    """The table from memory."""
    return table_info(
        table.row,
        table.seats,
        account,
        head=table.head,
        watching=len(table.outlets.get(None, ())),
        gone=table.gone,
        deadline=_deadline(table),
    )


def _deadline(table: LiveTable) -> int | None:
    """When the days of the first person who owes a decision are over."""
    if not table.is_running or table.paused or table.days is None:
        return None
    people = [seat for seat in table.owing() if not table.is_bot(seat)]
    return min((at for s in people for at, why in limits(table, s) if why == "days"), default=None)


def _stored_deadline(row: TableRow, seats: list[SeatRow]) -> int | None:
    """The same from the rows: it is when the table is due, unless a bot must be looked after."""
    owing = [seat for seat in seats if row.owing >> seat.seat & 1]
    if row.days is None or row.state != "running" or any(s.kind != "human" for s in owing):
        return None
    return row.due


def _fairness(row: TableRow) -> Fairness:
    shown = row.state in ("over", "stopped")
    nonces: list[str] = msgspec.json.decode(row.nonces, type=list[str])
    return Fairness(commitment(row.secret), row.secret if shown else None, nonces)


def _seat_info(row: TableRow, seat: SeatRow, *, is_gone: bool) -> SeatInfo:
    is_lately = now_ms() - seat.seen < ONLINE_MS
    return SeatInfo(
        seat=seat.seat,
        kind=seat.kind,  # type: ignore[arg-type]  # the column holds only these words
        name=seat.name,
        level=seat.level if seat.kind == "bot" else None,
        nonce=seat.nonce is not None,
        online=seat.kind == "human" and is_lately and not is_gone,
        host=seat.account is not None and seat.account == row.host,
    )
