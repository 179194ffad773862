"""Floods of frames over one live connection."""

import asyncio

from farhaven.server.live.websocket_connection import (
    FRAMES_AT_ONCE,
    IDLE_AT_ONCE,
    MAX_WAITING,
    TOO_MUCH,
    Link,
)
from tests.server.client import Person
from tests.server.process import ServerProcess
from tests.server.test_link import CLOSE, FIN, PING, PING_KIND, PONG_KIND, TEXT, Raw, frame
from tests.server.test_tables import running, tell

FLOOD = 40_000


class Wire(asyncio.Transport):
    """A transport that keeps what it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []
        self.reads = True
        self.is_gone = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.sent.append(bytes(data))

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        pass

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return self.is_gone

    def pause_reading(self) -> None:
        assert self.reads
        self.reads = False

    def resume_reading(self) -> None:
        assert not self.reads
        self.reads = True

    def is_reading(self) -> bool:
        return self.reads

    def close(self) -> None:
        self.is_gone = True

    def abort(self) -> None:
        self.is_gone = True


class Nobody:
    """Who made the handshake and does not care what follows."""

    def connection_lost(self, exc: Exception | None, /) -> None:
        pass


def _flooded(server: ServerProcess, data: bytes) -> None:
    """Send much to a live connection; it is ended, and others are answered all the while."""

    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        link = await Raw.open(ada, table)
        link.send(data)
        assert (await bo.get(f"/api/tables/{table}"))["state"] == "running"
        assert await link.until(CLOSE) == TOO_MUCH.to_bytes(2, "big")
        await link.ends()

    tell(server, story)


def test_a_flood_of_pings_ends_the_connection(server: ServerProcess) -> None:
    _flooded(server, frame(FIN | PING_KIND, b"") * FLOOD)


def test_a_flood_of_pongs_ends_the_connection(server: ServerProcess) -> None:
    _flooded(server, frame(FIN | PONG_KIND, b"") * FLOOD)


def test_a_flood_of_empty_parts_ends_the_connection(server: ServerProcess) -> None:
    _flooded(server, frame(TEXT, b"") + frame(0, b"") * FLOOD)


def test_a_chunk_is_taken_a_few_frames_at_a_time() -> None:
    """However much comes at once, other tasks have a turn after a bounded number of frames."""

    async def main() -> None:
        transport = Wire()
        link = Link(transport, Nobody())
        link.data_received(frame(FIN | PING_KIND, b"") * FLOOD)
        assert len(transport.sent) == FRAMES_AT_ONCE
        assert not transport.is_reading(), "what is there comes first"
        await asyncio.sleep(0)
        assert len(transport.sent) == IDLE_AT_ONCE + 1, "pongs, then the goodbye"
        assert link.code == TOO_MUCH
        link.data_received(frame(FIN | PING_KIND, b"") * FLOOD)
        assert not link._buffer, "what follows is not even looked at"
        assert transport.is_reading()
        link.connection_lost(None)

    asyncio.run(main())


def test_messages_wait_in_the_buffer_and_none_is_lost() -> None:
    async def main() -> None:
        transport = Wire()
        link = Link(transport, Nobody())
        count = MAX_WAITING * 20
        texts = [f"message {i}" for i in range(count)]
        link.data_received(b"".join(frame(FIN | TEXT, text.encode()) for text in texts))
        assert len(link._texts) == MAX_WAITING
        assert not transport.is_reading()
        link.data_received(frame(FIN | TEXT, b"late"))  # it was on its way
        assert [await link.receive() for _ in range(count + 1)] == [*texts, "late"]
        assert transport.is_reading()
        link.connection_lost(None)

    asyncio.run(main())


def test_a_goodbye_is_heard_behind_messages_that_wait() -> None:
    async def main() -> None:
        transport = Wire()
        link = Link(transport, Nobody())
        goodbye = frame(FIN | CLOSE, (1000).to_bytes(2, "big"))
        link.data_received(frame(FIN | TEXT, PING) * MAX_WAITING + goodbye)
        assert not transport.is_reading()
        link.end(1001)
        await asyncio.sleep(0)
        assert transport.is_gone
        link.connection_lost(None)

    asyncio.run(main())
