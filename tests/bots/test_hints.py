"""Hints: legal, in order, honest about their doubt, exact near the end, with true reasons."""

import re

import pytest

from farhaven.bots.hints import hints, reason_words, study_of
from farhaven.bots.study import Limit
from farhaven.bots.trials import beyond_noise
from farhaven.core.chance import FastChance
from farhaven.core.words import LANGUAGES, words
from farhaven.games import load, titles
from farhaven.games.reworld.lines import Launch
from tests.bots.playing import endings, whole_games
from tests.bots.test_secrets import middle


@pytest.mark.parametrize("title", titles())
def test_hints_are_legal_and_in_order(title: str) -> None:
    game = load(title)
    for seed in range(4):
        position = middle(game, 2, seed=seed, moves=5 + 9 * seed)
        seat = next(s for s in range(2) if int(position.owing()) >> s & 1)
        found = hints(game, game.view(position, seat), FastChance(1), Limit(iterations=160))
        assert found
        assert all(game.explain(position, seat, hint.move) is None for hint in found)
        assert [hint.tried for hint in found] == sorted((h.tried for h in found), reverse=True)
        for hint in found:
            assert 0 <= hint.win_low <= hint.win <= hint.win_high <= 1
            assert not hint.exact


def test_hints_are_for_the_seat_that_asks() -> None:
    """Several owe a choice at once: each is advised with its own cards and for its own good."""
    game = load("mars")
    asked = 0
    for seed in range(12):
        for position in whole_games(game, 4, seed, "officer"):
            seats = [s for s in range(4) if int(position.owing()) >> s & 1]
            for seat in seats[1:]:
                if not position.may_wait(seat):
                    view = game.view(position, seat)
                    for hint in hints(game, view, FastChance(2), Limit(iterations=32)):
                        assert hint.entry.seat == seat
                        assert game.explain(position, seat, hint.move) is None
                    asked += 1
        if asked > 20:
            return
    raise AssertionError(f"only {asked} were asked")


def test_the_chance_to_win_has_more_doubt_where_secrets_differ() -> None:
    """Iterations with the same secrets count as one observation."""
    game = load("reworld")
    position = middle(game, 2, seed=2, moves=3)
    seat = next(s for s in range(2) if int(position.owing()) >> s & 1)
    few, many = (
        hints(game, game.view(position, seat), FastChance(1), Limit(iterations=n))[0]
        for n in (320, 10240)
    )
    assert few.win_high - few.win_low > 2 * (many.win_high - many.win_low)


# Reasons


@pytest.mark.parametrize("title", titles())
def test_every_reason_has_words_and_every_word_a_reason(title: str) -> None:
    """Studied at many moments of many games, all reasons come up, told in every language."""
    game = load(title)
    told: set[str] = set()
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


# Two moves side by side


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
        study = study_of(game, game.view(position, seat), FastChance(seed), Limit(iterations=64))
        first, second = (study.best(2) * 2)[:2]
        there = study.compare(first.move, second.move, 64)
        back = study.compare(second.move, first.move, 64)
        lost.append(min(there.lead, back.lead))
    assert sum(lead > 0 for lead in lost) <= 1


# Endings


def test_short_endings_are_exact() -> None:
    """What a hint promises is what comes of it when both play on by hints."""
    game = load("reworld")
    for position in endings(range(6), plies=8):
        promised: list[float] = []
        while not position.is_over():
            seat = 0 if int(position.owing()) & 1 else 1
            best = hints(game, game.view(position, seat), FastChance(1), Limit(iterations=1))[0]
            assert best.exact
            assert best.win_low == best.win == best.win_high
            promised.append(best.lead if seat == 0 else -best.lead)
            position.play(seat, best.move)
        assert set(promised) == {float(position.score(0) - position.score(1))}


LAST_SIGNS = {"A": "Avalon", "B": "New Berlin", "C": "Concordia", "D": "Discovery", "E": "Eos"}


def test_an_ending_knows_moves_in_another_spelling() -> None:
    """A city may be founded with any sign left; lists name the first of them."""
    game = load("reworld")
    compared = 0
    for position in endings(range(90), plies=9):
        seat = 0 if int(position.owing()) & 1 else 1
        for entry in game.legal_entries(position, seat):
            if not isinstance(entry, Launch) or not isinstance(entry.sign, str):
                continue
            last = LAST_SIGNS.get(entry.sign[0])
            if last is None or last == entry.sign:
                continue
            other = game.move(position, Launch(seat=seat, row=entry.row, use="settle", sign=last))
            study = study_of(game, game.view(position, seat), FastChance(1), Limit(iterations=1))
            assert study.compare(game.move(position, entry), other, 1).lead == 0
            assert study.hint(other).exact
            compared += 1
    assert compared > 3
