"""Hostile requests: each is refused with the right status, and nothing has changed."""

import asyncio
import json
from collections.abc import AsyncIterator

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.client import Person
from tests.server.process import ServerProcess
from tests.server.test_tables import running, tell

CHOOSE = {"do": "choose", "seat": 0, "keep": True}


async def _unchanged(ada: Person, table: str, n: int) -> None:
    info = await ada.get(f"/api/tables/{table}")
    assert info["n"] == n


@pytest.mark.parametrize(
    ("entry", "status", "reason"),
    [
        (CHOOSE, 403, "not_your_seat"),
        ({**CHOOSE, "seat": 7}, 403, "not_your_seat"),
        ({**CHOOSE, "seat": -1}, 403, "not_your_seat"),
        ({**CHOOSE, "seat": 1, "more": 1}, 422, "field"),
        ({"do": "choose", "seat": 1}, 422, "field"),
        ({"do": "cheat", "seat": 1}, 422, "unknown_line"),
        ({"chance": "deal", "numbers": [9, 9]}, 422, "not_an_entry"),
        ({"seat": 1}, 422, "do_or_chance"),
        ({**CHOOSE, "seat": 10**30}, 403, "not_your_seat"),
    ],
)
def test_entries_that_are_not_ones_own(
    server: ServerProcess, entry: dict[str, object], status: int, reason: str
) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        n = (await ada.get(f"/api/tables/{table}"))["n"]
        body = {"id": "x", "entry": entry}
        refused = await bo.post(f"/api/tables/{table}/act", body, status=status)
        assert refused["reason"] == reason
        async with bo.live(table) as wire:
            await wire.receive()
            await wire.send("act", id="y", entry=entry)
            assert (await wire.until("refused"))["reason"] == reason
        await _unchanged(ada, table, n)

    tell(server, story)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"content-type": "text/plain"}, 415),
        ({"content-type": "application/x-www-form-urlencoded"}, 415),
        ({"authorization": "Bearer forged"}, 401),
        ({"authorization": "Basic Zm9vOmJhcg=="}, 401),
    ],
)
def test_cross_site_posts_and_forged_tokens(
    server: ServerProcess, headers: dict[str, str], status: int
) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        n = (await ada.get(f"/api/tables/{table}"))["n"]
        body = json.dumps({"id": "x", "entry": CHOOSE})
        sent = {"content-type": "application/json", **headers}
        answer = await ada.http.post(f"/api/tables/{table}/act", content=body, headers=sent)
        assert answer.status_code == status
        await _unchanged(ada, table, n)

    tell(server, story)


@pytest.mark.parametrize(
    "cookie", ["nonsense", "a.b", "farhaven", ".", "x" * 4000, "token.0123456789abcdef" * 2]
)
def test_forged_cookies_are_nobody(server: ServerProcess, cookie: str) -> None:
    async def main() -> None:
        async with httpx.AsyncClient(base_url=server.url, verify=False) as client:
            answer = await client.get("/api/account", headers={"cookie": f"farhaven={cookie}"})
            assert answer.json() is None
            answer = await client.get("/api/account/mutes", headers=answer.request.headers)
            assert answer.status_code == 401

    asyncio.run(main())


def test_a_cookie_with_a_changed_letter_is_nobody(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        n = (await ada.get(f"/api/tables/{table}"))["n"]
        value = ada.http.cookies["farhaven"]
        for i in (0, len(value) // 2, len(value) - 1):
            forged = value[:i] + ("A" if value[i] != "A" else "B") + value[i + 1 :]
            stranger = Person(server.url)
            stranger.http.headers["cookie"] = f"farhaven={forged}"
            assert await stranger.get("/api/account") is None
            body = {"id": "x", "entry": CHOOSE}
            await stranger.post(f"/api/tables/{table}/act", body, status=401)
            await stranger.request("PATCH", f"/api/tables/{table}", {"paused": True}, status=401)
            headers = {"cookie": f"farhaven={forged}"}
            address = stranger.live_address(table, seat=0)
            async with connect(address, additional_headers=headers) as socket:
                await socket.wait_closed()
                assert socket.close_code == 4003
            await stranger.close()
        await _unchanged(ada, table, n)

    tell(server, story)


@pytest.mark.parametrize(
    "path",
    [
        "/../settings.py",
        "/..%2f..%2fsettings.py",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/../../app.py",
        "/static/%00",
        "/etc/passwd.txt",
        "/api/../health.txt",
        "/api/tables/..%2f..",
        "/api/tables/' OR 1=1 --",
        "/api/records/../../etc/passwd",
        "//evil.example/x.js",
    ],
)
def test_paths_with_tricks_lead_nowhere(server: ServerProcess, path: str) -> None:
    async def main() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        target = path.replace(" ", "%20")
        writer.write(f"GET {target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".encode())
        answer = await reader.read()
        assert answer.startswith((b"HTTP/1.1 404", b"HTTP/1.1 400"))
        assert b"root:" not in answer
        assert b"import " not in answer
        writer.close()

    asyncio.run(main())


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"name": 5}',
        b'{"name": ""}',
        b'{"name": "x", "admin": true}',
        b'{"name": "' + b"x" * 33 + b'"}',
        b"[" * 20_000,
    ],
)
def test_malformed_bodies(server: ServerProcess, body: bytes) -> None:
    async def main() -> None:
        async with httpx.AsyncClient(base_url=server.url, verify=False) as client:
            headers = {"content-type": "application/json"}
            answer = await client.post("/api/account", content=body, headers=headers)
            assert answer.status_code in (400, 415)
            assert answer.json()["clause"] == "server"

    asyncio.run(main())


