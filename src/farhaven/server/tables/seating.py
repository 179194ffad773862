"""Changes to a table's rows that must fit its match: who sits where, and when it begins."""

from collections.abc import Mapping, Sequence

import msgspec
from sqlalchemy import case, delete, select, update
from sqlalchemy.engine import Connection

from farhaven.server.accounts.quota_checks import EARLY
from farhaven.server.basics import Refused, now_ms
from farhaven.server.settings import Settings
from farhaven.server.storage.database_access import Work
from farhaven.server.storage.models import ChatRow, InviteRow, SeatRow, TableRow
from farhaven.server.storage.store import Conflict, Step
from farhaven.server.tables.chat import Chat, Message, write_message
from farhaven.server.tables.live_table import LiveTable
from farhaven.server.tables.seat_claims import Unwelcome, check_newcomer
from farhaven.server.tables.table_facts import Note
from farhaven.server.tables.table_registry import Hall, lock_table

ATTEMPTS = 3


class SeatMove(msgspec.Struct, frozen=True, kw_only=True):
    """A change of who sits at a seat, with all that belongs to it."""

    seat: int
    kind: str
    """What the seat must be before: somebody else may be quicker."""
    holder: str | None
    """The account that must hold it before; None for an open seat or a bot's."""
    values: Mapping[str, object]
    note: Note
    """For the step, in a running match."""
    notice: Message
    guest: str | None = None
    """An account whose invitation is used up by it."""


