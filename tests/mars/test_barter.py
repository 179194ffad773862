"""Bots trade with players: gain for themselves, and no help for one who is about to win."""

import pytest

from farhaven.bots import make_bot
from farhaven.core.chance import FastChance
from farhaven.core.log_entry import Entry
from farhaven.core.match import Match
from farhaven.core.record import PlayerInfo
from farhaven.core.view import move_buffer
from farhaven.games import load
from farhaven.games.mars.ai.trade_judgement import (
    LOOKED_AT,
    NEARLY,
    OFFERS,
    WORTHWHILE,
    barter,
    gain,
    may_wait,
    write_offers,
)
from farhaven.games.mars.records.entries import Answer, Close, Offer
from farhaven.games.mars.rules.moves import offer_give, offer_want
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.state import ANSWERING, open_points


def played(seats: int, seed: int) -> list[tuple[MarsPosition, Entry]]:
    """A match between greedy bots: every position with the entry that followed."""
    game = load("mars")
    players = [PlayerInfo(f"Bot {seat}", "bot:greedy") for seat in range(seats)]
    match = Match.new(game, players, f"{seed:064x}")
    bots = [make_bot("greedy", game) for _ in players]
    chance = FastChance(seed)
    course: list[tuple[MarsPosition, Entry]] = []
    while True:
        match.roll()
        if match.is_over:
            return course
        seat = match.owing()[0]
        entry = game.entry(match.position, seat, bots[seat].choose(match.view(seat), chance))
        before = match.position.copy()
        assert isinstance(before, MarsPosition)
        course.append((before, entry))
        match.act(entry)


@pytest.fixture(scope="module", params=[2, 3, 4])
def course(request: pytest.FixtureRequest) -> list[tuple[MarsPosition, Entry]]:
    seats: int = request.param
    return played(seats, seats)


Course = list[tuple[MarsPosition, Entry]]


def test_bots_trade_with_each_other(course: Course) -> None:
    assert any(isinstance(entry, Close) and entry.partner is not None for _, entry in course)


def test_who_offers_hears_all_answers_first(course: Course) -> None:
    for before, entry in course:
        if isinstance(entry, Close):
            assert not may_wait(before, entry.seat)


def test_a_bot_does_not_ask_too_often(course: Course) -> None:
    for before, entry in course:
        if isinstance(entry, Offer):
            assert len(before.offers) < OFFERS


def test_offers_to_look_at_are_legal_and_pay(course: Course) -> None:
    game = load("mars")
    buffer = move_buffer(game.max_moves)
    most = 0
    for before, _ in course:
        count = write_offers(before, buffer)
        most = max(most, int(count))
        assert count == 0 or len(before.offers) < OFFERS
        for i in range(count):
            assert game.explain(before, before.turn, int(buffer[i])) is None
            give, get = offer_give(buffer[i]), offer_want(buffer[i])
            assert gain(before, before.turn, give, get) > WORTHWHILE
    assert 1 < most <= LOOKED_AT


def test_what_a_bot_accepts_is_its_gain(course: Course) -> None:
    for before, entry in course:
        if isinstance(entry, Answer) and entry.answer == "accept":
            give, get = offer_want(before.offer), offer_give(before.offer)
            assert gain(before, entry.seat, give, get) > 0


def test_nobody_helps_a_player_who_is_about_to_win(course: Course) -> None:
    for before, entry in course:
        nearly = before.parts.points_to_win - NEARLY
        if isinstance(entry, Answer) and entry.answer == "accept":
            assert open_points(before, before.turn) < nearly
        if isinstance(entry, Close) and entry.partner is not None:
            assert open_points(before, entry.partner) < nearly


def test_an_offer_by_one_about_to_win_is_declined(course: Course) -> None:
    """The same offer that was accepted is declined when its maker lacks only a point."""
    accepted = [
        (before, entry)
        for before, entry in course
        if isinstance(entry, Answer) and entry.answer == "accept"
    ]
    before, entry = accepted[0]
    assert before.phase == ANSWERING
    leader = before.copy()
    leader.players[leader.turn].cities_left = 0  # four cities: eight points
    answer = load("mars").entry(leader, entry.seat, int(barter(leader, entry.seat)))
    assert isinstance(answer, Answer)
    assert answer.answer == "decline"
