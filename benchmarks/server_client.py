"""A WebSocket client that costs as little as possible, so that the server is what is measured."""

import asyncio
import base64
import gc
import os
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, cast  # Any: plain JSON of several servers

import msgspec

_decoder = msgspec.json.Decoder()


def decode(payload: bytes) -> Any:  # noqa: ANN401 - see above
    return _decoder.decode(payload)


def family(pid: int) -> list[int]:
    """A process and those it started: a command may be a script that starts the real one."""
    found = [pid]
    for one in found:
        for task in Path(f"/proc/{one}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    return found


def cpu_seconds(pid: int) -> float:
    """The processor time that a server has used."""
    ticks = 0
    for one in family(pid):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def memory_bytes(pid: int) -> int:
    """The resident memory of a server."""
    size = 0
    for one in family(pid):
        for line in Path(f"/proc/{one}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                size += int(line.split()[1]) * 1024
    return size


PACED_MS = 100.0
"""How long opponents may wait for a move, at the 99th percentile."""
ENOUGH = 0.95
STEP = 4
"""A quarter more tables each time: the first games are not over before the last are counted."""
WARM_SECONDS = 2.0

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
        # Not a subclass with every event loop, but always one by what it does.
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._head)

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
        self.sent: dict[str, tuple[float, int]] = {}
        self.waits: list[float] = []
        self.moves = 0
        self.is_on = False

    def note_sent(self, move: str, opponents: int) -> None:
        self.sent[move] = (time.perf_counter(), opponents)

    def note_seen(self, move: str) -> None:
        """An opponent has it."""
        sent = self.sent.pop(move, None)
        if sent is None:
            return
        begun, opponents = sent
        if self.is_on:
            self.waits.append(time.perf_counter() - begun)
        if opponents > 1:
            self.sent[move] = (begun, opponents - 1)
        elif self.is_on:
            self.moves += 1

    async def measure(self, pid: int, seconds: float) -> dict[str, float]:
        """What happens in the next seconds on the server that this process is."""
        self.waits.clear()
        self.moves = 0
        gc.disable()  # what the clients hold would be looked through in the midst of it
        self.is_on, used = True, cpu_seconds(pid)
        await asyncio.sleep(seconds)
        self.is_on, used = False, cpu_seconds(pid) - used
        gc.enable()
        return self.report(seconds, used)

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


async def beat(players: Sequence[Callable[[], None]]) -> None:
    """Let whoever is on turn act, once a second."""
    offset = random.random()
    start = time.perf_counter() + offset
    tick = 0
    while True:
        await asyncio.sleep(max(0.0, start + tick - time.perf_counter()))
        tick += 1
        for act in players:
            act()


async def most_tables(
    meter: Meter, pid: int, seconds: float, first: int, add: Callable[[], Awaitable[None]]
) -> dict[str, float]:
    """Add tables, more each time, until opponents wait too long; what was before that."""
    tables, wanted = 0, first
    good: dict[str, float] = {"tables": 0}
    while True:
        while tables < wanted:
            await add()
            tables += 1
        await asyncio.sleep(WARM_SECONDS)
        found = await meter.measure(pid, seconds)
        # Fewer moves than were asked for means that they are waiting somewhere.
        if found["p99 ms"] > PACED_MS or found["moves per second"] < ENOUGH * tables:
            return good
        good = {"tables": tables, **found}
        wanted = tables + max(1, tables // STEP)
