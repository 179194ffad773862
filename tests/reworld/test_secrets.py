"""Hidden information (RW-1.2): two games that differ only in secrets look the same to a seat."""

from collections import Counter

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from farhaven.core.chance import FastChance
from farhaven.core.log_entry import Line
from farhaven.core.match import Match
from farhaven.core.record import Fairness, PlayerInfo, encode_record
from farhaven.games.reworld.records.entries import Acquire, DropOut, Round, TakeMarker
from farhaven.games.reworld.rules.position import ReworldPosition
from farhaven.games.reworld.rules.state import STATION, cards_of
from tests.reworld.steps import game_of, position_at, reworld

players = st.integers(2, 4)
seeds = st.integers(0, 10**6)
lines = st.integers(0, 90)


def in_a_round(seats: int, seed: int, line: int) -> list[Line]:
    """The lines of a game up to a moment of chapter one: so many, if it is so long."""
    log: list[Line] = []
    count = 0
    for position, last in game_of(seats, seed):
        log += [last] if last is not None else []
        if position.phase == STATION:
            count = len(log)
        if position.phase > STATION or count > line:
            break
    return log[:count]


def match_of(seats: int, log: list[Line]) -> Match:
    people = [PlayerInfo(f"Player {seat}", "human") for seat in range(seats)]
    match = Match(reworld(), people, fairness=Fairness("0" * 64))
    for line in log:
        match.take(line)
    return match


def own(match: Match) -> ReworldPosition:
    assert isinstance(match.position, ReworldPosition)
    return match.position


def redealt(log: list[Line], sample: ReworldPosition) -> list[Line]:
    """The same log with the hands of this round as in a sample, and its card for the marker."""
    start = max(i for i, line in enumerate(log) if isinstance(line, Round))
    laid = [Counter(cards_of(p.hand) + cards_of(p.dropped)) for p in sample.players]
    lines: list[Line] = []
    for line in log[start + 1 :]:
        changed = line
        if isinstance(line, TakeMarker):
            changed = msgspec.structs.replace(line, card=int(sample.marker_card))
            laid[line.seat][int(sample.marker_card)] += 1
        elif isinstance(line, Acquire):
            laid[line.seat].update(line.cards)
        else:
            assert isinstance(line, DropOut)
        lines.append(changed)
    hands = [sorted(cards.elements()) for cards in laid]
    return [*log[:start], msgspec.structs.replace(log[start], hands=hands), *lines]


@given(players, seeds, lines)
def test_the_seen_log_is_the_same_in_every_game_that_fits(seats: int, seed: int, line: int) -> None:
    log = in_a_round(seats, seed, line)
    match = match_of(seats, log)
    assert own(match).phase == STATION
    for seat in (None, *range(seats)):
        sample = reworld().view(own(match), seat).sample(FastChance(seed))
        other = match_of(seats, redealt(log, sample))
        assert other.position.checksum() == sample.checksum()
        records = [encode_record(m.record_for(seat)) for m in (match, other)]
        assert records[0] == records[1]
        wires = [msgspec.json.encode(m.view(seat).to_wire()) for m in (match, other)]
        assert wires[0] == wires[1]


@given(players, seeds, lines)
def test_the_events_that_a_seat_is_told_are_the_same(seats: int, seed: int, line: int) -> None:
    log = in_a_round(seats, seed, line)
    for seat in (None, *range(seats)):
        sample = reworld().view(own(match_of(seats, log)), seat).sample(FastChance(seed + 1))
        told = []
        for lines_ in (log, redealt(log, sample)):
            match = match_of(seats, [])
            events = [event for one in lines_ for event in match.take(one)]
            told.append([event for event in events if event.is_for(seat)])
        assert told[0] == told[1]


@given(players, seeds, lines)
def test_a_sample_keeps_what_is_known(seats: int, seed: int, line: int) -> None:
    position = position_at(seats, seed, line)
    for seat in range(seats):
        sample = reworld().view(position, seat).sample(FastChance(seed))
        mine, known = sample.players[seat], position.players[seat]
        assert (mine.hand, mine.dropped) == (known.hand, known.dropped)
        if position.marker == seat:
            assert sample.marker_card == position.marker_card
        piles = [sample.undealt, *sample.slot]
        piles += [pile for p in sample.players for pile in (p.hand, p.dropped)]
        cards = [card for pile in piles for card in cards_of(pile)]
        cards += [int(sample.marker_card)] if sample.marker_card else []
        expected = 30 if position.phase == STATION else 0
        assert len(cards) == expected
        assert all(count == 6 for count in Counter(cards).values())


@given(players, seeds)
def test_a_sample_varies_what_is_not_known(seats: int, seed: int) -> None:
    position = position_at(seats, seed, 2)
    view = reworld().view(position, 0)
    hands = {int(view.sample(FastChance(i)).players[1].hand) for i in range(20)}
    assert len(hands) > 5


@given(players, seeds, st.integers(0, 190))
def test_a_view_holds_no_secret(seats: int, seed: int, line: int) -> None:
    position = position_at(seats, seed, line)
    for seat in (None, *range(seats)):
        known = reworld().view(position, seat).position
        assert isinstance(known, ReworldPosition)
        assert known.undealt == 0
        if position.marker != seat:
            assert known.marker_card == 0
        for other, player in enumerate(known.players):
            if other != seat:
                assert (player.hand, player.dropped) == (0, 0)
