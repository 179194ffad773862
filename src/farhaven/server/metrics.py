"""What the server counts, in the form that Prometheus reads."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY = CollectorRegistry()

_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)

COMMITS = Counter("farhaven_commits", "Transactions that wrote something", registry=REGISTRY)
GROUP_SIZE = Histogram(
    "farhaven_commit_group",
    "Changes that shared one transaction",
    registry=REGISTRY,
    buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256),
)
STEPS = Counter("farhaven_steps", "Steps written", ["kind"], registry=REGISTRY)
REFUSALS = Counter("farhaven_refusals", "Entries refused", ["clause"], registry=REGISTRY)
CONFLICTS = Counter("farhaven_conflicts", "Steps that lost a race", registry=REGISTRY)
ACT_SECONDS = Histogram(
    "farhaven_act_seconds",
    "From an entry's arrival to its commit",
    registry=REGISTRY,
    buckets=_FAST,
)
SOCKETS = Gauge("farhaven_sockets", "Open live connections", registry=REGISTRY)
DROPPED = Counter("farhaven_dropped", "Connections dropped for being slow", registry=REGISTRY)
TABLES = Gauge("farhaven_tables_loaded", "Tables held in memory", registry=REGISTRY)
BOT_MOVES = Counter("farhaven_bot_moves", "Moves that bots chose", registry=REGISTRY)
BOT_SECONDS = Histogram("farhaven_bot_seconds", "Time a bot thought", registry=REGISTRY)
BOT_SLIPS = Counter("farhaven_bot_slips", "Illegal moves that bots kept from", registry=REGISTRY)
BOT_CRASHES = Counter("farhaven_bot_crashes", "Bot workers replaced", registry=REGISTRY)
REQUESTS = Counter("farhaven_requests", "HTTP requests", ["method", "status"], registry=REGISTRY)
REJECTED = Counter(
    "farhaven_rejected", "Connections ended before or between requests", ["why"], registry=REGISTRY
)
WORK = Counter("farhaven_work", "Units of work that requests were charged", registry=REGISTRY)
LIMITED = Counter("farhaven_limited", "Requests over a rate limit", ["limit"], registry=REGISTRY)


_steps: dict[str, Counter] = {}


def count_step(kind: str) -> None:
    """Count a step that was written; finding its counter by label costs more than counting."""
    counter = _steps.get(kind)
    if counter is None:
        counter = _steps[kind] = STEPS.labels(kind)
    counter.inc()


def exposition() -> bytes:
    """All counts as text."""
    return generate_latest(REGISTRY)
