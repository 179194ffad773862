"""Training from the command line."""

import importlib
import tomllib

from farhaven.core.net_file import NetFile
from farhaven.games import load
from tests.cli.running import Program


def test_one_player_count_is_fitted_and_the_others_stay(farhaven: Program) -> None:
    file: NetFile = importlib.import_module(f"{load('mars').package}.weights").OUTLOOK
    run = farhaven(
        "train", "mars", "--outlook", "--players", "2", "--minutes", "0", "--out", "outlook.toml"
    )
    assert run.code == 0, run.err
    assert "2 players, generation 0" in run.err
    assert "3 players" not in run.err
    text = (farhaven.home / "outlook.toml").read_text("utf-8")
    assert "--players 2" in text.splitlines()[1]
    old = tomllib.loads(file.text({n: file.read(n) for n in (2, 3, 4)}, "Head"))
    new = tomllib.loads(text)
    assert new["players_3"] == old["players_3"]
    assert new["players_4"] == old["players_4"]


def test_a_title_without_a_fitted_chance_to_win_says_so(farhaven: Program) -> None:
    run = farhaven("train", "reworld", "--outlook", "--minutes", "0")
    assert run.code == 2
    assert "reworld" in run.err
