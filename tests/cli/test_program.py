"""The program as a whole: help, version, messages, and the note about interpreted rules."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

import farhaven.cli
from farhaven import __version__
from farhaven.cli import compiler_notice as note
from farhaven.cli.console import language_of_environment
from farhaven.core.sentences import LANGUAGES
from farhaven.games import titles
from tests.cli.conftest import Inside

COMMANDS = ("play", "selfplay", "check", "show", "legal")
PACKAGES = ("farhaven.cli", "farhaven.games.reworld.terminal")


def test_version(inside: Inside) -> None:
    assert inside("--version").out == f"farhaven {__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(inside: Inside, command: str) -> None:
    done = inside(command, "--help")
    assert done.code == 0
    assert re.search(rf"Examples?:\s+farhaven {command}", done.out)


def test_without_arguments_there_is_help(inside: Inside) -> None:
    done = inside()
    assert all(command in done.out for command in COMMANDS)
    assert not done.err


@pytest.mark.parametrize("package", PACKAGES)
def test_every_language_says_everything(package: str) -> None:
    tables = {}
    for language in LANGUAGES:
        text = files(package).joinpath("messages", f"{language}.toml").read_text("utf-8")
        tables[language] = {
            (table, key): sorted(set(re.findall(r"{(\w+)", sentence)))
            for table, sentences in tomllib.loads(text).items()
            for key, sentence in sentences.items()
        }
    for language in LANGUAGES[1:]:
        assert tables[language] == tables[LANGUAGES[0]]


def test_the_command_line_names_no_title() -> None:
    folder = Path(str(farhaven.cli.__file__)).parent
    for path in folder.rglob("*"):
        if path.suffix in {".py", ".toml"}:
            text = path.read_text("utf-8").lower()
            assert not any(re.search(rf"\b{title}\b", text) for title in titles()), path


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE", "LC_ALL": "fr_FR"}, "fr"),
        ({"LANGUAGE": "fr:de", "LANG": "de_DE"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "pt_BR"}, "en"),
        ({}, "en"),
    ],
)
def test_language_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: str
) -> None:
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    assert language_of_environment() == language


def test_the_note_is_told_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(note, "is_compiled", lambda: False)
    note.maybe_note_interpreted()
    assert "C" in capsys.readouterr().err
    note.maybe_note_interpreted()
    assert not capsys.readouterr().err


def test_compiled_rules_have_no_note(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(note, "is_compiled", lambda: True)
    note.maybe_note_interpreted()
    assert not capsys.readouterr().err
