"""A WebSocket client that costs as little as possible, so that the server is what is measured."""

import asyncio
import base64
import gc
import os
import random
import resource
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
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


def raise_file_limit() -> None:
    """Let this process and its servers have as many connections as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


PACED_MS = 100.0
"""How long opponents may wait for a move, at the 99th percentile."""
ENOUGH = 0.95
STEP = 4
"""A quarter more tables each time."""
WARM_SECONDS = 2.0
PER_ADDRESS = 20_000
"""Connections from one address of this machine: the system has some 28,000 ports for each."""
CLIENTS_CPU = "clients' CPU %"
BUSY_CLIENTS = 90.0
"""From here on the clients, which share one process, may be what is slow."""

PAYLOAD_16, PAYLOAD_64 = 126, 127
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
NO_MASK = b"\x00\x00\x00\x00"
"""A mask of zeros is a mask, and leaves the payload as it is."""


class LoadError(RuntimeError):
    """The load was not what it should have been: nothing that was measured counts."""


class Socket(asyncio.Protocol):
    """One connection; calls `on_text` for each message, `on_fault` where that or the line fails."""

    opened = 0

    def __init__(
        self,
        host: str,
        path: str,
        cookie: str,
        on_text: Callable[[bytes], None],
        on_fault: Callable[[str], None],
    ) -> None:
        self._head = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n"
        ).encode()
        self._on_text = on_text
        self._on_fault = on_fault
        self._is_open = False
        self._is_closed = False
        self._buffer = b""
        self.bytes = 0
        self.transport: asyncio.Transport | None = None

    @classmethod
    async def connect(cls, port: int, socket: "Socket") -> None:
        """Connect to a server of this machine, from as many addresses as are needed."""
        address = f"127.0.0.{1 + cls.opened // PER_ADDRESS % 250}"
        cls.opened += 1
        await asyncio.get_running_loop().create_connection(
            lambda: socket, "127.0.0.1", port, local_addr=(address, 0)
        )

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
            if b" 101 " not in head:
                self._on_fault(f"no connection: {head.decode()}")
                return
            self._is_open, self._buffer = True, rest
        self._frames()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._is_closed:
            self._on_fault(f"a connection was lost: {exc}")

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
        self._is_closed = True
        if self.transport is not None:
            self.transport.abort()


class Meter:
    """Moves and the time until opponents had them."""

    def __init__(self) -> None:
        self.sent: dict[str, tuple[float, int]] = {}
        self.waits: list[float] = []
        self.moves = 0
        self.is_on = False
        self.is_over = False
        self.faults: list[str] = []

    def note_fault(self, said: str) -> None:
        """Something that must not happen; what a server's end breaks does not count."""
        if not self.is_over:
            self.faults.append(said)

    def check(self) -> None:
        """Stop where the load is not what it should be."""
        if self.faults:
            raise LoadError(f"{len(self.faults)} faults, the first: {self.faults[0]}")

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

    async def wait_for(self, work: Awaitable[object]) -> None:
        """Wait for something that a fault might keep from ever ending."""
        task = asyncio.ensure_future(work)
        try:
            while not task.done():
                await asyncio.wait([task], timeout=0.2)
                self.check()
            await task
        finally:
            task.cancel()

    async def measure(self, pid: int, seconds: float) -> dict[str, float]:
        """What happens in the next seconds on the server that this process is."""
        self.waits.clear()
        self.moves = 0
        gc.disable()  # what the clients hold would be looked through in the midst of it
        own, begun = time.process_time(), time.perf_counter()
        self.is_on, used = True, cpu_seconds(pid)
        await asyncio.sleep(seconds)
        self.is_on, used = False, cpu_seconds(pid) - used
        passed = time.perf_counter() - begun  # busy clients wake up late
        own = time.process_time() - own
        gc.enable()
        self.check()
        return {**self.report(passed, used), CLIENTS_CPU: 100 * own / passed}

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


async def beat(players: Sequence[Callable[[], None]], is_over: Callable[[], bool]) -> None:
    """Let whoever is on turn act, once a second, until the game is over."""
    start = time.perf_counter() + random.random()
    tick = 0
    while not is_over():
        await asyncio.sleep(max(0.0, start + tick - time.perf_counter()))
        tick += 1
        for act in players:
            act()


class Lanes:
    """Load that goes on by itself: each lane is one table after the other, until the end."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._tasks: list[asyncio.Task[None]] = []

    def add(self, lane: Awaitable[None]) -> None:
        task = asyncio.ensure_future(lane)
        task.add_done_callback(self._note_end)
        self._tasks.append(task)

    def _note_end(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (fault := task.exception()) is not None:
            self._meter.note_fault(repr(fault))

    def __len__(self) -> int:
        return sum(not task.done() for task in self._tasks)

    async def end(self) -> None:
        self._meter.is_over = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@asynccontextmanager
async def lanes(meter: Meter) -> AsyncIterator[Lanes]:
    """Lanes that end with the block."""
    made = Lanes(meter)
    try:
        yield made
    finally:
        await made.end()


async def most_tables(
    meter: Meter, pid: int, seconds: float, first: int, add: Callable[[], Awaitable[None]]
) -> dict[str, float]:
    """Add tables, more each time, until opponents wait too long; what was before that.

    There is no other end: the caller sees to it that the games last, or are followed by others.
    """
    tables, wanted = 0, first
    good: dict[str, float] = {"tables": 0}
    while True:
        while tables < wanted:
            await add()
            tables += 1
        await asyncio.sleep(WARM_SECONDS)
        found = await meter.measure(pid, seconds)
        # Fewer moves than were asked for means that they are waiting somewhere.
        if not found["p99 ms"] <= PACED_MS or found["moves per second"] < ENOUGH * tables:
            return good
        good = {"tables": tables, **found}
        wanted = tables + max(1, tables // STEP)
