"""A strong bot asks for more than is fair: as long as others give it, and no longer."""

from collections.abc import Callable, Iterable, Iterator

import pytest

from farhaven.bots import make_bot
from farhaven.core.chance import FastChance
from farhaven.core.game import Game
from farhaven.core.match import Match
from farhaven.core.position import first_owing
from farhaven.core.record import PlayerInfo
from farhaven.core.view import View
from farhaven.games import load
from farhaven.games.mars.ai.offer_policy import (
    MOST_ASKED,
    MOST_WANTED,
    Asking,
    at_a_glance,
    chance_of,
    given_by,
    may_ask_more,
    most_asked,
    traded,
    wanted_by,
)
from farhaven.games.mars.ai.trade_judgement import OFFERS, WORTHWHILE, gain, is_about_to_win
from farhaven.games.mars.records.entries import EndTurn
from farhaven.games.mars.rules import moves as do
from farhaven.games.mars.rules.parts import RESOURCES, count_of, holds, one, size_of
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.state import ANSWERING, can_pay
from farhaven.games.mars.rules.trade import can_accept, was_offered
from tests.running import COMPILED

ASKER = 0
SEEDS = range(3 if COMPILED else 1)
ADMIRAL = "admiral@8" if COMPILED else "admiral@2"

Answerer = Callable[[MarsPosition, int], int]


def agrees(position: MarsPosition, seat: int) -> int:
    return int(do.ACCEPT if can_accept(position, seat) else do.DECLINE)


def declines(position: MarsPosition, seat: int) -> int:  # noqa: ARG001 - whatever is offered
    return int(do.DECLINE)


def played(seats: int, answer: Answerer, seed: int) -> Iterator[tuple[MarsPosition, int]]:
    """A match with an admiral at seat 0: every position with the move that followed."""
    game = load("mars")
    bots = [make_bot(ADMIRAL if s == ASKER else "greedy", game) for s in range(seats)]
    luck, chance = FastChance(seed), FastChance(seed + 1)
    position = game.start_with(seats, {})
    assert isinstance(position, MarsPosition)
    while not position.is_over():
        if position.awaits_chance():
            position.roll(luck)
            continue
        seat = int(first_owing(position))
        if position.phase == ANSWERING and seat != ASKER and position.turn == ASKER:
            move = answer(position, seat)
        else:
            move = bots[seat].choose(game.view(position, seat), chance)
        yield position.copy(), move
        position.play(seat, move)


def asks(course: Iterable[tuple[MarsPosition, int]]) -> Iterator[tuple[MarsPosition, int]]:
    return ((p, m) for p, m in course if p.turn == ASKER and do.deed(m) == do.OFFER)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_asked_is_legal_and_short(seats: int) -> None:
    game = load("mars")
    asked = list(asks(played(seats, agrees, seats)))
    assert asked
    for before, move in asked:
        assert game.explain(before, ASKER, move) is None
        assert size_of(do.offer_give(move)) + size_of(do.offer_want(move)) <= 1 + MOST_WANTED


