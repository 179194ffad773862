"""What people say at a table, and the server's notices, which are codes."""

import asyncio
import unicodedata
from collections import OrderedDict
from weakref import WeakKeyDictionary

import msgspec
from sqlalchemy import Select, func, insert, select
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session

from farhaven.server.accounts.accounts import chat_info
from farhaven.server.accounts.names import can_be_seen, looks_like
from farhaven.server.accounts.sessions import Who
from farhaven.server.basics import Refused, now_ms
from farhaven.server.live.news_bus import News
from farhaven.server.storage.models import ChatRow, MuteRow
from farhaven.server.tables.live_table import LiveTable, encode
from farhaven.server.tables.table_registry import Hall, lock_table
from farhaven.server.wire.tables import ChatInfo, ChatNews

SHOWN = 100
REMEMBERED = 4096
"""How many messages of late are known by the ids under which they were sent."""


def clean_text(text: str) -> str:
    """A message without control characters other than line ends."""
    kept = "".join(c for c in text if c == "\n" or unicodedata.category(c) not in ("Cc", "Cs"))
    cleaned = kept.strip()
    if not can_be_seen(cleaned):
        raise Refused(400, "text_empty")
    return cleaned


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be told at a table: somebody's words, or a notice, which has a code."""

    account: str | None = None
    """Who says it, or whom the notice is about."""
    seat: int | None = None
    name: str = ""
    code: str | None = None
    text: str = ""


class Chat:
    """The messages of all tables."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._mutes: dict[str, frozenset[str]] = {}
        self._said: OrderedDict[tuple[str, str, str], asyncio.Future[ChatInfo]] = OrderedDict()
        """What was said under which id, for who asks again after a lost answer."""
        self._shown: WeakKeyDictionary[LiveTable, int] = WeakKeyDictionary()
        """The number of the last message that went to those at a table."""

    async def say_once(self, table: LiveTable, who: Who, text: str, request: str) -> ChatInfo:
        """Say something; a repetition under the same id says nothing again."""
        key = table.id, who.account, request
        known = self._said.get(key)
        if known is None:
            known = self._said[key] = asyncio.ensure_future(self.say(table, who, text))
            if len(self._said) > REMEMBERED:
                self._said.popitem(last=False)
        try:
            return await asyncio.shield(known)
        except Exception:
            self._said.pop(key, None)  # it was refused, and may be tried again
            raise

    async def say(self, table: LiveTable, who: Who, text: str) -> ChatInfo:
        """Say something at a table where one sits or is the host."""
        seats = table.seats_of(who.account)
        if not seats and table.row.host != who.account:
            raise Refused(403, "not_at_table")
        if not table.row.chat:
            raise Refused(409, "chat_off")
        seat = seats[0] if seats else None
        name = table.seats[seat].name if seat is not None else who.name
        if seat is None and looks_like(name, (s.name for s in table.seats)):
            raise Refused(409, "name_at_table")  # or a host could speak as a player
        message = Message(account=who.account, seat=seat, name=name, text=clean_text(text))
        return await self._add(table, message)

    async def notice(self, table: LiveTable, message: Message) -> None:
        """Tell everybody at a table what has happened around it."""
        await self._add(table, message)

    async def _add(self, table: LiveTable, message: Message) -> ChatInfo:
        def work(connection: Connection) -> ChatRow:
            lock_table(connection, table.id)
            return write_message(connection, table.id, message)

        row = await self._hall.store.write(work)
        self.show(table, row)
        return chat_info(row)

    def show(self, table: LiveTable, row: ChatRow) -> None:
        """Show what has been written, here and in other processes."""
        self._show(table, [chat_info(row)])
        self._hall.bus.publish(News(table.id, "chat", seen=row.number))

    def _show(self, table: LiveTable, messages: list[ChatInfo]) -> None:
        last = max((message.number for message in messages), default=0)
        self._shown[table] = max(self._shown.get(table, 0), last)
        for group in tuple(table.outlets.values()):
            for outlet in tuple(group):
                seen = self._unmuted(outlet.account, messages)
                if seen:
                    outlet.push(encode(ChatNews(seen)))

    async def hear(self, news: News) -> None:
        """Show what was said in another process."""
        table = self._hall.tables.get(news.table)
        if table is not None:
            query = _last(table.id, news.seen - 1)
            rows = await self._hall.store.read(lambda session: session.scalars(query).all())
            self._show(table, [chat_info(row) for row in rows[::-1]])

    async def read(self, table_id: str, account: str | None, since: int = 0) -> list[ChatInfo]:
        """The last messages of a table after a number, without those of muted accounts."""

        def query(session: Session) -> tuple[frozenset[str], list[ChatInfo]]:
            muted = frozenset(session.scalars(_muted(account)) if account is not None else ())
            rows = session.scalars(_last(table_id, since)).all()
            return muted, [chat_info(row) for row in rows[::-1]]

        muted, messages = await self._hall.store.read(query)
        self._know_mutes(account, muted)
        return self._unmuted(account, messages)

    async def read_between(
        self, table: LiveTable, account: str | None, since: int
    ) -> list[ChatInfo]:
        """What came in after it was read up to a number, before the reader was at the table."""
        last = self._shown.get(table, 0)
        if last <= since:
            return []
        found = await self.read(table.id, account, since)
        return [message for message in found if message.number <= last]

    # Muting

    async def learn_mutes(self, account: str) -> None:
        """Read whom an account does not want to read."""
        query = _muted(account)
        muted = await self._hall.store.read(lambda session: frozenset(session.scalars(query)))
        self._know_mutes(account, muted)

    def _know_mutes(self, account: str | None, muted: frozenset[str]) -> None:
        if account is not None and muted:
            self._mutes[account] = muted
        else:
            self._mutes.pop(account or "", None)

    def _unmuted(self, account: str | None, messages: list[ChatInfo]) -> list[ChatInfo]:
        muted = self._mutes.get(account or "")
        if muted is None:
            return messages
        return [message for message in messages if message.account not in muted]


def _muted(account: str) -> Select[str]:
    return select(MuteRow.muted).where(MuteRow.account == account)


def _last(table_id: str, since: int) -> Select[ChatRow]:
    """The last messages of a table after a number, the newest first."""
    return (
        select(ChatRow)
        .where(ChatRow.table == table_id, ChatRow.number > since)
        .order_by(ChatRow.number.desc())
        .limit(SHOWN)
    )


def write_message(connection: Connection, table_id: str, message: Message) -> ChatRow:
    """Write a message under the next number. The table is locked, so that nobody else takes it."""
    last = select(func.max(ChatRow.number)).where(ChatRow.table == table_id)
    number = (connection.execute(last).scalar() or 0) + 1
    values = msgspec.structs.asdict(message) | {"table": table_id, "number": number, "at": now_ms()}
    connection.execute(insert(ChatRow).values(**values))
    return ChatRow(**values)
