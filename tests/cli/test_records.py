"""check, legal and show: sound records, and files that are broken in many ways."""

import errno
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from farhaven.cli.record_files import fault_words
from farhaven.core.sentences import LANGUAGES
from tests.cli.conftest import Inside
from tests.cli.running import Program

Break = Callable[[bytes], bytes]


def first(text: bytes) -> bytes:
    return text.splitlines()[0]


def changed(**fields: object) -> Break:
    return lambda text: json.dumps({**json.loads(first(text)), **fields}).encode()


def with_line(number: int, **fields: object) -> Break:
    """A record with one line of its log changed."""

    def break_it(text: bytes) -> bytes:
        record = json.loads(first(text))
        record["log"][number].update(fields)
        return json.dumps(record).encode()

    return break_it


def without(field: str) -> Break:
    return lambda text: json.dumps(
        {k: v for k, v in json.loads(first(text)).items() if k != field}
    ).encode()


def pretty_broken(text: bytes) -> bytes:
    lines = json.dumps(json.loads(first(text)), indent=1).encode().split(b"\n")
    lines[40] = b'  "seat" 0,'
    return b"\n".join(lines)


BROKEN: dict[str, tuple[Break, str]] = {
    "empty": (lambda _: b"", "record 0 (line 1)"),
    "blank": (lambda _: b"\n \n\n", "record 0 (line 1)"),
    "binary": (lambda _: bytes(range(256)) * 9, "record 0 (line 1)"),
    "zeros": (lambda _: bytes(5000), "record 0 (line 1)"),
    "no JSON": (lambda _: b"hello, world\n", "record 0 (line 1)"),
    "truncated": (lambda text: first(text)[:3000], "record 0 (line 1)"),
    "truncated later": (lambda text: first(text) + b"\n" + first(text)[:900], "record 1 (line 2)"),
    "a list": (lambda text: b"[" + first(text) + b"]", "object"),
    "a number": (lambda _: b"7", "object"),
    "deep": (lambda _: b"[" * 100_000, "record 0 (line 1)"),
    "huge": (lambda _: b'{"format": "' + b"x" * (5 << 20) + b'"}', "larger"),
    "huge, then sound": (lambda text: b"x" * (5 << 20) + b"\n" + first(text), "larger"),
    "pretty, broken": (pretty_broken, "(line 41)"),
    "bad UTF-8": (lambda text: first(text).replace(b"Bot 1", b"Bot \xff"), "record 0 (line 1)"),
    "no log": (without("log"), "`log`"),
    "unknown field": (changed(colour="red"), "`colour`"),
    "wrong type": (changed(players=[{"name": 3, "kind": "human"}]), "$.players[0].name"),
    "another format": (changed(format="farhaven-record/9"), "farhaven-record/9"),
    "another game": (changed(game="chess"), "chess"),
    "another edition": (changed(components="0" * 64), "component"),
    "another version": (changed(rules_version=99), "99"),
    "options": (changed(options={"speed": 3}), "speed"),
    "too few players": (changed(players=[]), "record 0"),
    "no result": (changed(result=None), "result"),
    "another result": (changed(result={"scores": [1]}), "result"),
    "stopped": (changed(stopped="tired"), "tired"),
    "unfair": (changed(fairness={"commitment": "0" * 64, "secret": "0" * 64}), "commitment"),
    "log of numbers": (changed(log=[1, 2]), "entry 0"),
    "unknown entry": (with_line(2, do="fly"), "entry 2"),
    "field of an entry": (with_line(2, port="a"), "$.port"),
    "illegal entry": (with_line(2, port=99), "entry 2: RW-S2"),
    "impossible chance": (with_line(1, round=3), "entry 1"),
    "steering": (with_line(2, do="\x1b[2J\n"), "entry 2"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_file_is_told_in_one_line(
    inside: Inside, games: Path, tmp_path: Path, kind: str
) -> None:
    break_it, words = BROKEN[kind]
    path = tmp_path / "broken.json"
    path.write_bytes(break_it(games.read_bytes()))
    done = inside("check", path)
    assert done.code == 1
    fault, last = done.out.splitlines()
    assert words in fault
    assert fault.isprintable()
    passed = 1 if kind in {"truncated later", "huge, then sound"} else 0
    assert last == f"{passed} passed, 1 failed"


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_file_has_no_moments(
    inside: Inside, games: Path, tmp_path: Path, kind: str
) -> None:
    break_it, _ = BROKEN[kind]
    path = tmp_path / "broken.json"
    path.write_bytes(break_it(games.read_bytes()))
    record = "1" if kind == "truncated later" else "0"
    done = inside("legal", path, "--record", record, "--at", "3")
    if kind in {"no result", "another result", "stopped"}:  # what comes after does not matter
        assert done.code == 0
    else:
        assert done.code in {1, 2}
        assert not done.out
        assert done.err.count("\n") == 1


def test_sound_files(inside: Inside, games: Path, tmp_path: Path) -> None:
    assert inside("check", games).out == "3 passed, 0 failed\n"
    text = games.read_bytes()
    forms = {
        "pretty": json.dumps(json.loads(first(text)), indent=4).encode(),
        "one line": first(text),
        "windows": b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"),
        "gaps": b"\n\n" + text.replace(b"\n", b"\n\n"),
    }
    for name, form in forms.items():
        path = tmp_path / "sound.json"
        path.write_bytes(form)
        done = inside("check", path)
        assert done.code == 0, name
        assert done.out.endswith(" passed, 0 failed\n")


def test_records_through_a_pipe(farhaven: Program, games: Path) -> None:
    text = games.read_text("utf-8")
    assert farhaven("check", "-", stdin=text).out == "3 passed, 0 failed\n"
    assert farhaven("check", "/dev/stdin", stdin=text).out == "3 passed, 0 failed\n"


@pytest.mark.parametrize("place", ["missing.jsonl", "."])
def test_a_file_that_cannot_be_read(inside: Inside, place: str) -> None:
    for command in ("check", "legal", "show"):
        done = inside(command, place)
        assert done.code == 1
        assert done.err.count("\n") == 1
        assert not done.out


def test_another_component_file(inside: Inside, tmp_path: Path) -> None:
    from importlib.resources import files

    text = files("farhaven.games.reworld").joinpath("components.toml").read_text("utf-8")
    own, path = tmp_path / "box.toml", tmp_path / "own.jsonl"
    own.write_text(text.replace("city = { points = 7", "city = { points = 9"))
    inside("selfplay", "reworld", "--games", "1", "--components", own, "--out", path)
    assert inside("check", path).code == 1
    assert inside("check", path, "--components", own).out == "1 passed, 0 failed\n"
    assert inside("show", path, "--at", "2", "--components", own).code == 0
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(text.replace("farming = 9", "farming = 8"))
    done = inside("selfplay", "reworld", "--components", wrong)
    assert done.code == 2
    assert "modules" in done.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_faults_in_every_language(
    farhaven: Program, inside: Inside, games: Path, language: str
) -> None:
    path = games.with_name(f"fault-{language}.json")
    path.write_bytes(with_line(2, port=99)(games.read_bytes()))
    done = inside("check", path, "--lang", language)
    assert "RW-S2: " in done.out
    assert done.out.endswith("0 passed, 1 failed\n")
    same = farhaven("check", path, LANG=f"{language}_XX.UTF-8")
    assert same.out == done.out


def test_legal_lists_entries(inside: Inside, games: Path) -> None:
    record = json.loads(first(games.read_bytes()))
    for at in (2, 30, len(record["log"]) - 1):
        legal = json.loads(inside("legal", games, "--at", str(at)).out)
        line = record["log"][at]
        if "do" in line:
            assert {entry["seat"] for entry in legal} == {line["seat"]}
            assert all("do" in entry for entry in legal)
    assert inside("legal", games, "--at", "0").out == "[]\n"
    assert inside("legal", games, "--record", "2").out == "[]\n"


def test_legal_tells_free_terms_beside_the_list(inside: Inside, tmp_path: Path) -> None:
    """The list itself stays as it is, and so does its form."""
    path = tmp_path / "games.jsonl"
    inside("selfplay", "mars", "--players", "3", "--bots", "greedy", "--games", "1", "--out", path)
    log = json.loads(path.read_bytes())["log"]
    seen = set()
    for at in range(len(log) // 2):
        plain = inside("legal", path, "--at", str(at))
        told = json.loads(inside("legal", path, "--at", str(at), "--free").out)
        assert plain.err == ""
        assert told["legal"] == json.loads(plain.out)
        kinds = {terms["entry"]["do"] for terms in told["free"]}
        assert all(terms["clause"].startswith("MA-2.1") for terms in told["free"])
        seen |= kinds
        if log[at].get("do") == "offer":
            assert kinds == {"offer"}
            entry = {key: log[at][key] for key in told["free"][0]["entry"]}
            assert entry == told["free"][0]["entry"]
    assert seen == {"offer", "answer"}


def test_on_a_terminal_legal_says_what_its_list_leaves_out(
    inside: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"
    inside("selfplay", "mars", "--players", "3", "--bots", "greedy", "--games", "1", "--out", path)
    log = json.loads(path.read_bytes())["log"]
    at = str(next(number for number, line in enumerate(log) if line.get("do") == "offer"))
    monkeypatch.setattr("rich.console.Console.is_terminal", True)
    told = "Choices with free terms, such as offers, are not in the list: 1. "
    assert inside("legal", path, "--at", at).err == f"{told}--free shows their bounds.\n"
    assert inside("legal", path, "--at", at, "--free").err == ""
    assert inside("legal", path, "--at", "0").err == ""


def test_titles_without_offers_have_no_free_terms(inside: Inside, games: Path) -> None:
    told = json.loads(inside("legal", games, "--at", "4", "--free").out)
    assert told["free"] == []
    assert told["legal"] == json.loads(inside("legal", games, "--at", "4").out)


def test_the_help_of_legal_tells_of_free_terms(inside: Inside) -> None:
    text = " ".join(inside("legal", "--help").out.split())
    assert "leaves out choices with free terms, such as offers" in text
    assert "--free" in text


@pytest.mark.parametrize(
    "arguments", [("--record", "3"), ("--record", "-1"), ("--at", "9999"), ("--at", "-1")]
)
def test_a_moment_that_is_not_there(
    inside: Inside, games: Path, arguments: tuple[str, ...]
) -> None:
    for command in ("legal", "show"):
        done = inside(command, games, *arguments)
        assert done.code == 2
        assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("language", "word"), [("en", "row 5"), ("de", "Reihe 5"), ("fr", "quai 5")]
)
def test_show_draws_a_moment(inside: Inside, games: Path, language: str, word: str) -> None:
    done = inside("show", games, "--at", "30", "--lang", language)
    assert word in done.out
    assert "\x1b" not in done.out
    assert max(map(len, done.out.splitlines())) <= 80
    own = inside("show", games, "--at", "30", "--seat", "1", "--lang", language)
    assert own.out != done.out
    assert inside("show", games, "--at", "30", "--seat", "3").code == 2
    over = inside("show", games, "--lang", language).out
    assert "RW-3.3" in over


def test_colours_can_be_turned_off(farhaven: Program, games: Path) -> None:
    colour = farhaven("show", games, "--at", "30", FORCE_COLOR="1")
    assert "\x1b[3" in colour.out or "\x1b[1;3" in colour.out
    for run in (
        farhaven("show", games, "--at", "30", "--no-color", FORCE_COLOR="1"),
        farhaven("--no-color", "show", games, "--at", "30", FORCE_COLOR="1"),
        farhaven("show", games, "--at", "30", FORCE_COLOR="1", NO_COLOR="1"),
    ):
        assert "\x1b[3" not in run.out
        assert "\x1b[1;3" not in run.out


@pytest.mark.parametrize(
    ("language", "missing", "folder", "barred"),
    [
        ("en", "there is no such file", "this is a folder", "no permission"),
        ("de", "gibt es nicht", "das ist ein Ordner", "die Berechtigung fehlt"),
        ("fr", "n’existe pas", "c’est un dossier", "permission refusée"),
    ],
)
def test_why_a_file_cannot_be_read_is_said_in_the_readers_language(
    inside: Inside, tmp_path: Path, language: str, missing: str, folder: str, barred: str
) -> None:
    nowhere = tmp_path / "nope"
    assert missing in inside("show", nowhere, "--lang", language).err
    assert folder in inside("check", tmp_path, "--lang", language).err
    refused = PermissionError(errno.EACCES, "Permission denied", "/kept/x")
    assert fault_words(refused).startswith("/kept/x: ")
    assert barred in fault_words(refused)
    assert fault_words(OSError(errno.ENOSPC, "No space left")) == "No space left"
    for command in (("selfplay", "reworld"), ("play", "reworld")):
        done = inside(*command, "--components", nowhere, "--lang", language)
        assert done.code == 2
        assert str(nowhere) in done.err
        assert "No such file" not in done.err


@pytest.mark.parametrize("text", ["no TOML at all [", "[game]\npoints = [1]\n", None])
def test_a_file_of_weights_is_blamed_and_not_the_record(
    farhaven: Program, games: Path, text: str | None
) -> None:
    mine = farhaven.home / "mine.toml"
    if text is not None:
        mine.write_text(text)
    for command in ("hint", "check"):
        done = farhaven(command, games, FARHAVEN_REWORLD_SEARCH=str(mine))
        assert (done.code, done.out) == (1, "")
        assert done.err.startswith(f"farhaven: Fitted weights, FARHAVEN_REWORLD_SEARCH={mine}")
