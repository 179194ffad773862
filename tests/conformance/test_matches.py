"""Matches: replay equals play, records and views keep their form, choices can be taken back."""

import msgspec

from farhaven.core.chance import FastChance
from farhaven.core.log_entry import Entry
from farhaven.core.match import Match, replay
from farhaven.core.record import decode_record, encode_record
from tests.conformance.tables import (
    every_table,
    finished,
    legal_moves,
    moments,
    new_match,
    play,
)
from tests.marks import expect_refusal
from tests.running import COMPILED

EVERY = 5 if COMPILED else 15


@every_table
def test_replay_equals_play(name: str, seats: int) -> None:
    match = play(new_match(name, seats, 2), FastChance(2), 0)
    checksums: list[tuple[int, int]] = []
    chance = FastChance(3)
    while not match.is_over and len(checksums) < 8:
        checksums.append((len(match.log), int(match.position.checksum())))
        play(match, chance, 12)
    record = match.record()
    for lines, checksum in checksums:
        assert match.at(lines).position.checksum() == checksum
        assert replay(match.game, record, lines).position.checksum() == checksum


@every_table
def test_a_finished_match_replays_to_its_result(name: str, seats: int) -> None:
    match = finished(name, seats)
    again = replay(match.game, match.record())
    assert again.position.checksum() == match.position.checksum()
    assert again.result() == match.result()
    assert again.log == match.log


@every_table
def test_the_same_game_has_the_same_bytes(name: str, seats: int) -> None:
    match = finished(name, seats)
    text = encode_record(match.record())
    assert encode_record(play(new_match(name, seats, 1), FastChance(1)).record()) == text
    record = decode_record(text)
    assert encode_record(record) == text
    assert encode_record(replay(match.game, record).record()) == text
    spread = msgspec.json.format(text, indent=2)
    assert encode_record(replay(match.game, decode_record(spread)).record()) == text


@every_table
def test_a_stopped_match_keeps_no_result(name: str, seats: int) -> None:
    match = play(new_match(name, seats, 4), FastChance(4), 20)
    match.stop("turn_limit")
    text = encode_record(match.record())
    assert b'"result":null' in text
    again = replay(match.game, decode_record(text))
    assert again.stopped == "turn_limit"
    assert encode_record(again.record()) == text
    expect_refusal(lambda: match.stop("abandoned"), "record", "over")
    expect_refusal(lambda: match.at(3).stop("bored"), "record", "stopped")


@every_table
def test_views_and_decisions_survive_json(name: str, seats: int) -> None:
    for match, _ in moments(name, seats, 5, EVERY):
        for seat in (None, *range(seats)):
            view = match.view(seat)
            decision = match.game.decision(view)
            assert (decision is not None) == (seat in match.owing())
            for wire in (view.to_wire(), decision):
                if wire is not None:
                    text = msgspec.json.encode(wire)
                    assert msgspec.json.encode(msgspec.json.decode(text, type=type(wire))) == text


@every_table
def test_a_view_offers_what_the_position_offers(name: str, seats: int) -> None:
    for match, _ in moments(name, seats, 6, EVERY):
        for seat in range(seats):
            view = match.view(seat)
            assert view.owes() == (seat in match.owing())
            expected = legal_moves(match.game, match.position, seat) if view.owes() else []
            assert view.legal_moves() == expected


@every_table
def test_move_and_entry_spell_each_other(name: str, seats: int) -> None:
    for match, chance in moments(name, seats, 8, EVERY):
        game, position = match.game, match.position
        for seat in match.owing():
            moves = legal_moves(game, position, seat)
            first = int(chance.below(len(moves)))
            for move in (moves[first:] + moves[:first])[:60]:
                entry = game.entry(position, seat, move)
                assert game.read_line(msgspec.json.encode(entry)) == entry
                assert game.move(position, entry) == move
                assert game.explain(position, seat, move) is None


# Taking back


def refusal(match: Match, seat: int) -> str:
    violation = match.no_undo(seat)
    return "" if violation is None else violation.reason


@every_table
def test_who_acted_last_may_take_it_back_and_nobody_else(name: str, seats: int) -> None:
    match = new_match(name, seats, 9)
    assert [refusal(match, seat) for seat in range(seats)] == ["undo_nothing"] * seats
    chance = FastChance(9)
    for _ in range(30):
        play(match, chance, 1)
        last = match.log[-1]
        for seat in range(seats):
            if not isinstance(last, Entry):
                assert refusal(match, seat) == "undo_chance"
            elif last.seat != seat:
                assert refusal(match, seat) == "undo_others"
            else:
                assert refusal(match, seat) in ("", "undo_secret")


@every_table
def test_taking_back_restores_the_position(name: str, seats: int) -> None:
    match = play(new_match(name, seats, 10), FastChance(10), 5)
    taken_back = 0
    chance = FastChance(11)
    while taken_back < 5:
        before, lines = match.position.checksum(), len(match.log)
        play(match, chance, 1)
        last = match.log[-1]
        if isinstance(last, Entry) and not refusal(match, last.seat):
            after = match.position.checksum()
            match.undo(last.seat)
            assert (match.position.checksum(), len(match.log)) == (before, lines)
            match.act(last)
            assert match.position.checksum() == after
            taken_back += 1


@every_table
def test_nothing_is_taken_back_after_the_end(name: str, seats: int) -> None:
    match = finished(name, seats)
    assert [refusal(match, seat) for seat in range(seats)] == ["over"] * seats


@every_table
def test_the_choice_before_a_choice_taken_back_can_be_taken_back_too(name: str, seats: int) -> None:
    chance = FastChance(12)
    match = play(new_match(name, seats, 12), chance, 1)
    while True:
        previous, last = match.log[-2:]
        if isinstance(previous, Entry) and isinstance(last, Entry) and previous.seat == last.seat:
            break
        play(match, chance, 1)
    match.undo(last.seat)
    assert match.before is not None  # so that asking does not replay the log
    assert match.may_undo(last.seat) == (not refusal(match.at(len(match.log)), last.seat))
    assert match.may_undo(last.seat)
    match.undo(last.seat)
    assert previous not in match.log[-1:]


# One door


@every_table
def test_chance_acts_once_for_each_draw(name: str, seats: int) -> None:
    match, other = new_match(name, seats, 13), new_match(name, seats, 13)
    while (drawn := match.draw()) is not None:
        outcome, events = drawn
        assert match.log[-1] == outcome
        assert other.fair_outcome() == outcome
        assert other.take(outcome) == events
    assert match.log
    assert match.log == other.log
    assert match.roll() == []


@every_table
def test_a_bots_move_is_refused_where_any_choice_is(name: str, seats: int) -> None:
    match = new_match(name, seats, 14)
    first = match.play(0, 0)
    assert first is not None and first.reason == "chance_first"
    match.roll()
    stranger = match.play(seats, 0)
    assert stranger is not None and stranger.reason == "no_such_seat"
    seat = match.owing()[0]
    move = legal_moves(match.game, match.position, seat)[0]
    match.stop("abandoned")
    late = match.play(seat, move)
    assert late is not None and late.reason == "over"
