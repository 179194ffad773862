"""The process that serves: uvicorn, with a start that is told and a stop that is clean."""

import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterator
from socket import socket
from typing import cast

import uvicorn
from litestar.types import ASGIApp
from uvicorn._types import ASGIApplication

from farhaven.server.live import MAX_FRAME
from farhaven.server.settings import Settings

GRACE_SECONDS = 3


def config_for(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    """How the application is served."""
    return uvicorn.Config(
        cast(ASGIApplication, app),  # the same protocol, written down by two libraries
        ws="websockets-sansio",
        ws_max_size=MAX_FRAME,
        # Patches are small; a compressor would cost every connection more memory than they do.
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


class Server(uvicorn.Server):
    """A server that says when it is ready, and lets its connections go before it stops."""

    on_ready: Callable[[], None] = staticmethod(lambda: None)
    on_stop: Callable[[], None] = staticmethod(lambda: None)

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
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
