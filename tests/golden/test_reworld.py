"""The golden records of Reworld stay sound, and show what they were kept for."""

import pytest

from farhaven.core.match import replay
from farhaven.core.record import decode_record, encode_record
from farhaven.core.verify import verify
from tests.golden.features import features_of
from tests.golden.make_reworld import FILE, WANTED
from tests.reworld.recount import Recount
from tests.reworld.steps import reworld

LINES = FILE.read_bytes().splitlines()
every_record = pytest.mark.parametrize("number", range(len(WANTED)))


def test_there_are_ten_for_every_number_of_players() -> None:
    assert len(LINES) == len(WANTED) == 10
    assert {seats for seats, _ in WANTED} == {2, 3, 4}


def test_every_category_has_a_tie() -> None:
    wanted = set().union(*(features for _, features in WANTED))
    assert wanted >= {f"tie in {name}" for name in ("defence", *"ABCDE")}


@every_record
def test_it_is_sound_and_has_the_same_bytes(number: int) -> None:
    record = decode_record(LINES[number])
    assert verify(reworld(), record) is None
    assert encode_record(replay(reworld(), record).record()) == LINES[number]


@every_record
def test_it_has_what_it_was_kept_for(number: int) -> None:
    record = decode_record(LINES[number])
    seats, wanted = WANTED[number]
    assert len(record.players) == seats
    assert wanted <= features_of(reworld(), record)


@every_record
def test_its_points_can_be_counted_again(number: int) -> None:
    match = replay(reworld(), decode_record(LINES[number]))
    recount = Recount(len(match.players))
    for line in match.log:
        recount.follow(line)
    result = match.result()
    assert result is not None
    for seat, score in zip(recount.seats, result.scores, strict=True):
        final = [recount.final(seat, name) for name in ("defence", *"ABCDE")]
        assert score == seat.points.total() + sum(final)
