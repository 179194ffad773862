"""The command `arena`: bots from outside, files, interruptions, and the table."""

import re
from itertools import chain
from pathlib import Path

import msgspec
import pytest

from farhaven.arena.duel import TURN_LIMIT, DealResult, Played, tasks
from farhaven.arena.kept_deals import Keeper
from farhaven.arena.ratings import MEAN
from farhaven.arena.standings import Standing
from tests.arena.bots_from_outside import write_bots
from tests.arena.interrupting import count_lines, interrupt
from tests.cli.conftest import Inside
from tests.cli.running import Program

FOUR = ("captain@1000", "officer", "mymodule:First", "cadet")
REASONS = {
    "Wrong": "chose an illegal move: This number is no move.",
    "Nothing": "chose an illegal move: This number is no move.",
    "Raises": "failed: LookupError: no idea�at all (mine.py:",
    "Leaves": "failed: SystemExit: 3 (mine.py:",
    "Unborn": "failed: ValueError: not today (mine.py:",
}


# Bots from outside


@pytest.mark.parametrize("kind", REASONS)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bot_that_fails_is_told_in_one_line(farhaven: Program, kind: str, jobs: str) -> None:
    write_bots(farhaven.home)
    bot = f"mine:{kind}"
    done = farhaven("arena", "--title", "reworld", "--bots", f"{bot},random", "--jobs", jobs)
    assert done.code == 1
    assert done.err.count("\n") == 1
    assert f"seat 0: the bot {bot} {REASONS[kind]}" in done.err
    assert done.out == ""


def test_the_same_words_as_in_a_series(farhaven: Program) -> None:
    write_bots(farhaven.home)
    arena = farhaven("arena", "--title", "reworld", "--bots", "mine:Wrong,random", "--lang", "de")
    series = farhaven("selfplay", "reworld", "--bots", "mine:Wrong,random", "--lang", "de")
    assert (arena.code, arena.err) == (series.code, series.err)
    assert "verbotenen Zug" in arena.err


@pytest.mark.parametrize("command", [("arena", "--title"), ("selfplay",)])
def test_a_process_that_is_lost_is_told(farhaven: Program, command: tuple[str, ...]) -> None:
    """Nobody waits for ever for what it should have done."""
    write_bots(farhaven.home)
    done = farhaven(*command, "reworld", "--bots", "mine:Dies,random", "--jobs", "2")
    assert done.code == 1
    assert "ended with code 7" in done.err
    assert done.err.count("\n") == 1


def test_matches_without_an_end_are_named_and_do_not_count(farhaven: Program) -> None:
    """Both only ever end their turns."""
    write_bots(farhaven.home)
    json = farhaven.home / "a.json"
    line = ("arena", "--title", "mars", "--bots", "mine:First,mine:Last", "--games", "2")
    done = farhaven(*line, "--json", json)
    assert "unfinished: 2" in done.out
    limit = f"Stopped at the limit of {TURN_LIMIT} turns and not counted: 2 of 2 games."
    assert limit in " ".join(done.out.split())
    standing = msgspec.json.decode(json.read_bytes(), type=Standing)
    assert standing.unfinished == 2
    meeting = standing.meetings[0]
    assert (meeting.games, meeting.unfinished, meeting.win_rate) == (0, 2, None)
    assert {(rating.rating, rating.games) for rating in standing.ratings} == {(MEAN, 0)}


