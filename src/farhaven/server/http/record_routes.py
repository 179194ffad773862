"""HTTP: records of matches, uploads to replay, and the address of any moment."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from time import perf_counter
from typing import Annotated

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.params import Parameter
from sqlalchemy import delete as delete_from
from sqlalchemy import insert, select
from sqlalchemy.engine import Connection

from farhaven.core.event import Event
from farhaven.core.game import Game
from farhaven.core.log_entry import Line
from farhaven.core.match import Match, open_record
from farhaven.core.record import MAX_RECORD_BYTES, Record, decode_record, encode_record
from farhaven.core.violation import RECORD, Illegal, Violation, illegal
from farhaven.server.accounts.quota_checks import QuotaHolder
from farhaven.server.basics import Refused, new_id, not_found, now_ms
from farhaven.server.http.dependencies import Ask, Asker, Given, MaybeAsker, charge, network
from farhaven.server.http.rate_limits import ANALYSIS_WORK, BYTES_PER_WORK, LINE_WORK
from farhaven.server.http.replays import Replay
from farhaven.server.live.live_play import viewer_for
from farhaven.server.live.subscriber import Viewer
from farhaven.server.services import Services
from farhaven.server.storage.models import AnalysisRow, RecordRow
from farhaven.server.tables.live_table import encode
from farhaven.server.wire.analysis import AnalysisInfo
from farhaven.server.wire.tables import Course, Moment, Told

MAX_LINES = 5_000
SLICE_SECONDS = 0.005
"""How long a replay keeps the event loop before it lets others have a turn."""
At = Annotated[int, Parameter(ge=0, le=1_000_000)]
Seat = Annotated[int | None, Parameter(ge=0, le=15)]


class Uploaded(msgspec.Struct, frozen=True):
    """A record that was uploaded, and has been played through."""

    id: str
    title: str
    lines: int


class KeptRecord(msgspec.Struct, frozen=True):
    """A record that somebody has uploaded, in a list of their own."""

    id: str
    title: str
    created: int


def _json(body: bytes, name: str) -> Response[bytes]:
    return Response(
        body,
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}.json"'},
    )


async def in_turns(lines: Iterable[Line]) -> AsyncIterator[Line]:
    """Lines to be played, in slices between which others have a turn.

    Not in a thread: where the rules are not compiled, their buffers are for one at a time.
    """
    begun = perf_counter()
    for line in lines:
        yield line
        if perf_counter() - begun > SLICE_SECONDS:
            await asyncio.sleep(0)
            begun = perf_counter()


async def moment(replay: Replay, at: int, last: int, viewer: Viewer, *, whole: bool) -> Moment:
    """A match after some lines of `last`, as a viewer may see it."""
    match = replay.match(at)
    events: list[Event] = []
    async for line in in_turns(replay.lines(match, at)):
        events = match.take(line)
    shown = None
    if match.log:
        raw, before = match.log[-1], match.log[-2] if len(match.log) > 1 else None
        shown = msgspec.Raw(encode(raw if whole else match.game.seen(raw, viewer, before)))
    view = match.view(viewer)
    result = match.result()
    return Moment(
        at=len(match.log),
        last=last,
        view=view.to_wire(),
        decision=None if viewer is None or match.is_over else match.game.decision(view),
        owing=match.owing(),
        line=shown,
        events=[Told(e.code, e.params) for e in events if whole or e.is_for(viewer)],
        result=None if result is None else msgspec.Raw(encode(result)),
    )


async def course(match: Match, lines: Iterable[Line]) -> Course:
    """Plays a match through once, and notes the points on the way."""
    seats = range(len(match.players))
    scores = [tuple(match.position.score(seat) for seat in seats)]
    async for line in in_turns(lines):
        match.take(line)
        scores.append(tuple(match.position.score(seat) for seat in seats))
    return Course(scores)


def _check_moment(at: int, last: int) -> None:
    if at > last:
        raise illegal(RECORD, "no_such_moment", at=at, last=last)


def _seat_of_record(match: Match, seat: int | None) -> Viewer:
    if seat is not None and seat >= len(match.players):
        raise not_found()
    return seat


class TableRecordRoutes(Controller):
    """The record of a table's match."""

    path = "/api/tables/{table:str}"
    tags = ("records",)

    @get("/record")
    async def record(
        self, request: Ask, services: Given, maybe_who: MaybeAsker, table: str, seat: Seat = None
    ) -> Response[bytes]:
        """As the asker may see it while the match runs; whole when it is over."""
        found = await services.hall.get(table)
        account = None if maybe_who is None else maybe_who.account
        services.lobby.watch(found, account)
        viewer = viewer_for(found, account, seat)
        await charge(request, services, LINE_WORK * found.n)
        async with found.lock:
            return _json(encode_record(found.record(viewer)), f"{found.game.name}-{table}")

    @get("/at/{at:int}")
    async def at(
        self,
        request: Ask,
        services: Given,
        maybe_who: MaybeAsker,
        table: str,
        at: At,
        seat: Seat = None,
    ) -> Moment:
        """The match after so many lines of its log; from any seat once it is over."""
        found = await services.hall.get(table)
        account = None if maybe_who is None else maybe_who.account
        services.lobby.watch(found, account)
        match = found.playing()
        viewer = _seat_of_record(match, seat)
        if not match.is_over:
            viewer = viewer_for(found, account, seat)
        _check_moment(at, len(match.log))
        replay, last, whole = services.replays.of_match(table, match), len(match.log), match.is_over
        await charge(request, services, LINE_WORK * replay.distance(at))
        return await moment(replay, at, last, viewer, whole=whole)

    @get("/course")
    async def course(
        self, request: Ask, services: Given, maybe_who: MaybeAsker, table: str
    ) -> Course:
        """The points after each line of a match that is over."""
        found = await services.hall.get(table)
        services.lobby.watch(found, None if maybe_who is None else maybe_who.account)
        match = found.playing()
        if not match.is_over:
            raise Refused(409, "not_over")
        await charge(request, services, LINE_WORK * len(match.log))
        return await course(match.at(0), match.log[:])

    @get("/analysis")
    async def analysis(self, services: Given, maybe_who: MaybeAsker, table: str) -> AnalysisInfo:
        """How far the analysis of a match is that is over, and what it found."""
        found = await services.hall.get(table)
        services.lobby.watch(found, None if maybe_who is None else maybe_who.account)
        found.playing()
        return await services.analyses.info(table)

    @post("/analysis", status_code=202)
    async def analyse(self, request: Ask, services: Given, who: Asker, table: str) -> AnalysisInfo:
        """Let a match that is over be analysed; who asks again is told how far it is."""
        found = await services.hall.get(table)
        services.lobby.watch(found, who.account)
        await services.limits.check_account("analysis", who.account)
        await charge(request, services, ANALYSIS_WORK)
        return await services.analyses.start(table, found.playing(), who.account)


