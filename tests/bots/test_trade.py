"""What bots and hints say to an offer that would harm them, as a person may well make one."""

from collections.abc import Iterator
from functools import cache

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from farhaven.bots import make_bot
from farhaven.coach.hints import hints
from farhaven.coach.study import Limit
from farhaven.core.chance import FastChance
from farhaven.core.position import first_owing
from farhaven.games import load
from farhaven.games.mars.ai.offer_policy import chance_of, traded
from farhaven.games.mars.ai.trade_judgement import barter
from farhaven.games.mars.rules import moves as do
from farhaven.games.mars.rules.parts import NONE, RESOURCES, one
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.state import ACTING

GAME = load("mars")
HARM = 0.03  # of a win that the one who asks gains at once, and so the other loses
FEW = 0.25  # of them may look well to a search that sees further, or to a beginner


def between_officers(seed: int) -> Iterator[MarsPosition]:
    """Every position of a game for two in which the player on turn may make an offer."""
    luck, chance = FastChance(seed), FastChance(seed + 1)
    officers = [make_bot("officer", GAME) for _ in range(2)]
    position = GAME.start_with(2, {})
    assert isinstance(position, MarsPosition)
    while not position.is_over():
        if position.awaits_chance():
            position.roll(luck)
            continue
        seat = int(first_owing(position))
        if position.phase == ACTING:
            yield position.copy()
        position.play(seat, officers[seat].choose(GAME.view(position, seat), chance))


def harmful(position: MarsPosition) -> Iterator[MarsPosition]:
    """The position with an offer of one card for two that the other could accept to its harm."""
    asker = int(position.turn)
    for given in range(RESOURCES):
        for wanted in range(RESOURCES):
            give, want = one(given), 2 * one(wanted)
            offer = int(do.offer(do.OFFER, give, want))
            if GAME.explain(position, asker, offer) is not None:
                continue
            offered = position.copy()
            offered.play(asker, offer)
            if GAME.explain(offered, 1 - asker, int(do.ACCEPT)) is not None:
                continue
            if chance_of(traded(position, 1 - asker, give, want)) - chance_of(position) > HARM:
                yield offered


def would_withdraw(offered: MarsPosition) -> bool:
    """Whether an officer that had made the offer would not close it."""
    accepted = offered.copy()
    accepted.play(1 - int(offered.turn), int(do.ACCEPT))
    return int(barter(accepted, accepted.turn)) == int(do.close(NONE))


@cache
def offers(withdrawn: bool) -> list[MarsPosition]:
    """One a position at most, of several games."""
    found = []
    for seed in range(1, 40):
        for position in between_officers(seed):
            here = [o for o in harmful(position) if would_withdraw(o) == withdrawn]
            found += here[:1]
        if len(found) >= 12:
            return found[:12]
    raise AssertionError("no such offers were found")


def accepts(kind: str, offered: MarsPosition, seed: int = 3) -> bool:
    """What a bot says."""
    view = GAME.view(offered, 1 - int(offered.turn))
    return make_bot(kind, GAME).choose(view, FastChance(seed)) == do.ACCEPT


@pytest.mark.parametrize("withdrawn", [False, True])
def test_in_a_search_who_made_an_offer_closes_it(withdrawn: bool) -> None:
    moves, ratings = (vec[i64]([0] * GAME.max_moves) for _ in range(2))
    for offered in offers(withdrawn):
        asker = int(offered.turn)
        answerer = 1 - asker
        guide = offered.guide()
        guide.seat = answerer
        for answer, closing in ((do.ACCEPT, answerer), (do.DECLINE, NONE)):
            answered = offered.copy()
            answered.play(answerer, answer)
            assert guide.candidates(answered, asker, moves, ratings) == 1
            assert moves[0] == do.close(closing)
            assert guide.allows(answered, asker, moves[0], ratings)


@pytest.mark.parametrize("withdrawn", [False, True])
@pytest.mark.parametrize("kind", ["captain@400", "admiral@400"])
def test_a_search_accepts_no_harm_whatever_an_officer_would_have_closed(
    kind: str, withdrawn: bool
) -> None:
    asked = offers(withdrawn)
    assert sum(accepts(kind, offered) for offered in asked) <= FEW * len(asked)


@pytest.mark.parametrize("withdrawn", [False, True])
def test_hints_advise_to_decline_harm(withdrawn: bool) -> None:
    asked = offers(withdrawn)
    views = [GAME.view(offered, 1 - int(offered.turn)) for offered in asked]
    best = [hints(GAME, view, FastChance(4), Limit(iterations=400))[0] for view in views]
    assert sum(hint.move == do.ACCEPT for hint in best) <= FEW * len(asked)


def test_a_cadet_seldom_accepts_harm_and_makes_offers_of_its_own() -> None:
    # Each with luck of its own: two players know each other's hands, so the same luck would make
    # the same of every offer.
    asked_of = [offered for offered in offers(False) for _ in range(20)]
    answers = [accepts("cadet", offered, seed) for seed, offered in enumerate(asked_of)]
    assert 0 < sum(answers) <= FEW * len(answers)
    asked = 0
    for position in between_officers(7):
        view = GAME.view(position, int(position.turn))
        asked += do.deed(make_bot("cadet", GAME).choose(view, FastChance(5))) == do.OFFER
    assert asked