async def _chunks() -> AsyncIterator[bytes]:
    for _ in range(100):
        yield b" " * 1000


def test_oversized_bodies(server: ServerProcess) -> None:
    async def main() -> None:
        async with httpx.AsyncClient(base_url=server.url, verify=False) as client:
            headers = {"content-type": "application/json"}
            for content in (b" " * 70_000, _chunks()):
                answer = await client.post("/api/account", content=content, headers=headers)
                assert answer.status_code == 413

    asyncio.run(main())


@pytest.mark.parametrize(
    ("frame", "outcome"),
    [
        ("x" * 20_000, 1009),
        (b"\x00\x01", 1003),
        ("", "refused"),
        ("{}", "refused"),
        ("[]", "refused"),
        ("[" * 10_000, "refused"),
        ('{"type":"act"}', "refused"),
        ('{"type":"act","id":"","entry":{}}', "refused"),
        ('{"type":"snapshot"}', "refused"),
        ('{"type":"resume","since":-1}', "refused"),
        ('{"type":"look","seat":0}', "refused"),
        ('{"type":"say","id":"1","text":""}', "refused"),
    ],
)
def test_malformed_frames(server: ServerProcess, frame: str | bytes, outcome: str | int) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        n = (await ada.get(f"/api/tables/{table}"))["n"]
        async with bo.live(table) as wire:
            await wire.receive()
            await wire.socket.send(frame)
            if isinstance(outcome, int):
                with pytest.raises(ConnectionClosed) as closed:
                    while True:
                        await wire.receive()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == outcome
            else:
                await wire.until(outcome)
        await _unchanged(ada, table, n)

    tell(server, story)


def test_a_foreign_page_cannot_open_a_socket(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        headers = {"cookie": ada.cookie(), "origin": "https://evil.example"}
        with pytest.raises(InvalidStatus) as refused:
            async with connect(ada.live_address(table), additional_headers=headers):
                pass
        assert refused.value.response.status_code == 403
        own = {"cookie": ada.cookie(), "origin": server.url}
        async with connect(ada.live_address(table), additional_headers=own) as socket:
            assert '"snapshot"' in str(await socket.recv())

    tell(server, story)


@pytest.mark.parametrize(("table", "seat", "code"), [("nothere", None, 4004), (None, 1, 4003)])
def test_sockets_of_others_are_closed(
    server: ServerProcess, table: str | None, seat: int | None, code: int
) -> None:
    async def story(ada: Person, bo: Person) -> None:
        found = table or await running(ada, bo)
        async with ada.live(found, seat=seat) as wire:
            with pytest.raises(ConnectionClosed) as closed:
                await wire.receive()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == code

    tell(server, story)


def test_a_client_that_does_not_read_is_dropped_and_resumes(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        for _ in range(80):
            await ada.post(f"/api/tables/{table}/chat", {"text": "x" * 500})
        headers = {"cookie": bo.cookie()}
        address = bo.live_address(table)
        async with connect(address, additional_headers=headers, max_queue=1) as socket:
            for _ in range(400):  # each asks for a snapshot of 50 kB, and none is read
                await socket.send('{"type":"look","seat":1}')
            while "farhaven_dropped_total 0.0" in (await ada.http.get("/metrics")).text:
                await asyncio.sleep(0.1)
        async with bo.live(table, since=0) as again:
            message = await again.receive()
            assert message["type"] == "steps"

    tell(server, story)


def test_every_answer_has_the_security_headers(server: ServerProcess) -> None:
    async def main() -> None:
        async with httpx.AsyncClient(base_url=server.url, verify=False) as client:
            for path in ("/", "/api/titles", "/api/account", "/nothing.js"):
                headers = (await client.get(path)).headers
                assert "default-src 'self'" in headers["content-security-policy"]
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["x-frame-options"] == "DENY"
                assert "server" not in headers

    asyncio.run(main())
