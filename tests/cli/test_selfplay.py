"""Bots against each other: the same seed gives the same bytes."""

import signal
import subprocess
import time
from pathlib import Path

import msgspec
import pytest

from tests.cli.conftest import Inside
from tests.cli.running import Program

SERIES = ("selfplay", "reworld", "--players", "3", "--games", "2", "--seed", "7")


def test_same_seed_same_bytes(farhaven: Program, tmp_path: Path) -> None:
    one, two, other = (tmp_path / name for name in ("one", "two", "other"))
    bots = ("--bots", "random,random,greedy")
    first = farhaven(*SERIES, *bots, "--out", one, PYTHONHASHSEED="1")
    assert first.code == 0
    assert "Games: 2" in first.out
    farhaven(*SERIES, *bots, "--jobs", "2", "--out", two, PYTHONHASHSEED="2")
    farhaven(*SERIES[:-1], "8", "--out", other)
    assert one.read_bytes() == two.read_bytes()
    assert one.read_bytes() != other.read_bytes()
    assert len(one.read_bytes().splitlines()) == 2
    assert farhaven("check", one).out == "2 passed, 0 failed\n"


def test_a_shorter_series_is_the_beginning_of_a_longer_one(inside: Inside, tmp_path: Path) -> None:
    long, short = tmp_path / "long", tmp_path / "short"
    inside(*SERIES, "--out", long)
    inside("selfplay", "reworld", "--players", "3", "--games", "1", "--seed", "7", "--out", short)
    assert long.read_bytes().startswith(short.read_bytes())


def test_turn_limit_stops_a_game(inside: Inside, tmp_path: Path) -> None:
    path = tmp_path / "stopped.jsonl"
    done = inside(*SERIES, "--turn-limit", "10", "--out", path)
    assert "Stopped at the turn limit: 2." in done.out
    record = msgspec.json.decode(path.read_bytes().splitlines()[0])
    assert record["stopped"] == "turn_limit"
    assert record["result"] is None
    assert sum("do" in line for line in record["log"]) == 10
    assert inside("check", path).out.endswith("2 passed, 0 failed\n")


def test_records_on_standard_output(farhaven: Program) -> None:
    done = farhaven(*SERIES, "--out", "-")
    assert len(done.out.splitlines()) == 2
    assert "Games: 2" in done.err


def test_a_bot_from_outside(farhaven: Program, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from farhaven.bots import Bot\n"
        "class First(Bot):\n"
        "    def choose(self, view, chance):\n"
        "        return view.legal_moves()[0]\n"
        "class Wrong(Bot):\n"
        "    def choose(self, view, chance):\n"
        "        return 3\n"
    )
    done = farhaven(*SERIES, "--bots", "mine:First,random,random", "--jobs", "2", "--out", "-")
    assert done.code == 0
    assert msgspec.json.decode(done.out.splitlines()[0])["players"][0]["kind"] == "bot:mine:First"
    wrong = farhaven(*SERIES, "--bots", "mine:Wrong")
    assert wrong.code == 1
    assert "RW-1.3" in wrong.err
    assert wrong.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("selfplay", "chess"), "no game “chess”"),
        ((*SERIES, "--bots", "nobody"), "no bot “nobody”"),
        ((*SERIES, "--bots", "random,greedy"), "2 bots cannot take 3 seats"),
        (("selfplay", "reworld", "--players", "7"), "7 players"),
        ((*SERIES, "--games", "many"), "--games"),
        ((*SERIES, "--components", "missing.toml"), "missing.toml"),
        ((*SERIES, "--lang", "xx"), "“xx”"),
        ((*SERIES, "--colour"), "--colour"),
    ],
)
def test_wrong_use_is_one_line(inside: Inside, arguments: tuple[str, ...], words: str) -> None:
    done = inside(*arguments)
    assert done.code == 2
    assert words in done.err
    assert done.err.count("\n") == 1
    assert not done.out


def test_a_place_that_cannot_be_written(inside: Inside, tmp_path: Path) -> None:
    done = inside(*SERIES, "--out", tmp_path / "no" / "such" / "folder")
    assert done.code == 1
    assert done.err.count("\n") == 1


def test_an_interrupted_series_leaves_whole_lines(farhaven: Program, tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    arguments = ["selfplay", "reworld", "--games", "100000", "--jobs", "2", "--out", str(path)]
    process = subprocess.Popen(
        [*farhaven.command, *arguments],
        env=farhaven.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A runner in the background ignores the signal, and so would its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads
    )
    deadline = time.monotonic() + 60
    while not (path.exists() and path.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert b"Traceback" not in err
    assert path.read_bytes().endswith(b"\n")
    for line in path.read_bytes().splitlines():
        msgspec.json.decode(line)
