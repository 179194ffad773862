"""Legal moves only: thousands of whole games with all levels at one table."""

import pytest

from farhaven.bots import bot_kinds, make_bot
from farhaven.games import load, titles
from tests.bots.playing import play_match
from tests.running import COMPILED

GAMES = 350 if COMPILED else 1  # for each title and number of players
# Neighbours share a table: never two who play without aim, whose games need not come to an end.
LEVELS = ("cadet", "random", "officer", "uct@2", "captain@6", "greedy", "admiral@6")


def test_all_kinds_have_a_seat() -> None:
    assert {level.partition("@")[0] for level in LEVELS} == set(bot_kinds())


@pytest.mark.parametrize("title", titles())
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_level_plays_legally(title: str, seats: int) -> None:
    """Every choice is checked against the rules, and every game comes to its end."""
    game = load(title)
    for number in range(GAMES):
        kinds = [LEVELS[(number + seat) % len(LEVELS)] for seat in range(seats)]
        result = play_match(game, [make_bot(kind, game) for kind in kinds], seed=number)
        assert result is not None, kinds
