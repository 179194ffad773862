"""What people say at a table, and the server's notices, which are codes."""

import unicodedata

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from farhaven.server.accounts import chat_info
from farhaven.server.basics import Refused, now_ms
from farhaven.server.bus import News
from farhaven.server.hall import Hall
from farhaven.server.models import ChatRow, MuteRow
from farhaven.server.sessions import Who
from farhaven.server.store import Work
from farhaven.server.table import LiveTable, encode
from farhaven.server.wire import ChatInfo, ChatNews

SHOWN = 100
ATTEMPTS = 5


def clean_text(text: str) -> str:
    """A message without control characters other than line ends."""
    kept = "".join(c for c in text if c == "\n" or unicodedata.category(c) not in ("Cc", "Cs"))
    cleaned = kept.strip()
    if not cleaned:
        raise Refused(400, "text_empty")
    return cleaned


class Chat:
    """The messages of all tables."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._mutes: dict[str, frozenset[str]] = {}

    async def say(self, table: LiveTable, who: Who, text: str) -> ChatInfo:
        """Say something at a table where one sits or is the host."""
        seats = table.seats_of(who.account)
        if not seats and table.row.host != who.account:
            raise Refused(403, "not_at_table")
        if not table.row.chat:
            raise Refused(409, "chat_off")
        seat = seats[0] if seats else None
        name = table.seats[seat].name if seat is not None else who.name
        return await self._add(table, who.account, seat, name, None, clean_text(text))

    async def notice(
        self, table: LiveTable, code: str, seat: int | None = None, name: str = "", text: str = ""
    ) -> None:
        """Tell everybody at a table what has happened around it."""
        await self._add(table, None, seat, name, code, text)

    async def _add(
        self,
        table: LiveTable,
        account: str | None,
        seat: int | None,
        name: str,
        code: str | None,
        text: str,
    ) -> ChatInfo:
        async def work(connection: AsyncConnection) -> int:
            last = select(func.max(ChatRow.number)).where(ChatRow.table == table.id)
            number = ((await connection.execute(last)).scalar() or 0) + 1
            await connection.execute(
                insert(ChatRow).values(
                    table=table.id,
                    number=number,
                    account=account,
                    seat=seat,
                    name=name,
                    code=code,
                    text=text,
                    at=at,
                )
            )
            return number

        at = now_ms()
        number = await self._numbered(work)
        message = ChatInfo(
            number=number, at=at, seat=seat, name=name, code=code, text=text, account=account
        )
        self._show(table, [message])
        self._hall.bus.publish(News(table.id, "chat", seen=number))
        return message

    async def _numbered(self, work: Work[int]) -> int:
        for _ in range(ATTEMPTS):
            try:
                return await self._hall.store.write(work)
            except IntegrityError:
                continue  # another process took the number; the next one is free
        raise Refused(503, "busy")

    def _show(self, table: LiveTable, messages: list[ChatInfo]) -> None:
        for group in tuple(table.outlets.values()):
            for outlet in tuple(group):
                seen = self.unmuted(outlet.account, messages)
                if seen:
                    outlet.push(encode(ChatNews(seen)))

    async def hear(self, news: News) -> None:
        """Show what was said in another process."""
        table = self._hall.tables.get(news.table)
        if table is not None:
            self._show(table, await self.read(table.id, news.seen - 1))

    async def read(self, table_id: str, since: int = 0) -> list[ChatInfo]:
        """The last messages of a table."""
        query = (
            select(ChatRow)
            .where(ChatRow.table == table_id, ChatRow.number > since)
            .order_by(ChatRow.number.desc())
            .limit(SHOWN)
        )
        async with self._hall.store.reading() as session:
            return [chat_info(row) for row in await session.scalars(query)][::-1]

    # Muting

    async def learn_mutes(self, account: str | None) -> None:
        """Read whom an account does not want to read."""
        if account is None:
            return
        async with self._hall.store.reading() as session:
            query = select(MuteRow.muted).where(MuteRow.account == account)
            muted = frozenset(await session.scalars(query))
        if muted:
            self._mutes[account] = muted
        else:
            self._mutes.pop(account, None)

    def unmuted(self, account: str | None, messages: list[ChatInfo]) -> list[ChatInfo]:
        """The messages without those of muted accounts."""
        muted = self._mutes.get(account or "")
        if muted is None:
            return messages
        return [message for message in messages if message.account not in muted]
