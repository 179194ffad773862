"""HTTP: health, readiness, metrics."""

import asyncio
import hmac
import ipaddress

import msgspec
from litestar import MediaType, Response, get
from sqlalchemy import update
from sqlalchemy.engine import Connection

from farhaven import __version__
from farhaven.server.basics import Refused, not_found
from farhaven.server.http.dependencies import Ask, Given
from farhaven.server.http.security import client_address
from farhaven.server.metrics import exposition
from farhaven.server.storage.database_access import NoDatabase
from farhaven.server.storage.models import KeyRow

READY_SECONDS = 5.0
"""A database that takes longer does not let anybody play."""


class Health(msgspec.Struct, frozen=True):
    """How the server is."""

    status: str
    version: str
    lost: list[str] = []
    """What play goes on without."""


@get("/health", tags=["operation"])
async def health() -> Health:
    """Whether the process answers."""
    return Health("ok", __version__)


@get("/ready", tags=["operation"])
async def ready(services: Given) -> Health:
    """Whether people can play: the database takes what is written. Redis is not needed for that."""
    try:
        async with asyncio.timeout(READY_SECONDS):
            await services.store.write(_write_nothing_new)
            has_redis = await services.bus.is_healthy()
    except (NoDatabase, TimeoutError) as fault:
        raise Refused(503, "no_database") from fault
    return Health("ready", __version__, lost=[] if has_redis else ["redis"])


def _write_nothing_new(connection: Connection) -> None:
    """Write a row as it is: a disk that is full and a database that is read-only refuse that."""
    connection.execute(update(KeyRow).where(KeyRow.name == "cookie").values(value=KeyRow.value))


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
