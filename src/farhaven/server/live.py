"""Live play over WebSocket: a snapshot, then numbered steps."""

import asyncio
import contextlib
from collections import deque

import msgspec
import structlog
from litestar.connection import WebSocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from farhaven.core.violation import Illegal
from farhaven.server.basics import Refused, now_ms
from farhaven.server.hall import as_violation
from farhaven.server.info import live_info
from farhaven.server.limits import Bucket
from farhaven.server.metrics import DROPPED, SOCKETS
from farhaven.server.services import Services
from farhaven.server.sessions import Who
from farhaven.server.table import LiveTable, Viewer, encode
from farhaven.server.wire import (
    PROTOCOL,
    Act,
    ClientMessage,
    Done,
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
    Undo,
)

MAX_FRAME = 16 << 10
MAX_QUEUED = 1 << 20
MAX_MESSAGES = 512
MESSAGES_PER_SECOND = 40.0
MESSAGES_AT_ONCE = 120.0
FAREWELL_SECONDS = 1.0

NOT_ALLOWED, NO_TABLE, TOO_SLOW, TOO_MUCH, SIGNED_OUT = 4003, 4004, 4008, 4009, 4010
TOO_LARGE, GOING_AWAY, UNSUPPORTED = 1009, 1001, 1003

Socket = WebSocket[object, object, State]

log = structlog.get_logger()
_decoder = msgspec.json.Decoder(ClientMessage)


class Closed(Exception):  # noqa: N818 - the ordinary end of a connection
    """The connection is to be closed, with this code; None if the client has closed it."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code


class Queue:
    """Messages for one client, bounded: who does not read is dropped, and may resume."""

    def __init__(self, account: str | None, viewer: Viewer) -> None:
        self.account = account
        self.viewer = viewer
        self.session = ""
        self.code: int | None = None
        """Why the server ends the connection, once it does."""
        self._frames: deque[str] = deque()
        self._size = 0
        self._wake = asyncio.Event()
        self.ended = asyncio.Event()

    def push(self, frame: str) -> None:
        """Queue a message, or drop the client if it is too slow."""
        if self.code is not None:
            return
        self._size += len(frame)
        if self._size > MAX_QUEUED or len(self._frames) >= MAX_MESSAGES:
            DROPPED.inc()
            self.end(TOO_SLOW)
            return
        self._frames.append(frame)
        self._wake.set()

    def tell(self, message: ServerMessage) -> None:
        """Queue a message for this client alone."""
        self.push(encode(message).decode())

    def end(self, code: int) -> None:
        """Let the connection end; what is still queued is not sent."""
        if self.code is None:
            self.code = code
            self._frames.clear()
            self._wake.set()
            self.ended.set()

    async def next(self) -> str:
        """The next message; `Closed` once the server wants to end."""
        while not self._frames:
            if self.code is not None:
                raise Closed(self.code)
            self._wake.clear()
            await self._wake.wait()
        frame = self._frames.popleft()
        self._size -= len(frame)
        return frame


class Live:
    """All live connections of this process."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._queues: set[Queue] = set()

    async def serve(self, socket: Socket, who: Who | None, table_id: str) -> None:
        """One connection, from its start to its end."""
        await socket.accept()
        queue = Queue(None if who is None else who.account, None)
        queue.session = "" if who is None else who.session
        table: LiveTable | None = None
        SOCKETS.inc()
        self._queues.add(queue)
        try:
            table = await self._enter(socket, queue, table_id)
            await self._run(socket, Talk(self._services, table, queue, who))
        except Closed as closed:
            if closed.code is not None:
                await _farewell(socket, closed.code)
        finally:
            SOCKETS.dec()
            self._queues.discard(queue)
            if table is not None:
                await self._depart(table, queue)

    async def _enter(self, socket: Socket, queue: Queue, table_id: str) -> LiveTable:
        """Find the table and the seat, and queue the first message."""
        services = self._services
        try:
            table = await services.hall.get(table_id)
            seat = _number(socket.query_params.get("seat"))
            since = _number(socket.query_params.get("since"))
            queue.viewer = viewer_for(table, queue.account, seat)
            if queue.viewer is None:
                await services.lobby.watch(table, queue.account)
        except Refused as refusal:
            raise Closed(NO_TABLE if refusal.status == 404 else NOT_ALLOWED) from refusal
        await services.chat.learn_mutes(queue.account)
        await greet(services, table, queue, since)
        return table

    async def _run(self, socket: Socket, talk: "Talk") -> None:
        """Read and write until one of both ends."""
        writer = asyncio.create_task(_write(socket, talk.queue))
        reader = asyncio.create_task(talk.listen(socket))
        # The writer may be stuck with a client that does not read, so the end is heard apart.
        ended = asyncio.create_task(talk.queue.ended.wait())
        try:
            await asyncio.wait((writer, reader, ended), return_when=asyncio.FIRST_COMPLETED)
        finally:
            ended.cancel()
            writer.cancel()
            async with talk.hearing:  # what was asked for is carried out, not cut in the middle
                reader.cancel()
            results = await asyncio.gather(writer, reader, return_exceptions=True)
        codes = [result.code for result in results if isinstance(result, Closed)]
        if talk.queue.code is not None:
            codes.insert(0, talk.queue.code)
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, Closed):
                log.warning("live", fault=repr(result))
                codes.append(1011)
        raise Closed(codes[0] if codes else None)

    async def _depart(self, table: LiveTable, queue: Queue) -> None:
        seat = queue.viewer
        table.detach(queue)
        others = {o.account for group in table.outlets.values() for o in group}
        if seat is not None and queue.account not in others:
            with contextlib.suppress(Exception):  # the connection is gone whatever happens here
                await self._services.keeper.went(table, seat)

    async def recheck(self, account: str) -> None:
        """End the connections of an account whose session or token is no more."""
        for queue in tuple(self._queues):
            if queue.account == account and not await self._services.sessions.is_valid(
                queue.session
            ):
                queue.end(SIGNED_OUT)

    def close(self) -> None:
        """End all connections: the server stops."""
        for queue in tuple(self._queues):
            queue.end(GOING_AWAY)


