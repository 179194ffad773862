"""Frames of the live connection, byte by byte, as RFC 6455 has them."""

import asyncio
import base64
import contextlib
import json
import os
from typing import Any

import pytest

from tests.server.client import Person
from tests.server.process import ServerProcess
from tests.server.test_tables import running, tell

PING = b'{"type":"ping"}'
MASK = b"\x11\x22\x33\x44"
TEXT, BINARY, CLOSE, PING_KIND, PONG_KIND = 1, 2, 8, 9, 10
FIN = 0x80


def frame(first: int, payload: bytes, *, mask: bytes | None = MASK) -> bytes:
    """A frame as a client sends it."""
    size = len(payload)
    marked = 0 if mask is None else 0x80
    if size < 126:
        head = bytes((first, marked | size))
    else:
        head = bytes((first, marked | 126)) + size.to_bytes(2, "big")
    if mask is None:
        return head + payload
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


class Raw:
    """A connection of which every byte is the test's."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, person: Person, table: str) -> "Raw":
        port = int(person.url.rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            f"Cookie: {person.cookie()}\r\n\r\n".encode()
        )
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        link = cls(reader, writer)
        assert (await link.message())["type"] == "snapshot"
        return link

    def send(self, data: bytes) -> None:
        self._writer.write(data)

    async def receive(self) -> tuple[int, bytes]:
        """The kind and the payload of the next frame."""
        async with asyncio.timeout(20):
            first, size = await self._reader.readexactly(2)
            assert first & FIN
            assert size < 0x80, "a server's frames have no mask"
            if size == 126:
                size = int.from_bytes(await self._reader.readexactly(2), "big")
            elif size == 127:
                size = int.from_bytes(await self._reader.readexactly(8), "big")
            return first & 15, await self._reader.readexactly(size)

    async def message(self) -> dict[str, Any]:
        kind, payload = await self.receive()
        assert kind == TEXT
        found: dict[str, Any] = json.loads(payload)
        return found

    async def until(self, wanted: int) -> bytes:
        """The payload of the next frame of a kind."""
        while True:
            kind, payload = await self.receive()
            if kind == wanted:
                return payload

    async def ends(self) -> None:
        async with asyncio.timeout(20):
            with contextlib.suppress(ConnectionError):
                while await self._reader.read(1000):
                    pass
        self._writer.close()


def with_link(server: ServerProcess, play: Any) -> None:  # noqa: ANN401 - an async function
    async def story(ada: Person, bo: Person) -> None:
        link = await Raw.open(ada, await running(ada, bo))
        await play(link)

    tell(server, story)


@pytest.mark.parametrize(
    "chunks",
    [
        [frame(FIN | TEXT, PING)],
        [frame(FIN | TEXT, PING, mask=b"\0\0\0\0")],
        [bytes((byte,)) for byte in frame(FIN | TEXT, PING)],
        [frame(TEXT, PING[:3]), frame(0, PING[3:7]), frame(FIN, PING[7:])],
        [frame(TEXT, PING[:3]) + frame(FIN | PING_KIND, b"") + frame(FIN, PING[3:])],
        [frame(FIN | TEXT, PING + b" " * 200)],
        [
            frame(FIN | TEXT, PING + b" " * 9000)[:5000],
            frame(FIN | TEXT, PING + b" " * 9000)[5000:],
        ],
    ],
)
def test_a_message_is_heard_however_it_is_cut(server: ServerProcess, chunks: list[bytes]) -> None:
    async def play(link: Raw) -> None:
        for chunk in chunks:
            link.send(chunk)
            await asyncio.sleep(0)
        found = json.loads(await link.until(TEXT))
        while found["type"] != "pong":
            found = json.loads(await link.until(TEXT))

    with_link(server, play)


def test_a_ping_is_answered_with_its_payload(server: ServerProcess) -> None:
    async def play(link: Raw) -> None:
        link.send(frame(FIN | PING_KIND, b"here?") + frame(FIN | PONG_KIND, b"unasked"))
        assert await link.until(PONG_KIND) == b"here?"

    with_link(server, play)


def test_a_close_is_answered_after_what_came_before_it(server: ServerProcess) -> None:
    async def play(link: Raw) -> None:
        link.send(frame(FIN | CLOSE, (1000).to_bytes(2, "big")))
        assert await link.until(CLOSE) == (1000).to_bytes(2, "big")
        await link.ends()

    with_link(server, play)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(FIN | TEXT, PING, mask=None), 1002),
        (frame(FIN | 0x40 | TEXT, PING), 1002),
        (frame(FIN | 3, b""), 1002),
        (frame(FIN | 11, b""), 1002),
        (frame(FIN, b"goes on from nothing"), 1002),
        (frame(TEXT, b"{") + frame(FIN | TEXT, b"}"), 1002),
        (frame(PING_KIND, b"in parts"), 1002),
        (frame(FIN | PING_KIND, b"x" * 200), 1002),
        (frame(FIN | BINARY, b"\x00"), 1003),
        (frame(FIN | TEXT, b"\xff\xfe"), 1007),
        (frame(FIN | TEXT, b" " * 20_000), 1009),
        (bytes((FIN | TEXT, 0xFF)) + (1 << 62).to_bytes(8, "big") + MASK, 1009),
        (frame(TEXT, b" " * 9000) + frame(0, b" " * 9000), 1009),
    ],
)
def test_what_breaks_the_protocol_ends_the_connection(
    server: ServerProcess, data: bytes, code: int
) -> None:
    async def play(link: Raw) -> None:
        link.send(data)
        assert await link.until(CLOSE) == code.to_bytes(2, "big")
        await link.ends()

    with_link(server, play)


def test_a_message_too_large_is_passed_over_to_hear_the_goodbye(server: ServerProcess) -> None:
    async def play(link: Raw) -> None:
        large = frame(FIN | TEXT, b" " * 20_000)
        link.send(large[:7000])
        assert await link.until(CLOSE) == (1009).to_bytes(2, "big")
        link.send(large[7000:] + frame(FIN | CLOSE, (1009).to_bytes(2, "big")))
        await link.ends()

    with_link(server, play)
