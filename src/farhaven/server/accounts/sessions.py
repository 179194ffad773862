"""Who is asking: signed cookies for browsers, bearer tokens for programs."""

import hmac
from typing import TypeVar

import msgspec
from sqlalchemy import insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from farhaven.server.basics import DAY_MS, hashed, new_id, new_token, now_ms
from farhaven.server.settings import Settings
from farhaven.server.storage.models import KeyRow, SessionRow, TokenRow, UserRow
from farhaven.server.storage.store import Store

COOKIE = "farhaven"
SEEN_MS = 60_000
"""How often a session's last use is written down."""
CACHE_MS = 5_000
"""How long a session is believed without asking the database, in which it may be revoked."""
CACHE_SIZE = 20_000
AGENT_LENGTH = 200

T = TypeVar("T")


class Who(msgspec.Struct, frozen=True):
    """An account that asks, and with what."""

    account: str
    name: str
    session: str
    """The hash of its session or token."""
    is_program: bool = False


class Sessions:
    """Sessions and tokens of this installation."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._days = settings.session_days
        self._key = b""
        self._cache: dict[str, tuple[int, Who]] = {}

    async def open(self) -> None:
        """Read the signing key that all processes share; the first one makes it.

        Called again after a restore, for then all is as the backup has it.
        """
        self._cache.clear()

        def ensure(connection: Connection) -> str:
            query = select(KeyRow.value).where(KeyRow.name == "cookie")
            value = connection.execute(query).scalar()
            if value is None:
                value = hashed(new_token())
                connection.execute(insert(KeyRow).values(name="cookie", value=value))
            return value

        try:
            key = await self._store.write(ensure)
        except IntegrityError:  # another process has just made it
            key = await self._store.write(ensure)
        self._key = bytes.fromhex(key)

    # Cookies

    def sign(self, token: str) -> str:
        """A cookie's value for a session's token."""
        return f"{token}.{self._signature(token)}"

    def unsign(self, value: str) -> str | None:
        """The token in a cookie's value, or None if it was not signed here."""
        token, _, signature = value.rpartition(".")
        if not token or not signature.isascii():
            return None
        return token if hmac.compare_digest(signature, self._signature(token)) else None

    def _signature(self, token: str) -> str:
        return hmac.digest(self._key, token.encode(), "sha256").hex()[:32]

    # What else is signed

    def device_cookie(self, account: str, password: str, former: str | None) -> str:
        """A cookie's value for a browser that was signed in to an account with its password.

        A browser that has such a cookie already stays the same device. A new password ends it.
        """
        device = (self.unsign(former or "") or "").partition(".")[0] or new_id()
        return self.sign(f"{device}.{self._mark(device, account, password)}")

    def is_known_device(self, value: str, account: str, password: str) -> bool:
        """Whether a device cookie is one of this account, with its present password."""
        device, _, mark = (self.unsign(value) or "").partition(".")
        return hmac.compare_digest(mark, self._mark(device, account, password))

    def _mark(self, device: str, account: str, password: str) -> str:
        """`password` is the hash that the database holds."""
        return self._signature(f"device {device} {account} {password}")

    def network_key(self, network: str) -> str:
        """A network as the database keeps it: nobody can tell which it is."""
        return hmac.digest(self._key, f"network {network}".encode(), "sha256").hex()

    # Asking

    async def by_cookie(self, value: str) -> Who | None:
        """The account of a cookie."""
        token = self.unsign(value)
        return None if token is None else await self._find(hashed(token), is_program=False)

    async def by_bearer(self, token: str) -> Who | None:
        """The account of a program's token."""
        return await self._find(hashed(token), is_program=True)

    async def _find(self, key: str, *, is_program: bool) -> Who | None:
        now = now_ms()
        cached = self._cache.get(key)
        # A session's token is none for programs, nor the other way round.
        if cached is not None and cached[0] > now and cached[1].is_program == is_program:
            return cached[1]
        who = await (self._find_token(key) if is_program else self._find_session(key))
        if who is None:
            self._cache.pop(key, None)
            return None
        if len(self._cache) > CACHE_SIZE:
            self._cache.clear()
        self._cache[key] = (now + CACHE_MS, who)
        return who

    async def _find_session(self, key: str) -> Who | None:
        now = now_ms()
        query = (
            select(UserRow.id, UserRow.name, SessionRow.seen)
            .join(SessionRow, SessionRow.account == UserRow.id)
            .where(SessionRow.hash == key, SessionRow.expires > now, UserRow.deleted.is_(None))
        )
        found = await self._store.read(lambda session: session.execute(query).first())
        if found is None:
            return None
        if now - found.seen > SEEN_MS:
            await self._touch_session(key, found.id, now)
        return Who(found.id, found.name, key)

    async def _touch_session(self, key: str, account: str, now: int) -> None:
        expires = now + self._days * DAY_MS

        def touch(connection: Connection) -> None:
            connection.execute(
                update(SessionRow).where(SessionRow.hash == key).values(seen=now, expires=expires)
            )
            connection.execute(update(UserRow).where(UserRow.id == account).values(seen=now))

        await self._store.write(touch)

    async def _find_token(self, key: str) -> Who | None:
        now = now_ms()
        query = (
            select(UserRow.id, UserRow.name, TokenRow.seen)
            .join(TokenRow, TokenRow.account == UserRow.id)
            .where(TokenRow.hash == key, UserRow.deleted.is_(None))
        )
        found = await self._store.read(lambda session: session.execute(query).first())
        if found is None:
            return None
        if found.seen is None or now - found.seen > SEEN_MS:

            def touch(connection: Connection) -> None:
                connection.execute(update(TokenRow).where(TokenRow.hash == key).values(seen=now))

            await self._store.write(touch)
        return Who(found.id, found.name, key, is_program=True)

    async def is_valid(self, key: str) -> bool:
        """Whether a session or token, by its hash, still stands for somebody."""
        found = await self._find_session(key) or await self._find_token(key)
        return found is not None

    def forget(self, account: str | None) -> None:
        """Ask the database about an account's sessions from now on, or about all."""
        gone = [key for key, (_, who) in self._cache.items() if account in (None, who.account)]
        for key in gone:
            del self._cache[key]

    # Signing in

    def start(self, connection: Connection, account: str, agent: str) -> str:
        """A new session; returns its token, which only the cookie holds."""
        token = new_token()
        now = now_ms()
        connection.execute(
            insert(SessionRow).values(
                hash=hashed(token),
                id=new_id(),
                account=account,
                agent=agent[:AGENT_LENGTH],
                created=now,
                seen=now,
                expires=now + self._days * DAY_MS,
            )
        )
        return token