def test_deals_with_another_turn_limit_are_played_again(inside: Inside, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    line = ("arena", "--title", "mars", "--bots", "greedy,random", "--games", "2", "--keep", kept)
    short = inside(*line, "--turn-limit", "3").out
    assert "Stopped at the limit of 3 turns" in short
    assert "Stopped" not in inside(*line).out
    assert count_lines(kept) == 2
    assert inside(*line, "--turn-limit", "3").out == short
    assert count_lines(kept) == 2


# Files


@pytest.mark.parametrize("option", ["--keep", "--json", "--picture"])
@pytest.mark.parametrize("place", ["no/such/file", "."])
def test_a_place_that_cannot_be_written_is_told_first(
    farhaven: Program, option: str, place: str
) -> None:
    """Before the bot, which would fail, was asked for anything."""
    write_bots(farhaven.home)
    line = ("arena", "--title", "reworld", "--bots", "mine:Raises,random", option, place)
    done = farhaven(*line, "--lang", "fr")
    assert done.code == 1
    assert done.err.startswith(f"farhaven: impossible d’écrire {place}\u00a0: ")


def test_what_is_there_stays_until_there_is_something_new(farhaven: Program) -> None:
    write_bots(farhaven.home)
    old, new = farhaven.home / "old.json", farhaven.home / "new.svg"
    old.write_text("old", "utf-8")
    places = ("--json", old, "--picture", new)
    done = farhaven("arena", "--title", "reworld", "--bots", "mine:Raises,random", *places)
    assert "mine:Raises" in done.err
    assert old.read_text("utf-8") == "old"
    assert not new.exists()


# Interruptions and progress


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_arena_says_so(farhaven: Program, jobs: str) -> None:
    kept, json = farhaven.home / "kept.jsonl", farhaven.home / "a.json"
    done = interrupt(
        farhaven,
        *("arena", "--title", "reworld", "--bots", "cadet,random", "--games", "100000"),
        *("--jobs", jobs, "--keep", kept, "--json", json),
        when=lambda: count_lines(kept) > 2,
    )
    assert done.code == 130
    assert done.err == "farhaven: interrupted\n"
    games = 2 * count_lines(kept)
    assert f"Incomplete: {games} of 100000 games were played." in done.out
    assert msgspec.json.decode(json.read_bytes(), type=Standing).meetings[0].games == games


def test_a_whole_arena_is_not_called_incomplete(inside: Inside) -> None:
    done = inside("arena", "--title", "reworld", "--bots", "greedy,random", "--games", "2")
    assert "Incomplete" not in done.out


def test_the_progress_counts_games_as_the_table_does(farhaven: Program) -> None:
    line = ("arena", "--title", "reworld", "--bots", "greedy,random", "--games", "6")
    done = farhaven(*line, "--players", "3", FORCE_COLOR="1", NO_COLOR="1")
    assert "12/12" in done.err
    assert done.out.count("games: 6") == 2


# The table


@pytest.fixture(autouse=True)
def mymodule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module with a name as long as they are, where this process finds it."""
    write_bots(tmp_path, "mymodule")
    monkeypatch.syspath_prepend(tmp_path)


def keep_deals(path: Path, bots: tuple[str, ...], games: int) -> None:
    """A file of deals with leads as high as they come."""
    keeper = Keeper(path)
    for task in tasks("reworld", 2, bots, games, 0):
        lead = 128.0 + 9 * (task.deal % 3)
        matches = [Played(seat, 1.0, lead, (1, 2)) for seat in range(2)]
        keeper.keep(task.title, 2, task.seed, DealResult(task.pairing, task.deal, matches))


def shown(inside: Inside, path: Path, bots: tuple[str, ...], language: str, games: int) -> str:
    keep_deals(path, bots, games)
    line = ("arena", "--title", "reworld", "--bots", ",".join(bots), "--games", str(games))
    done = inside(*line, "--keep", path, "--lang", language)
    assert done.code == 0, done.err
    return done.out


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_four_bots_fit_eighty_columns(inside: Inside, tmp_path: Path, language: str) -> None:
    lines = shown(inside, tmp_path / "kept.jsonl", FOUR, language, 400).splitlines()
    assert max(map(len, lines)) <= 80
    assert "…" not in "".join(lines)
    headings = [line for line in lines if "captain@1000" in line and "cadet" in line]
    assert len(headings) == 1, "all in one table"
    cells = chain.from_iterable(line.split("│") for line in lines if "│" in line)
    counts = [cell for cell in cells if re.search(r": 400\b", cell)]
    assert len(counts) == 12, "no cell is broken"


def test_more_bots_than_fit_have_more_tables(inside: Inside, tmp_path: Path) -> None:
    bots = (*FOUR, "random", "uct", "greedy")
    lines = shown(inside, tmp_path / "kept.jsonl", bots, "de", 2).splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.count("Partien: 2") for line in lines) == 7 * 6


def test_one_deal_has_no_interval(inside: Inside, tmp_path: Path) -> None:
    text = shown(inside, tmp_path / "kept.jsonl", ("cadet", "random"), "en", 2)
    assert "+128.0 ± –" in text
    assert "inf" not in text


def test_the_picture_speaks_the_readers_language(inside: Inside, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    keep_deals(tmp_path / "kept.jsonl", ("cadet", "random"), 4)
    line = ("arena", "--title", "reworld", "--bots", "cadet,random", "--games", "4")
    done = inside(*line, "--keep", tmp_path / "kept.jsonl", "--picture", path, "--lang", "de")
    assert done.code == 0
    text = path.read_text("utf-8")
    for words in (
        "Reworld, Duplikatpartien",
        "Siege der Zeile",
        "Wertungen",
        "+132,5 · Partien: 4",
    ):
        assert f">{words}" in text
