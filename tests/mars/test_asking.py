"""A strong bot asks for more than is fair: as long as others give it, and no longer."""

from collections.abc import Callable

import pytest

from farhaven.bots import make_bot
from farhaven.core.chance import FastChance
from farhaven.core.game import Game
from farhaven.core.position import first_owing
from farhaven.core.view import View
from farhaven.games import load
from farhaven.games.mars import moves as do
from farhaven.games.mars.asking import MOST_WANTED, Asking, chance_with, may_ask_more
from farhaven.games.mars.barter import OFFERS, gain
from farhaven.games.mars.parts import size_of
from farhaven.games.mars.position import MarsPosition
from farhaven.games.mars.state import ANSWERING
from farhaven.games.mars.trade import can_accept

ASKER = 0

Answerer = Callable[[MarsPosition, int], int]


def agrees(position: MarsPosition, seat: int) -> int:
    return int(do.ACCEPT if can_accept(position, seat) else do.DECLINE)


def declines(position: MarsPosition, seat: int) -> int:  # noqa: ARG001 - whatever is offered
    return int(do.DECLINE)


def played(seats: int, answer: Answerer, seed: int) -> list[tuple[MarsPosition, int]]:
    """A match with an admiral at seat 0: every position with the move that followed."""
    game = load("mars")
    bots = [make_bot("admiral@8" if s == ASKER else "greedy", game) for s in range(seats)]
    luck, chance = FastChance(seed), FastChance(seed + 1)
    position = game.start_with(seats, {})
    assert isinstance(position, MarsPosition)
    course = []
    while not position.is_over():
        if position.awaits_chance():
            position.roll(luck)
            continue
        seat = int(first_owing(position))
        if position.phase == ANSWERING and seat != ASKER and position.turn == ASKER:
            move = answer(position, seat)
        else:
            move = bots[seat].choose(game.view(position, seat), chance)
        course.append((position.copy(), move))
        position.play(seat, move)
    return course


def asks(course: list[tuple[MarsPosition, int]]) -> list[tuple[MarsPosition, int]]:
    return [(p, m) for p, m in course if p.turn == ASKER and do.deed(m) == do.OFFER]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_asked_is_legal_and_short(seats: int) -> None:
    game = load("mars")
    asked = asks(played(seats, agrees, seats))
    assert asked
    for before, move in asked:
        assert game.explain(before, ASKER, move) is None
        assert 1 <= size_of(do.offer_want(move)) <= MOST_WANTED


@pytest.mark.parametrize("seats", [2, 4])
def test_who_never_agrees_is_hardly_ever_asked(seats: int) -> None:
    course = played(seats, declines, 5)
    asked = asks(course)
    late = [move for before, move in asked if before.turns > 10 * seats]
    turns = {int(before.turns) for before, _ in course if before.turn == ASKER}
    assert len(late) < len([turn for turn in turns if turn > 10 * seats])
    assert all(len(before.offers) < OFFERS for before, _ in asked)


def test_who_agrees_is_asked_more() -> None:
    def offers_a_turn(answer: Answerer) -> float:
        course = [move for seed in range(3) for move in played(2, answer, seed)]
        turns = sum(do.deed(move) == do.ROLL for p, move in course if p.turn == ASKER)
        return len(asks(course)) / turns

    assert offers_a_turn(agrees) > offers_a_turn(declines)


def acting(game: Game) -> tuple[MarsPosition, View]:
    """A moment of a match in which an admiral asks, with what it sees."""
    luck, chance = FastChance(3), FastChance(4)
    position = game.start_with(2, {})
    assert isinstance(position, MarsPosition)
    bot = make_bot("greedy", game)
    while not position.is_over():
        if position.awaits_chance():
            position.roll(luck)
            continue
        seat = int(first_owing(position))
        view = game.view(position, seat)
        if view.ask(FastChance(1)) >= 0:
            return position, view
        position.play(seat, bot.choose(view, chance))
    raise AssertionError("nothing was asked")


def test_an_admiral_asks_for_what_raises_its_chance() -> None:
    game = load("mars")
    position, view = acting(game)
    seat = int(position.turn)
    move = view.ask(FastChance(1))
    assert make_bot("admiral@8", game).choose(view, FastChance(1)) == move
    give, want = do.offer_give(move), do.offer_want(move)
    sample = view.sample(FastChance(2))
    assert isinstance(sample, MarsPosition)
    before = chance_with(sample, -1, 0, 0)
    assert chance_with(sample, 1 - seat, give, want) > before
    assert sample.checksum() == view.sample(FastChance(2)).checksum()  # which it leaves as it is


def test_a_captain_asks_for_nothing_that_is_not_fair() -> None:
    game = load("mars")
    position, view = acting(game)
    chosen = make_bot("captain@8", game).choose(view, FastChance(1))
    assert chosen != view.ask(FastChance(1))
    if do.deed(chosen) == do.OFFER:
        other = 1 - position.turn
        assert gain(position, other, do.offer_want(chosen), do.offer_give(chosen)) > 0


def test_the_more_is_refused_the_more_must_an_offer_promise() -> None:
    game = load("mars")
    position, _ = acting(game)

    def asked(offered: int, traded: int) -> bool:
        asking = Asking(offered, traded)
        asking.weigh(position)
        return asking.best() >= 0

    assert asked(0, 0)
    assert not asked(10_000, 0)
    assert asked(10_000, 9_000)


def test_there_is_an_end_to_asking_in_a_turn() -> None:
    game = load("mars")
    position, _ = acting(game)
    assert may_ask_more(position, 0)
    made = [do.offer(do.OFFER, 1, n << 8) for n in range(1, 1 + int(position.parts.offers_a_turn))]
    for asked, move in enumerate(made):
        assert may_ask_more(position, asked)
        position.play(position.turn, move)
        position.play(1 - position.turn, do.DECLINE)
        position.play(position.turn, do.close(-1))
    assert not may_ask_more(position, 100)
    position.built = True
    position.offers = position.offers[:0]
    assert not may_ask_more(position, 100)  # MA-1.1: no trade after a build


def test_the_ledger_counts_offers_and_trades() -> None:
    game = load("mars")
    position, view = acting(game)
    seat = int(position.turn)
    ledger = position.ledger
    assert ledger is not None
    offered, traded = ledger.offered[seat], ledger.traded[seat]
    position.play(seat, view.ask(FastChance(1)))
    assert ledger.offered[seat] == offered
    position.play(1 - seat, do.DECLINE)
    position.play(seat, do.close(-1))
    assert (ledger.offered[seat], ledger.traded[seat]) == (offered + 1, traded)
