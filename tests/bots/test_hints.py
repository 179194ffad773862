"""Hints, reasons in three languages, and the analysis of a record."""

import re
import xml.etree.ElementTree as ET

import msgspec
import pytest

from farhaven.bots.analysis import analyse
from farhaven.bots.curve import curve_of
from farhaven.bots.hints import Limit, Study, beyond_noise, hints, reason_words
from farhaven.core.chance import FastChance
from farhaven.core.line import Entry
from farhaven.core.reasons import reasons_of
from farhaven.core.words import LANGUAGES
from farhaven.games import load, titles
from tests.bots.test_secrets import middle
from tests.conformance.tables import finished


@pytest.mark.parametrize("title", titles())
def test_hints_are_legal_and_in_order(title: str) -> None:
    game = load(title)
    position = middle(game, 2, seed=4, moves=5)
    seat = next(s for s in range(2) if int(position.owing()) >> s & 1)
    view = game.view(position, seat)
    found = hints(game, view, FastChance(1), Limit(iterations=160))
    legal = view.legal_moves()
    assert found
    assert all(hint.move in legal for hint in found)
    assert [hint.tried for hint in found] == sorted((h.tried for h in found), reverse=True)
    for hint in found:
        assert 0 <= hint.win_low <= hint.win <= hint.win_high <= 1


@pytest.mark.parametrize("title", titles())
def test_every_reason_has_words(title: str) -> None:
    """Over a whole match: every reason that comes up is told in every language."""
    whole = finished(title, 2)
    match = whole.at(0)
    codes = set()
    for line in whole.log:
        if isinstance(line, Entry):
            seat = line.seat
            before = match.position.copy()
            move = match.game.move(before, line)
            after = before.copy()
            after.play(seat, move)
            for reason in reasons_of(match.game, before, seat, move, after):
                codes.add(reason.code)
                for language in LANGUAGES:
                    text = reason_words(match.game, reason, language, ["Ann", "Bob"])
                    assert not re.search(r"[{}]", text)
        match.take(line)
    assert len(codes) >= 5


def test_a_move_is_no_better_than_itself_in_another_spelling() -> None:
    assert beyond_noise([0.3, -0.2, 0.1, -0.3]) == 0.0
    assert beyond_noise([1.0, 1.2, 0.9, 1.1]) == pytest.approx(1.05)
    assert beyond_noise([0.0, 0.0]) == 0.0


@pytest.mark.parametrize("title", titles())
def test_noise_is_not_told_as_a_loss(title: str) -> None:
    """The best of few iterations against the best of many: what is as good costs nothing.

    That both of two moves are better than the other is told as rarely as 95 % promise.
    """
    game = load(title)
    lost: list[float] = []
    for seed in range(12):
        position = middle(game, 2, seed, moves=4)
        seat = next(s for s in range(2) if int(position.owing()) >> s & 1)
        study = Study(game, game.view(position, seat), FastChance(seed))
        study.run(Limit(iterations=64))
        first, second = (study.best(2) * 2)[:2]
        there = study.compare(first.move, second.move, 64)
        back = study.compare(second.move, first.move, 64)
        lost.append(min(there.lead, back.lead))
    assert sum(lead > 0 for lead in lost) <= 1


@pytest.mark.parametrize("title", titles())
def test_a_record_is_analysed(title: str) -> None:
    whole = finished(title, 2)
    found = analyse(whole.game, whole.record(), Limit(iterations=16))
    assert len(found.curve) == len(whole.log) + 1
    assert all(choice.loss >= 0 for choice in found.choices)
    assert [report.seat for report in found.seats] == [0, 1]
    assert abs(sum(report.luck for report in found.seats)) < 0.5  # one's luck is the other's
    assert msgspec.json.encode(found)
    assert ET.fromstring(curve_of(found)).tag.endswith("svg")
