"""Messages that wait for a client which reads them as an event stream."""

import asyncio
from collections import deque

from farhaven.server.accounts.sessions import Who
from farhaven.server.live.subscriber import Viewer
from farhaven.server.live.websocket_connection import MAX_QUEUED, TOO_SLOW, Closed
from farhaven.server.metrics import DROPPED

MAX_MESSAGES = 512


class Queue:
    """Messages for one client, bounded: who does not read is dropped, and may resume."""

    def __init__(self, who: Who | None, viewer: Viewer) -> None:
        self.who = who
        self.account = None if who is None else who.account
        self.viewer = viewer
        self.code: int | None = None
        """Why the server ends the connection, once it does."""
        self._messages: deque[bytes] = deque()
        self._size = 0
        self._wake = asyncio.Event()

    def push(self, message: bytes) -> None:
        """Queue a message, or drop the client if it is too slow."""
        if self.code is not None:
            return
        self._size += len(message)
        if self._size > MAX_QUEUED or len(self._messages) >= MAX_MESSAGES:
            DROPPED.inc()
            self.end(TOO_SLOW)
        else:
            self._messages.append(message)
            self._wake.set()

    def end(self, code: int) -> None:
        """Let the client go, which has no way to hear why."""
        if self.code is None:
            self.code = code
            self._messages.clear()
            self._wake.set()

    async def next(self) -> bytes:
        """The next message; `Closed` once the server wants to end."""
        while not self._messages:
            if self.code is not None:
                raise Closed(self.code)
            self._wake.clear()
            await self._wake.wait()
        message = self._messages.popleft()
        self._size -= len(message)
        return message
