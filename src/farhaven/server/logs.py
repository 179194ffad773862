"""Structured logs: one JSON object per line, or text for people. Never a secret in them."""

import logging
import sys

import structlog
from structlog.types import EventDict, Processor, WrappedLogger

from farhaven.server.settings import Settings

SECRET_WORDS = ("password", "secret", "token", "cookie", "authorization", "nonce", "recovery")
HIDDEN = "(hidden)"


def hide_secrets(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Blank what must not be written down, should anybody log it by mistake."""
    for name in event:
        if any(word in name.lower() for word in SECRET_WORDS):
            event[name] = HIDDEN
    return event


def configure(settings: Settings) -> None:
    """Set up logging for the whole process."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
        hide_secrets,
    ]
    is_json = settings.log_format == "json"
    renderer: Processor = (
        structlog.processors.JSONRenderer()
        if is_json
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers = []
        logger.propagate = True
        logger.setLevel(max(level, logging.WARNING))
    # Frames hold hands and cookies: they are nobody's business, at any level.
    for name in ("websockets", "aiosqlite", "asyncpg", "sqlalchemy", "alembic"):
        logging.getLogger(name).setLevel(logging.WARNING)
