"""Who looks at a table, and where what is shown goes."""

from typing import Protocol

Viewer = int | None
"""A seat, or None for a spectator."""


class Outlet(Protocol):
    """Where the messages for one viewer go: a WebSocket or an event stream."""

    account: str | None
    viewer: Viewer

    def push(self, message: bytes, /) -> None:
        """Send a message, or drop the client if it is too slow."""

    def end(self, code: int, /) -> None:
        """Say goodbye, with the reason."""
