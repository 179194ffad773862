"""Bots against each other: the same seed gives the same bytes."""

import io
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from farhaven.arena.duel import TURN_LIMIT
from farhaven.cli.record_files import undisturbed
from farhaven.cli.selfplay import Kept, Writer
from farhaven.cli.selfplay_games import Chunk
from tests.arena.bots_from_outside import write_bots
from tests.arena.interrupting import count_lines, interrupt
from tests.cli.conftest import Inside
from tests.cli.running import Program


class Slow(io.BytesIO):
    """A stream whose reader does not read on, so that somebody presses Ctrl-C."""

    def write(self, _lines: object) -> int:
        raise KeyboardInterrupt


def test_nothing_more_goes_to_a_stream_that_was_interrupted() -> None:
    """What was written half is not written again, nor does anybody wait for the reader."""
    kept = Kept(Writer(Slow(), is_stream=True))
    kept.take(Chunk(1, b"later\n", [], 0.0))
    with pytest.raises(KeyboardInterrupt):
        kept.take(Chunk(0, b"now\n", [], 0.0))
    kept.take_rest()


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


def test_who_replaces_a_file_is_told(inside: Inside, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    told = [inside(*SERIES, "--out", path).err for _ in range(2)]
    assert told == ["", f"{path} is there already: its records will be replaced.\n"]


def test_turn_limit_stops_a_game(inside: Inside, tmp_path: Path) -> None:
    path = tmp_path / "stopped.jsonl"
    done = inside(*SERIES, "--turn-limit", "10", "--out", path)
    assert "Games stopped at the limit of 10 turns: 2." in done.out
    record = msgspec.json.decode(path.read_bytes().splitlines()[0])
    assert record["stopped"] == "turn_limit"
    assert record["result"] is None
    assert sum("do" in line for line in record["log"]) == 10
    assert inside("check", path).out.endswith("2 passed, 0 failed\n")


def test_bots_that_never_finish_are_stopped_by_default(farhaven: Program) -> None:
    """Both only ever end their turns."""
    write_bots(farhaven.home)
    path = farhaven.home / "endless.jsonl"
    line = ("selfplay", "mars", "--bots", "mine:First,mine:Last", "--games", "1", "--out", path)
    done = farhaven(*line)
    assert done.code == 0
    assert f"Games stopped at the limit of {TURN_LIMIT} turns: 1." in done.out
    record = msgspec.json.decode(path.read_bytes())
    assert (record["stopped"], record["result"]) == ("turn_limit", None)
    rolls = sum(line.get("do") == "roll" for line in record["log"])
    assert rolls in (TURN_LIMIT - 1, TURN_LIMIT)


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
    assert "cannot be written" in done.err
    assert done.err.count("\n") == 1


def test_a_bot_spoils_the_same_game_in_any_number_of_processes(
    farhaven: Program, tmp_path: Path
) -> None:
    """And the games before it are kept."""
    write_bots(tmp_path)
    series = ("--games", "60", "--bots", "mine:Sometimes,random")
    one, two = (
        farhaven("selfplay", "reworld", *series, "--jobs", jobs, "--out", jobs)
        for jobs in ("1", "2")
    )
    assert one.code == 1
    assert "failed: ValueError: bad luck" in one.err
    assert one == two
    kept = (tmp_path / "1").read_bytes()
    assert kept.count(b"\n") == int(re.findall(r"game (\d+)", one.err)[0]) > 0
    assert kept == (tmp_path / "2").read_bytes()


def test_a_file_stays_until_there_is_a_game_for_it(farhaven: Program, tmp_path: Path) -> None:
    write_bots(tmp_path)
    path = tmp_path / "old.jsonl"
    path.write_text("old\n" * 100_000, "utf-8")
    assert farhaven(*SERIES, "--bots", "mine:Wrong", "--out", path).code == 1
    assert path.read_text("utf-8").startswith("old")
    assert farhaven(*SERIES, "--out", path).code == 0
    assert farhaven("check", path).out == "2 passed, 0 failed\n"
    assert farhaven("selfplay", "reworld", "--games", "0", "--out", path).code == 0
    assert path.read_bytes() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has it")
def test_a_device_is_no_file_to_cut(inside: Inside) -> None:
    assert inside(*SERIES, "--out", "/dev/null").code == 0
    full = inside(*SERIES, "--out", "/dev/full")
    assert full.code == 1
    assert full.err.count("\n") == 1


# Interruptions


def test_an_interrupted_series_leaves_whole_lines(farhaven: Program, tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    line = ("selfplay", "reworld", "--games", "100000", "--jobs", "2", "--out", path)
    done = interrupt(farhaven, *line, "--lang", "de", when=lambda: count_lines(path) > 0)
    assert done.code == 130
    assert done.err == "farhaven: abgebrochen\n"
    assert path.read_bytes().endswith(b"\n")
    for record in path.read_bytes().splitlines():
        msgspec.json.decode(record)
    games = count_lines(path)
    assert f"Unvollständig: {games} von 100000 Partien wurden gespielt." in done.out


def test_every_game_is_written_when_it_is_over(farhaven: Program, tmp_path: Path) -> None:
    """Three games are played, and the fourth never ends."""
    write_bots(tmp_path)
    path = tmp_path / "slow.jsonl"
    line = ("selfplay", "reworld", "--players", "2", "--games", "400", "--bots", "mine:Stops")
    done = interrupt(farhaven, *line, "--out", path, when=lambda: count_lines(path) == 3)
    assert done.code == 130
    assert count_lines(path) == 3
    assert "Incomplete: 3 of 400 games were played." in done.out


def test_an_interruption_keeps_games_behind_one_that_never_ends(
    farhaven: Program, tmp_path: Path
) -> None:
    write_bots(tmp_path)
    path, begun = tmp_path / "slow.jsonl", tmp_path / "games"
    line = ("selfplay", "reworld", "--players", "2", "--games", "100000", "--bots", "mine:Sleeper")
    done = interrupt(
        *(farhaven, *line, "--jobs", "2", "--out", path),
        when=lambda: begun.exists() and begun.stat().st_size > 200,
    )
    assert done.code == 130
    assert count_lines(path) > 10
    assert farhaven("check", path).out == f"{count_lines(path)} passed, 0 failed\n"


@pytest.fixture
def heeds_ctrl_c() -> Iterator[None]:
    """A runner in the background ignores the signal."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heeds_ctrl_c")
def test_ctrl_c_waits_for_what_is_being_written() -> None:
    done: list[str] = []
    with pytest.raises(KeyboardInterrupt), undisturbed():
        signal.raise_signal(signal.SIGINT)
        done.append("written")
    assert done == ["written"]
    with pytest.raises(KeyboardInterrupt):  # and does not wait any more
        signal.raise_signal(signal.SIGINT)
