"""When a table needs somebody to look after it: clocks, deadlines, patience, waiting bots."""

from farhaven.server.basics import DAY_MS
from farhaven.server.tables.live_table import ONLINE_MS, LiveTable

BOT_RETRY_MS = 15_000
"""A bot's move that has not come by then was lost with its process, and is asked for again."""
LEFT_MS = 10_000
"""Somebody whose connection was lost may be back within this: a page that is loaded again."""


def next_due(table: LiveTable, now: int) -> int | None:
    """When to look again: never later than needed, sometimes sooner."""
    if not table.is_running:
        return None
    if table.pause is not None:
        return table.pause.until
    times = []
    for seat in table.owing():
        if table.is_bot(seat):
            times.append(now + BOT_RETRY_MS)
        else:
            times.extend(limit for limit, _ in limits(table, seat))
    return min(times, default=None)


def limits(table: LiveTable, seat: int) -> list[tuple[int, str]]:
    """The times at which a bot takes over from a person who owes a decision, and why."""
    since = table.timing.since.get(seat, table.head.moved)
    found = []
    if table.clocks is not None:
        found.append((since_last(table) + table.clocks[seat], "clock"))
    if table.days is not None:
        found.append((since + table.days * DAY_MS, "days"))
    else:
        # Being away counts from the last sign of life, but never before it was one's turn,
        # nor before a pause was over.
        seen = max(since, table.seats[seat].seen, table.timing.resumed)
        found.append((seen + table.patience * 1000, "patience"))
    return found


def is_attended(table: LiveTable, now: int) -> bool:
    """True if bots may play on: somebody is there for whom they play.

    That is one of the people at the table; where only bots sit, anybody who watches. Where
    people have days for a decision they need not be there, as long as they keep their deadlines.
    """
    people = table.people()
    if not people:
        return now - table.row.watched < ONLINE_MS
    if table.days is not None:
        return any(seat not in table.away for seat in people)
    return any(_is_here(table, seat, now) for seat in people)


def _is_here(table: LiveTable, seat: int, now: int) -> bool:
    lasts = LEFT_MS if seat in table.gone else ONLINE_MS
    return now - table.seats[seat].seen < lasts


def since_last(table: LiveTable) -> int:
    """The time of the last step, from which clocks run on."""
    return table.history[-1].step.at if table.history else table.head.moved


def overdue(table: LiveTable, now: int) -> list[tuple[int, str]]:
    """The people whose time is over, with the reason."""
    found = []
    here = table.present()
    for seat in table.owing():
        if table.is_bot(seat):
            continue
        reasons = [reason for limit, reason in limits(table, seat) if limit <= now]
        if seat in here and "patience" in reasons:
            reasons.remove("patience")  # connected, only not yet marked as seen
        if reasons:
            found.append((seat, reasons[0]))
    return found
