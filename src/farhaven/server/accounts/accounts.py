"""Accounts: guests, members, recovery, tokens, export and deletion."""

import asyncio
from collections.abc import Sequence

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import ColumnElement, delete, func, insert, or_, select, update
from sqlalchemy.engine import Connection, Row
from sqlalchemy.exc import IntegrityError

from farhaven.server.accounts.names import clean_name, login_name, login_names
from farhaven.server.accounts.sessions import Sessions, Who
from farhaven.server.basics import Refused, hashed, new_id, new_token, not_found, now_ms
from farhaven.server.storage.models import (
    AnalysisRow,
    Base,
    ChatRow,
    InviteRow,
    MuteRow,
    RatingRow,
    RecordRow,
    SeatRow,
    SessionRow,
    StepRow,
    TableRow,
    TokenRow,
    UserRow,
)
from farhaven.server.storage.store import Store
from farhaven.server.tables.ratings import rating_info
from farhaven.server.tables.table_info import table_info, with_seats
from farhaven.server.wire.accounts import (
    Account,
    Export,
    Recoverable,
    RecoveryLink,
    SessionInfo,
    TokenInfo,
    TokenSecret,
)
from farhaven.server.wire.tables import ChatInfo, TableInfo

RECOVER_PATH = "/recover#"
"""Where the app takes a recovery code, which never reaches a server's log there."""
MAX_TOKENS = 20
MAX_SESSIONS = 50

_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
# Checked where there is no such account, so that time does not tell which names exist.
_NOBODY = _hasher.hash("nobody")


def _is_right(password_hash: str, password: str) -> bool:
    try:
        return _hasher.verify(password_hash, password)
    except (VerificationError, InvalidHashError):
        return False


