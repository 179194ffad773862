"""Hints: legal, in order, without secrets, and exact near the end."""

import pytest

from farhaven.coach.hints import hints, study_of
from farhaven.coach.open_evaluation import Onlooker
from farhaven.coach.study import Limit
from farhaven.core.chance import FastChance
from farhaven.core.game import Game
from farhaven.core.position import Position, first_owing
from farhaven.evaluation.confidence import is_beyond_noise
from farhaven.games import load, titles
from farhaven.games.mars.rules import moves as do
from farhaven.games.mars.rules.parts import VICTORY, one
from farhaven.games.mars.rules.state import DRAW
from farhaven.games.reworld.records.entries import Launch
from tests.bots.playing import acting, endings, whole_games
from tests.bots.test_secrets import hurry_to, middle, played_to


@pytest.mark.parametrize("title", titles())
def test_hints_are_legal_and_in_order(title: str) -> None:
    game = load(title)
    for seed in range(4):
        position = middle(game, 2, seed=seed, moves=5 + 9 * seed)
        seat = next(s for s in range(2) if int(position.owing()) >> s & 1)
        found = hints(game, game.view(position, seat), FastChance(1), Limit(iterations=160))
        assert found
        assert all(game.explain(position, seat, hint.move) is None for hint in found)
        legal = set(game.view(position, seat).legal_moves())
        first, *others = [hint for hint in found if hint.move in legal]
        assert first.tried == max(hint.tried for hint in (first, *others))
        promised = [hint.win for hint in others]
        assert promised == sorted(promised, reverse=True)
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


@pytest.mark.parametrize("title", titles())
def test_the_first_hint_promises_most(title: str) -> None:
    """A search goes on where what it tried most is not what came out best."""
    game = load(title)
    contradictions, asked = 0, 0
    for number, position in enumerate(whole_games(game, 3, 6, "officer")):
        if number % 12 == 5:
            view = game.view(position, int(first_owing(position)))
            first, *others = hints(game, view, FastChance(1), Limit(iterations=256))
            asked += 1
            contradictions += any(
                other.win_low > first.win_high and other.tried > first.tried / 10
                for other in others
            )
    assert asked > 3
    assert contradictions == 0


# Secrets


def test_hints_of_reworld_do_not_hang_on_what_is_hidden() -> None:
    game = load("reworld")
    for seed in range(4):
        real = middle(game, 3, seed, moves=3 * seed + 1)
        seat = int(first_owing(real))
        other = game.view(real, seat).sample(FastChance(seed + 1000))
        assert other.checksum() != real.checksum()
        assert told_alike(game, real, other, seat)


def test_hints_of_mars_do_not_hang_on_cards_of_others() -> None:
    game = load("mars")
    compared = 0
    for seed in range(8):
        (real, knowing), (other, _) = (
            played_to(game, 3, seed, int(DRAW), which) for which in (0, 1)
        )
        arrived = [hurry_to(game, position, knowing, seed) for position in (real, other)]
        if all(arrived) and real.checksum() != other.checksum():
            assert told_alike(game, real, other, int(first_owing(real)))
            compared += 1
    assert compared > 0


def told_alike(game: Game, real: Position, other: Position, seat: int) -> bool:
    """Whether a seat is told the same of two positions: moves, numbers, reasons and events."""
    limit = Limit(iterations=64)
    told = [hints(game, game.view(p, seat), FastChance(5), limit) for p in (real, other)]
    return told[0] == told[1]


def test_that_another_wins_by_hidden_points_is_neither_told_nor_called_a_win() -> None:
    """MA-6.1: points count at the start of one's own turn. Nobody may be warned of secret ones."""
    game = load("mars")
    position = acting(game)
    seat = int(position.turn)
    position.players[1 - seat].cards += 9 * one(VICTORY)
    view = game.view(position, seat)
    for hint in hints(game, view, FastChance(1), Limit(iterations=256), most=40):
        assert "wins" not in {reason.code for reason in hint.reasons}
        assert not [event for event in hint.events if event.params.get("count") == 9]


def test_a_win_of_another_that_is_only_guessed_is_not_told() -> None:
    """A sample may hold victory cards (MA-4.4) that nobody has."""
    game = load("mars")
    position = acting(game)
    seat = int(position.turn)
    study = study_of(game, game.view(position, seat), FastChance(1), Limit(iterations=16))
    guessed = position.copy()
    guessed.players[1 - seat].cards += 9 * one(VICTORY)
    after = guessed.copy()
    after.play(seat, do.END)
    told = game.events(guessed, game.entry(guessed, seat, int(do.END)), after)
    assert [event for event in told if event.is_for(seat)]
    assert study.events(guessed, int(do.END)) == ()


def test_leads_near_the_end_are_points_whatever_breaks_a_tie() -> None:
    game = load("reworld")
    compared = 0
    for position in endings(range(40), 5, ("officer", "officer")):
        seat = int(first_owing(position))
        study = study_of(game, game.view(position, seat), FastChance(1), Limit(iterations=16))
        best, *others = study.order()
        for other in others:
            lost = study.hint(best).lead - study.hint(other).lead
            assert study.compare(best, other, 1)[seat].lead == lost == round(lost)
            compared += 1
        stand = Onlooker(game, 16).stand(position, FastChance(1))
        assert stand[seat].lead == study.hint(best).lead
    assert compared > 0


# Two moves side by side


def test_a_move_is_no_better_than_itself_in_another_spelling() -> None:
    assert not is_beyond_noise([0.3, -0.2, 0.1, -0.3])
    assert is_beyond_noise([1.0, 1.2, 0.9, 1.1])
    assert not is_beyond_noise([0.0, 0.0])


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
        there = study.compare(first.move, second.move, 64)[seat]
        back = study.compare(second.move, first.move, 64)[seat]
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
            assert study.compare(game.move(position, entry), other, 1)[seat].lead == 0
            assert study.hint(other).exact
            compared += 1
    assert compared > 3
