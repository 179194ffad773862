"""Reasons of hints: true, in words, and not what the move itself tells."""

import re
from collections.abc import Sequence

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from farhaven.coach.hints import hints, reason_words, study_of
from farhaven.coach.study import Limit
from farhaven.core.chance import FastChance
from farhaven.core.event import Event
from farhaven.core.position import Position, first_owing
from farhaven.core.sentences import LANGUAGES, words
from farhaven.evaluation.reasons import Course, Reasons, Step, reasons_of
from farhaven.games import load, titles
from farhaven.games.mars.rules import moves as do
from farhaven.games.mars.rules.parts import BRICK, OXIDE, SHEEP, count_of, one
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.state import ACTING
from tests.bots.playing import acting, whole_games
from tests.bots.test_secrets import middle

CORE_REASONS = {"only_move", "nothing_better"}
# Which only a longer search foresees; they have tests of their own.
FORESEEN = {"mars": {"else_trades", "taken_next"}, "reworld": set[str]()}


@pytest.mark.parametrize("title", titles())
def test_every_reason_has_words_and_every_word_a_reason(title: str) -> None:
    """Studied at many moments of many games, all reasons come up, told in every language."""
    game = load(title)
    told: set[str] = set(FORESEEN[title])
    for code in told:
        for language in LANGUAGES:
            assert reason_words(game, Event(code, {"seat": 0}), language, ["Ann"])
    for seed in range(60):
        kind = "random" if seed % 2 else "officer"
        for number, position in enumerate(whole_games(game, 2 + seed % 3, seed, kind)):
            if (number + seed) % 7 or number > 1500:
                continue
            seat = next(s for s in range(4) if int(position.owing()) >> s & 1)
            view = game.view(position, seat)
            for hint in hints(game, view, FastChance(seed), Limit(iterations=96), most=8):
                for reason in hint.reasons:
                    told.add(reason.code)
                    for language in LANGUAGES:
                        text = reason_words(game, reason, language, ["Ann", "Bob", "Cy", "Di"])
                        assert not re.search(r"[{}]", text)
        if told >= set(words(game.package, "en").tables["reason"]):
            return
    missing = set(words(game.package, "en").tables["reason"]) - told
    raise AssertionError(f"never told: {sorted(missing)}")


@pytest.mark.parametrize("title", titles())
def test_the_best_move_has_a_reason_that_speaks_for_it(title: str) -> None:
    game = load(title)
    title_reasons = reasons_of(game)
    assert title_reasons is not None
    told: set[str] = set()
    for number, position in enumerate(whole_games(game, 2, 4, "officer")):
        if number % 3:
            continue
        view = game.view(position, int(first_owing(position)))
        first, *others = hints(game, view, FastChance(1), Limit(iterations=48))
        codes = {reason.code for reason in first.reasons}
        assert codes - set(title_reasons.against)
        assert not any(r.code in CORE_REASONS for other in others for r in other.reasons)
        assert ("only_move" in codes) <= (len(view.legal_moves()) == 1)
        pieces = [reason.params["piece"] for reason in first.reasons if "piece" in reason.params]
        assert len(pieces) == len(set(pieces)), "what the cards are for is said once"
        told |= codes
    for code in CORE_REASONS & told:
        for language in LANGUAGES:
            assert reason_words(game, Event(code, {}), language)
    assert told >= CORE_REASONS


def test_who_may_still_offer_something_is_not_told_that_only_one_move_is_left() -> None:
    game = load("mars")
    position = acting(game)
    seat = int(position.turn)
    for card in (0, int(one(0))):
        position.players[seat].hand = card
        position.players[seat].cards = 0
        view = game.view(position, seat)
        assert len(view.legal_moves()) == 1
        first = hints(game, view, FastChance(1), Limit(iterations=48))[0]
        assert ("only_move" in {reason.code for reason in first.reasons}) == (card == 0)


def test_an_offer_is_advised_where_it_is_better_beyond_doubt() -> None:
    """One that would be withdrawn again costs nothing, and so seems as good as what is best."""
    game = load("mars")
    offers = passed_over = 0
    for number, position in enumerate(whole_games(game, 2, 8, "officer")):
        if not isinstance(position, MarsPosition) or position.phase != ACTING or number % 2:
            continue
        view = game.view(position, int(position.turn))
        first, *others = hints(game, view, FastChance(1), Limit(iterations=256), most=9)
        plain = next(h for h in (first, *others) if do.deed(h.move) != do.OFFER)
        if do.deed(first.move) == do.OFFER:
            offers += 1
            assert first.win_low > plain.win_high
        else:
            passed_over += any(other.tried > first.tried for other in others)
    assert offers > 0
    assert passed_over > 0


