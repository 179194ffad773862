"""Checks a whole record: its head, the fair stream, every choice and the result."""

import msgspec

from farhaven.core.game import Game
from farhaven.core.log_entry import Line, Outcome
from farhaven.core.match import Match, open_record
from farhaven.core.record import Record
from farhaven.core.violation import RECORD, Illegal, Violation, illegal


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with a record, and at which line of its log; None for head and result."""

    entry: int | None
    violation: Violation


def verify(game: Game, record: Record) -> Fault | None:
    """The first fault of a record, or None if it is sound."""
    try:
        match = open_record(game, record)
    except Illegal as refusal:
        return Fault(None, refusal.violation)
    for number, raw in enumerate(record.log):
        try:
            line = game.read_line(raw)
            fair = _fair_outcome(match, line)
            match.take(line)
            if fair not in (None, line):
                raise illegal(RECORD, "unfair")
        except Illegal as refusal:
            return Fault(number, refusal.violation)
    violation = _check_end(match, record)
    return None if violation is None else Fault(None, violation)


def _fair_outcome(match: Match, line: Line) -> Outcome | None:
    """What the secret, where it is known, brings in the place of an outcome."""
    if not isinstance(line, Outcome) or match.is_over or not match.position.awaits_chance():
        return None
    return match.fair_outcome()


def _check_end(match: Match, record: Record) -> Violation | None:
    """Result and stop must be what the log leads to."""
    if record.stopped is not msgspec.UNSET:
        try:
            match.stop(record.stopped)
        except Illegal as refusal:
            return refusal.violation
    if record.fairness.secret is not None and not match.is_over:
        return Violation(RECORD, "secret_too_early")
    if _plain(record.result) != _plain(match.record().result):
        return Violation(RECORD, "result")
    return None


def _plain(result: msgspec.Raw) -> bytes | None:
    """A result in one spelling, whatever its spaces and order: 1 is neither 1.0 nor true.

    None for what no program can read, such as a number of a thousand digits.
    """
    try:
        return msgspec.json.encode(msgspec.json.decode(result), order="sorted")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
