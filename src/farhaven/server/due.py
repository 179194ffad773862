"""When a table needs somebody to look after it: clocks, deadlines, patience, waiting bots."""

from farhaven.server.basics import DAY_MS
from farhaven.server.table import LiveTable

BOT_RETRY_MS = 15_000
"""A bot's move that has not come by then was lost with its process, and is asked for again."""


def next_due(table: LiveTable, now: int) -> int | None:
    """When to look again: never later than needed, sometimes sooner."""
    if not table.is_running or table.paused:
        return None
    times = []
    for seat in table.owing():
        if table.is_bot(seat):
            times.append(now + BOT_RETRY_MS)
        else:
            times.extend(limit for limit, _ in limits(table, seat))
    return min(times, default=None)


def limits(table: LiveTable, seat: int) -> list[tuple[int, str]]:
    """The times at which a bot takes over from a person who owes a decision, and why."""
    since = table.since.get(seat, table.head.moved)
    found = []
    if table.clocks is not None:
        found.append((since_last(table) + table.clocks[seat], "clock"))
    if table.days is not None:
        found.append((since + table.days * DAY_MS, "days"))
    else:
        # Being away counts from the last sign of life, but never before it was one's turn.
        seen = max(since, table.seats[seat].seen)
        found.append((seen + table.patience * 1000, "patience"))
    return found


def since_last(table: LiveTable) -> int:
    """The time of the last step, from which clocks run on."""
    return table.history[-1].step.at if table.history else table.head.moved


def overdue(table: LiveTable, now: int) -> list[tuple[int, str]]:
    """The people whose time is over, with the reason."""
    found = []
    for seat in table.owing():
        if table.is_bot(seat):
            continue
        reasons = [reason for limit, reason in limits(table, seat) if limit <= now]
        if reasons:
            found.append((seat, reasons[0]))
    return found
