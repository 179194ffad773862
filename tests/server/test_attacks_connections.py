"""Connections that take up room without ever asking for anything."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import uvicorn
from structlog.testing import capture_logs
from uvicorn._types import ASGIReceiveCallable, ASGISendCallable, Scope
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed

from farhaven.server.basics import Refused
from farhaven.server.http import connections
from farhaven.server.http.connections import MAX_HEAD_BYTES, Connection, Door, connection_for
from farhaven.server.http.rate_limits import LIVE_PER_ACCOUNT, LIVE_PER_ADDRESS, Places
from farhaven.server.settings import Settings
from tests.server.client import Person
from tests.server.process import running as serving
from tests.server.test_tables import running, tell

GET = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n"
SOON = 0.1
HOUR = 3600.0
NEVER_READ = b"x" * (1 << 22)


async def _app(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    """Reads the body, and answers with little or with much."""
    assert scope["type"] == "http"
    while True:
        message = await receive()
        if message["type"] != "http.request" or not message["more_body"]:
            break
    body = NEVER_READ if scope["path"] == "/much" else b"here"
    head = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": head})
    for start in range(0, len(body), 1 << 16):
        part, is_more = body[start : start + (1 << 16)], start + (1 << 16) < len(body)
        await send({"type": "http.response.body", "body": part, "more_body": is_more})


@contextlib.asynccontextmanager
async def _served(settings: Settings | None = None) -> AsyncIterator[tuple[int, Door]]:
    """The application behind our kind of connection: its port, and the door."""
    kind = connection_for(settings or Settings())
    config = uvicorn.Config(_app, http=kind, log_config=None, lifespan="off", proxy_headers=False)
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: kind(config, state, {}), "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1], kind.door
        for connection in list(state.connections):
            assert isinstance(connection, Connection)
            connection.transport.abort()


async def _said(port: int, *parts: bytes) -> bytes:
    """What a connection is answered, until it is ended, to some bytes with pauses between."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    answer = b""
    with contextlib.suppress(ConnectionError):
        for part in parts:
            writer.write(part)
            await asyncio.sleep(SOON / 10)
        async with asyncio.timeout(20):
            answer = await reader.read()
    writer.close()
    return answer


