"""A WebSocket client that costs as little as possible, so that the server is what is measured."""

import asyncio
import base64
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any  # plain JSON of several servers

import msgspec

_decoder = msgspec.json.Decoder()


def decode(payload: bytes) -> Any:  # noqa: ANN401 - see above
    return _decoder.decode(payload)


def cpu_seconds(pid: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


PAYLOAD_16, PAYLOAD_64 = 126, 127
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
NO_MASK = b"\x00\x00\x00\x00"
"""A mask of zeros is a mask, and leaves the payload as it is."""


class Socket(asyncio.Protocol):
    """One connection; calls `on_text` for each message."""

    def __init__(self, host: str, path: str, cookie: str, on_text: Callable[[bytes], None]) -> None:
        self._head = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n"
        ).encode()
        self._on_text = on_text
        self._is_open = False
        self._buffer = b""
        self.bytes = 0
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._head)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._is_open:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head, head
            self._is_open, self._buffer = True, rest
        self._frames()

    def _frames(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1] & 0x7F, at + 2
            if size == PAYLOAD_16:
                size, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == PAYLOAD_64:
                size, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < start + size:
                break
            kind, payload = buffer[at] & 0x0F, buffer[start : start + size]
            at = start + size
            if kind == TEXT:
                self.bytes += size
                self._on_text(payload)
            elif kind == PING:
                self._send(PONG, payload)
        self._buffer = buffer[at:]

    def send(self, payload: bytes) -> None:
        self._send(TEXT, payload)

    def _send(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        if size < PAYLOAD_16:
            head = bytes((0x80 | kind, 0x80 | size))
        else:
            head = bytes((0x80 | kind, 0x80 | PAYLOAD_16)) + size.to_bytes(2, "big")
        if self.transport is not None:
            self.transport.write(head + NO_MASK + payload)

    def close(self) -> None:
        if self.transport is not None:
            self.transport.abort()


class Meter:
    """Moves and the time until opponents had them."""

    def __init__(self) -> None:
        self.sent: dict[str, float] = {}
        self.waits: list[float] = []
        self.moves = 0
        self.is_on = False

    def note_sent(self, move: str) -> None:
        self.sent[move] = time.perf_counter()

    def note_seen(self, move: str) -> None:
        """An opponent has it."""
        begun = self.sent.pop(move, None)
        if begun is not None and self.is_on:
            self.waits.append(time.perf_counter() - begun)
            self.moves += 1

    def report(self, seconds: float, cpu: float) -> dict[str, float]:
        """What was measured; the processor time tells more where others use the machine too."""
        return {
            "moves per second": self.moves / seconds,
            "p50 ms": self.quantile(0.5),
            "p99 ms": self.quantile(0.99),
            "server's CPU µs per move": 1e6 * cpu / max(1, self.moves),
        }

    def quantile(self, q: float) -> float:
        """In milliseconds."""
        waits = sorted(self.waits)
        return 1000 * waits[min(len(waits) - 1, int(q * len(waits)))] if waits else float("nan")
