"""Structured logs: one JSON object per line, or text for people. Never a secret in them."""

import logging
import sys
from time import monotonic

import structlog
from structlog.types import EventDict, Processor, WrappedLogger

from farhaven.server.settings import Settings
from farhaven.server.storage.database_access import NoDatabase

SECRET_WORDS = ("password", "secret", "token", "cookie", "authorization", "nonce", "recovery")
HIDDEN = "(hidden)"
SAME_LINES, CALM_SECONDS = 3, 60.0
"""How often the same warning is written in how many seconds."""
MAX_KINDS = 1_000


def hide_secrets(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Blank what must not be written down, should anybody log it by mistake."""
    for name in event:
        if any(word in name.lower() for word in SECRET_WORDS):
            event[name] = HIDDEN
    return event


class Calm(logging.Filter):
    """Lets the same warning through a few times a minute, and then says how many were left out.

    While a database is away, everything that needs it fails several times a second.
    """

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[str, list[float]] = {}
        """For each kind of line: when its minute began, how many passed, how many did not."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        now = monotonic()
        if len(self._seen) > MAX_KINDS:
            self._seen.clear()
        seen = self._seen.setdefault(_kind(record), [now, 0, 0])
        if now - seen[0] > CALM_SECONDS:
            left_out = int(seen[2])
            seen[:] = [now, 0, 0]
            if left_out:
                _say_left_out(record, left_out)
        seen[1] += 1
        if seen[1] <= SAME_LINES:
            return True
        seen[2] += 1
        return False


def _kind(record: logging.LogRecord) -> str:
    """What makes two lines the same: who says what, of which fault, whatever it is about."""
    if not isinstance(record.msg, dict):
        return f"{record.name} {record.msg}"
    # The last line of a traceback names the fault.
    fault = str(record.msg.get("exception", "")).rstrip().rpartition("\n")[2]
    about = (str(record.msg.get(name, "")) for name in ("event", "work", "kind", "limit"))
    return " ".join((*about, fault[:100]))


def _say_left_out(record: logging.LogRecord, count: int) -> None:
    if isinstance(record.msg, dict):
        record.msg = {**record.msg, "left_out": count}
    else:
        record.msg = f"{record.msg} (and {count} more)"


def shorten(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Leave out where in the program it was noticed that the database is away."""
    fault = event.get("exc_info")
    if fault is True:
        fault = sys.exc_info()[1]
    if isinstance(fault, NoDatabase):
        del event["exc_info"]
        event["fault"] = f"NoDatabase: {fault}"
    return event


def configure(settings: Settings) -> None:
    """Set up logging for the whole process."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        shorten,
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
    handler.addFilter(Calm())
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
