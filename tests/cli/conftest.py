"""A program with folders of its own, and a file of records."""

from collections.abc import Callable
from pathlib import Path

import pytest

from farhaven.cli import main
from farhaven.cli.console import Settings, settings
from farhaven.cli.selfplay_games import Series, play_chunk
from tests.cli.running import Done, Program

Inside = Callable[..., Done]


@pytest.fixture
def farhaven(tmp_path: Path) -> Program:
    program = Program(tmp_path)
    (tmp_path / "state" / "farhaven").mkdir(parents=True)
    (tmp_path / "state" / "farhaven" / "told-interpreted").touch()
    return program


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games of three players."""
    path = tmp_path_factory.mktemp("records") / "games.jsonl"
    path.write_bytes(play_chunk(Series("reworld", ["random"] * 3, 7), range(3)).lines)
    return path


@pytest.fixture
def inside(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inside:
    """The program within this process, which is quicker: in English, and with nothing noted."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(main, "maybe_note_interpreted", lambda: None)

    def run(*arguments: str | Path) -> Done:
        monkeypatch.setattr(settings, "language", "en")
        monkeypatch.setattr(settings, "color", Settings().color)
        monkeypatch.setattr("sys.argv", ["farhaven", *map(str, arguments)])
        code = main.run()
        out, err = capsys.readouterr()
        return Done(code, out, err)

    return run
