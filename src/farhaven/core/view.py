"""What one seat, or a spectator, may know of a running game."""

import threading
from abc import ABC, abstractmethod

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.chance import Chance
from farhaven.core.position import Position


class _Buffers(threading.local):
    """The buffers of one thread."""

    def __init__(self) -> None:
        self.by_size: dict[int, vec[i64]] = {}


_own = _Buffers()


def move_buffer(size: int) -> vec[i64]:
    """A buffer of this thread that is used again and again, until the next call.

    Making one costs more than filling it; and mypyc 2.4 never frees a buffer that interpreted
    code has made and handed to a compiled function.
    """
    buffers = _own.by_size
    if size not in buffers:
        buffers[size] = vec[i64]([0] * size)
    return buffers[size]


class View(ABC):
    """A seat's knowledge. Built by the title from the position, which it never holds.

    `position` is a position of the title in which all that the seat may not know is blank; the
    seat's own choices are legal in it exactly where they are in the real one.
    """

    def __init__(self, position: Position, seat: int | None, max_moves: int) -> None:
        self.position = position
        self.seat = seat
        self._max_moves = max_moves

    def owes(self) -> bool:
        """Whether this seat must choose something now."""
        return self.seat is not None and bool(int(self.position.owing()) >> self.seat & 1)

    def legal_moves(self) -> list[int]:
        """The seat's legal moves, or none if it owes no decision."""
        if self.seat is None or not self.owes():
            return []
        buffer = move_buffer(self._max_moves)
        count = self.position.legal_moves(self.seat, buffer)
        return [int(buffer[i]) for i in range(count)]

    @abstractmethod
    def sample(self, chance: Chance) -> Position:
        """A full position that fits all that the seat knows, drawn at random."""

    def bold_offer(self, chance: Chance) -> int:  # noqa: ARG002 - for titles that have offers
        """An offer that is worth a try although others seldom agree; less than 0 if none is."""
        return -1

    @abstractmethod
    def to_wire(self) -> msgspec.Struct:
        """The view in its JSON form, as clients get it."""

    def wire_beside(self, other: msgspec.Struct) -> msgspec.Struct:  # noqa: ARG002 - for titles
        """The same as `to_wire`, when that of another seat at the same moment is at hand.

        A title may take from it what both see alike.
        """
        return self.to_wire()
