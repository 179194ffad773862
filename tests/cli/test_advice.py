"""hint and analyse: what should be done, what should have been done, and why, in words."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from farhaven.cli.console import settings
from farhaven.cli.hint_text import deed_of, promise_of
from farhaven.cli.numbers import number, signed
from farhaven.cli.selfplay_games import Series, play_chunk
from farhaven.cli.terminal_game import Table
from farhaven.coach.analysis import Analysis, analyse
from farhaven.coach.study import Hint, Limit
from farhaven.core.game import Game
from farhaven.core.log_entry import Entry, kind_of
from farhaven.core.match import open_record
from farhaven.core.position import first_owing
from farhaven.core.record import PlayerInfo, Record, decode_record, encode_record
from farhaven.core.sentences import LANGUAGES
from farhaven.games import load, titles
from tests.bots.playing import whole_games
from tests.cli.conftest import Inside


@pytest.fixture(scope="module", params=titles())
def record(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of two bots that know what they want."""
    path = tmp_path_factory.mktemp("records") / "game.jsonl"
    path.write_bytes(
        play_chunk(Series(str(request.param), ["officer", "cadet"], 3), range(1)).lines
    )
    return path


def moments(path: Path) -> list[int]:
    """After how many entries somebody chooses."""
    log = json.loads(path.read_text())["log"]
    return [at for at, line in enumerate(log) if "do" in line]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_best_moves_of_a_moment(
    inside: Inside, record: Path, language: str, tmp_path: Path
) -> None:
    choices = moments(record)
    for at in (choices[0], choices[len(choices) // 2], choices[-1]):
        found = tmp_path / "hints.json"
        place = ("hint", record, "--at", str(at), "--iterations", "64", "--lang", language)
        done = inside(*place, "--json", found)
        assert (done.code, done.err) == (0, "")
        assert "�" not in done.out
        told = json.loads(found.read_text())
        assert 1 <= len(told) <= 3
        assert ("%" in done.out) != told[0]["exact"]
        assert all(0 <= one["win_low"] <= one["win_high"] <= 1 for one in told)
        again = tmp_path / "again.json"
        assert inside(*place, "--json", again).code == 0
        assert again.read_text() == found.read_text()


@pytest.fixture(scope="module")
def offered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that goes on where somebody has an offer to answer."""
    path = tmp_path_factory.mktemp("records") / "offered.json"
    for seed in range(20):
        record = decode_record(play_chunk(Series("mars", ["officer"] * 2, seed), range(1)).lines)
        log = [json.loads(bytes(line)) for line in record.log]
        answers = [at for at, line in enumerate(log) if line.get("do") == "answer"]
        if answers:
            here = msgspec.structs.replace(record, log=record.log[: answers[0]])
            path.write_bytes(msgspec.json.encode(here))
            return path
    raise AssertionError("nobody has offered anything")


@pytest.mark.parametrize(
    ("language", "offers"), [("en", "offers"), ("de", "bietet"), ("fr", "offre")]
)
def test_who_answers_an_offer_is_told_which(
    inside: Inside, offered: Path, language: str, offers: str
) -> None:
    done = inside("hint", offered, "--iterations", "16", "--lang", language)
    assert done.code == 0, done.err
    assert re.match(rf"Bot [12] {offers} .*\d .*\d ", done.out), "above all hints"
    assert done.out.count(f" {offers} ") == 1


def test_who_answers_an_offer_at_the_table_is_told_which(
    offered: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(settings, "language", "en")
    monkeypatch.setattr("farhaven.cli.terminal_game.HINT_SECONDS", 0.05)
    record = decode_record(offered.read_bytes())
    offerer = json.loads(bytes(record.log[-1]))["seat"]
    people = [PlayerInfo("Ada", "human"), PlayerInfo("Bob", "bot:officer")]
    players = people if offerer else people[::-1]
    match = open_record(load("mars"), msgspec.structs.replace(record, players=players))
    for raw in record.log:
        match.take(match.game.read_line(raw))
    Table(match, tmp_path / "game.json")._answer("hint")
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("• Bob offers ")
    assert told[1].startswith("1. ")


@pytest.mark.parametrize("title", titles())
def test_every_choice_has_words(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one of which nothing is told before chance acts: to roll is not to end the turn."""
    monkeypatch.setattr(settings, "language", "en")
    game = load(title)
    quiet: dict[str, str] = {}
    for position in whole_games(game, 2, 3, "officer"):
        seat = int(first_owing(position))
        for move in game.view(position, seat).legal_moves()[:4]:
            entry, after = game.entry(position, seat, move), position.copy()
            after.play(seat, move)
            events = [e for e in game.events(position, entry, after) if e.is_for(seat)]
            hint = Hint(move, entry, 0.0, 0.0, 0.0, 0.0, 0.0, 1, False, (), tuple(events))
            told = deed_of(game, hint, ["Ada", "Bob"])
            assert told
            if not events:
                quiet[kind_of(entry)] = told
    assert len(set(quiet.values())) == len(quiet)


def test_nothing_to_choose(inside: Inside, record: Path) -> None:
    log = json.loads(record.read_text())["log"]
    over = inside("hint", record)
    assert over.code == 2
    assert f"after {len(log)} entries" in over.err
    at = moments(record)[3]
    seat = log[at]["seat"]
    other = inside("hint", record, "--at", str(at), "--seat", str(1 - seat))
    assert other.code == 2
    assert f"seat {1 - seat} has nothing to choose" in other.err
    assert "no seat 7" in inside("hint", record, "--at", str(at), "--seat", "7").err
    assert inside("hint", record, "--at", str(at), "--json", "/no/such/folder/h.json").code == 1


@pytest.mark.parametrize(
    ("language", "chance"), [("en", "chance acts"), ("de", "der Zufall"), ("fr", "hasard")]
)
def test_before_the_first_entry_there_is_no_earlier_moment(
    inside: Inside, record: Path, language: str, chance: str
) -> None:
    done = inside("hint", record, "--at", "0", "--lang", language)
    assert done.code == 2
    assert chance in done.err
    assert "--at" not in done.err
    assert "--at" in inside("hint", record, "--lang", language).err, "where the game is over"


class Once:
    """Makes an analysis once, however often it is to be told."""

    def __init__(self) -> None:
        self.made: dict[tuple[bytes, Limit, int], Analysis] = {}

    def __call__(
        self,
        game: Game,
        record: Record,
        limit: Limit,
        seed: int,
        progress: Callable[[int, int], None],
    ) -> Analysis:
        key = (encode_record(record), limit, seed)
        if key not in self.made:
            self.made[key] = analyse(game, record, limit, seed, progress)
        return self.made[key]


def test_a_game_is_analysed_in_words(
    inside: Inside, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = Once()
    monkeypatch.setattr("farhaven.cli.analyse.analyse", once)
    for language in LANGUAGES:
        check_words(inside, record, language, tmp_path)
    check_the_worst_comes_first(inside, record, tmp_path)
    assert len(once.made) == 1


def check_words(inside: Inside, record: Path, language: str, folder: Path) -> None:
    whole, picture = folder / f"{language}.json", folder / f"{language}.svg"
    places = ("--json", whole, "--picture", picture)
    done = inside(
        "analyse", record, "--iterations", "16", "--most", "4", "--lang", language, *places
    )
    assert (done.code, done.err) == (0, "")
    assert "{" not in done.out, "neither JSON nor a sentence that was not filled in"
    assert "�" not in done.out
    found = json.loads(whole.read_text())
    mistakes = [choice for choice in found["choices"] if choice["mistake"]]
    shown = min(len(mistakes), 4)
    assert re.search(rf"\(.*\b{shown}\b.*\b{len(mistakes)}\b.*\)", done.out)
    for report in found["seats"]:
        assert f"{report['mistakes']}/{report['choices']}" in done.out
    drawn = list(ET.fromstring(picture.read_text("utf-8")).iter())
    assert any("Bot" in one.text for one in drawn if one.text)
    costs = [one.text or "" for one in drawn if one.tag.endswith("}title")]
    assert len(costs) == len(mistakes)
    point = "." if language == "en" else ","
    assert all(re.fullmatch(rf"\d+: (−\d+|0){re.escape(point)}\d, .+ %", cost) for cost in costs)


def check_the_worst_comes_first(inside: Inside, record: Path, folder: Path) -> None:
    """By points or by the chance to win, whichever is worse."""
    whole = folder / "worst.json"
    done = inside("analyse", record, "--iterations", "16", "--most", "1", "--json", whole)
    choices = json.loads(whole.read_text())["choices"]
    worst = max(
        (c for c in choices if c["mistake"]), key=lambda c: max(c["loss"], c["win_loss"] / 0.05)
    )
    row = next(line for line in done.out.splitlines() if line.startswith(f"│ {worst['at']:5d} "))
    assert "Bot" in row


@pytest.mark.parametrize(
    ("language", "told"), [("en", "so far"), ("de", "bisher"), ("fr", "situation actuelle")]
)
def test_a_game_that_is_not_over_has_no_result_yet(
    inside: Inside, record: Path, language: str, told: str, tmp_path: Path
) -> None:
    document = json.loads(record.read_text())
    begun = tmp_path / "begun.jsonl"
    log = document["log"][: moments(record)[0]]
    begun.write_text(json.dumps({**document, "log": log, "result": None}))
    done = inside("analyse", begun, "--iterations", "16", "--lang", language)
    assert (done.code, done.err) == (0, "")
    assert any(line.startswith("│") and told in line for line in done.out.splitlines())


def test_a_place_that_cannot_be_written_to_is_refused_before_the_work(
    inside: Inside, record: Path
) -> None:
    for option in ("--json", "--picture"):
        done = inside("analyse", record, option, "/no/such/folder/file")
        assert done.code == 1
        assert done.out == ""


@pytest.mark.parametrize(
    ("language", "value", "plain", "with_sign"),
    [
        ("en", 1.25, "1.2", "+1.2"),
        ("de", -3.14, "−3,1", "−3,1"),
        ("fr", 2.0, "2,0", "+2,0"),
        ("en", -0.04, "0.0", "0.0"),
    ],
)
def test_numbers_are_written_as_the_language_does(
    monkeypatch: pytest.MonkeyPatch, language: str, value: float, plain: str, with_sign: str
) -> None:
    monkeypatch.setattr(settings, "language", language)
    assert number(value) == plain
    assert signed(value) == with_sign


def test_what_is_exact_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "language", "en")
    for win, told in ((1.0, "wins with"), (0.0, "loses with"), (0.5, "shares the win with")):
        exact = Hint(0, Entry(seat=0), 91.0, 7.0, win, win, win, 0, True, (), ())
        assert promise_of(exact).startswith(f"{told} 91 points")
        assert promise_of(exact).endswith("worked out to the end")


def test_an_interval_of_one_number_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "language", "en")
    narrow = Hint(0, Entry(seat=0), 91.0, 7.0, 0.33, 0.329, 0.331, 99, False, (), ())
    assert promise_of(narrow).endswith("chance to win 33\u00a0%")
    wide = Hint(0, Entry(seat=0), 91.0, 7.0, 0.33, 0.3, 0.36, 99, False, (), ())
    assert promise_of(wide).endswith("chance to win 33\u00a0% (30\u00a0–\u00a036\u00a0%)")