@pytest.mark.parametrize(
    ("parts", "answer"),
    [
        ((), b""),
        ((b"\r\n",), b"HTTP/1.1 408"),
        ((b"GET /he",), b"HTTP/1.1 408"),
        ((GET,), b"HTTP/1.1 408"),
        ((GET, b"X-Slow: a", b"b", b"c", b"d"), b"HTTP/1.1 408"),
        ((POST, b"123"), b"HTTP/1.1 408"),
        ((GET + b"\r\n", b"\r\n"), b"HTTP/1.1 200"),
        ((GET + b"\r\n", b"GET /again"), b"HTTP/1.1 200"),
    ],
)
def test_who_never_finishes_a_request_is_let_go(
    monkeypatch: pytest.MonkeyPatch, parts: tuple[bytes, ...], answer: bytes
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", SOON)
    monkeypatch.setattr(connections, "BODY_SECONDS", SOON)

    async def main() -> None:
        async with _served() as (port, door):
            assert (await _said(port, *parts)).startswith(answer)
            while door.open:
                await asyncio.sleep(0.01)

    asyncio.run(main())


def test_patience_ends_with_the_request_not_with_the_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A request that has come whole may take its time, such as an event stream."""
    monkeypatch.setattr(connections, "HEAD_SECONDS", SOON)
    monkeypatch.setattr(connections, "BODY_SECONDS", SOON)

    async def main() -> None:
        async with _served() as (port, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            for _ in range(3):
                writer.write(GET + b"\r\n")
                assert b"200 OK" in await reader.readuntil(b"here")
                await asyncio.sleep(SOON * 2)
            writer.close()

    asyncio.run(main())


def test_who_does_not_read_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "WRITE_SECONDS", SOON)

    async def main() -> None:
        async with _served() as (port, door):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
            writer.write(b"GET /much HTTP/1.1\r\nHost: localhost\r\n\r\n")
            async with asyncio.timeout(20):
                while not door.open:
                    await asyncio.sleep(0)
                while door.open:
                    await asyncio.sleep(0.01)
            del reader
            writer.close()

    asyncio.run(main())


@pytest.mark.parametrize(
    "parts",
    [
        (GET + b"X-Large: " + b"a" * MAX_HEAD_BYTES + b"\r\n\r\n",),
        (GET + b"X-Endless: " + b"a" * MAX_HEAD_BYTES,),
        (GET + b"X-Many: a\r\n" * (MAX_HEAD_BYTES // 11) + b"\r\n",),
        (b"GET /" + b"a" * MAX_HEAD_BYTES, b"a" * 100),
        (GET + b"X-Parts: ", *([b"a" * 4096] * 9)),
    ],
)
def test_a_head_that_is_too_large_is_refused(parts: tuple[bytes, ...]) -> None:
    async def main() -> None:
        async with _served() as (port, _):
            assert (await _said(port, *parts)).startswith(b"HTTP/1.1 431")

    asyncio.run(main())


def test_an_address_has_room_for_so_many_connections_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "CONNECTIONS_PER_ADDRESS", 5)
    monkeypatch.setattr(connections, "HEAD_SECONDS", HOUR)

    async def main() -> None:
        async with _served(Settings(proxies="10.0.0.1")) as (port, door):
            idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(5)]
            while door.open < 5:
                await asyncio.sleep(0)
            assert await _said(port, GET + b"\r\n") == b""
            idle[0][1].close()
            while door.open == 5:
                await asyncio.sleep(0)
            assert b"here" in await _said(port, GET + b"Connection: close\r\n\r\n")
            for _, writer in idle:
                writer.close()

    asyncio.run(main())


def test_a_believed_proxy_may_have_any_number_and_the_whole_is_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "CONNECTIONS_PER_ADDRESS", 2)
    monkeypatch.setattr(connections, "CONNECTIONS", 60)
    door = Door(Settings(proxies="10.0.0.1"))
    passes = [door.enter("10.0.0.1") for _ in range(55)]
    assert None not in passes
    others = [door.enter("192.0.2.1") for _ in range(3)]
    assert [place is None for place in others] == [False, False, True]
    assert [door.enter(f"192.0.2.{i}") is None for i in range(2, 6)] == [False, False, False, True]
    for place in (*passes, *passes):
        assert place is not None
        place.give_back()  # a second time means nothing
    assert door.open == 5


def test_an_account_has_so_many_live_connections(tmp_path: Path) -> None:
    with serving(tmp_path, rate_limits="0.06") as server:
        most = round(LIVE_PER_ACCOUNT * 0.06)

        async def story(ada: Person, bo: Person) -> None:
            del bo
            table = await ada.table("toy", "me", "open")
            async with contextlib.AsyncExitStack() as stack:
                for _ in range(most):
                    wire = await stack.enter_async_context(ada.live(table))
                    await wire.receive()
                async with ada.live(table) as wire:
                    with pytest.raises(ConnectionClosed) as closed:
                        await wire.receive()
                    assert closed.value.rcvd is not None
                    assert closed.value.rcvd.code == 4009
                path = f"/api/tables/{table}"
                refused = await ada.get(f"{path}/events", status=429)
                assert refused["params"]["limit"] == "live"
                await ada.get(f"{path}/steps?wait=9&since=99", status=429)
            async with ada.live(table) as wire:
                await wire.receive()

        tell(server, story)


def test_places_are_counted_by_address_and_by_account() -> None:
    places = Places(1.0)
    with contextlib.ExitStack() as stack:
        for i in range(LIVE_PER_ADDRESS):
            places.check("192.0.2.1", f"account {i}")
            stack.enter_context(places.hold("192.0.2.1", f"account {i}"))
        with pytest.raises(Refused):
            places.check("192.0.2.1", "another")
        places.check("192.0.2.2", "account 1")
    places.check("192.0.2.1", "another")
    assert not places._taken
    unlimited = Places(0)
    with contextlib.ExitStack() as stack:
        for _ in range(500):
            unlimited.check("192.0.2.1", "a")
            stack.enter_context(unlimited.hold("192.0.2.1", "a"))


def test_streams_give_their_place_back(tmp_path: Path) -> None:
    factor = 0.1
    places = round(LIVE_PER_ACCOUNT * factor)

    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        for _ in range(places + 1):
            async with bo.http.stream("GET", f"/api/tables/{table}/events") as stream:
                lines = stream.aiter_lines()
                assert stream.status_code == 200
                assert await anext(line async for line in lines if "snapshot" in line)
        info = await ada.get(f"/api/tables/{table}")
        while info["seats"][1]["online"]:
            await asyncio.sleep(0.5)
            info = await ada.get(f"/api/tables/{table}")

    with serving(tmp_path, rate_limits=str(factor)) as server:
        tell(server, story)


def test_connections_that_are_cut_are_told_with_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "CONNECTIONS_PER_ADDRESS", 1)
    door = Door(Settings())
    with capture_logs() as lines:
        assert door.enter("203.0.113.7") is not None
        assert lines == []
        assert door.enter("203.0.113.7") is None
    assert [(line["log_level"], line["address"]) for line in lines] == [("warning", "203.0.113.7")]
    assert "--proxies" in lines[0]["hint"]
