"""Whatever is sent, it is refused with a clause and a sentence, or it is a legal line."""

import copy
import json
from collections.abc import Iterator
from functools import partial

import msgspec

from farhaven.core.log_entry import Entry
from farhaven.core.match import Match
from farhaven.core.sentences import LANGUAGES, sentence
from farhaven.core.violation import Illegal, Violation
from tests.conformance.tables import (
    every_table,
    finished,
    moments,
    new_match,
    random_entry,
    to_json,
)
from tests.marks import expect_refusal
from tests.running import COMPILED

STRANGE: tuple[object, ...] = (
    *(None, True, -1, 0, 1, 2, 5, 19, 99, 2**31, 2**63, 10**30, 0.5),
    *("", "x", "A", "ä" * 100, [], [1], [9, 1], [[]], {}, {"x": 1}, {"glass": 1}, {"unit": 0}),
)
BROKEN = (
    *(b"", b"{", b"[]", b"null", b"17", b'"do"', b'{"do":', b"\xff\xfe", b'{"do":"\xff"}'),
    *(b"[" * 5000, b'{"do":' * 5000),
)


def spoilt(line: dict[str, object]) -> Iterator[dict[str, object]]:
    """Lines that differ from a good one in one place."""
    for key, value in line.items():
        yield {k: v for k, v in line.items() if k != key}
        for other in STRANGE:
            yield {**line, key: other}
        if isinstance(value, list):
            yield {**line, key: [*value, *value]}
            yield {**line, key: value[1:]}
            for i in range(len(value)):
                for other in STRANGE:
                    yield {**line, key: [*value[:i], other, *value[i + 1 :]]}
    yield {**line, "unknown": 1}
    yield {**line, "do": "end", "chance": "dice"}


def attempt(match: Match, raw: bytes) -> Violation | None:
    """Why a line is refused, which must change nothing; None if it was carried out."""
    before = match.position.checksum(), len(match.log)
    try:
        match.take(match.game.read_line(raw))
    except Illegal as refusal:
        assert (match.position.checksum(), len(match.log)) == before
        return refusal.violation
    return None


def check_all(match: Match, raws: Iterator[bytes]) -> int:
    """Try them all, each at the same moment; return how many were refused."""
    lines = len(match.log)
    refused = 0
    for raw in raws:
        violation = attempt(match, raw)
        if violation is None:
            match = match.at(lines)
            continue
        refused += 1
        for language in LANGUAGES:
            assert sentence(violation, match.game.package, language)
    return refused


def encoded(lines: Iterator[dict[str, object]]) -> Iterator[bytes]:
    return (json.dumps(line).encode() for line in lines)


@every_table
def test_spoilt_choices(name: str, seats: int) -> None:
    kinds: set[object] = set()
    for match, chance in moments(name, seats, 12, 6):
        good = to_json(random_entry(match, chance))
        kind = (good["do"], good.get("use"), good.get("card"), good.get("piece"))
        if kind in kinds:
            continue
        kinds.add(kind)
        here = match.at(len(match.log))
        refused = check_all(here, encoded(spoilt(good)))
        assert refused > 20
        if not COMPILED and len(kinds) > 8:
            break
    assert len(kinds) > 3


@every_table
def test_spoilt_outcomes(name: str, seats: int) -> None:
    match = new_match(name, seats, 13)
    for _ in range(2):
        fair = match.fair_outcome()
        assert fair is not None
        good = to_json(fair)
        few = (line for i, line in enumerate(spoilt(good)) if COMPILED or i % 4 == 0)
        check_all(match.at(len(match.log)), encoded(few))
        match.take(match.game.read_line(msgspec.json.encode(fair)))
        if not match.position.awaits_chance():
            break


@every_table
def test_what_is_no_line_at_all(name: str, seats: int) -> None:
    match = new_match(name, seats, 14)
    match.roll()
    assert check_all(match, iter(BROKEN)) == len(BROKEN)
    for raw in BROKEN:
        violation = attempt(match, raw)
        assert violation is not None
        assert violation.clause == "record"


@every_table
def test_choices_of_others_and_of_nobody(name: str, seats: int) -> None:
    for match, chance in moments(name, seats, 15, 25):
        entry = random_entry(match, chance)
        for seat in (-1, seats, 99):
            stranger = msgspec.structs.replace(entry, seat=seat)
            before = match.position.checksum()
            expect_refusal(partial(match.act, stranger), "record", "no_such_seat")
            assert match.position.checksum() == before
        for seat in range(seats):
            if seat not in match.owing():
                other = msgspec.structs.replace(entry, seat=seat)
                assert attempt(match, msgspec.json.encode(other)) is not None


@every_table
def test_choices_of_another_moment(name: str, seats: int) -> None:
    """Every choice of a whole game, tried at a few moments of it."""
    whole = finished(name, seats)
    entries = [line for line in whole.log if isinstance(line, Entry)]
    step = max(1, len(entries) // (200 if COMPILED else 60))
    for part in (0, 4, 9):
        match = whole.at(len(whole.log) * part // 10)
        check_all(match, (msgspec.json.encode(entry) for entry in entries[::step]))


@every_table
def test_after_the_end_everything_is_refused(name: str, seats: int) -> None:
    match = copy.copy(finished(name, seats))
    for line in (match.log[0], match.log[-1]):
        violation = attempt(match, msgspec.json.encode(line))
        assert violation is not None
        assert (violation.clause, violation.reason) == ("record", "over")
