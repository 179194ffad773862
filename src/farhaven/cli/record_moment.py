"""Finds the moment of a record that a command is asked about."""

from collections.abc import Sequence
from pathlib import Path

from farhaven.cli.console import say
from farhaven.cli.editions import Editions, spoken
from farhaven.cli.errors import Fault, WrongUse
from farhaven.cli.record_files import read_record
from farhaven.core.event import Event
from farhaven.core.game import Game
from farhaven.core.match import Match, open_record
from farhaven.core.record import Record
from farhaven.core.violation import Illegal


class Moment:
    """A match of a file after some entries of its log, and what the last of them did."""

    def __init__(self, match: Match, events: Sequence[Event]) -> None:
        self.match = match
        self.events = events


def find_moment(path: Path, number: int, at: int | None, components: Sequence[Path]) -> Moment:
    """The record `number` of a file after `at` entries, or after all of them."""
    found = None if number < 0 else read_record(path, number)
    if found is None:
        raise WrongUse(say("error", "no_such_record", record=number, file=str(path)))
    place = say("check", "broken", record=number, line=found.line)
    if found.record is None or found.fault is not None:
        reason = "" if found.fault is None else spoken(found.fault)
        raise Fault(f"{place}: {reason}")
    try:
        game = Editions(components).of(found.record)
    except Illegal as refusal:
        raise Fault(f"{place}: {spoken(refusal.violation)}") from refusal
    last = len(found.record.log)
    count = last if at is None else at
    if not 0 <= count <= last:
        raise WrongUse(say("error", "no_such_moment", at=count, last=last))
    return _replay(game, found.record, number, count)


def _replay(game: Game, record: Record, number: int, count: int) -> Moment:
    """Replay, and say which entry is at fault where one is."""
    events: list[Event] = []
    place = say("check", "record", record=number)
    try:
        match = open_record(game, record)
        for entry, raw in enumerate(record.log[:count]):
            place = say("check", "entry", record=number, entry=entry)
            events = match.take(game.read_line(raw))
    except Illegal as refusal:
        clause = refusal.violation.clause
        raise Fault(f"{place}: {clause}: {spoken(refusal.violation, game)}") from refusal
    return Moment(match, events)
