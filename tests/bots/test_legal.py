"""Legal moves only: thousands of whole games with all levels at one table."""

import pytest

from farhaven.bots import bot_kinds, make_bot
from farhaven.cli.selfplay_games import Series, play_game
from farhaven.games import load, titles
from tests.bots.playing import play_match
from tests.bots.whole_games import check_game
from tests.conformance.tables import TABLES
from tests.nightly import LEVELS as NIGHT
from tests.nightly import fault_of, tasks
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


# Bots that keep a tree and search with it further than those above. Many more, and with larger
# trees, are played by `make nightly`.
SEARCHING = ("captain@100", "admiral@30", "captain@40", "captain@20")
SEARCHED_GAMES = 36 if COMPILED else 1


@pytest.mark.parametrize("title", titles())
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_searching_bots_play_whole_games(title: str, seats: int) -> None:
    for number in range(SEARCHED_GAMES):
        kinds = [SEARCHING[(number + seat) % len(SEARCHING)] for seat in range(seats)]
        assert check_game(title, kinds, seed=number) > 0


@pytest.mark.skipif(not COMPILED, reason="whole games with large trees need compiled rules")
@pytest.mark.parametrize(("seed", "number"), [(5, 3), (1, 4)])
def test_a_kept_tree_goes_on_from_the_right_position(seed: int, number: int) -> None:
    """MA-3.2: captains built roads where the tree of another board allowed them."""
    match = play_game(Series("mars", ["captain@300"] * 4, seed), number)
    assert match.result() is not None


def test_a_night_has_every_table_and_tells_of_faults() -> None:
    planned = tasks(len(NIGHT), seed=7)
    assert {(title, len(kinds)) for title, kinds, _ in planned} == set(TABLES)
    assert {kind for _, kinds, _ in planned for kind in kinds} == set(NIGHT)
    assert all(100 <= int(kind.partition("@")[2]) <= 1000 for kind in NIGHT)
    assert not fault_of(("reworld", ("captain@2", "officer"), 1))
    assert "there is no bot" in fault_of(("reworld", ("captain@2", "nobody"), 1))
