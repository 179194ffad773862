"""A refusal: the clause that a choice breaks, and the facts that its sentence needs."""

from collections.abc import Mapping

import msgspec

RECORD = "record"
"""The pseudo clause of everything that is wrong with a document rather than with a choice."""


class Violation(msgspec.Struct, frozen=True):
    """Clause, reason below that clause, and parameters; the words come from the message files."""

    clause: str
    reason: str
    params: Mapping[str, int | str] = {}


class Illegal(Exception):  # noqa: N818 - it reads as a verdict on a choice, not as a fault
    """Raised where a choice, an outcome or a record is refused. Nothing has changed."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(f"{violation.clause}/{violation.reason} {dict(violation.params)}")
        self.violation = violation


def illegal(clause: str, reason: str, **params: int | str) -> Illegal:
    """The exception for a refusal."""
    return Illegal(Violation(clause, reason, params))
