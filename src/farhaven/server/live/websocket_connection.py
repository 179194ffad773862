"""One live connection after its handshake: WebSocket frames (RFC 6455) right on the transport.

A move is a few small messages, and general layers cost more than the rules do. So uvicorn and
its library make the handshake; then the connection is taken over here, where a message is read
in one go and sent by one write. What a client has not read waits in the transport's buffer.
"""

import asyncio
from collections import deque
from typing import Final, Protocol

from farhaven.server.http.rate_limits import Bucket
from farhaven.server.metrics import DROPPED

MAX_FRAME = 16 << 10
"""The largest message that a client may send."""
MAX_QUEUED = 1 << 20
"""How much may wait for a client that does not read."""
MAX_WAITING = 16
"""How many messages of a client may wait before no more are read."""
FRAMES_AT_ONCE = 64
"""How many frames of a client are looked at before others have a turn."""
IDLE_PER_SECOND, IDLE_AT_ONCE = 10.0, 100.0
"""How many frames a client may send that bring no message: pings, pongs, parts of a message."""
FAREWELL_SECONDS = 1.0

GOING_AWAY, WRONG, UNSUPPORTED, NOT_TEXT, TOO_LARGE, SILENT = 1001, 1002, 1003, 1007, 1009, 1011
TOO_SLOW, TOO_MUCH = 4008, 4009

_MORE, _TEXT, _BINARY, _CLOSE, _PING, _PONG = 0, 1, 2, 8, 9, 10
_FIN, _RESERVED, _KIND = 0x80, 0x70, 0x0F
_MASKED, _SIZE = 0x80, 0x7F
_SIZE_16, _SIZE_64 = 126, 127
_MASK_BYTES = 4
_PING_FRAME: Final = bytes((_FIN | _PING, 0))


