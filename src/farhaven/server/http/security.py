"""What protects the server and its people: origins, headers, the limit on all requests."""

from collections.abc import Iterable, Mapping
from typing import cast
from urllib.parse import urlsplit

import msgspec
import structlog
from litestar.datastructures import MutableScopeHeaders
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send, WebSocketScope

from farhaven.server.basics import Refused, not_found
from farhaven.server.http.forwarding import MAX_HOST, Hosts, Proxies, forwarded_entries
from farhaven.server.http.rate_limits import Limits
from farhaven.server.metrics import REQUESTS
from farhaven.server.settings import Settings
from farhaven.server.wire.tables import Problem

log = structlog.get_logger()

SAFE = ("GET", "HEAD", "OPTIONS")
COUNTED = ("/api/", "/ready", "/metrics")
"""Where requests count towards the limit of their address: not for files."""
METHODS = (*SAFE, "POST", "PUT", "PATCH", "DELETE")

CSP = (
    "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; media-src 'self' data:; connect-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Mapping[str, str] = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


def client_address(scope: Scope) -> str:
    """Where a request comes from; behind a believed proxy, where the proxy says."""
    client = scope.get("client")
    return client[0] if client else "unknown"


class Origins:
    """Whose pages may use this server: its own, and those in the settings."""

    def __init__(self, settings: Settings) -> None:
        named = [*settings.origins, settings.public_url]
        self._allowed = {_origin(url) for url in named if url}

    def allows(self, headers: Mapping[str, str]) -> bool:
        """Whether a request that changes something comes from a page of ours, or from none."""
        origin = headers.get("origin")
        if origin is None:
            # No page, or an old browser; the latter says where it comes from in this one.
            return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        if origin in self._allowed:
            return True
        try:
            return urlsplit(origin).netloc == headers.get("host", "")
        except ValueError:  # such as "http://["
            return False


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _headers(pairs: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in pairs}


class Guard:
    """The outermost layer: refuses foreign pages, counts, and adds the security headers."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits) -> None:
        self._app = app
        self._origins = Origins(settings)
        self._hosts = Hosts(settings)
        self._proxies = Proxies(settings.proxies)
        self._limits = limits
        self._hsts = settings.secure_cookies()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Compared as text: "lifespan" comes here too, which the library's type leaves out.
        kind = str(scope["type"])
        if kind == "websocket":
            self._believe(scope, "ws")
            await self._websocket(cast(WebSocketScope, scope), receive, send)
        elif kind == "http":
            self._believe(scope, "http")
            await self._http(cast(HTTPScope, scope), receive, send)
        else:
            await self._app(scope, receive, send)

    def _believe(self, scope: Scope, scheme: str) -> None:
        """Take from a proxy that is believed where the request comes from, and how."""
        peer = scope["client"]
        if peer is None or not self._proxies.trusts(peer[0]):
            return
        said = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        if said:
            scope["client"] = (self._proxies.client(peer[0], forwarded_entries(said)), 0)
        how = dict(scope["headers"]).get(b"x-forwarded-proto", b"").strip().lower()
        if how in (b"http", b"https"):
            scope["scheme"] = scheme + ("s" if how == b"https" else "")

    def _check_host(self, scope: Scope) -> None:
        """Refuse a request that was meant for a server of another name."""
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if len(hosts) > 1 or any(len(host) > MAX_HOST for host in hosts):
            raise Refused(400, "malformed", fault="Host")
        if hosts and not self._hosts.allows(hosts[0]):
            log.warning("unknown_host", host=hosts[0], setting="hosts")
            raise Refused(403, "unknown_host", host=hosts[0], setting="hosts")

    async def _websocket(self, scope: WebSocketScope, receive: Receive, send: Send) -> None:
        if await self._lets_in(scope):
            await self._app(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 4003, "reason": ""})

    async def _lets_in(self, scope: WebSocketScope) -> bool:
        try:
            self._check_host(scope)
            await self._limits.check_address("request", client_address(scope))
        except Refused:
            return False
        if "\x00" in scope["path"]:
            return False
        return self._origins.allows(_headers(scope["headers"]))

    async def _http(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                # Anybody can make up methods, and a count is kept for each that is named.
                method = scope["method"] if scope["method"] in METHODS else "other"
                REQUESTS.labels(method, str(message["status"])).inc()
                self._add_headers(message, scope["path"])
            await send(message)

        try:
            await self._check(scope)
        except Refused as refusal:
            await _answer(send_guarded, refusal, is_page=not scope["path"].startswith("/api/"))
            return
        await self._app(scope, receive, send_guarded)

    async def _check(self, scope: HTTPScope) -> None:
        if "\x00" in scope["path"]:
            raise not_found()  # no id has it, and no database wants to be asked
        self._check_host(scope)
        if scope["path"].startswith(COUNTED):
            await self._limits.check_address("request", client_address(scope))
        if scope["method"] in SAFE:
            return
        headers = _headers(scope["headers"])
        if not self._origins.allows(headers):
            raise Refused(403, "foreign_origin")
        has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
        kind = headers.get("content-type", "").split(";")[0].strip().lower()
        if has_body and kind != "application/json":
            # A form of a foreign page can send anything but this.
            raise Refused(415, "json_only")

    def _add_headers(self, message: Message, path: str) -> None:
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if self._hsts:
            headers.setdefault("strict-transport-security", "max-age=31536000")
        if path.startswith("/api/"):
            headers.setdefault("cache-control", "no-store")


UNKNOWN_HOST = """\
This server does not go by the name {host}.
If it should, whoever runs it can say so: farhaven serve --hosts {host}
"""


async def _answer(send: Send, refusal: Refused, *, is_page: bool) -> None:
    """Answer without asking the application."""
    problem = Problem(refusal.status, "server", refusal.code, refusal.params)
    kind, body = b"application/json", msgspec.json.encode(problem)
    if is_page and refusal.code == "unknown_host":
        # No application is there yet to put the refusal into words.
        host = str(refusal.params["host"]).rpartition(":")[0] or refusal.params["host"]
        kind, body = b"text/plain; charset=utf-8", UNKNOWN_HOST.format(host=host).encode()
    headers = [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        *((name.encode(), value.encode()) for name, value in refusal.headers.items()),
    ]
    await send(
        {
            "type": "http.response.start",
            "status": refusal.status,
            "headers": headers,
        }
    )
    await send({"type": "http.response.body", "body": body, "more_body": False})
