"""What happened, told to those who may know it."""

from collections.abc import Mapping

import msgspec


class Event(msgspec.Struct, frozen=True):
    """A code for the message files with its parameters, and who may know it.

    `audience` is None where everybody may.
    """

    code: str
    params: Mapping[str, int | str] = {}
    audience: tuple[int, ...] | None = None

    def is_for(self, seat: int | None) -> bool:
        """Whether a seat, or a spectator (None), may be told."""
        return self.audience is None or seat in self.audience