class RecordRoutes(Controller):
    """Records that were uploaded to be looked at."""

    path = "/api/records"
    tags = ("records",)

    @post(request_max_body_size=MAX_RECORD_BYTES)
    async def upload(self, request: Ask, services: Given, who: Asker) -> Uploaded:
        """Play a record through, and keep it if it is right."""
        await services.limits.check_account("upload", who.account)
        body = await request.body()
        await charge(request, services, len(body) / BYTES_PER_WORK)
        record = decode_record(body)
        game = services.titles.get(record.game)
        if game is None:
            raise Refused(400, "no_such_title", title=record.game[:32])
        if len(record.log) > MAX_LINES:
            raise Refused(413, "too_large", limit=MAX_LINES)
        await charge(request, services, LINE_WORK * len(record.log))
        match = await _played(game, record)
        if record.stopped is not msgspec.UNSET:
            match.stop(record.stopped)
        uploaded = Uploaded(new_id(), game.name, len(match.log))
        holder = QuotaHolder(who.account, network(request, services))
        await _keep(services, holder, uploaded, encode_record(record).decode())
        return uploaded

    @get()
    async def kept(self, services: Given, who: Asker) -> list[KeptRecord]:
        """The records that the asker has uploaded, the newest first."""
        query = (
            select(RecordRow.id, RecordRow.title, RecordRow.created)
            .where(RecordRow.account == who.account)
            .order_by(RecordRow.created.desc(), RecordRow.id)
        )
        rows = await services.store.read(lambda session: session.execute(query).all())
        return [KeptRecord(*row) for row in rows]

    @delete("/{record:str}", status_code=200)
    async def forget(self, services: Given, who: Asker, record: str) -> None:
        """Delete a record that the asker has uploaded, with its analysis."""

        def work(connection: Connection) -> bool:
            own = (RecordRow.id == record) & (RecordRow.account == who.account)
            found = connection.execute(delete_from(RecordRow).where(own)).rowcount > 0
            if found:
                connection.execute(delete_from(AnalysisRow).where(AnalysisRow.subject == record))
            return found

        if not await services.store.write(work):
            raise not_found()

    @get("/{record:str}")
    async def record(self, services: Given, record: str) -> Response[bytes]:
        """The record as it was uploaded."""
        row = await _row(services, record)
        return _json(row.body.encode(), f"{row.title}-{row.id}")

    @get("/{record:str}/at/{at:int}")
    async def at(
        self, request: Ask, services: Given, record: str, at: At, seat: Seat = None
    ) -> Moment:
        """The match after so many lines of its log."""
        replay = await _replay(request, services, record)
        viewer = _seat_of_record(replay.start, seat)
        last = len(replay.log)
        _check_moment(at, last)
        await charge(request, services, LINE_WORK * replay.distance(at))
        return await moment(replay, at, last, viewer, whole=True)

    @get("/{record:str}/course")
    async def course(self, request: Ask, services: Given, record: str) -> Course:
        """The points after each line."""
        game, found = await _uploaded(request, services, record)
        return await course(open_record(game, found), _lines(game, found))

    @get("/{record:str}/analysis")
    async def analysis(self, services: Given, record: str) -> AnalysisInfo:
        """How far the analysis of a record is, and what it found."""
        await _row(services, record)
        return await services.analyses.info(record)

    @post("/{record:str}/analysis", status_code=202)
    async def analyse(self, request: Ask, services: Given, who: Asker, record: str) -> AnalysisInfo:
        """Let a record be analysed that was played to its end; who asks again is told how far.

        What was only stopped may still go on somewhere, where advice is not wanted.
        """
        game, found = await _uploaded(request, services, record)
        await services.limits.check_account("analysis", who.account)
        await charge(request, services, ANALYSIS_WORK + LINE_WORK * len(found.log))
        return await services.analyses.start(record, await _played(game, found), who.account)