class Talk:
    """What one client says."""

    def __init__(self, services: Services, table: LiveTable, queue: Queue, who: Who | None) -> None:
        self.queue = queue
        self.hearing = asyncio.Lock()
        self._services = services
        self._table = table
        self._who = who
        factor = services.settings.rate_limits
        self._bucket = Bucket(MESSAGES_PER_SECOND * factor, MESSAGES_AT_ONCE * factor)

    async def listen(self, socket: Socket) -> None:
        """Answer messages until the client goes."""
        while True:
            try:
                event = await socket.receive()
            except WebSocketDisconnect as fault:
                raise Closed(None) from fault
            if event["type"] != "websocket.receive":
                raise Closed(None)
            frame = event.get("text")
            if frame is None:
                raise Closed(UNSUPPORTED)
            if len(frame) > MAX_FRAME:
                raise Closed(TOO_LARGE)
            if not self._bucket.take():
                raise Closed(TOO_MUCH)
            async with self.hearing:
                await self._hear(frame)

    async def _hear(self, frame: str) -> None:
        request: str | None = None
        try:
            message = _decoder.decode(frame)
            request = getattr(message, "id", None)
            await self._answer(message)
        except (Illegal, Refused) as refusal:
            violation = as_violation(refusal)
            clause, reason = violation.clause, violation.reason
            params = dict(violation.params)
            self.queue.tell(Refusal(request, clause, reason, params, self._table.n))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
            params = {"fault": str(fault)[:200]}
            self.queue.tell(Refusal(request, "record", "field", params, self._table.n))

    def _account(self) -> Who:
        if self._who is None:
            raise Refused(401, "not_signed_in")
        return self._who

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
                    self.queue.tell(Done(message.id, step.number))
            case Undo():
                known = message.id in table.ids
                account = self._account().account
                step = await services.hall.undo(table, account, message.seat, message.id)
                if known:
                    self.queue.tell(Done(message.id, step.number))
            case Ping():
                self.queue.tell(Pong(now_ms()))
            case Look():
                await self._look(message.seat)
            case Resume():
                async with table.lock:
                    tell_since(table, self.queue, message.since)
            case Say():
                await services.limits.check_account("chat", self._account().account)
                await services.chat.say(table, self._account(), message.text)
                self.queue.tell(Done(message.id, table.n))
            case GiveNonce():
                account = self._account().account
                await services.lobby.seating.give_nonce(table, account, message.nonce)

    async def _look(self, seat: int | None) -> None:
        """Change to another seat that the account holds."""
        viewer = viewer_for(self._table, self.queue.account, seat)
        if viewer is None:
            await self._services.lobby.watch(self._table, self.queue.account)
        self._table.detach(self.queue)
        self.queue.viewer = viewer
        await greet(self._services, self._table, self.queue, None)


def viewer_for(table: LiveTable, account: str | None, seat: int | None) -> Viewer:
    """The eyes with which an account may look: a seat of its own, or a spectator's."""
    mine = table.seats_of(account)
    if seat is None:
        return mine[0] if mine else None
    if seat not in mine:
        raise Refused(403, "not_your_seat", seat=seat)
    return seat


async def greet(services: Services, table: LiveTable, queue: Queue, since: int | None) -> None:
    """Add a client to a table and queue its first message."""
    if queue.viewer is not None:
        await services.keeper.came(table, queue.viewer)
    chat = await services.chat.read(table.id)
    async with table.lock:
        if services.bus.is_shared:
            await services.hall.catch_up(table)
        if table.is_broken:
            await services.hall.rebuild(table)
        state = table.attach(queue)
        if since is not None and since <= table.n:
            tell_since(table, queue, since)
            return
        queue.tell(
            Snapshot(
                protocol=PROTOCOL,
                n=table.n,
                seat=queue.viewer,
                table=live_info(table, queue.account),
                state=state,
                steps=table.steps_since(0, queue.viewer),
                chat=services.chat.unmuted(queue.account, chat),
            )
        )


def tell_since(table: LiveTable, queue: Queue, since: int) -> None:
    """Queue all that came after a step, with the whole state."""
    since = min(since, table.n)
    queue.tell(
        Steps(
            since=since,
            n=table.n,
            steps=table.steps_since(since, queue.viewer),
            state=table.state(queue.viewer),
        )
    )


def _number(text: str | None) -> int | None:
    if text is None or not text.isascii() or not text.isdigit():
        return None
    return int(text[:9])


async def _write(socket: Socket, queue: Queue) -> None:
    while True:
        frame = await queue.next()
        try:
            await socket.send({"type": "websocket.send", "text": frame, "bytes": None})
        except (WebSocketDisconnect, OSError) as fault:
            raise Closed(None) from fault


async def _farewell(socket: Socket, code: int) -> None:
    """Close; a client that does not read is not waited for."""
    with contextlib.suppress(Exception):
        async with asyncio.timeout(FAREWELL_SECONDS):
            await socket.close(code=code)
