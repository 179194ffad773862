"""Small values that a table in memory is made of."""

import msgspec

from farhaven.server.storage.models import TableRow
from farhaven.server.storage.store import Step


class Head(msgspec.Struct, frozen=True, gc=False):
    """What every step changes in a table's row."""

    steps: int
    owing: int
    moved: int


def head_of(row: TableRow) -> Head:
    """The head of a table as it was read."""
    return Head(row.steps, row.owing, row.moved)


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """The facts of a step that is no line."""

    reason: str | None = None
    kind: str | None = None
    name: str | None = None
    level: str | None = None


class Happened(msgspec.Struct, frozen=True, gc=False):
    """A step and its events in JSON: small, for there may be hundreds at each table."""

    step: Step
    events: bytes
