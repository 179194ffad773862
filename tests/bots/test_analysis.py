"""The analysis of a record: chances that end with the result, luck that has no bias."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from statistics import fmean, stdev

import msgspec
import pytest

from farhaven.bots import make_bot
from farhaven.cli.selfplay_games import Series, play_game
from farhaven.coach.analysis import Analysis, Choice, analyse, judge, luck_of
from farhaven.coach.hints import hints
from farhaven.coach.open_evaluation import stand_of
from farhaven.coach.search_study import Trials
from farhaven.coach.study import Limit, Part
from farhaven.coach.win_chance_chart import Captions, curve_of
from farhaven.core.chance import FastChance
from farhaven.core.log_entry import Entry, kind_of
from farhaven.core.match import Match
from farhaven.core.position import Position
from farhaven.core.record import PlayerInfo, Record
from farhaven.core.sentences import LANGUAGES, words
from farhaven.games import load, titles
from farhaven.games.mars.records.entries import Answer, Close, Offer
from farhaven.games.mars.rules import moves as do
from farhaven.games.mars.rules.names import RESOURCE_NAMES, counts_of
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.reworld.ai.features import NAMES
from farhaven.games.reworld.rules.state import ROUND_SETUP
from tests.bots.playing import whole_games
from tests.bots.test_judging import played_until, search_weights
from tests.conformance.tables import finished, new_match

CAPTIONS = Captions("Title", "chance", "entries", "mistake", "outcome")


@pytest.fixture(scope="module", params=titles())
def whole(request: pytest.FixtureRequest) -> Match:
    return finished(str(request.param), 2)


def test_a_record_is_analysed(whole: Match) -> None:
    told: list[int] = []
    limit = Limit(iterations=16)
    found = analyse(
        whole.game, whole.record(), limit, progress=lambda done, _all: told.append(done)
    )
    assert told == list(range(1, len(whole.log) + 1))
    assert len(found.curve) == len(whole.log) + 1
    assert all(choice.loss >= 0 and choice.win_loss >= 0 for choice in found.choices)
    assert any(choice.mistake for choice in found.choices)
    for report in found.seats:
        parts = (report.luck, report.decisions, report.others, report.rest)
        assert report.result.lead == pytest.approx(sum(part.lead for part in parts))
        assert report.result.win == pytest.approx(sum(part.win for part in parts))
        by_kind = sum(part.lead for part in report.luck_by.values())
        assert by_kind == pytest.approx(report.luck.lead)
    assert found.seats[0].decisions.lead == pytest.approx(-found.seats[1].others.lead)
    assert msgspec.json.encode(found)
    picture = ET.fromstring(curve_of(found, CAPTIONS))
    lines = [one for one in picture.iter() if one.tag.endswith("polyline")]
    assert len(lines) == 2
    check_rings(found)


def check_rings(found: Analysis) -> None:
    """They tell the cost as the language writes it, also where a choice lost only one of both."""
    mistake = next(choice for choice in found.choices if choice.mistake)
    captions = msgspec.structs.replace(CAPTIONS, point=",")
    told: list[str | None] = []
    for loss, win_loss in ((2.46, 0.031), (0.0, 0.08), (1.5, 0.0)):
        choices = [msgspec.structs.replace(mistake, at=1, loss=loss, win_loss=win_loss)]
        picture = ET.fromstring(curve_of(msgspec.structs.replace(found, choices=choices), captions))
        told += [one.text for one in picture.iter() if one.tag.endswith("}title")]
    assert told == ["1: −2,5, −3 %", "1: 0,0, −8 %", "1: −1,5, 0 %"]


def beginning(match: Match, lines: int) -> Record:
    """A record that was broken off after so many lines."""
    record = match.record()
    return msgspec.structs.replace(record, log=record.log[:lines], result=msgspec.Raw(b"null"))


def test_what_somebody_loses_goes_to_whom_it_helps() -> None:
    """Of three players the two others win all of it together, but seldom the same."""
    match = finished("reworld", 3)
    found = analyse(match.game, beginning(match, 7), Limit(iterations=16))
    worst = max(found.choices, key=lambda choice: choice.loss)
    rivals = [part for seat, part in enumerate(worst.brought) if seat != worst.seat]
    assert worst.brought[worst.seat] == Part(-worst.loss, -worst.win_loss)
    assert sum(part.lead for part in rivals) == pytest.approx(worst.loss)
    assert sum(part.win for part in rivals) == pytest.approx(worst.win_loss)
    assert abs(rivals[0].lead - rivals[1].lead) > 0.1 * worst.loss > 0
    for report in found.seats:
        others = [choice for choice in found.choices if choice.seat != report.seat]
        won = [choice.brought[report.seat] for choice in others]
        assert report.others.lead == pytest.approx(sum(part.lead for part in won))
        assert report.others.win == pytest.approx(sum(part.win for part in won))


def hand_of(match: Match, seat: int) -> int:
    assert isinstance(match.position, MarsPosition)
    return int(match.position.players[seat].hand)


def test_an_answer_comes_with_the_offer_that_it_answers() -> None:
    """MA-2.1: what was on the table, as it was told when it was made."""
    game = load("mars")
    match = Match.new(game, [PlayerInfo(name, "bot:random") for name in "AB"], f"{3:064x}")
    bot, chance = make_bot("random", game), FastChance(3)
    asked = 0
    while asked < 3:
        match.roll()
        seat = match.owing()[0]
        entry = game.entry(match.position, seat, bot.choose(match.view(seat), chance))
        told = match.act(entry)
        replier = 1 - seat
        held = counts_of(hand_of(match, replier))
        if kind_of(entry) != "offer" or not held:
            continue
        assert [event.code for event in told] == ["offered"]
        answer = game.entry(match.position, replier, match.view(replier).legal_moves()[0])
        closed = Close(seat=seat, partner=replier)
        choice = judge(match, [answer, closed], 0, Limit(iterations=16), FastChance(1))
        assert choice is not None
        assert list(choice.asked) == told
        assert list(game.asked(match.position, seat)) == [], "nobody has said anything to it"
        asked += 1
    given, wanted = next(iter(held)), next(name for name in RESOURCE_NAMES if name not in held)
    terms = {"give": {given: 1}, "want": {wanted: 1}}
    counter = match.act(Answer(seat=replier, answer="counter", **terms))
    assert [event.code for event in counter] == ["countered"]
    assert list(game.asked(match.position, seat)) == counter
    match.act(Close(seat=seat, partner=None))
    assert list(game.asked(match.position, seat)) == []


# Offers

ANSWERS = {("accept", True), ("accept", False), ("counter", True), ("counter", False)}


@pytest.fixture(scope="module")
def traded() -> Match:
    """A match with refused offers, and with answers of every kind that came to nothing or not."""
    for seed in range(20):
        match = play_game(Series("mars", ["random", "officer", "random"], seed, turn_limit=45), 0)
        if {kind for _, kind in answers_of(match)} >= ANSWERS:
            return match
    raise AssertionError("nobody trades")


def answers_of(match: Match) -> Iterator[tuple[int, tuple[str, bool]]]:
    """The answers of a log that did not decline, each with whether the offer was closed with it."""
    for number, line in enumerate(match.log):
        if isinstance(line, Answer) and line.answer != "decline":
            yield number, (line.answer, closing_of(match, number).partner == line.seat)


def closing_of(match: Match, number: int) -> Close:
    return next(line for line in match.log[number:] if isinstance(line, Close))


def judged(match: Match, number: int, seed: int = 1) -> Choice | None:
    return judge(match.at(number), match.log, number, Limit(iterations=16), FastChance(seed))


def test_an_offer_is_no_mistake_however_often_it_is_refused(traded: Match) -> None:
    """MA-2.1a: it can be withdrawn; what commits to a trade is to close it."""
    offers = [i for i, line in enumerate(traded.log) if isinstance(line, Offer)]
    refused = [i for i in offers if closing_of(traded, i).partner is None]
    assert len(refused) > 5
    assert len(refused) < len(offers)
    assert all(judged(traded, number) is None for number in offers)


def test_an_answer_that_came_to_nothing_cost_nothing(traded: Match) -> None:
    """An acceptance that was not taken up is no choice, a counter-offer is as good as declining."""
    for number, (answer, closed) in answers_of(traded):
        position = traded.at(number).position
        amounted = traded.game.amounts_to(position, traded.log, number)
        line = traded.log[number]
        assert isinstance(line, Answer)
        if closed:
            assert amounted == traded.game.move(position, line)
        elif answer == "accept":
            assert amounted is None
            assert judged(traded, number) is None
        else:
            assert amounted == do.DECLINE
            choice = judged(traded, number)
            assert choice is not None
            assert choice.played.entry == line, "it is shown as it was made"


def test_a_bad_trade_counts_once() -> None:
    """Whoever gives away the cards of a city for one card is blamed for closing, and only then."""
    match = new_match("mars", 2, 1)
    chance, bot = FastChance(2), make_bot("greedy", match.game)
    while True:
        match.roll()
        seat = match.owing()[0]
        held = counts_of(hand_of(match, seat))
        rich = [name for name, count in held.items() if count >= 2]
        theirs = counts_of(hand_of(match, 1 - seat))
        wanted = [name for name in theirs if name not in held]
        assert isinstance(match.position, MarsPosition)
        if match.position.may_propose(seat) and rich and wanted and len(held) > 2:
            break
        match.play(seat, bot.choose(match.view(seat), chance))
    give = {name: count for name, count in held.items() if name != wanted[0]}
    begun = len(match.log)
    match.act(Offer(seat=seat, give=give, want={wanted[0]: 1}))
    match.act(Answer(seat=1 - seat, answer="accept"))
    match.act(Close(seat=seat, partner=1 - seat))
    found = [judge(match.at(n), match.log, n, Limit(iterations=64), FastChance(3))
             for n in range(begun, begun + 3)]  # fmt: skip
    assert found[0] is None
    closing = found[2]
    assert closing is not None
    assert closing.win_loss > 0
    assert closing.best.entry == Close(seat=seat, partner=None)


def test_what_is_blamed_is_what_a_hint_would_have_named_first(traded: Match) -> None:
    limit = Limit(iterations=16)
    compared = 0
    for number, line in enumerate(traded.log):
        if not isinstance(line, Entry) or number % 5:
            continue
        choice = judged(traded, number, seed=number)
        if choice is None or not (choice.loss or choice.win_loss):
            continue
        view = traded.at(number).view(line.seat)
        told = [hint.move for hint in hints(traded.game, view, FastChance(number), limit)]
        legal = view.legal_moves()
        plain = [move for move in told if move in legal]
        assert choice.best.move in (told[0], plain[0])
        compared += 1
    assert compared > 3


class FirstAnOffer(Trials):
    """A study that thinks most of an offer."""

    offer = -1

    def order(self) -> list[int]:
        return [self.offer, *(move for move in super().order() if move != self.offer)]


def test_an_offer_that_is_still_possible_was_not_missed() -> None:
    """Else every choice of a turn would be blamed for the same offer."""
    match = new_match("mars", 2, 1)
    chance, bot = FastChance(2), make_bot("greedy", match.game)
    while True:
        match.roll()
        seat = match.owing()[0]
        view = match.view(seat)
        deeds = {int(do.deed(move)): move for move in view.legal_moves()}
        offer = int(match.position.propose(seat, chance))
        if offer >= 0 and do.BANK in deeds and do.END in deeds and do.deed(offer) == do.OFFER:
            after = match.position.copy()
            after.play(seat, deeds[int(do.BANK)])
            if match.game.explain(after, seat, offer) is None:
                break
        match.play(seat, bot.choose(view, chance))
    study = FirstAnOffer(match.game, view, chance, Limit(iterations=16))
    study.offer = offer
    assert study.order()[0] == offer
    assert study.suggested(match.position, deeds[int(do.END)]) == offer
    assert study.suggested(match.position, deeds[int(do.BANK)]) == study.order()[1]


def test_the_end_is_the_result(whole: Match) -> None:
    """No bonus for winning, no doubt who has won."""
    result = whole.result()
    assert result is not None
    stand = stand_of(whole.position, whole.position.guide())
    lead = result.scores[0] - result.scores[1]
    assert [part.lead for part in stand] == [lead, -lead]
    assert [part.win for part in stand] == [float(seat in result.winners) for seat in (0, 1)]


@pytest.mark.parametrize("title", titles())
def test_kinds_of_luck_have_words(title: str) -> None:
    game = load(title)
    for language in LANGUAGES:
        told = words(game.package, language).tables["luck"]
        assert set(told) == {kind_of(outcome) for outcome in game.outcome_types}


def awaiting(title: str) -> Position:
    """A position in the middle of a game in which chance acts next."""
    game = load(title)
    outcomes = 0
    for position in whole_games(game, 2, 5, "officer"):
        seat = 0 if int(position.owing()) & 1 else 1
        trial = position.copy()
        trial.play(seat, game.view(position, seat).legal_moves()[-1])
        outcomes += trial.awaits_chance()
        if outcomes == 3:
            return trial
    raise AssertionError("chance never acts")


@pytest.mark.parametrize("title", titles())
def test_luck_has_no_bias(title: str) -> None:
    """Over many outcomes of one moment nobody is lucky; each one alone is more or less so."""
    game = load(title)
    before = awaiting(title)
    found: list[Part] = []
    for seed in range(40):
        after = before.copy()
        after.roll(FastChance(seed))
        found.append(luck_of(game, before, after, FastChance(1000 + seed))[0])
    spread = stdev(part.lead for part in found)
    assert spread > 0.05
    assert abs(fmean(part.lead for part in found)) < 4 * spread / len(found) ** 0.5


def test_a_board_on_which_nobody_has_anything_is_hardly_luck() -> None:
    """Mars: it is the same for all but for who begins; what is made of it are decisions."""
    for seed in range(6):
        match = new_match("mars", 3, seed)
        match.roll()
        found = analyse(match.game, beginning(match, 1), Limit(iterations=16))
        assert found.curve[1].outcome == "board"
        assert all(abs(part.win) < 0.03 for part in found.curve[1].luck)
        starter = match.owing()[0]
        others = [part.lead for seat, part in enumerate(found.curve[1].luck) if seat != starter]
        assert others[0] == pytest.approx(others[1], abs=0.2)


def test_a_first_deal_is_luck_where_hands_differ() -> None:
    """Reworld: nobody has chosen anything yet, but what is dealt is not the same for all."""
    match = new_match("reworld", 2, 1)
    match.roll()
    found = analyse(match.game, beginning(match, 2), Limit(iterations=16))
    assert found.curve[2].outcome == "round"
    assert max(abs(part.lead) for part in found.curve[2].luck) > 1


def test_rounds_are_judged_as_a_search_judges_them() -> None:
    """Reworld: to a search that sees nothing everybody stands alike, whatever was dealt."""
    game = load("reworld")
    before = played_until(3, 1, ROUND_SETUP)
    after = before.copy()
    after.roll(FastChance(2))
    with search_weights(before, [0] * len(NAMES)):
        assert stand_of(before, before.guide()) == [Part(0.0, 1 / 3)] * 3
        assert luck_of(game, before, after, FastChance(3)) == [Part(0.0, 0.0)] * 3
    assert any(part.lead != 0 for part in stand_of(before, before.guide()))
    assert any(part.lead != 0 for part in luck_of(game, before, after, FastChance(3)))


def test_who_will_probably_win_is_promised_the_points_for_it() -> None:
    """MA-6.1: a chance of 80 % to have ten points are at least eight to be expected."""
    game = load("mars")
    for number, position in enumerate(whole_games(game, 3, 4, "officer")):
        if number % 25 == 24:
            seat = next(s for s in range(3) if int(position.owing()) >> s & 1)
            for hint in hints(game, game.view(position, seat), FastChance(1), Limit(iterations=64)):
                assert 10 * hint.win - 0.01 <= hint.points <= 12
            stand = stand_of(position, position.guide())
            assert sum(part.lead for part in stand) == pytest.approx(0, abs=0.05)


def test_points_to_be_expected_are_points() -> None:
    """MA-6.1: who is about to win for sure is promised no more than the points of the end."""
    game = load("mars")
    for seed in range(30):
        for position in whole_games(game, 2, seed, "officer"):
            seat = 0 if int(position.owing()) & 1 else 1
            for move in game.view(position, seat).legal_moves():
                after = position.copy()
                after.play(seat, move)
                if after.is_over():
                    view = game.view(position, seat)
                    best = hints(game, view, FastChance(1), Limit(iterations=64))[0]
                    assert best.win > 0.99
                    assert best.points == pytest.approx(float(after.score(seat)), abs=0.1)
                    return
    raise AssertionError("nobody could win at once")
