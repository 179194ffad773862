"""The process that serves: uvicorn, with a start that is told and a stop that is clean."""

import asyncio
import contextlib
import gc
import signal
import sys
from collections.abc import Callable, Iterator
from http import HTTPStatus
from socket import socket
from typing import cast

import structlog
import uvicorn
from litestar.types import ASGIApp
from uvicorn._types import ASGIApplication
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from farhaven.server.http.connections import KEEP_ALIVE_SECONDS, Pass, connection_for
from farhaven.server.live.live_play import EXTENSION
from farhaven.server.live.websocket_connection import GOING_AWAY, Link
from farhaven.server.settings import Settings

log = structlog.get_logger()

GRACE_SECONDS = 3
COLLECT_AFTER = (50_000, 20, 20)
SWITCH_SECONDS = 0.0005
"""How long the event loop may keep the thread that commits from going on."""


class Handshake(WebSocketsSansIOProtocol):
    """The beginning of a live connection, until a link takes it over."""

    link: Link | None = None
    place: Pass | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        if self.place is not None:
            self.place.give_back()
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            # The application runs from the next turn of the loop on, and finds it there.
            self.scope["extensions"] = {EXTENSION: {"handshake": self}}

    def shutdown(self) -> None:
        if self.link is None:
            super().shutdown()
        else:
            self.link.end(GOING_AWAY)


def config_for(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    """How the application is served."""
    return uvicorn.Config(
        cast(ASGIApplication, app),  # the same protocol, written down by two libraries
        http=connection_for(settings),
        ws=Handshake,
        # Patches are small; a compressor would cost every connection more memory than they do.
        ws_per_message_deflate=False,
        # Signs of life are asked for by who takes the connection over.
        ws_ping_interval=None,
        log_config=None,
        access_log=False,
        server_header=False,
        # The guard reads them itself: it believes less.
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


def _spare_the_collector() -> None:
    """Let the garbage collector look less often, and never at what was loaded at the start.

    A move makes hundreds of small objects, nearly all gone by the next one without its help.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


class Server(uvicorn.Server):
    """A server that says when it is ready, and lets its connections go before it stops."""

    on_ready: Callable[[], None] = staticmethod(lambda: None)
    on_stop: Callable[[], None] = staticmethod(lambda: None)

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            _spare_the_collector()
            sys.setswitchinterval(SWITCH_SECONDS)
            names = [s.getsockname() for s in sockets or ()]
            log.info("listening", addresses=[f"{name[0]}:{name[1]}" for name in names])
            self.on_ready()

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        self.on_stop()
        await asyncio.sleep(0)
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at a signal. Unlike the original, not dying of it afterwards: it was heeded."""
        old = {sig: signal.signal(sig, self.handle_exit) for sig in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for sig, handler in old.items():
                signal.signal(sig, handler)
