"""People at tables: setting up, joining, leaving, inviting, replacing, playing again."""

import contextlib
from collections.abc import Callable, Sequence
from functools import partial

import msgspec
import structlog
from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.engine import Connection

from farhaven.core.fair_stream import new_secret
from farhaven.server.accounts.names import clean_name, login_names, looks_like, numbered
from farhaven.server.accounts.quota_checks import EARLY, UNFINISHED, QuotaChecks, QuotaHolder
from farhaven.server.accounts.quotas import read_quotas
from farhaven.server.accounts.sessions import Who
from farhaven.server.basics import Refused, new_id, not_found, now_ms
from farhaven.server.settings import Settings
from farhaven.server.storage.models import InviteRow, SeatRow, TableRow, UserRow
from farhaven.server.storage.store import Conflict, Step
from farhaven.server.tables.chat import Chat, Message
from farhaven.server.tables.live_table import LiveTable
from farhaven.server.tables.match_time import PAUSE_LIMIT_MS
from farhaven.server.tables.new_table import (
    BOT,
    COPIED,
    HUMAN,
    OPEN,
    OPEN_VALUES,
    bot_values,
    check_bot_names,
    level_or_default,
    new_seat,
    same_again,
)
from farhaven.server.tables.seat_claims import check_newcomer
from farhaven.server.tables.seating import Seating, SeatMove, forget_invite
from farhaven.server.tables.table_facts import Note
from farhaven.server.tables.table_registry import Hall
from farhaven.server.wire.tables import Join, NewTable, SeatChange, TableChange

log = structlog.get_logger()


Also = Callable[[Connection, str], None]
"""What belongs into the transaction that writes a table; it gets the table's id."""


def _nothing(_connection: Connection, _table: str) -> None:
    """Nothing belongs to it."""


