"""Bots of the house and from outside."""

import re
from pathlib import Path

import pytest

from farhaven.bots import Bot, BotError, bot_kinds, make_bot
from farhaven.core.chance import Chance
from farhaven.core.view import View
from farhaven.games import load, titles
from tests.bots.playing import play_match

DOCS = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")


class FirstBot(Bot):
    """A bot from outside."""

    def choose(self, view: View, chance: Chance) -> int:  # noqa: ARG002 - it needs no luck
        return view.legal_moves()[0]


def test_a_bot_from_outside() -> None:
    bot = make_bot("tests.bots.test_bots:FirstBot", load("reworld"))
    assert isinstance(bot, FirstBot)


@pytest.mark.parametrize("title", titles())
def test_the_bots_of_the_docs_play_as_they_are_printed(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the one that looks ahead wins every game against chance."""
    blocks: list[str] = re.findall(r"```python\n(from farhaven.bots.*?)```", DOCS, re.DOTALL)
    (tmp_path / "printed.py").write_text("\n".join(blocks))
    monkeypatch.syspath_prepend(tmp_path)
    game = load(title)
    first, ahead, chance = (
        make_bot(kind, game) for kind in ("printed:FirstBot", "printed:NextBot", "random")
    )
    play_match(game, [first, chance], 1, limit=200)
    for seed in range(3):
        result = play_match(game, [ahead, chance], seed)
        assert result is not None
        assert list(result.winners) == [0]


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("wizard", "known are random, greedy"),
        ("no_such_module:Bot", "cannot be loaded: ModuleNotFoundError: No module named"),
        ("tests.bots.test_bots:Nobody", "no bot class"),
        ("tests.bots.test_bots:Chance", "no bot class"),
        ("random@20", "does not search"),
        ("captain@many", "a number of iterations"),
        ("captain@0s", "more than 0"),
        ("captain@0", "more than 0"),
        ("captain@nans", "more than 0"),
        ("captain@infs", "more than 0"),
        ("captain@5x0", "more than 0"),
    ],
)
def test_an_unknown_bot_is_explained(kind: str, reason: str) -> None:
    with pytest.raises(BotError, match=reason):
        make_bot(kind, load("reworld"))


def test_a_module_that_cannot_be_loaded_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "half_a_bot.py").write_text("class Half(:\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BotError, match="SyntaxError"):
        make_bot("half_a_bot:Half", load("reworld"))


def test_greedy_beats_random() -> None:
    game = load("reworld")
    wins = 0
    for i in range(20):
        seat = i % 2
        bots = [make_bot("greedy" if s == seat else "random", game) for s in range(2)]
        result = play_match(game, bots, seed=i // 2)
        assert result is not None
        wins += result.winners == [seat]
    assert wins >= 19


QUICK = ("random", "greedy", "cadet", "officer", "captain@32", "admiral@32", "uct@16")


def test_every_kind_is_tried() -> None:
    assert {kind.partition("@")[0] for kind in QUICK} == set(bot_kinds())


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("kind", QUICK)
def test_every_bot_plays_to_the_end(kind: str, seats: int) -> None:
    game = load("reworld")
    bots = [make_bot(kind if s == 0 else "random", game) for s in range(seats)]
    assert play_match(game, bots, seed=seats) is not None
