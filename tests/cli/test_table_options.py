"""Table options, trades between bots, and bots that fail."""

from pathlib import Path

import msgspec
import pytest

from tests.cli.conftest import Inside

MARS = ("selfplay", "mars", "--players", "3", "--games", "1", "--turn-limit", "40")


def test_options_stand_in_the_record(inside: Inside, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    done = inside(*MARS, "--option", "order=free", "--option", "layout=beginners", "--out", path)
    assert done.code == 0
    record = msgspec.json.decode(path.read_bytes())
    assert record["options"] == {"layout": "beginners", "order": "free"}
    assert inside("check", path).out.endswith("1 passed, 0 failed\n")


@pytest.mark.parametrize("option", ["order", "order=never", "colour=red"])
def test_a_wrong_option_is_refused(inside: Inside, option: str) -> None:
    done = inside(*MARS, "--option", option)
    assert done.code == 2
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "trade before build"), ("de", "erst Handel, dann Bau"), ("fr", "commerce avant")],
)
def test_what_can_be_chosen_is_named(inside: Inside, language: str, words: str) -> None:
    value = inside(*MARS, "--lang", language, "--option", "order=never").err
    assert all(said in value for said in ("never", "order", "strict", "free", words))
    option = inside(*MARS, "--lang", language, "--option", "colour=red").err
    assert all(said in option for said in ("colour", "layout", "order"))
    none = inside("selfplay", "reworld", "--lang", language, "--option", "order=free").err
    assert "Reworld" in none
    assert not any("Object" in said or "$" in said for said in (value, option, none))


def test_the_turn_limit_counts_turns(inside: Inside, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    inside(*MARS, "--out", path)
    record = msgspec.json.decode(path.read_bytes())
    assert record["stopped"] == "turn_limit"
    assert sum(line.get("do") == "roll" for line in record["log"]) in (39, 40)


@pytest.mark.parametrize(("switch", "trades"), [("--trades", True), ("--no-trades", False)])
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_bots_trade_if_asked(
    inside: Inside, tmp_path: Path, bots: str, switch: str, trades: bool
) -> None:
    path = tmp_path / "games.jsonl"
    inside(*MARS, switch, "--bots", bots, "--out", path)
    record = msgspec.json.decode(path.read_bytes())
    assert any(line.get("do") == "offer" for line in record["log"]) == trades


@pytest.mark.parametrize("title", ["mars", "reworld"])
@pytest.mark.parametrize(("body", "told"), [("return 10**9", "no move"), ("1 / 0", "ZeroDivision")])
def test_a_bot_that_fails_is_named(
    inside: Inside,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    title: str,
    body: str,
    told: str,
) -> None:
    module = f"failing_{title}_{len(told)}"
    (tmp_path / f"{module}.py").write_text(
        "from farhaven.bots.base import Bot\n"
        "class Mine(Bot):\n"
        "    def choose(self, view, chance):\n"
        f"        {body}\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    done = inside("selfplay", title, "--bots", f"{module}:Mine,greedy", "--games", "1")
    assert done.code == 1
    assert f"{module}:Mine" in done.err
    assert told in done.err