class Lobby:
    """What people do with tables."""

    def __init__(self, hall: Hall, chat: Chat, settings: Settings) -> None:
        self.hall = hall
        self.chat = chat
        self.seating = Seating(hall, chat, settings)
        self.quotas = QuotaChecks(read_quotas(settings.quotas))

    # Setting up

    async def create(
        self, who: Who, new: NewTable, also: Also = _nothing, network: str = ""
    ) -> LiveTable:
        """Set up a table, and in the same transaction what belongs to it."""
        game = self.hall.titles.get(new.title)
        if game is None:
            raise Refused(400, "no_such_title", title=new.title)
        game.checked_seats(len(new.seats))
        options = game.read_options(new.options)
        if new.clock is not None and new.days is not None:
            raise Refused(400, "clock_or_days")
        if sum(seat.kind == "me" for seat in new.seats) > 1:
            raise Refused(400, "one_me")
        level_or_default(new.stand_in, "")
        table_id, now = new_id(), now_ms()
        row = {
            "id": table_id,
            "title": game.name,
            "rules_version": game.rules_version,
            "components": game.digest,
            "options": msgspec.json.encode(options).decode(),
            "host": who.account,
            "network": network or None,
            "secret": new_secret(),
            "nonces": "[]",
            "created": now,
            "steps": 0,
            "owing": 0,
            "moved": now,
            "watched": 0,
            **{name: getattr(new, name) for name in COPIED},
        }
        seats = [new_seat(table_id, i, seat, who, now) for i, seat in enumerate(new.seats)]
        check_bot_names(seats)
        row |= self.seating.first_state([str(seat["kind"]) for seat in seats], now)
        table = await self._insert(row, seats, also)
        await self.seating.settle(table)
        return table

    async def _insert(
        self, row: dict[str, object], seats: list[dict[str, object]], also: Also
    ) -> LiveTable:
        holder = QuotaHolder(str(row["host"]), str(row["network"] or ""))
        table_id, is_listed = str(row["id"]), row["listed"] is True

        def work(connection: Connection) -> None:
            self.quotas.check_tables(connection, holder, listed=is_listed)
            connection.execute(insert(TableRow).values(**row))
            connection.execute(insert(SeatRow), seats)
            also(connection, table_id)

        # Watched first, so that nothing falls between what is written and what is heard.
        await self.hall.bus.watch(table_id)
        try:
            await self.hall.store.write(work)
        except BaseException:
            await self.hall.bus.unwatch(table_id)
            raise
        return self.hall.add(TableRow(**row), [SeatRow(**seat) for seat in seats])

    # Joining and leaving

    async def join(self, table: LiveTable, who: Who, join: Join) -> None:
        """Take an open seat. Who already sits there is told so by getting the table."""
        if table.seats_of(who.account) and join.seat is None:
            return
        if table.row.state not in UNFINISHED:
            raise Refused(409, "table_over")
        free = [s.seat for s in table.seats if s.kind == OPEN]
        if join.seat is not None:
            free = [seat for seat in free if seat == join.seat]
        name = await self._name_for(table, who, join, free)
        values = {
            "kind": HUMAN,
            "account": who.account,
            "name": name,
            "level": None,
            "nonce": join.nonce,
            "seen": now_ms(),
        }
        for seat in free:
            move = SeatMove(
                seat=seat,
                kind=OPEN,
                holder=None,
                values=values,
                note=Note(kind=HUMAN, name=name),
                notice=Message(code="joined", account=who.account, seat=seat, name=name),
                guest=who.account,
            )
            if await self.seating.change(table, move):
                await self.seating.settle(table)
                return
        raise Refused(409, "seat_taken")

    async def _name_for(self, table: LiveTable, who: Who, join: Join, free: Sequence[int]) -> str:
        """The name under which somebody joins: never one that looks like another's here."""
        name = clean_name(join.name or who.name)
        if table.is_running and free:
            await self.hall.store.read(
                lambda session: check_newcomer(
                    session.connection(), table.id, free[0], who.account, name
                )
            )
        others = [s.name for s in table.seats if s.kind != OPEN and s.account != who.account]
        if join.name is None and not table.is_running:
            return numbered(name, others)
        if looks_like(name, others):
            raise Refused(409, "name_at_table")
        return name

    async def leave(self, table: LiveTable, who: Who) -> None:
        """Get up. A bot plays on in a running match; elsewhere the seat is open again.

        Where nobody else is there, an unrated match ends.

        Who was only asked to come declines.
        """
        seats = table.seats_of(who.account)
        if not seats and table.row.host != who.account:
            if await self._decline(table, who):
                return
            raise Refused(403, "not_at_table")
        if table.row.state not in UNFINISHED:
            raise Refused(409, "table_over")
        for seat in seats:
            if table.is_running and table.row.rated:
                await self._step_back(table, seat, who.account)
            else:
                await self._free(table, seat, who.account)
        if table.row.host == who.account:
            if not seats and table.is_running:
                # Remembered like a player: who was the host takes no seat in this match.
                await self.chat.notice(
                    table, Message(code="left", account=who.account, name=who.name)
                )
            await self._pass_host(table, who.account)

    async def _decline(self, table: LiveTable, who: Who) -> bool:
        """Take an invitation away; whether there was one."""
        return await self.hall.store.write(
            lambda connection: forget_invite(connection, table.id, who.account)
        )

    async def _free(self, table: LiveTable, seat: int, account: str) -> None:
        """Let nobody, or in a running match a bot, take the place of who leaves."""
        level = table.row.stand_in
        if table.is_running:
            values = bot_values(level)
            note = Note(reason="left", kind=BOT, name=str(values["name"]), level=level)
        else:
            values, note = dict(OPEN_VALUES), Note(reason="left", kind=OPEN)
        notice = about(table, seat, "left")
        # If the account has already left elsewhere, the seat is not its own to free.
        await self.seating.change(
            table,
            SeatMove(
                seat=seat, kind=HUMAN, holder=account, values=values, note=note, notice=notice
            ),
        )

    async def _step_back(self, table: LiveTable, seat: int, account: str) -> None:
        """Let a bot play for who leaves a rated match, which counts for them all the same."""

        def mark(table: LiveTable) -> list[Step]:
            if seat in table.away or seat not in table.seats_of(account):
                raise Refused(409, "stale", n=table.n)
            return table.mark("away", seat, Note(reason="left"))

        try:
            await self.hall.change(table, mark)
        except Refused:
            return  # somebody plays for them already
        await self.chat.notice(table, about(table, seat, "left"))

    async def _pass_host(self, table: LiveTable, account: str) -> None:
        """Let another person be the host; where there is no other, the table is done with."""
        others = [s for s in table.seats if s.account not in (None, account)]
        # Somebody who is there, if anybody is.
        others.sort(key=lambda s: (s.seat in table.away, not table.is_online(s.seat)))
        if others:
            await self.seating.update_table(table, {"host": others[0].account})
            await self.chat.notice(table, about(table, others[0].seat, "host"))
        elif table.row.state in EARLY or not table.row.rated:
            with contextlib.suppress(Refused):  # it has ended meanwhile
                await self._end(table)

    async def leave_all(self, account: str) -> None:
        """Get up from every table that has not begun, and leave the others to who still plays."""
        mine = select(SeatRow.table).where(SeatRow.account == account)
        query = select(TableRow.id).where(
            or_(TableRow.host == account, TableRow.id.in_(mine)), TableRow.state.in_(UNFINISHED)
        )
        for table_id in await self.hall.store.read(lambda session: session.scalars(query).all()):
            try:
                await self._leave_for_good(await self.hall.get(table_id), account)
            except Exception:
                # A match that cannot be replayed must not hold its people back.
                log.exception("leave_failed", table=table_id)
                await self.hall.store.write(partial(_hand_over, table=table_id, account=account))

    async def _leave_for_good(self, table: LiveTable, account: str) -> None:
        if table.row.state in EARLY:
            for seat in table.seats_of(account):
                await self._free(table, seat, account)
        if table.row.host == account:
            await self._pass_host(table, account)

    # The host's rights

    async def change_seat(self, table: LiveTable, who: Who, seat: int, change: SeatChange) -> None:
        """Remove a person or bot, or let a bot take the place."""
        _check_host(table, who)
        if not 0 <= seat < len(table.seats):
            raise not_found()
        if table.row.state not in UNFINISHED:
            raise Refused(409, "table_over")
        old = table.seats[seat]
        if table.row.rated and table.is_running:
            # Who wants to go leaves, which counts; nobody comes or goes in any other way.
            is_other = old.account not in (None, who.account)
            raise Refused(409, "others_play" if is_other else "rated_seats", seat=seat)
        if change.kind == BOT:
            level = level_or_default(change.level, table.row.stand_in)
            values = bot_values(level)
            note = Note(reason="replaced", kind=BOT, name=str(values["name"]), level=level)
        else:
            values, note = dict(OPEN_VALUES), Note(reason="removed", kind=OPEN)
        notice = about(table, seat, note.reason or "")
        move = SeatMove(
            seat=seat,
            kind=old.kind,
            holder=old.account,
            values=values,
            note=note,
            notice=notice,
        )
        if not await self.seating.change(table, move):
            raise Refused(409, "stale", n=table.n)
        await self.seating.settle(table)

    async def change_table(
        self, table: LiveTable, who: Who, change: TableChange, network: str = ""
    ) -> None:
        """Pause, go on, or change who may read and talk."""
        _check_host(table, who)
        check = None
        if change.listed and table.row.state in EARLY:
            holder = QuotaHolder(who.account, network)
            check = partial(self.quotas.check_listed, holder=holder, table=table.id)
        values = {
            name: value
            for name in ("chat", "listed", "spectators")
            if (value := getattr(change, name)) is not None
        }
        if values:
            await self.seating.update_table(table, values, check)
        if change.chat is not None:
            await self.chat.notice(table, Message(code="chat_on" if change.chat else "chat_off"))
        if change.paused is not None:
            await self._pause(table, on=change.paused)

    async def _pause(self, table: LiveTable, *, on: bool) -> None:
        def mark(table: LiveTable) -> list[Step]:
            if not table.is_running:
                raise Refused(409, "not_running")
            if table.paused == on:
                raise Refused(409, "paused" if on else "not_paused")
            if on and table.timing.pause_left() == 0:
                raise Refused(409, "pause_used", minutes=PAUSE_LIMIT_MS // 60_000)
            return table.mark("pause" if on else "resume")

        await self.hall.change(table, mark)
        await self.chat.notice(table, Message(code="paused" if on else "resumed"))

    async def stop(self, table: LiveTable, who: Who | None) -> None:
        """End a match without a result: the host's right where no other person plays."""
        if who is not None:
            _check_host(table, who)
            others = [
                s
                for s in table.seats
                if s.kind == HUMAN
                and s.account != who.account
                and (table.row.rated or s.seat not in table.away)
            ]
            if others and table.is_running:
                raise Refused(409, "others_play", seat=others[0].seat)
        await self._end(table)

    async def _end(self, table: LiveTable) -> None:
        if table.row.state in EARLY:
            await self.seating.update_table(table, {"state": "closed", "due": None})
            return

        def mark(table: LiveTable) -> list[Step]:
            if not table.is_running:
                raise Refused(409, "not_running")
            return table.mark("stop", None, Note(reason="abandoned"))

        await self.hall.change(table, mark)
        await self.chat.notice(table, Message(code="stopped"))

    # Others

    async def invite(self, table: LiveTable, who: Who, name: str, network: str = "") -> None:
        """Ask a member by name. The answer is the same whether there is such a member or not."""
        if table.row.host != who.account and not table.seats_of(who.account):
            raise Refused(403, "not_at_table")

        logins, holder = login_names(name), QuotaHolder(who.account, network)

        def work(connection: Connection) -> None:
            self.quotas.check_invites(connection, holder)
            query = select(UserRow.id).where(UserRow.login.in_(logins))
            for account in connection.scalars(query).all():
                add_invite(connection, table.id, account, who.account)

        await self.hall.store.write(work)

    async def rematch(self, table: LiveTable, who: Who, network: str = "") -> LiveTable:
        """The same table again; whoever asks second gets the one that is already there."""
        seats = table.seats_of(who.account)
        if not seats and table.row.host != who.account:
            raise Refused(403, "not_at_table")
        if table.row.state not in ("over", "stopped"):
            raise Refused(409, "not_over")
        accounts = [s.account for s in table.seats if s.account is not None]
        others, holder = {*accounts} - {who.account}, QuotaHolder(who.account, network)

        def claim(connection: Connection, new_table: str) -> None:
            unclaimed = (TableRow.id == table.id) & TableRow.rematch.is_(None)
            done = connection.execute(update(TableRow).where(unclaimed).values(rematch=new_table))
            if done.rowcount != 1:
                raise Conflict
            with contextlib.suppress(Refused):  # the others still get the link
                for account in others:
                    self.quotas.check_invites(connection, holder)
                    add_invite(connection, new_table, account, who.account)

        if table.row.rematch is None:
            try:
                new = await self._set_up_again(table, who, claim, network)
            except Conflict:
                await self.hall.table_changed(table)  # somebody else was first
            else:
                await self.hall.table_changed(table)
                name = table.seats[seats[0]].name if seats else who.name
                notice = Message(code="rematch", account=who.account, name=name, text=new.id)
                await self.chat.notice(table, notice)
                return new
        if table.row.rematch is None:
            raise Refused(503, "busy")
        return await self.hall.get(table.row.rematch)

    async def _set_up_again(
        self, table: LiveTable, who: Who, also: Also, network: str
    ) -> LiveTable:
        """The same table, but not in the open list where that is full."""
        new = same_again(table, who)
        try:
            return await self.create(who, new, also, network)
        except Refused as refusal:
            if not new.listed or refusal.code not in ("too_many_listed", "too_many_here"):
                raise
        return await self.create(who, msgspec.structs.replace(new, listed=False), also, network)

    def watch(self, table: LiveTable, account: str | None) -> None:
        """Refuse a spectator where there may be none."""
        if not table.may_watch(account):
            raise Refused(403, "no_spectators")


def _hand_over(connection: Connection, table: str, account: str) -> None:
    """Let another person be the host of a table that cannot be opened."""
    people = select(SeatRow.account).where(
        SeatRow.table == table, SeatRow.account.is_not(None), SeatRow.account != account
    )
    heir = connection.execute(people.order_by(SeatRow.seat).limit(1)).scalar()
    if heir is not None:
        is_host = (TableRow.id == table) & (TableRow.host == account)
        connection.execute(update(TableRow).where(is_host).values(host=heir))


def about(table: LiveTable, seat: int, code: str) -> Message:
    """A notice about who sits at a seat."""
    row = table.seats[seat]
    return Message(code=code, account=row.account, seat=seat, name=row.name)


def _check_host(table: LiveTable, who: Who) -> None:
    if table.row.host != who.account:
        raise Refused(403, "not_host")


def add_invite(connection: Connection, table: str, account: str, by: str) -> None:
    """Ask an account to a table, once."""
    same = (InviteRow.table == table) & (InviteRow.account == account)
    connection.execute(delete(InviteRow).where(same))
    connection.execute(insert(InviteRow).values(table=table, account=account, by=by, at=now_ms()))
