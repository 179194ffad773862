"""Connections before they are requests: how many there may be, and how long they may dawdle.

uvicorn limits neither how long a request takes to arrive nor how much its head holds. A client
that sends a byte now and then would keep a connection for ever, and cost nothing to run.
"""

import asyncio
import contextlib
import sys
from collections import Counter
from collections.abc import Mapping
from typing import Protocol, cast

import structlog
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from farhaven.server.http.forwarding import Proxies
from farhaven.server.http.rate_limits import network_of
from farhaven.server.metrics import REJECTED
from farhaven.server.settings import Settings

MAX_HEAD_BYTES = 32 << 10
"""The largest head of a request: its line and all its headers."""
HEAD_SECONDS = 10.0
"""How long the head of a request may take to arrive."""
BODY_SECONDS = 60.0
"""How long its body may take."""
WRITE_SECONDS = 60.0
"""How long a client may not read what it is sent."""
KEEP_ALIVE_SECONDS = 15
"""How long a connection waits for the next request."""

CONNECTIONS = 10_000
"""How many connections there may be in all, of one process."""
KEPT_FILES, MIN_CONNECTIONS = 200, 50
"""Of the files that a process may open, those that are not for connections."""
CONNECTIONS_PER_ADDRESS = 500
"""How many from one address; a proxy that is believed may have any number."""

PROXY_HINT = "if this is a proxy of yours, name it with --proxies"

log = structlog.get_logger()

TOO_LARGE = b"431 Request Header Fields Too Large"
TOO_LATE = b"408 Request Timeout"


def open_files() -> int:
    """How many files this process may have open, once it has asked for as many as it may."""
    if sys.platform == "win32":
        return CONNECTIONS + KEPT_FILES
    import resource  # noqa: PLC0415 - there is none on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + KEPT_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    return wanted if soft == resource.RLIM_INFINITY else soft


class Door:
    """Counts the connections of a process, and says whether there is room for another."""

    def __init__(self, settings: Settings) -> None:
        self._proxies = Proxies(settings.proxies)
        self._most = round(CONNECTIONS_PER_ADDRESS * settings.rate_limits)
        self._room = max(MIN_CONNECTIONS, min(CONNECTIONS, open_files() - KEPT_FILES))
        self._by_address: Counter[str] = Counter()
        self.open = 0

    def enter(self, address: str) -> "Pass | None":
        """A place for a connection from an address; None if there is no room for it."""
        key = network_of(address)
        is_proxy = self._proxies.trusts(address)
        if self.open >= self._room:
            return None
        if self._most and not is_proxy and self._by_address[key] >= self._most:
            # Where many people seem to come from one address, it may well be a proxy's.
            log.warning("connections_over_limit", address=key, limit=self._most, hint=PROXY_HINT)
            return None
        self._by_address[key] += 1
        self.open += 1
        return Pass(self, key)

    def leave(self, key: str) -> None:
        """A connection has gone."""
        self.open -= 1
        self._by_address[key] -= 1
        if not self._by_address[key]:
            del self._by_address[key]


class Pass:
    """The place of one connection, given back once."""

    def __init__(self, door: Door, key: str) -> None:
        self._door = door
        self._key: str | None = key

    def give_back(self) -> None:
        if self._key is not None:
            self._door.leave(self._key)
            self._key = None


class Guest(Protocol):
    """Who takes a connection over, and its place with it."""

    place: Pass | None


class Connection(HttpToolsProtocol):
    """An HTTP connection that must make progress."""

    door: Door

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._place: Pass | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._write_deadline: asyncio.TimerHandle | None = None
        self._is_in_head = False
        self._is_refused = False
        self._head_bytes = 0

    # The connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self._place = self.door.enter(self.client[0] if self.client else "")
        if self._place is None:
            REJECTED.labels("connections").inc()
            self._is_refused = True
            self.transport.abort()
            return
        self._begin_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._set_deadline(None)
        self._set_write_deadline(None)
        if self._place is not None:
            self._place.give_back()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._set_deadline(None)
        self._set_write_deadline(None)
        super().handle_websocket_upgrade()
        guest = cast(Guest, self.transport.get_protocol())
        guest.place, self._place = self._place, None

    # What comes

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return
        if self._deadline is None and (self.cycle is None or self.cycle.response_complete):
            self._begin_head()  # also where what comes is nothing but line ends
        if self._is_in_head:
            self._head_bytes += len(data)
        super().data_received(data)
        if self._is_in_head and self._head_bytes > MAX_HEAD_BYTES:
            self._refuse(TOO_LARGE)

    def _begin_head(self) -> None:
        self._is_in_head, self._head_bytes = True, 0
        self._set_deadline(HEAD_SECONDS)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if not self._is_in_head:  # right behind another request
            self._begin_head()

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > MAX_HEAD_BYTES:
            self._refuse(TOO_LARGE)
        if self._is_refused:
            return
        self._set_deadline(BODY_SECONDS)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self._is_refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if not self._is_refused:
            self._set_deadline(None)
            super().on_message_complete()

    # What goes

    def pause_writing(self) -> None:
        super().pause_writing()
        self._set_write_deadline(WRITE_SECONDS)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._set_write_deadline(None)

    # Patience

    def _set_deadline(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self._late)

    def _set_write_deadline(self, seconds: float | None) -> None:
        if self._write_deadline is not None:
            self._write_deadline.cancel()
        self._write_deadline = None
        if seconds is not None:
            self._write_deadline = self.loop.call_later(seconds, self._drop)

    def _late(self) -> None:
        """The rest of a request has not come."""
        self._deadline = None
        REJECTED.labels("late").inc()
        is_answering = self.cycle is not None and self.cycle.response_started
        if is_answering or (self._is_in_head and not self._head_bytes):
            self.transport.close()  # nothing to be said: it never asked, or is answered already
        else:
            self._refuse(TOO_LATE)

    def _drop(self) -> None:
        REJECTED.labels("not_read").inc()
        self.transport.abort()

    def _refuse(self, status: bytes) -> None:
        """Answer without a request, and end the connection."""
        if self._is_refused or self.transport.is_closing():
            return
        self._is_refused = True
        self._set_deadline(None)
        self.transport.write(
            b"HTTP/1.1 " + status + b"\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        )
        self.transport.close()


def connection_for(settings: Settings) -> type[Connection]:
    """The kind of connection for a process with these settings."""
    attributes: Mapping[str, Door] = {"door": Door(settings)}
    return type("Connection", (Connection,), dict(attributes))