@pytest.mark.parametrize("seats", [2, 4])
def test_who_never_agrees_is_hardly_ever_asked(seats: int) -> None:
    course = list(played(seats, declines, 5))
    asked = list(asks(course))
    late = [move for before, move in asked if before.turns > 10 * seats]
    turns = {int(before.turns) for before, _ in course if before.turn == ASKER}
    assert len(late) < len([turn for turn in turns if turn > 10 * seats])
    most = max(OFFERS, MOST_ASKED // (seats - 1))  # the search may make offers after that
    assert all(len(before.offers) < most for before, _ in asked)


def test_who_agrees_is_asked_more() -> None:
    def offers_a_turn(answer: Answerer) -> float:
        course = [move for seed in SEEDS for move in played(2, answer, seed)]
        turns = sum(do.deed(move) == do.ROLL for p, move in course if p.turn == ASKER)
        return len(list(asks(course))) / turns

    assert offers_a_turn(agrees) > offers_a_turn(declines)


def acting(game: Game) -> tuple[MarsPosition, View]:
    """A moment in the midst of a match in which an admiral asks, with what it sees."""
    luck, chance = FastChance(3), FastChance(4)
    position = game.start_with(2, {})
    assert isinstance(position, MarsPosition)
    position.far_sighted = True  # as an admiral is
    bot = make_bot("greedy", game)
    while not position.is_over():
        if position.awaits_chance():
            position.roll(luck)
            continue
        seat = int(first_owing(position))
        view = game.view(position, seat)
        if position.turns > 20 and view.bold_offer(FastChance(1)) >= 0:
            return position, view
        position.play(seat, bot.choose(view, chance))
    raise AssertionError("nothing was asked")


def test_an_admiral_asks_for_what_raises_its_chance() -> None:
    game = load("mars")
    position, view = acting(game)
    move = view.bold_offer(FastChance(1))
    assert make_bot("admiral@8", game).choose(view, FastChance(1)) == move
    after = traded(position, 1 - position.turn, do.offer_give(move), do.offer_want(move))
    assert chance_of(after) > chance_of(position)


def test_without_trade_nothing_is_asked() -> None:
    game = load("mars")
    _, view = acting(game)
    bot = make_bot("admiral@8", game)
    bot.trades = False
    assert do.deed(bot.choose(view, FastChance(1))) != do.OFFER


def test_a_captain_makes_only_fair_offers() -> None:
    game = load("mars")
    position, view = acting(game)
    chosen = make_bot("captain@8", game).choose(view, FastChance(1))
    assert chosen != view.bold_offer(FastChance(1))
    if do.deed(chosen) == do.OFFER:
        other = 1 - position.turn
        assert gain(position, other, do.offer_want(chosen), do.offer_give(chosen)) > 0


def test_the_less_one_agrees_the_more_must_an_offer_promise() -> None:
    position, _ = acting(load("mars"))

    def asked(answered: int, agreed: int) -> bool:
        asking = Asking([answered] * 2, [agreed] * 2)
        asking.weigh(position)
        return asking.best() >= 0

    assert asked(0, 0)
    assert not asked(10_000, 0)
    assert asked(10_000, 9_000)


def test_what_looks_good_to_the_other_is_the_likeliest_to_be_given() -> None:
    asking = Asking([0, 0], [0, 0])
    tempting: list[float] = []
    fair: list[float] = []
    harmful: list[float] = []
    for before, _ in asks(played(2, declines, 5)):
        other = 1 - int(before.turn)
        for terms in range(MOST_WANTED * RESOURCES * RESOURCES):
            give, want = given_by(terms), wanted_by(terms)
            if not holds(before.players[before.turn].hand, give) or not can_pay(
                before, other, want
            ):
                continue
            after = traded(before, other, give, want)
            seems_good = at_a_glance(after, other) > at_a_glance(before, other)
            is_fair = gain(before, other, want, give) >= WORTHWHILE
            is_fair = is_fair and not is_about_to_win(before, ASKER)
            kind = tempting if seems_good else fair if is_fair else harmful
            kind.append(asking.likely(before, other, give, want, after))
    assert harmful
    assert max(harmful) < min(fair) <= max(fair) < min(tempting)


def test_a_glance_is_the_same_for_who_is_far_sighted() -> None:
    """What others think of an offer does not hang on how well the asker judges."""
    position, _ = acting(load("mars"))
    far = [at_a_glance(position, seat) for seat in range(2)]
    judged = chance_of(position)
    position.far_sighted = False
    assert [at_a_glance(position, seat) for seat in range(2)] == far
    assert chance_of(position) == far[position.turn] != judged


def test_with_several_the_one_who_agrees_counts() -> None:
    """A seat that never agrees does not keep a bot from asking another."""
    before = next(p for p, _ in asks(played(3, declines, 1)) if p.turns > 9)
    wanted = [Asking([0, n, 0], [0, 0, 0]) for n in (0, 10_000)]
    for asking in wanted:
        asking.weigh(before)
    free, bound = ([asking.promises[i] for i in range(50)] for asking in wanted)
    assert max(bound) > 0
    assert all(b <= f for f, b in zip(free, bound, strict=True))
    assert free != bound


def asked_in_vain(position: MarsPosition) -> None:
    """The player on turn offers a card that it has; the other declines."""
    seat = int(position.turn)
    hand = position.players[seat].hand
    given = next(r for r in range(RESOURCES) if count_of(hand, r) > 0)
    offer = next(
        move
        for wanted in range(RESOURCES)
        for count in range(1, 6)
        if wanted != given
        and not was_offered(position, one(given), count * one(wanted))
        and (move := do.offer(do.OFFER, one(given), count * one(wanted)))
    )
    position.play(seat, offer)
    position.play(1 - seat, do.DECLINE)
    position.play(seat, do.close(-1))


def test_there_is_an_end_to_asking_in_a_turn() -> None:
    position, _ = acting(load("mars"))
    for _ in range(most_asked(position) - len(position.offers)):
        assert may_ask_more(position)
        asked_in_vain(position)
    assert not may_ask_more(position)


def test_the_more_play_the_less_each_asks() -> None:
    game = load("mars")
    tables = [game.start_with(seats, {}) for seats in (2, 3, 4)]
    asked = [int(most_asked(table)) for table in tables if isinstance(table, MarsPosition)]
    assert asked == [MOST_ASKED, 1, 1]


def test_nothing_is_asked_after_a_build() -> None:
    """MA-1.1, where the order is strict."""
    game = load("mars")
    position, _ = acting(game)
    position.built = True
    seat = int(position.turn)
    assert game.view(position, seat).bold_offer(FastChance(1)) < 0
    position.strict = False
    assert game.view(position, seat).bold_offer(FastChance(1)) >= 0


def test_the_ledger_counts_answers() -> None:
    position, view = acting(load("mars"))
    seat, other = int(position.turn), 1 - int(position.turn)
    ledger = position.ledger
    assert ledger is not None
    answered, agreed, own = ledger.answered[other], ledger.agreed[other], ledger.answered[seat]
    asked_in_vain(position)
    assert (ledger.answered[other], ledger.agreed[other]) == (answered + 1, agreed)
    offer = view.bold_offer(FastChance(1))
    for reply in (do.ACCEPT, do.offer(do.COUNTER, do.offer_want(offer), do.offer_give(offer))):
        position.play(seat, offer)
        position.play(other, reply)
        position.play(seat, do.close(-1))
    assert (ledger.answered[other], ledger.agreed[other]) == (answered + 3, agreed + 1)
    assert ledger.answered[seat] == own


def test_what_was_answered_is_known_after_a_choice_is_taken_back() -> None:
    game = load("mars")
    match = Match.new(game, [PlayerInfo(name, "human") for name in "AB"], f"{7:064x}")
    bot, chance = make_bot("greedy", game), FastChance(7)
    taken_back = 0
    while taken_back < 3:
        match.roll()
        seat = match.owing()[0]
        entry = game.entry(match.position, seat, bot.choose(match.view(seat), chance))
        before = told(match)
        match.act(entry)
        if isinstance(entry, EndTurn) and max(before[0]) > 0 and match.no_undo(seat) is None:
            match.undo(seat)
            assert told(match) == before
            match.act(entry)
            taken_back += 1


def told(match: Match) -> tuple[list[int], list[int]]:
    """How the seats have answered so far."""
    position = match.position
    assert isinstance(position, MarsPosition)
    assert position.ledger is not None
    return position.ledger.answered[:], position.ledger.agreed[:]
