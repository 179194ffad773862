"""HTTP: the match itself, for programs: look, wait, act, take back; and the WebSocket."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine
from contextlib import AbstractContextManager
from typing import Annotated, TypeVar

import msgspec
from litestar import Controller, get, post, websocket
from litestar.params import Parameter
from litestar.response import ServerSentEvent, ServerSentEventMessage

from farhaven.server.accounts.sessions import Who
from farhaven.server.basics import Refused
from farhaven.server.http.dependencies import Ask, Asker, Given, MaybeAsker, charge, find_who
from farhaven.server.http.rate_limits import HINT_WORK, Places
from farhaven.server.http.security import client_address
from farhaven.server.live.event_stream import Queue
from farhaven.server.live.live_play import NOT_SIGNED_IN, TRY_AGAIN, Live, Socket, greet, viewer_for
from farhaven.server.live.subscriber import Viewer
from farhaven.server.live.websocket_connection import Closed
from farhaven.server.scheduling.scheduler import question_for
from farhaven.server.services import Services
from farhaven.server.storage.database_access import NoDatabase
from farhaven.server.tables.live_table import LiveTable, encode
from farhaven.server.tables.table_info import live_info
from farhaven.server.wire.tables import ActBody, Acted, HintInfo, News, Situation, UndoBody
from farhaven.server.workers.bot_pool import BotFailed

T = TypeVar("T")

MAX_WAIT = 25.0
HEARTBEAT = 20.0

Since = Annotated[int, Parameter(ge=0, le=1_000_000)]
Seat = Annotated[int | None, Parameter(ge=0, le=15)]
Wait = Annotated[float, Parameter(ge=0, le=MAX_WAIT)]


async def _look(
    services: Services, who: Who | None, table_id: str, seat: int | None
) -> tuple[LiveTable, Viewer]:
    """The table, and the eyes with which it may be seen."""
    table = await services.hall.get(table_id)
    account = None if who is None else who.account
    viewer = viewer_for(table, account, seat)
    if viewer is None:
        services.lobby.watch(table, account)
        await services.keeper.presence.watches(table)
    else:
        await services.keeper.presence.came(table, viewer)
    return table, viewer


class PlayRoutes(Controller):
    """The match at a table."""

    path = "/api/tables/{table:str}"
    tags = ("play",)

    @get("/state")
    async def state(
        self, services: Given, maybe_who: MaybeAsker, table: str, seat: Seat = None
    ) -> Situation:
        """What a seat has before it now."""
        found, viewer = await _look(services, maybe_who, table, seat)
        account = None if maybe_who is None else maybe_who.account
        async with found.lock:
            return Situation(
                n=found.n,
                seat=viewer,
                table=live_info(found, account),
                state=found.state(viewer),
            )

    @get("/steps")
    async def steps(
        self,
        request: Ask,
        services: Given,
        maybe_who: MaybeAsker,
        table: str,
        since: Since = 0,
        seat: Seat = None,
        wait: Wait = 0.0,
    ) -> News:
        """What came after a step; waits for the next one if there is none yet."""
        found, viewer = await _look(services, maybe_who, table, seat)
        changed = found.next_change()
        if since >= found.n and wait > 0:
            with _place(request, maybe_who), contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await changed.wait()
        async with found.lock:
            first = min(since, found.n)
            return News(
                since=first,
                n=found.n,
                steps=found.steps_since(first, viewer),
                state=found.state(viewer),
            )

    @get("/events")
    async def events(
        self,
        request: Ask,
        services: Given,
        maybe_who: MaybeAsker,
        table: str,
        since: Annotated[int | None, Parameter(ge=0, le=1_000_000)] = None,
        chat: Annotated[int | None, Parameter(ge=0, le=1_000_000)] = None,
        seat: Seat = None,
    ) -> ServerSentEvent:
        """The live messages as server-sent events."""
        found, viewer = await _look(services, maybe_who, table, seat)
        connections: Live = request.app.state.live
        place = _place(request, maybe_who)
        queue = Queue(maybe_who, viewer)
        return ServerSentEvent(_stream(services, connections, place, found, queue, (since, chat)))

    @get("/hint")
    async def hint(
        self, request: Ask, services: Given, who: Asker, table: str, seat: Seat = None
    ) -> list[HintInfo]:
        """What the search would choose for an own seat, and why; not where ratings are at stake."""
        await services.limits.check_account("hint", who.account)
        found = await services.hall.get(table)
        viewer = viewer_for(found, who.account, seat)
        if viewer is None:
            raise Refused(403, "not_at_table")
        if found.row.rated:
            raise Refused(409, "rated")
        async with found.lock:
            question = question_for(found, viewer, found.row.stand_in, hint=True)
        if question is None:
            raise Refused(409, "stale", n=found.n)
        await charge(request, services, HINT_WORK)
        try:
            answer = await unless_gone(request, services.pool.advise(question, who.account))
        except BotFailed as fault:
            raise Refused(503, "busy") from fault
        return msgspec.json.decode(answer, type=list[HintInfo])

    @post("/act", status_code=200)
    async def act(self, services: Given, who: Asker, table: str, data: ActBody) -> Acted:
        """Make a choice. The same id again is answered, not carried out again."""
        await services.limits.check_account("act", who.account)
        found = await services.hall.get(table)
        await services.keeper.presence.acts(found, who.account)
        step = await services.hall.act(found, who.account, encode(data.entry), data.id, data.after)
        return Acted(data.id, step.number)

    @post("/undo", status_code=200)
    async def undo(self, services: Given, who: Asker, table: str, data: UndoBody) -> Acted:
        """Take back the last own choice."""
        await services.limits.check_account("act", who.account)
        found = await services.hall.get(table)
        step = await services.hall.undo(found, who.account, data.seat, data.id)
        return Acted(data.id, step.number)


def _place(request: Ask, who: Who | None) -> AbstractContextManager[None]:
    """A place for a request that stays open; refused where there are too many."""
    places: Places = request.app.state.live.places
    address, account = client_address(request.scope), None if who is None else who.account
    places.check(address, account)
    return places.hold(address, account)


async def unless_gone(request: Ask, work: Coroutine[None, None, T]) -> T:
    """The result of work for somebody who waits; it is cancelled when they hang up."""
    task = asyncio.create_task(work)
    gone = asyncio.create_task(_disconnect(request))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Refused(503, "busy")  # which nobody reads
        return task.result()
    finally:
        for one in (task, gone):
            one.cancel()
        await asyncio.gather(task, gone, return_exceptions=True)


async def _disconnect(request: Ask) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _stream(
    services: Services,
    connections: Live,
    place: AbstractContextManager[None],
    table: LiveTable,
    queue: Queue,
    known: tuple[int | None, int | None],
) -> AsyncIterator[ServerSentEventMessage]:
    """Messages from the step and the chat message on that are known."""
    with place:
        async with connections.streaming(table, queue):
            try:
                await greet(services, table, queue, *known)
            except NoDatabase:
                return
            while True:
                try:
                    async with asyncio.timeout(HEARTBEAT):
                        message = await queue.next()
                except TimeoutError:
                    yield ServerSentEventMessage(comment="still here")
                except Closed:
                    return
                else:
                    yield ServerSentEventMessage(data=message.decode())


@websocket("/api/tables/{table:str}/live")
async def live(socket: Socket, services: Given, table: str) -> None:
    """Live play; see docs/protocol.md."""
    try:
        who = await find_who(socket.headers, socket.cookies, services)
    except (Refused, NoDatabase) as fault:
        await socket.accept()
        await socket.close(code=NOT_SIGNED_IN if isinstance(fault, Refused) else TRY_AGAIN)
        return
    await socket.app.state.live.serve(socket, who, table)
