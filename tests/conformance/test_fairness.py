"""A record that was tampered with is reported, at the line where it was."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from farhaven.core.fair_stream import commitment, new_secret
from farhaven.core.log_entry import Entry, Line, Outcome
from farhaven.core.match import Match
from farhaven.core.record import Fairness, Record
from farhaven.core.verify import verify
from tests.conformance.tables import every_table, finished, new_match, to_json


def fault(match: Match, record: Record) -> tuple[int | None, str] | None:
    """Line and reason of a record's first fault."""
    found = verify(match.game, record)
    return None if found is None else (found.entry, found.violation.reason)


def with_lines(record: Record, lines: Sequence[Line]) -> Record:
    return replace(record, log=[msgspec.Raw(msgspec.json.encode(line)) for line in lines])


def with_fairness(record: Record, **other: object) -> Record:
    return replace(record, fairness=replace(record.fairness, **other))


@every_table
def test_a_finished_record_is_sound(name: str, seats: int) -> None:
    match = finished(name, seats)
    assert fault(match, match.record()) is None
    assert fault(match, with_fairness(match.record(), secret=None)) is None  # rules alone


@every_table
def test_a_running_and_a_stopped_record_are_sound(name: str, seats: int) -> None:
    match = finished(name, seats).at(30)
    assert match.record().fairness.secret is None
    assert fault(match, match.record()) is None
    match.stop("abandoned")
    assert match.record().fairness.secret is not None
    assert fault(match, match.record()) is None
    assert fault(match, replace(match.record(), stopped="bored")) == (None, "stopped")
    assert fault(match, replace(match.record(), stopped=msgspec.UNSET)) == (
        None,
        "secret_too_early",
    )


@every_table
def test_another_outcome(name: str, seats: int) -> None:
    match = finished(name, seats)
    record = match.record()
    numbers = [i for i, line in enumerate(match.log) if isinstance(line, Outcome)]
    for number in (numbers[0], numbers[1], numbers[-1]):
        drawn = next(filter(None, (drawn_with(match, number, seed) for seed in range(20, 60))))
        lines = [*match.log[:number], drawn, *match.log[number + 1 :]]
        assert fault(match, with_lines(record, lines)) == (number, "unfair")


def drawn_with(match: Match, number: int, seed: int) -> Outcome | None:
    """What another secret would have brought at a line, if it is not the same."""
    fairness = new_match(match.game.name, len(match.players), seed).fairness
    other = Match(match.game, match.players, fairness=fairness)
    for line in match.log[:number]:
        other.take(line)
    drawn = other.fair_outcome()
    return None if drawn == match.log[number] else drawn


@every_table
def test_another_move(name: str, seats: int) -> None:
    match = finished(name, seats)
    numbers = [i for i, line in enumerate(match.log) if isinstance(line, Entry)]
    for number in (numbers[0], numbers[len(numbers) // 2], numbers[-1]):
        entry = match.log[number]
        assert isinstance(entry, Entry)
        stranger = replace(entry, seat=seats)
        lines = [*match.log[:number], stranger, *match.log[number + 1 :]]
        assert fault(match, with_lines(match.record(), lines)) == (number, "no_such_seat")


@every_table
def test_a_line_too_much_or_too_little(name: str, seats: int) -> None:
    match = finished(name, seats)
    record = match.record()
    end = len(match.log)
    assert fault(match, with_lines(record, [*match.log, match.log[-1]])) == (end, "over")
    assert fault(match, with_lines(record, match.log[:-1])) == (None, "secret_too_early")
    hidden = with_fairness(with_lines(record, match.log[:-1]), secret=None)
    assert fault(match, hidden) == (None, "result")
    broken = replace(record, log=[*record.log[:5], msgspec.Raw(b'{"do":"dance"}'), *record.log[5:]])
    assert fault(match, broken) == (5, "unknown_line")


@every_table
def test_another_result(name: str, seats: int) -> None:
    match = finished(name, seats)
    result = msgspec.json.decode(match.record().result)
    scores, winners, breakdown = result["scores"], result["winners"], result["breakdown"]
    for claim in (
        {**result, "scores": [scores[0] + 1, *scores[1:]]},
        {**result, "winners": [(winners[0] + 1) % seats]},
        {**result, "breakdown": breakdown[::-1]},
        {**result, "scores": [float(score) for score in scores]},
        {**result, "extra": 1},
        None,
    ):
        raw = msgspec.Raw(msgspec.json.encode(claim))
        assert fault(match, replace(match.record(), result=raw)) == (None, "result"), claim


@every_table
def test_another_head(name: str, seats: int) -> None:
    match = finished(name, seats)
    record = match.record()
    secret = new_secret()
    assert fault(match, with_fairness(record, commitment="0" * 64)) == (None, "commitment")
    assert fault(match, with_fairness(record, secret=secret)) == (None, "commitment")
    assert fault(match, with_fairness(record, secret="abc")) == (None, "secret_form")
    assert fault(match, replace(record, components="0" * 64)) == (None, "components")
    assert fault(match, replace(record, rules_version=99)) == (None, "rules_version")
    assert fault(match, replace(record, game="chess")) == (None, "other_game")
    assert fault(match, replace(record, options={"speed": 3})) == (None, "options")
    assert fault(match, replace(record, players=record.players[:1])) == (None, "seats")


@every_table
def test_another_secret_or_other_nonces(name: str, seats: int) -> None:
    """With a commitment that fits, the outcomes give it away."""
    match = finished(name, seats)
    record = match.record()
    secret = "ab" * 32
    forged = Fairness(commitment(secret), secret, record.fairness.nonces)
    for fairness in (forged, replace(record.fairness, nonces=["another"])):
        found = fault(match, replace(record, fairness=fairness))
        assert found is not None
        line, reason = found
        assert line is not None
        assert isinstance(match.log[line], Outcome)
        assert reason == "unfair"


@every_table
def test_what_a_seat_sees_while_it_runs(name: str, seats: int) -> None:
    match = finished(name, seats).at(40)
    for seat in (None, *range(seats)):
        record = match.record_for(seat)
        assert record.fairness.secret is None
        assert len(record.log) == len(match.log)
        for raw, line in zip(record.log, match.log, strict=True):
            assert msgspec.json.decode(raw).keys() == to_json(line).keys()  # the field stays