def test_who_waits_for_answers_is_not_told_to_withdraw() -> None:
    """MA-2.1a: nobody has answered yet, and all that could be done is not to wait."""
    game = load("mars")
    position = acting(game)
    seat = int(position.turn)
    position.players[seat].hand = one(0)
    position.play(seat, do.offer(do.OFFER, one(0), one(1)))
    view = game.view(position, seat)
    assert len(view.legal_moves()) == 1
    assert hints(game, view, FastChance(1), Limit(iterations=48)) == []
    other = 1 - seat
    assert hints(game, game.view(position, other), FastChance(1), Limit(iterations=48))
    position.play(other, do.DECLINE)
    found = hints(game, game.view(position, seat), FastChance(1), Limit(iterations=48))
    assert [reason.code for reason in found[0].reasons] == ["only_move"]


@pytest.mark.parametrize(
    ("codes", "told", "of_the_best"),
    [
        ("+ - -", "+ - -", "+ - -"),
        ("- - - - +", "- - +", "- - +"),
        ("- - -", "- - -", "- - !"),
        ("-", "-", "- !"),
        ("", "", "!"),
    ],
)
def test_what_speaks_for_a_move_is_not_cut_away(
    monkeypatch: pytest.MonkeyPatch, codes: str, told: str, of_the_best: str
) -> None:
    class Stub(Reasons):
        against = ("-",)

        def of(self, course: Course, otherwise: Course) -> Sequence[Event]:  # noqa: ARG002 - stub
            return [Event(code, {}) for code in codes.split()]

    monkeypatch.setattr("farhaven.coach.study.reasons_of", Stub)
    game = load("reworld")
    position = middle(game, 2, seed=1, moves=5)
    view = game.view(position, int(first_owing(position)))
    study = study_of(game, view, FastChance(1), Limit(iterations=48))
    best = study.order()[0]
    signs = {"nothing_better": "!"}
    plain = [reason.code for reason in study.hint(best).reasons]
    first = [signs.get(reason.code, reason.code) for reason in study.best(1)[0].reasons]
    assert (plain, first) == (told.split(), of_the_best.split())


class Telling(Reasons):
    """Reasons whose codes are signs: + for a move, - against it, = what its events tell."""

    against = ("-",)
    told = ("=", "==")
    codes: Sequence[str] = ()

    def of(self, course: Course, otherwise: Course) -> Sequence[Event]:  # noqa: ARG002 - stub
        return [Event(code, {}) for code in self.codes]


@pytest.mark.parametrize(
    ("codes", "news"),
    [("= + -", "+ -"), ("+ =", "+"), ("= == -", "= -"), ("- =", "= -"), ("=", "="), ("-", "-")],
)
def test_what_the_move_itself_tells_is_a_reason_only_where_nothing_else_is(
    codes: str, news: str
) -> None:
    reasons = Telling(load("reworld"))
    reasons.codes = codes.split()
    assert [reason.code for reason in reasons.news((), ())] == news.split()


def test_reworld_does_not_say_twice_what_a_move_does() -> None:
    """A city has one name, that of its sign; points and ships are told once."""
    game = load("reworld")
    reasons = reasons_of(game)
    assert reasons is not None
    cities = repeated = 0
    for position in whole_games(game, 2, 5, "officer"):
        seat = int(first_owing(position))
        for entry in game.legal_entries(position, seat)[:12]:
            move, after = game.move(position, entry), position.copy()
            after.play(seat, move)
            events = game.events(position, entry, after)
            found = reasons.news([Step(position, seat, move, after)], ())
            told = [reason for reason in found if reason.code in reasons.told]
            assert len(told) <= 1
            if told:
                repeated += 1
                assert {reason.code for reason in found} - {told[0].code} <= set(reasons.against)
            for reason in found:
                if "city" in reason.params:
                    cities += 1
                    assert reason.params["city"] in {event.params.get("city") for event in events}
    assert cities > 3
    assert repeated > 3


def course_of(position: Position, *steps: tuple[int, int]) -> list[Step]:
    """What comes of moves of seats, one after the other."""
    course: list[Step] = []
    for seat, move in steps:
        after = position.copy()
        after.play(seat, move)
        course.append(Step(position, seat, move, after))
        position = after
    return course