async def _keep(services: Services, holder: QuotaHolder, uploaded: Uploaded, body: str) -> None:
    def work(connection: Connection) -> None:
        services.lobby.quotas.check_record(connection, holder, len(body))
        connection.execute(
            insert(RecordRow).values(
                id=uploaded.id,
                account=holder.account,
                network=holder.network or None,
                title=uploaded.title,
                body=body,
                created=now_ms(),
            )
        )

    await services.store.write(work)


async def _played(game: Game, record: Record) -> Match:
    """A record's match, all lines played; a line that is refused is named."""
    match = open_record(game, record)
    try:
        async for line in in_turns(_lines(game, record)):
            match.take(line)
    except Illegal as refusal:
        raise _at_line(refusal.violation, len(match.log) + 1) from refusal
    return match


def _at_line(violation: Violation, line: int) -> Illegal:
    """The refusal of a line of a log, counted from 1."""
    params = {**violation.params, "line": line}
    return Illegal(msgspec.structs.replace(violation, params=params))


def _lines(game: Game, record: Record) -> Iterator[Line]:
    """The lines of a record's log."""
    return (game.read_line(raw) for raw in record.log)


async def _replay(request: Ask, services: Services, record: str) -> Replay:
    """A record that was uploaded, to be stepped through."""
    replay = services.replays.get(record)
    if replay is None:
        game, found = await _uploaded(request, services, record)
        return services.replays.add(record, Replay(open_record(game, found), [*found.log]))
    await _row(services, record)  # it may have been deleted since
    return replay


async def _uploaded(request: Ask, services: Services, record: str) -> tuple[Game, Record]:
    """A record that was uploaded, and so is right, with the title's rules."""
    row = await _row(services, record)
    game = services.titles.get(row.title)
    if game is None:
        raise not_found()
    await charge(request, services, len(row.body) / BYTES_PER_WORK)
    return game, decode_record(row.body.encode())


async def _row(services: Services, record: str) -> RecordRow:
    row = await services.store.read(lambda session: session.get(RecordRow, record))
    if row is None:
        raise not_found()
    return row
