"""How a process that thinks hears and answers: messages with their length before them.

This is the side of such a process; `workers.py` is the server's.
"""

import os
import struct
import sys
from typing import BinaryIO

import msgspec

LENGTH = struct.Struct(">I")
NICENESS = 19


def framed(message: msgspec.Struct) -> bytes:
    """A message as it goes through a pipe."""
    out = msgspec.msgpack.encode(message)
    return LENGTH.pack(len(out)) + out


def give_way() -> None:
    """Use only what people leave over; whoever needs the processor has it at once."""
    os.nice(NICENESS)
    if hasattr(os, "SCHED_IDLE"):  # not everywhere; there politeness must do
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


class Pipe:
    """Standard input and output of a process that thinks, with what others leave over."""

    def __init__(self) -> None:
        self._out: BinaryIO = os.fdopen(os.dup(1), "wb")
        # What a bot prints must not come between the answers.
        os.dup2(2, 1)
        give_way()

    def hear(self) -> bytes | None:
        """The next message, or None at the end."""
        head = sys.stdin.buffer.read(LENGTH.size)
        if len(head) < LENGTH.size:
            return None
        return sys.stdin.buffer.read(LENGTH.unpack(head)[0])

    def tell(self, message: msgspec.Struct) -> None:
        self._out.write(framed(message))
        self._out.flush()
