"""Clients for the tests: people with a browser's cookie, at tables, live."""

# ruff: noqa: ANN401 - the tests look at plain JSON, as a foreign client would

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Json = dict[str, Any]
WAIT = 20.0


class Person:
    """An account, with its HTTP client."""

    def __init__(self, url: str) -> None:
        self.url = url
        # Without its own context for certificates, which takes longer to make than a game to play.
        self.http = httpx.AsyncClient(base_url=url, timeout=WAIT, verify=False, trust_env=False)
        self.id = ""

    @classmethod
    async def guest(cls, url: str, name: str) -> "Person":
        person = cls(url)
        self_info = await person.post("/api/account", {"name": name})
        person.id = self_info["id"]
        return person

    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def post(self, path: str, body: object = None, status: int | None = None) -> Any:
        return await self.request("POST", path, body, status)

    async def get(self, path: str, status: int | None = None) -> Any:
        return await self.request("GET", path, None, status)

    async def request(
        self, method: str, path: str, body: object = None, status: int | None = None
    ) -> Any:
        answer = await self.http.request(method, path, json=body)
        if status is None:
            assert answer.status_code < 300, f"{method} {path}: {answer.status_code} {answer.text}"
        else:
            assert answer.status_code == status, f"{method} {path}: {answer.text}"
        return answer.json() if answer.content else None

    async def table(self, title: str, *seats: Mapping[str, object] | str, **more: object) -> str:
        """Set up a table; a seat may be just its kind."""
        chosen = [{"kind": seat} if isinstance(seat, str) else dict(seat) for seat in seats]
        body = {"title": title, "seats": chosen, **more}
        info = await self.post("/api/tables", body)
        return str(info["id"])

    def _tls(self) -> ssl.SSLContext | None:
        """For a server that signs for itself."""
        if not self.url.startswith("https:"):
            return None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        return context

    def live_address(self, table: str, **query: object) -> str:
        text = "&".join(f"{name}={value}" for name, value in query.items() if value is not None)
        return f"{self.url.replace('http', 'ws')}/api/tables/{table}/live?{text}"

    @asynccontextmanager
    async def live(self, table: str, **query: object) -> AsyncIterator["Wire"]:
        """A live connection that keeps the state."""
        headers = {"cookie": self.cookie()} if self.cookie() else {}
        address = self.live_address(table, **query)
        # Nor does it look for a proxy, which costs more than the connection itself.
        connection = connect(
            address, additional_headers=headers, max_size=None, proxy=None, ssl=self._tls()
        )
        async with connection as socket:
            yield Wire(socket)

    async def close(self) -> None:
        await self.http.aclose()


class Wire:
    """A live connection, and what it has told so far."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.n = -1
        self.state: Json = {}
        self.table: Json = {}
        self.steps: list[Json] = []
        self.frames: list[str] = []

    async def send(self, kind: str, **fields: object) -> None:
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def receive(self, wait: float = WAIT) -> Json:
        """The next message, taken in."""
        async with asyncio.timeout(wait):
            frame = await self.socket.recv()
        assert isinstance(frame, str)
        self.frames.append(frame)
        message: Json = msgspec.json.decode(frame)
        self.take(message)
        return message

    async def until(self, kind: str, wait: float = WAIT) -> Json:
        """The next message of a kind."""
        async with asyncio.timeout(wait):
            while True:
                message = await self.receive(wait)
                if message["type"] == kind:
                    return message

    def take(self, message: Json) -> None:
        """Keep the state as docs/protocol.md says."""
        if message["type"] == "snapshot":
            self.n, self.state, self.table = message["n"], message["state"], message["table"]
            self.steps = list(message["steps"])
        elif message["type"] == "table":
            self.table = message["table"]
        elif message["type"] == "steps":
            if "state" in message:
                self.state = message["state"]
            else:
                assert message["since"] == self.n, "a gap"
                patch(self.state, message["patch"])
            self.n = message["n"]
            self.steps += message["steps"]


def patch(state: Json, changes: list[Any]) -> None:
    """Carry out a patch in place."""
    for path, value in changes:
        at: Any = state
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value


__all__ = ["ConnectionClosed", "Json", "Person", "Wire", "patch"]
