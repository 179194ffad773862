"""A person at the table: a whole game, refusals, saving, going on."""

import os
import pty
import re
import select
import signal
import stat
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Self

import pytest

from farhaven.bots import bot_kinds, make_bot
from farhaven.cli import saves
from farhaven.cli.console import settings
from farhaven.cli.errors import Fault
from farhaven.cli.seat_options import usual_name
from farhaven.cli.seeds import luck_of, secret_of
from farhaven.cli.terminal_game import Table
from farhaven.core.log_entry import Entry
from farhaven.core.match import Match
from farhaven.core.record import PlayerInfo, decode_record
from farhaven.core.sentences import LANGUAGES
from farhaven.games import load
from farhaven.games.reworld.terminal import ReworldTerminal
from tests.cli.conftest import Inside
from tests.cli.running import Program

GAME = load("reworld")
SEED = 4


def scripted(language: str, seats: int) -> list[str]:
    """Lines for a whole game against random bots: the first choice of every list."""
    terminal = ReworldTerminal(GAME, language)
    secret = secret_of(SEED, 0)
    players = [PlayerInfo("?", "human"), *[PlayerInfo("?", "bot:random")] * (seats - 1)]
    match = Match.new(GAME, players, secret)
    bot = make_bot("random", GAME)
    lines: list[str] = []
    while not match.is_over:
        match.roll()
        seat = match.owing()[0]
        if seat:
            move = bot.choose(match.view(seat), luck_of(secret, seat, len(match.log)))
            match.act(GAME.entry(match.position, seat, move))
        else:
            choice = terminal.choices(match.view(0))[0]
            typed = choice.typed
            while not isinstance(read := terminal.read(match.view(0), typed), Entry):
                typed = read[0].typed
            match.act(read)
            lines.append(typed)
    return lines


def saved_games(program: Program) -> list[Path]:
    return sorted((program.home / "data" / "farhaven" / "games").glob("*.json"))


START = ("play", "reworld", "--players", "2", "--bots", "random", "--seed", str(SEED))
MARS = ("play", "mars", "--players", "2", "--bots", "random", "--seed", str(SEED))
PROMPT = re.compile(rb"\(\?\) (\x1b\[0m)?> ")
"""What is asked is bold in a terminal, and what follows is not."""


@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_whole_game(farhaven: Program, language: str) -> None:
    lines = scripted(language, 2)
    done = farhaven(*START, "--lang", language, stdin="\n".join(lines) + "\n")
    assert done.code == 0, done.out[-2000:]
    assert "RW-3.3" in done.out  # the scoring, category by category
    (path,) = saved_games(farhaven)
    assert not path.with_suffix(".secret").exists()
    assert decode_record(path.read_bytes()).fairness.secret is not None
    assert farhaven("check", path).out == "1 passed, 0 failed\n"