class Accounts:
    """What an account can do for itself."""

    def __init__(self, store: Store, sessions: Sessions) -> None:
        self._store = store
        self._sessions = sessions

    async def get(self, account: str) -> UserRow:
        """The account's row."""
        row = await self._store.read(lambda session: session.get(UserRow, account))
        if row is None or row.deleted is not None:
            raise not_found()
        return row

    async def info(self, account: str) -> Account:
        """The account as it sees itself."""
        row = await self.get(account)
        return Account(
            row.id, row.name, row.login is not None, row.recovery is not None, row.created
        )

    async def new_guest(self, name: str, agent: str) -> tuple[str, str]:
        """Make a guest; its id and its session's token."""
        account, clean, now = new_id(), clean_name(name), now_ms()

        def work(connection: Connection) -> str:
            connection.execute(
                insert(UserRow).values(id=account, name=clean, created=now, seen=now)
            )
            return self._sessions.start(connection, account, agent)

        return account, await self._store.write(work)

    async def rename(self, account: str, name: str) -> None:
        """Change the shown name; a member's login changes with it."""
        clean = clean_name(name)
        row = await self.get(account)
        values = {"name": clean}
        if row.login is not None:
            values["login"] = login_name(clean)
        await self._update(account, values)

    async def register(self, account: str, name: str, password: str) -> None:
        """Give a guest a name of its own and a password."""
        row = await self.get(account)
        if row.login is not None:
            raise Refused(409, "already_member")
        clean = clean_name(name)
        password_hash = await asyncio.to_thread(_hasher.hash, password)
        values = {"name": clean, "login": login_name(clean), "password": password_hash}
        await self._update(account, values)

    async def _update(self, account: str, values: dict[str, str]) -> None:
        def work(connection: Connection) -> None:
            connection.execute(update(UserRow).where(UserRow.id == account).values(**values))

        try:
            await self._store.write(work)
        except IntegrityError as fault:
            raise Refused(409, "name_taken") from fault
        self._sessions.forget(account)

    async def _members(self, name: str) -> Sequence[Row[str, str | None]]:
        """Those whom a name may mean: nearly always one."""
        query = select(UserRow.id, UserRow.password).where(
            UserRow.login.in_(login_names(name)), UserRow.deleted.is_(None)
        )
        return await self._store.read(lambda session: session.execute(query).all())

    async def account_of_device(self, name: str, device: str) -> str | None:
        """The account of a name, if the device cookie shows that its owner was signed in there."""
        for account, password in await self._members(name):
            if password and self._sessions.is_known_device(device, account, password):
                return account
        return None

    async def device_cookie(self, account: str, former: str | None) -> str | None:
        """A device cookie for a browser that is signed in to a member's account."""
        row = await self.get(account)
        if row.password is None:
            return None
        return self._sessions.device_cookie(row.id, row.password, former)

    async def login(self, name: str, password: str, agent: str) -> tuple[str, str]:
        """Sign in with a password; the account and its new session's token."""
        members = await self._members(name)
        for found in members:
            known = found.password or _NOBODY
            if await asyncio.to_thread(_is_right, known, password) and known != _NOBODY:
                return found.id, await self._new_session(found.id, agent)
        if not members:
            await asyncio.to_thread(_is_right, _NOBODY, password)
        raise Refused(401, "wrong_login")

    async def change_password(self, who: Who, old: str, new: str) -> None:
        """Set another password; whatever else opens the account no longer does."""
        row = await self.get(who.account)
        if row.password is None or not await asyncio.to_thread(_is_right, row.password, old):
            raise Refused(403, "wrong_login")
        password = await asyncio.to_thread(_hasher.hash, new)
        await self._store.write(
            lambda connection: _set_password(connection, who.account, password, but=who.session)
        )
        self._sessions.forget(who.account)

    async def new_recovery(self, account: str) -> RecoveryLink:
        """A link that opens the account once; an older one no longer does."""
        code = new_token()
        await self._update(account, {"recovery": hashed(code)})
        return RecoveryLink(code, RECOVER_PATH + code)

    async def recoverable(self, code: str) -> Recoverable:
        """Whose account a recovery link opens. This does not use it up."""
        query = select(UserRow.name, UserRow.login.is_not(None)).where(_opened_by(code))
        found = await self._store.read(lambda session: session.execute(query).first())
        if found is None:
            raise Refused(401, "wrong_code")
        return Recoverable(*found)

    async def recover(self, code: str, password: str | None, agent: str) -> tuple[str, str]:
        """Sign in with a recovery link, which is used up by that.

        A member sets a new password with it, and everybody else is signed out.
        """
        new = None if password is None else await asyncio.to_thread(_hasher.hash, password)

        def work(connection: Connection) -> tuple[str, str]:
            query = select(UserRow.id, UserRow.login).where(_opened_by(code))
            found = connection.execute(query.with_for_update()).first()
            if found is None:
                raise Refused(401, "wrong_code")
            if found.login is not None and new is None:
                raise Refused(409, "password_needed")
            if found.login is not None:
                _set_password(connection, found.id, new)
            else:
                own = UserRow.id == found.id
                connection.execute(update(UserRow).where(own).values(recovery=None))
            return found.id, self._sessions.start(connection, found.id, agent)

        account, token = await self._store.write(work)
        self._sessions.forget(account)
        return account, token

    async def _new_session(self, account: str, agent: str) -> str:
        def work(connection: Connection) -> str:
            old = (
                select(SessionRow.hash)
                .where(SessionRow.account == account)
                .order_by(SessionRow.seen.desc())
                .offset(MAX_SESSIONS - 1)
            )
            gone = list(connection.scalars(old))
            connection.execute(delete(SessionRow).where(SessionRow.hash.in_(gone)))
            return self._sessions.start(connection, account, agent)

        return await self._store.write(work)

    # Sessions and tokens

    async def sessions(self, who: Who) -> list[SessionInfo]:
        """The account's browsers."""
        query = (
            select(SessionRow)
            .where(SessionRow.account == who.account, SessionRow.expires > now_ms())
            .order_by(SessionRow.seen.desc())
        )
        rows = await self._store.read(lambda session: session.scalars(query).all())
        return [SessionInfo(r.id, r.agent, r.created, r.seen, r.hash == who.session) for r in rows]

    async def end_session(self, who: Who, session_id: str | None) -> None:
        """End one of the account's sessions, or the current one."""
        same = SessionRow.hash == who.session if session_id is None else SessionRow.id == session_id

        def work(connection: Connection) -> int:
            done = connection.execute(
                delete(SessionRow).where(SessionRow.account == who.account, same)
            )
            return done.rowcount

        if await self._store.write(work) == 0 and session_id is not None:
            raise not_found()
        self._sessions.forget(who.account)

    async def tokens(self, account: str) -> list[TokenInfo]:
        """The account's programs."""
        query = (
            select(TokenRow).where(TokenRow.account == account).order_by(TokenRow.created.desc())
        )
        rows = await self._store.read(lambda session: session.scalars(query).all())
        return [TokenInfo(r.id, r.name, r.created, r.seen) for r in rows]

    async def new_token(self, account: str, name: str) -> TokenSecret:
        """A key for a program; the only time that it is shown."""
        token, token_id, clean = new_token(), new_id(), clean_name(name)

        def work(connection: Connection) -> bool:
            count = select(func.count()).select_from(TokenRow).where(TokenRow.account == account)
            if (connection.execute(count).scalar() or 0) >= MAX_TOKENS:
                return False
            connection.execute(
                insert(TokenRow).values(
                    hash=hashed(token), id=token_id, account=account, name=clean, created=now_ms()
                )
            )
            return True

        if not await self._store.write(work):
            raise Refused(409, "too_many_tokens", limit=MAX_TOKENS)
        return TokenSecret(token_id, clean, token)

    async def end_token(self, account: str, token_id: str) -> None:
        """Make a program's key useless."""

        def work(connection: Connection) -> int:
            done = connection.execute(
                delete(TokenRow).where(TokenRow.account == account, TokenRow.id == token_id)
            )
            return done.rowcount

        if await self._store.write(work) == 0:
            raise not_found()
        self._sessions.forget(account)

    # Muting

    async def muted(self, account: str) -> list[str]:
        """The accounts that this one does not want to read."""
        query = select(MuteRow.muted).where(MuteRow.account == account)
        return await self._store.read(lambda session: list(session.scalars(query)))

    async def mute(self, account: str, other: str, *, on: bool) -> None:
        """No longer show, or show again, what another says."""
        await self.get(other)
        same = (MuteRow.account == account) & (MuteRow.muted == other)

        def work(connection: Connection) -> None:
            connection.execute(delete(MuteRow).where(same))
            if on:
                connection.execute(insert(MuteRow).values(account=account, muted=other))

        await self._store.write(work)

    # All of it, and the end of it

    async def export(self, who: Who) -> Export:
        """Everything that the server holds about the account."""
        account = who.account
        row = await self.get(account)
        ratings = select(RatingRow).where(RatingRow.account == account)
        words = select(ChatRow).where(ChatRow.account == account, ChatRow.code.is_(None))
        records = select(RecordRow.id).where(RecordRow.account == account)
        invites = select(InviteRow.table).where(InviteRow.account == account)
        read = self._store.read
        return Export(
            account=await self.info(account),
            login=row.login,
            sessions=await self.sessions(who),
            tokens=await self.tokens(account),
            tables=await self._tables(account),
            chat=[chat_info(said) for said in await read(lambda s: s.scalars(words).all())],
            ratings=[
                rating_info(rating, row.name)
                for rating in await read(lambda s: s.scalars(ratings).all())
            ],
            muted=await self.muted(account),
            records=await read(lambda s: s.scalars(records).all()),
            invites=await read(lambda s: s.scalars(invites).all()),
        )

    async def _tables(self, account: str) -> list[TableInfo]:
        mine = select(SeatRow.table).where(SeatRow.account == account)
        query = select(TableRow).where(or_(TableRow.host == account, TableRow.id.in_(mine)))
        pairs = await self._store.read(lambda session: with_seats(session, query))
        return [table_info(row, seats, account) for row, seats in pairs]

    async def delete(self, account: str) -> list[str]:
        """Delete the account. Matches stay, under a pseudonym; returns the tables touched."""
        pseudonym = f"Player {new_id(6)}"

        def work(connection: Connection) -> list[str]:
            tables = {
                table
                for kind in (SeatRow, ChatRow)
                for table in connection.scalars(select(kind.table).where(kind.account == account))
            }
            records = select(RecordRow.id).where(RecordRow.account == account)
            connection.execute(delete(AnalysisRow).where(AnalysisRow.subject.in_(records)))
            for kind in (SessionRow, TokenRow, RatingRow, RecordRow, InviteRow):
                connection.execute(delete(kind).where(kind.account == account))
            connection.execute(
                delete(MuteRow).where(or_(MuteRow.account == account, MuteRow.muted == account))
            )
            connection.execute(
                delete(ChatRow).where(ChatRow.account == account, ChatRow.code.is_(None))
            )
            _rename_at_tables(connection, account, pseudonym)
            connection.execute(
                update(UserRow)
                .where(UserRow.id == account)
                .values(name=pseudonym, login=None, password=None, recovery=None, deleted=now_ms())
            )
            return sorted(tables)

        tables = await self._store.write(work)
        self._sessions.forget(account)
        return tables


