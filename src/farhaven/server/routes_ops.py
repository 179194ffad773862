"""HTTP: health, readiness, metrics, the OpenAPI document, and the web application's files."""

import hmac
import ipaddress
import mimetypes
from pathlib import Path

import msgspec
from litestar import MediaType, Response, get
from litestar.response import File
from sqlalchemy import text

from farhaven import __version__
from farhaven.server.asking import Ask, Given
from farhaven.server.basics import Refused, not_found
from farhaven.server.metrics import exposition
from farhaven.server.security import client_address

STATIC = Path(__file__).parent / "static"
HASHED = "assets"
"""Files in this folder have their hash in their name and never change."""
YEAR = "public, max-age=31536000, immutable"

NO_BUILD = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Farhaven</title>
<h1>Farhaven</h1>
<p>The server runs, but the web application is not built: run <code>make setup</code>.</p>
<p><a href="/api/openapi.json">The interface for programs</a></p>
</html>
"""


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
        async with services.store.reading() as session:
            await session.execute(text("SELECT 1"))
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


@get(["/", "/{path:path}"], include_in_schema=False)
async def web(path: str = "") -> Response[str] | File:
    """A file of the web application, or its page for every address inside it."""
    wanted = path.strip("/")
    parts = wanted.split("/")
    if parts[0] == "api" or any(part in ("..", ".") or "\x00" in part for part in parts):
        raise not_found()
    file = _static_file(wanted)
    if file is not None:
        cache = YEAR if wanted.startswith(HASHED + "/") else "no-cache"
        return File(
            file,
            content_disposition_type="inline",
            media_type=mimetypes.guess_type(file.name)[0],
            headers={"cache-control": cache},
        )
    if "." in parts[-1]:
        raise not_found()
    page = STATIC / "index.html"
    if page.is_file():
        return File(
            page,
            content_disposition_type="inline",
            media_type=MediaType.HTML,
            headers={"cache-control": "no-cache"},
        )
    return Response(NO_BUILD, media_type=MediaType.HTML)


def _static_file(wanted: str) -> Path | None:
    """The file, if it is one of the application's own and no trick leads elsewhere."""
    if not wanted:
        return None
    file = (STATIC / wanted).resolve()
    if not file.is_relative_to(STATIC.resolve()) or not file.is_file():
        return None
    return file