def mars_codes(course: Course, otherwise: Course) -> dict[str, Event]:
    reasons = reasons_of(load("mars"))
    assert reasons is not None
    return {reason.code: reason for reason in reasons.of(course, otherwise)}


def test_a_site_that_another_would_take_is_a_reason_to_settle_there() -> None:
    game = load("mars")
    position = next(p for p in whole_games(game, 2, 3, "officer"))
    seat = int(first_owing(position))
    mine, others, far = (
        do.place(crossing, path_at(position, crossing)) for crossing in (0, 20, 40)
    )
    course = course_of(position, (seat, mine))
    contested = course_of(position, (seat, others), (1 - seat, mine))
    assert mars_codes(course, contested)["taken_next"].params == {"seat": 1 - seat}
    left_alone = course_of(position, (seat, others), (1 - seat, far))
    assert "taken_next" not in mars_codes(course, left_alone)
    assert "taken_next" not in mars_codes(course, ())


def path_at(position: Position, crossing: int) -> int:
    """A free path at a crossing, of those that may be placed first."""
    buffer = vec[i64]([0] * 4096)
    count = int(position.legal_moves(first_owing(position), buffer))
    moves = [int(buffer[i]) for i in range(count)]
    return next(int(do.place_path(m)) for m in moves if int(do.place_crossing(m)) == crossing)


def test_what_others_would_trade_and_build_is_a_reason_to_answer_an_offer() -> None:
    game = load("mars")
    position = next(
        p
        for p in whole_games(game, 3, 3, "officer")
        if isinstance(p, MarsPosition) and p.turns > 6 and p.phase == ACTING
    )
    turn = int(position.turn)
    me, other = (seat for seat in range(3) if seat != turn)
    missing, spare = 1, 4
    road = int(position.parts.road_cost)
    for resource in range(5):
        if count_of(road, resource):
            missing = resource
        else:
            spare = resource
    position.players[turn].hand = road - one(missing) + one(spare)
    position.players[me].hand = position.players[other].hand = one(missing)
    position.play(turn, do.offer(do.OFFER, one(spare), one(missing)))
    accept, decline = (me, int(do.ACCEPT)), (me, int(do.DECLINE))
    with_other = course_of(position, decline, (other, int(do.ACCEPT)), (turn, int(do.close(other))))
    with_me = course_of(position, accept, (other, int(do.DECLINE)), (turn, int(do.close(me))))
    assert mars_codes(with_me, with_other)["else_trades"].params == {"seat": other}
    nobody = course_of(position, decline, (other, int(do.DECLINE)))
    assert "else_trades" not in mars_codes(with_me, nobody)
    counter = int(do.offer(do.COUNTER, one(missing), 2 * one(spare)))
    on_other_terms = course_of(position, decline, (other, counter), (turn, int(do.close(other))))
    assert "else_trades" not in mars_codes(with_me, on_other_terms), "it is another trade"
    anyway = course_of(position, accept, (other, int(do.ACCEPT)), (turn, int(do.close(other))))
    assert "else_trades" not in mars_codes(anyway, with_other), "it comes to the same"
    after = with_me[-1].after
    assert isinstance(after, MarsPosition)
    view = game.view(after, turn)
    build = next(m for m in view.legal_moves() if do.deed(m) == do.ROAD)
    builds = [*with_me, *course_of(after, (turn, build))]
    said = mars_codes(nobody, builds)
    assert said["denies_piece"].params == {"seat": turn, "piece": "road"}
    assert "gives_nothing" not in said
    assert "gives_nothing" in mars_codes(nobody, with_me), "the cards would build nothing"


def test_an_offer_pays_for_nothing_that_the_hand_paid_for_before() -> None:
    game = load("mars")
    title = reasons_of(game)
    assert title is not None
    position = acting(game)
    seat, road = int(position.turn), int(position.parts.road_cost)
    for hand, is_new in ((road + int(one(OXIDE)), False), (int(2 * one(OXIDE)), True)):
        position.players[seat].hand = hand
        offer = int(do.offer(do.OFFER, one(OXIDE), one(BRICK if is_new else SHEEP)))
        after = position.copy()
        after.play(seat, offer)
        builds = Step(after, seat, int(do.with_thing(do.ROAD, 0)), after)
        found = title.news([Step(position, seat, offer, after), builds], ())
        told = [r for r in found if r.code == "if_pays_for" and r.params["piece"] == "road"]
        assert len(told) == is_new
