"""The time that all processes share: the database's clock, as far as this process can tell.

Presence, deadlines and the times of steps are written by one process and compared by another.
A machine's clock may be minutes off, or be set while the server runs. So each process counts
milliseconds steadily, and measures again and again how far that is from the database's clock.
"""

import time
from collections.abc import Callable

DRIFT_MS = 1
"""How much less certain an offset is by the time of the next measurement."""


def wall_ms() -> int:
    """This machine's time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def steady_ms() -> int:
    """Milliseconds since some moment; nobody sets this clock, and it runs while we sleep."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    return time.monotonic_ns() // 1_000_000


class Clock:
    """A steady count of milliseconds, and its offset to the clock that everybody goes by."""

    def __init__(
        self, steady: Callable[[], int] = steady_ms, wall: Callable[[], int] = wall_ms
    ) -> None:
        self.steady = steady
        self.wall = wall
        self.offset = wall() - steady()
        """By this machine's own clock, until it is measured."""
        self._error: float | None = None

    def now(self) -> int:
        """The time in milliseconds since 1970."""
        return self.steady() + self.offset

    def learn(self, sent: int, answer: int, received: int) -> None:
        """Take in a measurement: steady times around a question, and the time it was answered with.

        The answer was given at some moment between the two, so half the round trip bounds the
        error. A slow answer does not replace an exact one, unless the two contradict each other:
        then a clock has been set.
        """
        error = (received - sent) / 2
        offset = round(answer - (sent + received) / 2)
        known = self._error
        is_contradiction = known is not None and abs(offset - self.offset) > error + known + 1
        if known is None or error <= known or is_contradiction:
            self.offset, self._error = offset, error
        else:
            self._error = known + DRIFT_MS


CLOCK = Clock()
"""The clock of this process."""
