"""The time of a match as a fold of its steps: clocks, deadlines, pauses, who is away.

Only the steps' own times count, so every process gets the same result.
"""

from collections.abc import Sequence

import msgspec

from farhaven.server.storage.store import Step

PAUSE_LIMIT_MS = 600_000
"""The total time for which the host may pause a rated match."""
HOST, NOBODY, DOWNTIME = "host", "nobody", "downtime"
"""Why a match is paused: the host wants it, nobody is there, or the server was not running."""


class Pause(msgspec.Struct, frozen=True, gc=False):
    """A pause that has not ended."""

    reason: str
    at: int
    until: int | None = None
    """When it ends at the latest; None if there is no limit."""

    def awaits_people(self, now: int) -> bool:
        """True if the match goes on as soon as somebody is there."""
        return self.reason != HOST or (self.until is not None and self.until <= now)


class Timing:
    """The clocks of a match, and what stops them."""

    def __init__(self, *, started: int, increment: int, is_rated: bool) -> None:
        self.clocks: list[int] | None = None
        """Milliseconds that each seat had left at the last step."""
        self.pause: Pause | None = None
        self.away: set[int] = set()
        self.since: dict[int, int] = {}
        """When each seat that owes a decision began to owe it; pauses are not counted."""
        self.resumed = 0
        """When the last pause ended: nobody was away before that."""
        self.last_at = started
        """The time of the last step."""
        self._increment = increment * 1000
        self._is_rated = is_rated
        self._paused_ms = 0

    def begin(self, started: int, clock: int | None, seats: int) -> None:
        """Start the clocks."""
        self.last_at = started
        if clock is not None:
            self.clocks = [clock * 1000] * seats

    def pause_left(self) -> int | None:
        """For how long the host may still pause; None if there is no limit."""
        return max(0, PAUSE_LIMIT_MS - self._paused_ms) if self._is_rated else None

    def count(self, step: Step, running: Sequence[int]) -> None:
        """Take the time since the last step from the clocks of the seats that run."""
        spent = step.at - self.last_at
        self.last_at = step.at
        if self.clocks is None or self.pause is not None:
            return
        for seat in running:
            self.clocks[seat] = max(0, self.clocks[seat] - spent)
        if step.kind == "entry" and step.seat is not None:
            self.clocks[step.seat] += self._increment

    def owe(self, seats: Sequence[int], at: int) -> None:
        """Note who owes a decision from now on."""
        self.since = {seat: self.since.get(seat, at) for seat in seats}

    def stop(self, step: Step, reason: str) -> None:
        """Begin a pause; a match that is paused already stays so for its first reason."""
        if self.pause is None:
            left = self.pause_left() if reason == HOST else None
            self.pause = Pause(reason, step.at, None if left is None else step.at + left)

    def go_on(self, step: Step) -> None:
        """End a pause. Its time counts for no deadline, and patience begins anew."""
        if self.pause is None:
            return
        lost = step.at - self.pause.at
        if self.pause.reason == HOST:
            self._paused_ms += lost
        self.since = {seat: at + lost for seat, at in self.since.items()}
        self.resumed = step.at
        self.pause = None

    def come_back(self, seat: int) -> None:
        """Somebody who was away plays again, with a new deadline."""
        self.away.discard(seat)
        self.since.pop(seat, None)
