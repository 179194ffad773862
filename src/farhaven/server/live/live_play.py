"""Live play over WebSocket: a snapshot, then numbered steps."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Sequence
from typing import Protocol, cast

import msgspec
import structlog
from litestar.connection import WebSocket
from litestar.datastructures import State

from farhaven.core.violation import Illegal
from farhaven.server.accounts.sessions import Who
from farhaven.server.basics import Refused, now_ms
from farhaven.server.http.rate_limits import Bucket, Places
from farhaven.server.http.security import client_address
from farhaven.server.live.event_stream import Queue
from farhaven.server.live.subscriber import Outlet, Viewer
from farhaven.server.live.websocket_connection import GOING_AWAY, TOO_MUCH, Closed, Former, Link
from farhaven.server.metrics import SOCKETS
from farhaven.server.services import Services
from farhaven.server.storage.database_access import NoDatabase
from farhaven.server.tables.live_table import LiveTable, encode
from farhaven.server.tables.table_info import live_info
from farhaven.server.tables.table_registry import as_violation
from farhaven.server.wire.tables import (
    PROTOCOL,
    Act,
    ChatInfo,
    ChatNews,
    ClientMessage,
    Done,
    EntryId,
    GiveNonce,
    Look,
    Ping,
    Pong,
    Refusal,
    Resume,
    Say,
    ServerMessage,
    Snapshot,
    Steps,
    TableNews,
    Undo,
)

MESSAGES_PER_SECOND = 40.0
MESSAGES_AT_ONCE = 120.0
WHOLE_STATE_COST = 8.0
"""Whoever asks for the whole state pays as for so many messages."""
LIFE_SECONDS = 20
"""How often a client is asked for a sign of life."""
STATUS_SECONDS = 600
"""How often the log says how many tables and connections are open."""

NOT_SIGNED_IN, NOT_ALLOWED, NO_TABLE, SIGNED_OUT, FAULT = 4001, 4003, 4004, 4010, 1011
TRY_AGAIN = 1013
"""The database is away: a client connects again, and repeats what was not acknowledged."""

EXTENSION = "farhaven"
"""Where the handshake is found in the scope of a connection."""

Socket = WebSocket[object, object, State]

log = structlog.get_logger()
_decoder = msgspec.json.Decoder(ClientMessage)


class Handshake(Former, Protocol):
    """Who made the handshake, and gives the connection away after it."""

    transport: asyncio.Transport
    link: Link | None


class Client(Link):
    """A live connection of somebody at a table."""

    def __init__(self, handshake: Handshake, who: Who | None) -> None:
        super().__init__(handshake.transport, handshake)
        handshake.link = self
        self.who = who
        self.account = None if who is None else who.account
        self.viewer: Viewer = None

    def tell(self, message: ServerMessage) -> None:
        """Send a message to this client alone."""
        self.push(encode(message))


class Live:
    """All live connections of this process."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.places = Places(services.settings.rate_limits)
        # By the second at which they are asked for a sign of life, so that not all are at once.
        self._clients: list[set[Client]] = [set() for _ in range(LIFE_SECONDS)]
        self._turns = itertools.cycle(range(LIFE_SECONDS))
        self._streams: set[Queue] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False
        self._watch: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to ask for signs of life."""
        self._watch = asyncio.create_task(self._check_all(), name="live-watch")

    async def _check_all(self) -> None:
        for second in itertools.count(1):
            await asyncio.sleep(1)
            for client in tuple(self._clients[second % LIFE_SECONDS]):
                client.check()
            if second % STATUS_SECONDS == 0 and self._services.hall.tables:
                self._log("status")

    def _log(self, event: str) -> None:
        """Write down how much is going on."""
        log.info(event, tables=len(self._services.hall.tables), connections=len(self._all()))

    async def serve(self, socket: Socket, who: Who | None, table_id: str) -> None:
        """One connection, from its start to its end."""
        await socket.accept()
        address = client_address(socket.scope)
        account = None if who is None else who.account
        try:
            self.places.check(address, account)
        except Refused:
            await socket.close(code=TOO_MUCH)
            return
        with self.places.hold(address, account):
            await self._serve(socket, who, table_id)

    async def _serve(self, socket: Socket, who: Who | None, table_id: str) -> None:
        extensions = cast(dict[str, dict[str, Handshake]], socket.scope["extensions"])
        client = Client(extensions[EXTENSION]["handshake"], who)
        group = self._clients[next(self._turns)]
        group.add(client)
        SOCKETS.inc()
        try:
            if self._is_closed:
                client.end(GOING_AWAY)
            # A task of its own, so that a message does not wake all layers around this one.
            await asyncio.create_task(self._attend(socket, client, table_id))
        except Closed as closed:
            if closed.code is not None:
                client.end(closed.code)
        except NoDatabase as fault:
            log.warning("no_database", fault=str(fault))
            client.end(TRY_AGAIN)
        except Exception:
            log.exception("live")
            client.end(FAULT)
        finally:
            group.discard(client)
            SOCKETS.dec()
        await client.lost()

    async def _attend(self, socket: Socket, client: Client, table_id: str) -> None:
        """Let a client in and hear it until it goes."""
        table = await self._enter(socket, client, table_id)
        try:
            await Talk(self._services, table, client).listen()
        finally:
            await self._depart(table, client)

    async def _enter(self, socket: Socket, client: Client, table_id: str) -> LiveTable:
        """Find the table and the seat, and send the first message."""
        services = self._services
        try:
            table = await services.hall.get(table_id)
            seat = _number(socket.query_params.get("seat"))
            since = _number(socket.query_params.get("since"))
            said = _number(socket.query_params.get("chat"))
            client.viewer = viewer_for(table, client.account, seat)
            if client.viewer is None:
                services.lobby.watch(table, client.account)
        except Refused as refusal:
            raise Closed(NO_TABLE if refusal.status == 404 else NOT_ALLOWED) from refusal
        await greet(services, table, client, since, said)
        return table

    @contextlib.asynccontextmanager
    async def streaming(self, table: LiveTable, queue: Queue) -> AsyncIterator[None]:
        """One event stream, from its start to its end."""
        self._streams.add(queue)
        try:
            if self._is_closed:
                queue.end(GOING_AWAY)
            yield
        finally:
            self._streams.discard(queue)
            await self._depart(table, queue)

    async def _depart(self, table: LiveTable, outlet: Outlet) -> None:
        table.detach(outlet)
        others = {o.account for group in table.outlets.values() for o in group}
        # When the server stops all go at once, and none of them because it wants to.
        if outlet.account is not None and outlet.account not in others and not self._is_closed:
            with contextlib.suppress(Exception):  # the connection is gone whatever happens here
                await self._services.keeper.presence.went(table, outlet.account)

    def displace(self, table: LiveTable, outlet: Outlet) -> None:
        """Let somebody who has lost a seat look on as a spectator, where that is allowed."""
        task = asyncio.create_task(self._greet_anew(table, outlet))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _greet_anew(self, table: LiveTable, outlet: Outlet) -> None:
        try:
            self._services.lobby.watch(table, outlet.account)
            await greet(self._services, table, outlet, None)
        except Refused:
            outlet.end(NOT_ALLOWED)
        except NoDatabase:
            outlet.end(TRY_AGAIN)
        except Exception:
            log.exception("live")
            outlet.end(FAULT)
        if outlet not in self._all():  # it has gone meanwhile
            table.detach(outlet)

    async def recheck(self, account: str | None = None) -> None:
        """End the connections whose session or token is no more: of an account, or of all."""
        sessions = self._services.sessions
        for client in self._all():
            who = client.who
            if who is None or account not in (None, who.account):
                continue
            try:
                if not await sessions.is_valid(who.session):
                    client.end(SIGNED_OUT)
            except NoDatabase:
                client.end(TRY_AGAIN)  # nobody stays whose session cannot be asked about

    def _all(self) -> list[Client | Queue]:
        return [*self._streams, *(client for group in self._clients for client in group)]

    def end_all(self) -> None:
        """End all connections; new ones may come."""
        for client in self._all():
            client.end(GOING_AWAY)

    def close(self) -> None:
        """End all connections: the server stops."""
        if not self._is_closed:
            self._log("stopping")
        self._is_closed = True
        for task in (self._watch, *self._tasks):
            if task is not None:
                task.cancel()
        self.end_all()
        for table in self._services.hall.tables.values():
            table.wake()  # who waits over HTTP is answered


class Talk:
    """What one client says."""

    def __init__(self, services: Services, table: LiveTable, client: Client) -> None:
        self._services = services
        self._table = table
        self._client = client
        factor = services.settings.rate_limits
        self._bucket = Bucket(MESSAGES_PER_SECOND * factor, MESSAGES_AT_ONCE * factor)

    async def listen(self) -> None:
        """Answer messages until the client goes."""
        while True:
            text = await self._client.receive()
            self._pay(1.0)
            await self._hear(text)

    def _pay(self, cost: float) -> None:
        """End the connection of a client that asks for too much."""
        if not self._bucket.take(cost):
            raise Closed(TOO_MUCH)

    async def _hear(self, text: str) -> None:
        request: str | None = None
        try:
            message = _decoder.decode(text)
            request = getattr(message, "id", None)
            await self._answer(message)
        except (Illegal, Refused) as refusal:
            violation = as_violation(refusal)
            clause, reason = violation.clause, violation.reason
            params = dict(violation.params)
            self._client.tell(Refusal(request, clause, reason, params, self._table.n))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
            params = {"fault": str(fault)[:200]}
            self._client.tell(Refusal(_request_id(text), "record", "field", params, self._table.n))

    def _account(self) -> Who:
        if self._client.who is None:
            raise Refused(401, "not_signed_in")
        return self._client.who

    async def _answer(self, message: ClientMessage) -> None:
        services, table = self._services, self._table
        match message:
            case Act():
                known = message.id in table.ids
                account = self._account().account
                step = await services.hall.act(
                    table, account, bytes(message.entry), message.id, message.after
                )
                if known:
                    self._client.tell(Done(message.id, step.number))
            case Undo():
                known = message.id in table.ids
                account = self._account().account
                step = await services.hall.undo(table, account, message.seat, message.id)
                if known:
                    self._client.tell(Done(message.id, step.number))
            case Ping():
                self._client.tell(Pong(now_ms()))
            case Look():
                self._pay(WHOLE_STATE_COST - 1)
                await self._look(message.seat)
            case Resume():
                self._pay(WHOLE_STATE_COST - 1)
                async with table.lock:
                    tell_since(table, self._client, message.since)
                if message.chat is not None:
                    await self._tell_missed(message.chat)
            case Say():
                await services.limits.check_account("chat", self._account().account)
                await services.chat.say_once(table, self._account(), message.text, message.id)
                self._client.tell(Done(message.id, table.n))
            case GiveNonce():
                account = self._account().account
                await services.lobby.seating.give_nonce(table, account, message.nonce)

    async def _tell_missed(self, said: int) -> None:
        """Send the table, and what was said there after a number."""
        client = self._client
        client.tell(TableNews(live_info(self._table, client.account)))
        messages = await self._services.chat.read(self._table.id, client.account, said)
        if messages:
            client.tell(ChatNews(messages))

    async def _look(self, seat: int | None) -> None:
        """Change to another seat that the account holds."""
        viewer = viewer_for(self._table, self._client.account, seat)
        if viewer is None:
            self._services.lobby.watch(self._table, self._client.account)
        self._table.detach(self._client)
        self._client.viewer = viewer
        await greet(self._services, self._table, self._client, None)


def viewer_for(table: LiveTable, account: str | None, seat: int | None) -> Viewer:
    """The eyes with which an account may look: a seat of its own, or a spectator's."""
    mine = table.seats_of(account)
    if seat is None:
        return mine[0] if mine else None
    if seat not in mine:
        raise Refused(403, "not_your_seat", seat=seat)
    return seat