class Closed(Exception):  # noqa: N818 - the ordinary end of a connection
    """The connection is to be closed, with this code; None if the client has closed it."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code


class Former(Protocol):
    """Who made the handshake, and wants to know of the end."""

    def connection_lost(self, exc: Exception | None, /) -> None:
        """The connection is no more."""


class Link(asyncio.Protocol):
    """One connection, bounded both ways: who does not read is dropped, and may resume."""

    def __init__(self, transport: asyncio.Transport, former: Former) -> None:
        self.code: int | None = None
        """Why the server ends the connection, once it does."""
        self._transport = transport
        self._former = former
        self._buffer = bytearray()
        self._at = 0
        """Where the next frame begins in the buffer."""
        self._skip = 0
        self._parts: bytearray | None = None
        self._idle = Bucket(IDLE_PER_SECOND, IDLE_AT_ONCE)
        self._texts: deque[str] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._farewell: asyncio.TimerHandle | None = None
        self._is_gone = False
        self._is_full = False
        self._is_paused = False
        """Frames are left in the buffer, and no more is read."""
        self._is_waiting = False
        """They are left until the messages before them are taken."""
        self._is_alive = True
        transport.set_protocol(self)

    # To the client

    def push(self, message: bytes) -> None:
        """Send a message, or drop the client if it is too slow."""
        if self.code is not None or self._is_gone:
            return
        if self._is_full and self._transport.get_write_buffer_size() > MAX_QUEUED:
            DROPPED.inc()
            self.end(TOO_SLOW)
            return
        size = len(message)
        if size < _SIZE_16:
            head = bytes((_FIN | _TEXT, size))
        elif size < 1 << 16:
            head = bytes((_FIN | _TEXT, _SIZE_16, size >> 8, size & 0xFF))
        else:
            head = bytes((_FIN | _TEXT, _SIZE_64)) + size.to_bytes(8, "big")
        self._transport.write(head + message)

    def end(self, code: int) -> None:
        """Say goodbye. A client that does not answer is not waited for."""
        if self.code is not None or self._is_gone:
            return
        self.code = code
        self._transport.write(bytes((_FIN | _CLOSE, 2)) + code.to_bytes(2, "big"))
        if self._is_waiting:  # the client's goodbye is still to be heard
            self._is_waiting = False
            asyncio.get_running_loop().call_soon(self._take_frames)
        self._part()

    def _part(self) -> None:
        """Let the one who reads know, and wait for the other side only so long."""
        if self._farewell is None:
            loop = asyncio.get_running_loop()
            self._farewell = loop.call_later(FAREWELL_SECONDS, self._transport.abort)
        self._wake()

    def check(self) -> None:
        """Ask for a sign of life; end if there was none since the last time."""
        if self._is_alive:
            self._is_alive = False
            if self.code is None and not self._is_gone:
                self._transport.write(_PING_FRAME)
        else:
            self.end(SILENT)

    # From the client

    async def receive(self) -> str:
        """The next message; `Closed` once there are no more, or the server wants to end."""
        while self.code is not None or not self._texts:
            if self.code is not None or self._is_gone:
                raise Closed(self.code)
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        text = self._texts.popleft()
        if self._is_waiting and not self._texts:
            self._is_waiting = False
            self._take_frames()
        return text

    async def lost(self) -> None:
        """Wait until the connection is no more."""
        await asyncio.shield(self._lost)

    def _wake(self) -> None:
        waiter = self._waiter
        if waiter is not None:
            self._waiter = None
            if not waiter.done():
                waiter.set_result(None)

    # What the transport calls

    def data_received(self, data: bytes) -> None:
        self._is_alive = True
        if self._skip:
            skipped = min(self._skip, len(data))
            self._skip -= skipped
            data = data[skipped:]
        self._buffer += data
        if not self._is_paused:
            self._take_frames()

    def pause_writing(self) -> None:
        self._is_full = True

    def resume_writing(self) -> None:
        self._is_full = False

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_gone = True
        if self._farewell is not None:
            self._farewell.cancel()
        self._wake()
        if not self._lost.done():
            self._lost.set_result(None)
        self._former.connection_lost(exc)

    # Frames

    def _take_frames(self) -> None:
        """Take frames from the buffer; what is too much for one turn waits for the next."""
        left = FRAMES_AT_ONCE
        while left and not self._is_waiting and self._frame():
            left -= 1
            self._is_waiting = len(self._texts) >= MAX_WAITING and self.code is None
        del self._buffer[: self._at]
        self._at = 0
        self._pause(is_paused=self._is_waiting or not left)
        if not left and not self._is_waiting:
            asyncio.get_running_loop().call_soon(self._take_frames)

    def _pause(self, *, is_paused: bool) -> None:
        if is_paused != self._is_paused and not self._transport.is_closing():
            self._is_paused = is_paused
            if is_paused:
                self._transport.pause_reading()
            else:
                self._transport.resume_reading()

    def _frame(self) -> bool:
        """Take one frame from the buffer, if a whole one is there."""
        buffer, at = self._buffer, self._at
        if len(buffer) < at + 2:
            return False
        first, size, start = buffer[at], buffer[at + 1] & _SIZE, at + 2
        if size == _SIZE_16:
            size, start = int.from_bytes(buffer[start : start + 2], "big"), start + 2
        elif size == _SIZE_64:
            size, start = int.from_bytes(buffer[start : start + 8], "big"), start + 8
        if len(buffer) < start:
            return False
        kind = first & _KIND
        is_long = start > at + 2
        if first & _RESERVED or not buffer[at + 1] & _MASKED or (kind >= _CLOSE and is_long):
            return self._fail(WRONG)
        start += _MASK_BYTES
        end = start + size
        if size > MAX_FRAME:
            self._skip, self._at = max(0, end - len(buffer)), min(end, len(buffer))
            self.end(TOO_LARGE)
            return True
        if len(buffer) < end:
            return False
        payload = _unmasked(buffer[start:end], buffer[start - _MASK_BYTES : start])
        self._at = end
        is_message = kind == _TEXT and first & _FIN and self.code is None
        if not is_message and not self._idle.take():
            # It keeps the server busy with nothing; also after a goodbye.
            return self._fail(TOO_MUCH)
        if kind >= _CLOSE:
            return self._control(first, payload)
        self._data(first, payload)
        return True

    def _data(self, first: int, payload: bytes) -> None:
        kind = first & _KIND
        if kind == _BINARY:
            self.end(UNSUPPORTED)
            return
        if kind not in (_TEXT, _MORE) or (kind == _MORE) != (self._parts is not None):
            self._fail(WRONG)
            return
        if first & _FIN and self._parts is None:
            self._text(payload)
            return
        parts = bytearray() if self._parts is None else self._parts
        parts += payload
        if len(parts) > MAX_FRAME:
            self._parts = None
            self.end(TOO_LARGE)
        elif first & _FIN:
            self._parts = None
            self._text(bytes(parts))
        else:
            self._parts = parts

    def _text(self, payload: bytes) -> None:
        if self.code is not None:
            return  # what comes after the goodbye is not heard
        try:
            self._texts.append(payload.decode())
        except UnicodeDecodeError:
            self.end(NOT_TEXT)
            return
        self._wake()

    def _control(self, first: int, payload: bytes) -> bool:
        kind = first & _KIND
        if not first & _FIN or kind not in (_CLOSE, _PING, _PONG):
            return self._fail(WRONG)
        if kind == _PING and self.code is None and not self._is_full:
            self._transport.write(bytes((_FIN | _PONG, len(payload))) + payload)
        elif kind == _CLOSE:
            if self.code is None:
                self._transport.write(bytes((_FIN | _CLOSE, len(payload))) + payload)
            self._is_gone = True
            self._part()
            self._transport.close()
        return kind != _CLOSE

    def _fail(self, code: int) -> bool:
        """End after what breaks the protocol: what follows cannot be understood."""
        self.end(code)
        self._at = len(self._buffer)
        self._skip = 1 << 62
        return False


def _unmasked(payload: bytearray, mask: bytearray) -> bytes:
    """A payload without its mask, as two large numbers: a loop over bytes would be slow."""
    size = len(payload)
    key = (mask * (size // _MASK_BYTES + 1))[:size]
    return (int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")