def _rename_at_tables(connection: Connection, account: str, pseudonym: str) -> None:
    """Let a pseudonym stand wherever an account's name does: at seats, in notices, in steps.

    Who has left a table is still named in its notices.
    """
    places = {
        (table, name)
        for kind in (SeatRow, ChatRow)
        for table, name in connection.execute(
            select(kind.table, kind.name).where(kind.account == account)
        )
    }
    for table, name in sorted(places):
        connection.execute(
            update(ChatRow)
            .where(ChatRow.table == table, ChatRow.name == name, ChatRow.code.is_not(None))
            .values(name=pseudonym)
        )
        # Who has joined a running match is in its steps, which is no line of the record.
        old, new = (f'"name":{msgspec.json.encode(text).decode()}' for text in (name, pseudonym))
        connection.execute(
            update(StepRow)
            .where(StepRow.table == table, StepRow.kind == "seat")
            .values(body=func.replace(StepRow.body, old, new))
        )
    connection.execute(update(SeatRow).where(SeatRow.account == account).values(name=pseudonym))


def _opened_by(code: str) -> ColumnElement[bool]:
    """The account that a recovery link is for."""
    return (UserRow.recovery == hashed(code)) & UserRow.deleted.is_(None)


def _set_password(
    connection: Connection, account: str, password: str | None, but: str = ""
) -> None:
    """Set a password; all sessions but one, all tokens and the recovery link end."""
    own = UserRow.id == account
    connection.execute(update(UserRow).where(own).values(password=password, recovery=None))
    others = (SessionRow.account == account) & (SessionRow.hash != but)
    connection.execute(delete(SessionRow).where(others))
    connection.execute(delete(TokenRow).where(TokenRow.account == account))


def _references() -> list[ColumnElement[str | None]]:
    """Whatever may stand for an account in other tables."""
    own = Base.metadata.tables[UserRow.__tablename__]
    columns = (column for table in Base.metadata.sorted_tables for column in table.columns)
    return [column for column in columns if any(key.references(own) for key in column.foreign_keys)]


def forget_lost_guests(connection: Connection) -> None:
    """Forget accounts to which no way leads any more and which have left nothing behind."""
    left = [UserRow.id.not_in(select(at).where(at.is_not(None))) for at in _references()]
    connection.execute(
        delete(UserRow).where(UserRow.login.is_(None), UserRow.recovery.is_(None), *left)
    )


def chat_info(row: ChatRow) -> ChatInfo:
    """A message as it is shown."""
    return ChatInfo(
        number=row.number,
        at=row.at,
        seat=row.seat,
        name=row.name,
        code=row.code,
        text=row.text,
        account=row.account if row.code is None else None,
    )