async def greet(
    services: Services,
    table: LiveTable,
    outlet: Outlet,
    since: int | None,
    said: int | None = None,
) -> None:
    """Add a client to a table and send it all, or what it has missed.

    It has missed what came after step `since`, and after chat message `said` if it names one.
    """
    if outlet.viewer is not None:
        await services.keeper.presence.came(table, outlet.viewer)
    resumes = since is not None and since <= table.n
    first = said or 0 if resumes else 0
    chat = await services.chat.read(table.id, outlet.account, first)
    async with table.lock:
        if services.bus.is_shared:
            await services.hall.catch_up(table)
        if table.is_broken:
            await services.hall.rebuild(table)
        await services.keeper.presence.watches(table)
        if since is not None and resumes and since <= table.n:
            table.attach(outlet)
            tell_since(table, outlet, since)
            outlet.push(encode(TableNews(live_info(table, outlet.account))))
            if said is not None and chat:
                outlet.push(encode(ChatNews(chat)))
        else:
            _show_all(table, outlet, chat)
        if said is not None or not resumes:
            last = chat[-1].number if chat else first
            late = await services.chat.read_between(table, outlet.account, last)
            if late:
                outlet.push(encode(ChatNews(late)))


def _show_all(table: LiveTable, outlet: Outlet, chat: Sequence[ChatInfo]) -> None:
    """Add a client to a table and send it all that there is to know."""
    message = Snapshot(
        protocol=PROTOCOL,
        state=table.attach(outlet),
        n=table.n,
        seat=outlet.viewer,
        table=live_info(table, outlet.account),
        steps=table.steps_since(0, outlet.viewer),
        chat=chat,
    )
    outlet.push(encode(message))


def tell_since(table: LiveTable, outlet: Outlet, since: int) -> None:
    """Send all that came after a step, with the whole state."""
    since = min(since, table.n)
    message = Steps(
        since=since,
        n=table.n,
        steps=table.steps_since(since, outlet.viewer),
        state=table.state(outlet.viewer),
    )
    outlet.push(encode(message))


class _Named(msgspec.Struct):
    """Any message that has an id, whatever else is wrong with it."""

    id: EntryId


def _request_id(text: str) -> str | None:
    """The id of a message that cannot be read, so that its sender knows which one."""
    try:
        return msgspec.json.decode(text, type=_Named).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _number(text: str | None) -> int | None:
    if text is None or not text.isascii() or not text.isdigit():
        return None
    return int(text[:9])
