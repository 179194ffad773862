"""The application: all routes over all services."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import structlog
from litestar import Litestar, Response
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp, ControllerRouterHandler, ExceptionHandlersMap

from farhaven import __version__
from farhaven.core.violation import Illegal, Violation
from farhaven.server.basics import Refused
from farhaven.server.http.account_routes import AccountRoutes, RatingRoutes
from farhaven.server.http.dependencies import Ask, maybe_who, owner, who
from farhaven.server.http.openapi import LooseTypes, PlainDocument, openapi
from farhaven.server.http.operations_routes import health, metrics, ready
from farhaven.server.http.play_routes import PlayRoutes, live
from farhaven.server.http.record_routes import RecordRoutes, TableRecordRoutes
from farhaven.server.http.security import Guard
from farhaven.server.http.static_files import web
from farhaven.server.http.table_routes import TableRoutes, TitleRoutes, home
from farhaven.server.live.live_play import Live
from farhaven.server.services import Services, build
from farhaven.server.settings import Settings
from farhaven.server.storage.database_access import NoDatabase
from farhaven.server.wire.tables import Problem

MAX_BODY = 64 << 10
COMPRESSED = 1 << 10
"""A body that fits one packet is sent as it is."""
RETRY_SECONDS = 2
"""When to try again while the database is away."""
UNCOMPRESSED = [r"/events$"]
"""Streams, which must not be held back."""

log = structlog.get_logger()


def _problem(status: int, violation: Violation) -> Response[Problem]:
    problem = Problem(status, violation.clause, violation.reason, violation.params)
    return Response(problem, status_code=status, media_type="application/json")


def _refused(_request: Ask, refusal: Refused) -> Response[Problem]:
    answer = _problem(refusal.status, Violation("server", refusal.code, refusal.params))
    answer.headers.update(refusal.headers)
    return answer


def _illegal(_request: Ask, refusal: Illegal) -> Response[Problem]:
    return _problem(422, refusal.violation)


def _http(_request: Ask, fault: HTTPException) -> Response[Problem]:
    reasons = {400: "malformed", 404: "not_found", 405: "method", 413: "too_large"}
    reason = reasons.get(fault.status_code, "http")
    params = {"fault": str(fault.detail)[:300]} if fault.status_code == 400 else {}
    return _problem(fault.status_code, Violation("server", reason, params))


def _too_deep(_request: Ask, _fault: RecursionError) -> Response[Problem]:
    return _problem(400, Violation("server", "malformed"))


def _no_database(_request: Ask, fault: NoDatabase) -> Response[Problem]:
    log.warning("no_database", fault=str(fault))
    return _refused(_request, Refused(503, "no_database", seconds=RETRY_SECONDS))


def _fault(request: Ask, fault: Exception) -> Response[Problem]:
    log.error("request_failed", path=request.url.path, exc_info=fault)
    return _problem(500, Violation("server", "internal"))


ROUTES: Sequence[ControllerRouterHandler] = [
    AccountRoutes,
    RatingRoutes,
    TitleRoutes,
    home,
    TableRoutes,
    PlayRoutes,
    TableRecordRoutes,
    RecordRoutes,
    health,
    ready,
    metrics,
    openapi,
    live,
    web,
]
ANSWERS: ExceptionHandlersMap = {
    Refused: _refused,
    Illegal: _illegal,
    HTTPException: _http,
    RecursionError: _too_deep,
    NoDatabase: _no_database,
    Exception: _fault,
}
COMPRESSION = CompressionConfig(
    "gzip",
    minimum_size=COMPRESSED,
    gzip_compress_level=5,
    exclude=UNCOMPRESSED,
    exclude_opt_key="is_compressed",
)


def _connect(services: Services, connections: Live) -> None:
    """Let the services reach the live connections, which are made after them."""

    async def restored() -> None:
        await services.sessions.open()
        connections.end_all()

    async def signed_out() -> None:
        services.sessions.forget(None)
        await connections.recheck(None)

    services.keeper.on_restore = restored
    services.keeper.on_sign_out = signed_out
    services.recheck = connections.recheck
    services.hall.on_stranger = connections.displace


def create_app(settings: Settings) -> Litestar:
    """The application for the settings."""
    services = build(settings)
    connections = Live(services)
    _connect(services, connections)

    @asynccontextmanager
    async def running(_app: Litestar) -> AsyncIterator[None]:
        await services.open()
        connections.open()
        kind = "sqlite" if settings.is_sqlite() else "postgresql"
        log.info("started", version=__version__, database=kind, redis=bool(settings.redis))
        try:
            yield
        finally:
            connections.close()
            await services.close()
            log.info("stopped")

    app = Litestar(
        route_handlers=ROUTES,
        dependencies={
            "services": Provide(lambda: services, sync_to_thread=False),
            "who": Provide(who),
            "owner": Provide(owner),
            "maybe_who": Provide(maybe_who),
        },
        exception_handlers=ANSWERS,
        openapi_config=OpenAPIConfig(
            title="Farhaven",
            version=__version__,
            path="/api/schema",
            render_plugins=[PlainDocument(path=["/", "/openapi.json"])],
        ),
        plugins=[LooseTypes()],
        compression_config=COMPRESSION,
        lifespan=[running],
        request_max_body_size=MAX_BODY,
        logging_config=None,
        debug=False,
    )
    app.state.live = connections
    app.state.services = services
    return app


def guarded(app: Litestar) -> ASGIApp:
    """The application behind its guard, as it is served."""
    services: Services = app.state.services
    return Guard(app, services.settings, services.limits)