class Seating:
    """Changes of seats, and the start of a match."""

    def __init__(self, hall: Hall, chat: Chat, settings: Settings) -> None:
        self.hall = hall
        self._chat = chat
        self._nonce_wait = int(settings.nonce_wait * 1000)

    async def change(self, table: LiveTable, move: SeatMove) -> bool:
        """Give a seat to another; False if somebody else was first.

        In a running match this is a step, so that everybody sees it in order.
        """
        said: list[ChatRow] = []
        for _ in range(ATTEMPTS):  # the match may have begun or ended meanwhile
            try:
                if table.is_running:
                    await self._change_by_step(table, move, said)
                else:
                    await self._change_early(table, move, said)
            except Unwelcome:
                raise
            except (Refused, Conflict):
                async with table.lock:
                    await self.hall.catch_up(table)
                if not _is_unchanged(table, move):
                    return False
                continue
            self._chat.show(table, said[-1])
            self.hall.on_change(table)
            return True
        return False

    async def _change_by_step(self, table: LiveTable, move: SeatMove, said: list[ChatRow]) -> None:
        def write(connection: Connection) -> None:
            if move.guest is not None:
                check_newcomer(
                    connection, table.id, move.seat, move.guest, str(move.values["name"])
                )
            said.append(_write_move(connection, table.id, move))

        def mark(table: LiveTable) -> list[Step]:
            if not _is_unchanged(table, move) or not table.is_running:
                raise Refused(409, "seat_taken")
            return table.mark("seat", move.seat, move.note)

        await self.hall.change(table, mark, then=write)

    async def _change_early(self, table: LiveTable, move: SeatMove, said: list[ChatRow]) -> None:
        """Before the match: the table's state follows its seats in the same transaction."""
        now = now_ms()

        def write(connection: Connection) -> ChatRow:
            if lock_table(connection, table.id) not in EARLY:
                raise Conflict
            row = _write_move(connection, table.id, move)
            kinds = select(SeatRow.kind).where(SeatRow.table == table.id)
            first = self.first_state(list(connection.scalars(kinds)), now)
            # Who replaces somebody at a full table does not make the others wait again.
            is_same = TableRow.state == first["state"]
            connection.execute(
                update(TableRow)
                .where(TableRow.id == table.id)
                .values(state=first["state"], due=case((is_same, TableRow.due), else_=first["due"]))
            )
            return row

        said.append(await self.hall.store.write(write))
        await self.hall.table_changed(table)

    async def update_table(
        self, table: LiveTable, values: Mapping[str, object], check: Work[None] | None = None
    ) -> None:
        """Write columns of the table's row, if a check in the same transaction allows it."""

        def work(connection: Connection) -> None:
            if check is not None:
                check(connection)
            connection.execute(update(TableRow).where(TableRow.id == table.id).values(**values))

        await self.hall.store.write(work)
        await self.hall.table_changed(table)

    # The start

    def first_state(self, kinds: Sequence[str], now: int) -> dict[str, object]:
        """The state of a new table: it waits for people, or for their nonces only."""
        if "open" in kinds:
            return {"state": "open", "due": None}
        return {"state": "starting", "due": now + self._nonce_wait}

    async def settle(self, table: LiveTable) -> None:
        """Begin at once where all nonces are there; else it is begun when it is due."""
        if table.row.state == "starting" and not _missing(table):
            await self.start(table)

    async def give_nonce(self, table: LiveTable, account: str, nonce: str) -> None:
        """Take a browser's part in the chance, for all seats it holds that have given none."""
        seats = [s for s in table.seats_of(account) if table.seats[s].nonce is None]
        if not table.seats_of(account):
            raise Refused(403, "not_at_table")
        if table.row.state not in EARLY:
            raise Refused(409, "started")
        if not seats:
            return

        def work(connection: Connection) -> None:
            if lock_table(connection, table.id) not in EARLY:
                raise Refused(409, "started")
            for seat in seats:
                # Each seat its own text, so that the list shows whose part is whose.
                text = nonce if seat == seats[0] else f"{nonce[:60]}/{seat}"
                connection.execute(
                    update(SeatRow)
                    .where(SeatRow.table == table.id, SeatRow.seat == seat)
                    .where(SeatRow.account == account, SeatRow.nonce.is_(None))
                    .values(nonce=text)
                )

        await self.hall.store.write(work)
        await self.hall.table_changed(table)
        await self.settle(table)

    async def start(self, table: LiveTable) -> None:
        """Begin the match with the nonces that are there. The rows have just been read."""
        nonces = [seat.nonce for seat in table.seats if seat.nonce is not None]
        text = msgspec.json.encode(nonces).decode()
        started = now_ms()

        def write(connection: Connection) -> None:
            done = connection.execute(
                update(TableRow)
                .where(TableRow.id == table.id, TableRow.state == "starting")
                .values(state="running", nonces=text, started=started)
            )
            if done.rowcount != 1:
                raise Conflict

        def mark(table: LiveTable) -> list[Step]:
            row = table.row
            if row.state != "starting":
                raise Refused(409, "started")
            row.state, row.nonces, row.started = "running", text, started
            return table.mark("start") + table.roll()

        try:
            await self.hall.change(table, mark, then=write)
        except Refused:
            return  # another process has begun it


def _is_unchanged(table: LiveTable, move: SeatMove) -> bool:
    """True if the seat is still held as the move expects."""
    seat = table.seats[move.seat]
    return (seat.kind, seat.account) == (move.kind, move.holder)


def _write_move(connection: Connection, table_id: str, move: SeatMove) -> ChatRow:
    """Write who sits at a seat, and the notice of it; `Conflict` if somebody else sits there."""
    done = connection.execute(
        update(SeatRow)
        .where(SeatRow.table == table_id, SeatRow.seat == move.seat, SeatRow.kind == move.kind)
        .where(SeatRow.account.is_not_distinct_from(move.holder))
        .values(**move.values)
    )
    if done.rowcount != 1:
        raise Conflict
    if move.guest is not None:
        forget_invite(connection, table_id, move.guest)
    return write_message(connection, table_id, move.notice)


def forget_invite(connection: Connection, table_id: str, account: str) -> bool:
    """Take an invitation away; whether there was one."""
    invited = (InviteRow.table == table_id) & (InviteRow.account == account)
    return connection.execute(delete(InviteRow).where(invited)).rowcount > 0


def _missing(table: LiveTable) -> list[int]:
    """The people whose nonce has not come."""
    return [s.seat for s in table.seats if s.kind == "human" and s.nonce is None]
