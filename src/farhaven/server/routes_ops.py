"""HTTP: health, readiness, metrics."""

import hmac
import ipaddress

import msgspec
from litestar import MediaType, Response, get
from sqlalchemy import text

from farhaven import __version__
from farhaven.server.asking import Ask, Given
from farhaven.server.basics import Refused, not_found
from farhaven.server.metrics import exposition
from farhaven.server.security import client_address


class Health(msgspec.Struct, frozen=True):
    """How the server is."""

    status: str
    version: str


@get("/health", tags=["operation"])
async def health() -> Health:
    """Whether the process answers."""
    return Health("ok", __version__)


@get("/ready", tags=["operation"])
async def ready(services: Given) -> Health:
    """Whether it can serve: database and, if there is one, Redis."""
    try:
        await services.store.read(lambda session: session.execute(text("SELECT 1")).scalar())
    except Exception as fault:
        raise Refused(503, "no_database") from fault
    if not await services.bus.is_healthy():
        raise Refused(503, "no_redis")
    return Health("ready", __version__)


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(request: Ask, services: Given) -> Response[bytes]:
    """The counts, for this machine or with the token."""
    token = services.settings.metrics_token
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if token:
        if not hmac.compare_digest(given.encode(), token.encode()):
            raise Refused(401, "wrong_token")
    elif not _is_local(client_address(request.scope)):
        raise not_found()
    return Response(exposition(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _is_local(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