def test_two_terminals_do_not_write_over_each_other(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    players = [PlayerInfo("Ada", "human"), PlayerInfo("Bot", "bot:random")]
    match = Match.new(GAME, players, secret_of(SEED, 0))
    match.roll()
    saves.save(match, path)
    first, second = (Table(saves.resume(path, None), path) for _ in range(2))
    for table, choice in ((first, 0), (second, -1)):
        seat = table.match.owing()[0]
        move = table.match.view(seat).legal_moves()[choice]
        table.match.act(GAME.entry(table.match.position, seat, move))
    assert first._save()
    written = path.read_bytes()
    with pytest.raises(Fault, match=re.escape(str(path))):
        second._save()
    assert path.read_bytes() == written
    path.unlink()
    assert first._save()


class Noon(datetime):
    """A clock that stands still."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls(2026, 1, 1, 12, tzinfo=tz)


@pytest.fixture
def noon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All games begin in the same second, and in a folder of their own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(saves, "datetime", Noon)


@pytest.mark.usefixtures("noon")
def test_games_that_begin_in_the_same_second_are_saved_side_by_side(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables: list[Table] = []

    def begin(table: Table) -> None:
        tables.append(table)

    monkeypatch.setattr(Table, "run", begin)
    for name in ("Ada", "Bob"):
        assert inside(*START, "--name", name).code == 0
    for _ in range(2):  # also when they go on
        assert [table._save() for table in tables] == [True, True]
    found = [decode_record(path.read_bytes()) for path in sorted(saves.folder().glob("*.json"))]
    assert sorted(record.players[0].name for record in found) == ["Ada", "Bob"]
    assert len(list(saves.folder().glob("*.secret"))) == 2


@pytest.mark.usefixtures("noon")
def test_nobody_gets_the_file_of_another() -> None:
    with ThreadPoolExecutor(8) as pool:
        paths = list(pool.map(saves.new_path, ["reworld"] * 64))
    assert len(set(paths)) == 64
    assert all(path.is_file() for path in paths)
    for path in paths:  # as if every first save had failed half-way
        saves.secret_path(path).touch()
    with pytest.raises(Fault):
        saves.newest(None)  # nothing has been played yet
    paths[0].write_text("{}")
    assert saves.newest(None) == paths[0]


def test_save_and_resume_is_the_same_game(farhaven: Program) -> None:
    lines = scripted("en", 2)
    half = len(lines) // 2
    left = farhaven(*START, stdin="\n".join([*lines[:half], "quit"]) + "\n")
    assert left.code == 0
    assert "--resume" in left.out
    (path,) = saved_games(farhaven)
    secret = path.with_suffix(".secret")
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert decode_record(path.read_bytes()).fairness.secret is None
    assert farhaven("check", path).code == 0
    resumed = farhaven("play", "--resume", stdin="\n".join(lines[half:]) + "\n")
    assert resumed.code == 0, resumed.out[-2000:]
    assert decode_record(path.read_bytes()).fairness.secret == secret_of(SEED, 0)
    assert farhaven("play", "--resume").code == 1
    again = farhaven("play", "reworld", "--resume", path)
    assert again.code == 1
    assert "over" in again.err


def test_talking_to_the_table(farhaven: Program) -> None:
    said = ["?", "why", "0 1+2+3+4", "why", "list", "", "nonsense", "undo", "board", "99", "0"]
    done = farhaven(*START, stdin="\n".join(said))
    assert done.code == 0
    assert "4 2+2" in done.out  # help
    assert "Nothing has been refused" in done.out
    assert re.search(r"RW-1\.4a?: ", done.out)
    assert "drop out of the round" in done.out
    assert "There is no port 99" in done.out
    assert "The game is saved" in done.out  # at the end of the input


@pytest.mark.parametrize(
    ("word", "language", "chance"),
    [
        ("hint", "en", "chance to win"),
        ("tipp", "de", "Gewinnchance"),
        ("conseil", "fr", "chances de gagner"),
    ],
)
def test_a_hint_at_the_table(farhaven: Program, word: str, language: str, chance: str) -> None:
    done = farhaven(*START, "--lang", language, stdin=f"{word}\n")
    assert done.code == 0
    assert done.out.count(chance) == 2, "two ideas, each with its chance to win"


@pytest.mark.parametrize("start", [START, MARS])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_hint_shows_the_line_that_plays_it(
    farhaven: Program, start: tuple[str, ...], language: str
) -> None:
    done = farhaven(*start, "--lang", language, stdin="hint\n2\n")
    lines = re.findall(r"(?:^|> )[12]\. (.+)$", done.out, re.MULTILINE)
    assert len(lines) == 2
    (path,) = saved_games(farhaven)
    record = decode_record(path.read_bytes())
    game = load(record.game)
    played = [game.read_line(raw) for raw in record.log]
    own = [line for line in played if isinstance(line, Entry) and line.seat == 0]
    spell = Table(saves.resume(path, None), path).terminal.line
    assert [spell(entry) for entry in own] == lines[1:], "the second one was picked"


def test_a_refusal_names_places_as_they_are_drawn(farhaven: Program) -> None:
    done = farhaven(*MARS, stdin="42 47\n42 46\nwhy\n")
    assert done.out.count("crossing 42") == 2
    assert not re.search(r"-?\d,-?\d", done.out)


@pytest.mark.parametrize(
    ("login", "name"), [("ada", "ada"), ("captain", "Pilot"), ("Root", "Pilot"), (" ", "Pilot")]
)
def test_a_person_is_called_as_in_the_system(
    login: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "language", "en")
    monkeypatch.setattr("getpass.getuser", lambda: login)
    assert usual_name() == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_or_like_nobody_else(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise OSError("no such user")

    monkeypatch.setattr(settings, "language", language)
    monkeypatch.setattr("getpass.getuser", nobody)
    assert usual_name().lower() not in bot_kinds()


def test_a_number_picks_from_a_list(farhaven: Program) -> None:
    line = scripted("en", 2)[0]
    port = line.split()[0]
    by_number = farhaven(*START, "--name", "Ada", stdin=f"{port}\n1\n")
    by_line = farhaven(*START, "--name", "Ada", stdin=f"{line}\n")
    told = [text.count("• Ada acquires") for text in (by_number.out, by_line.out)]
    assert told == [1, 1]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("play",), 2),
        (("play", "chess"), 2),
        (("play", "reworld", "--players", "5"), 2),
        (("play", "reworld", "--bots", "nobody"), 2),
        (("play", "reworld", "--bots", "random,random", "--players", "2"), 2),
        (("play", "--resume"), 1),
        (("play", "--resume", "missing.json"), 1),
    ],
)
def test_wrong_use(farhaven: Program, arguments: tuple[str, ...], code: int) -> None:
    done = farhaven(*arguments)
    assert done.code == code
    assert done.err.count("\n") == 1


def test_a_save_without_its_secret(farhaven: Program) -> None:
    farhaven(*START)
    (path,) = saved_games(farhaven)
    path.with_suffix(".secret").write_text("no secret\n")
    done = farhaven("play", "--resume", path)
    assert done.code == 1
    assert "secret" in done.err


def test_ctrl_c_saves(farhaven: Program) -> None:
    child, terminal = pty.fork()
    if child == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a runner in the background ignores it
        command = [*farhaven.command, *START]
        os.execve(command[0], command, farhaven.environment)
    shown = _read_until(terminal, PROMPT, 120)
    for _ in range(60):  # one that comes just before the program waits for a line is not seen
        os.write(terminal, b"\x03")
        shown += _read_until(terminal, re.compile(rb"--resume"), 1)
        if b"--resume" in shown:
            break
    else:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0
    assert PROMPT.search(shown), "or all the time was spent waiting for it"
    assert b"Traceback" not in shown
    assert "The game is saved" in shown.decode()
    assert len(saved_games(farhaven)) == 1


def _read_until(terminal: int, words: re.Pattern[bytes], seconds: float) -> bytes:
    shown = b""
    deadline = time.monotonic() + seconds
    while not words.search(shown) and time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                shown += os.read(terminal, 65536)
            except OSError:
                break
    return shown


def test_a_place_that_cannot_be_written_does_not_stop_the_game(
    farhaven: Program, tmp_path: Path
) -> None:
    (tmp_path / "data").write_text("a file where a folder should be")
    done = farhaven(*START, stdin="list\nquit\n")
    assert done.code == 0
    assert done.out.count("The game cannot be saved") == 1
    assert "drop out of the round" in done.out
