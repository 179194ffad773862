"""No-break spaces: a mark or a unit stays with its words wherever a line ends."""

import io
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from farhaven.cli.no_break_console import SPACES, STAND_INS, UnbrokenConsole
from farhaven.cli.selfplay_games import Series, play_chunk
from farhaven.core.record import decode_record
from farhaven.core.sentences import LANGUAGES
from tests.cli.conftest import Inside
from tests.running import SOURCE

TORN = re.compile(r"^[│\s]*[%–:;!?»]", re.MULTILINE)
CHANCE = "chances de gagner\u00a0: 10\u00a0% (9\u00a0–\u00a011\u00a0%)"


def printed(renderable: RenderableType, width: int) -> str:
    file = io.StringIO()
    console = UnbrokenConsole(file=file, width=width, markup=False, highlight=False)
    console.print(renderable)
    return file.getvalue()


def sentences(language: str) -> Iterator[str]:
    """Those of all packages that have something to hold together."""
    for path in (SOURCE / "farhaven").rglob(f"messages/{language}.toml"):
        for table in tomllib.loads(path.read_text("utf-8")).values():
            for text in table.values():
                if isinstance(text, str) and any(space in text for space in SPACES):
                    yield text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("kind", [str, Text])
def test_lines_break_at_plain_spaces_only(
    language: str, width: int, kind: Callable[[str], RenderableType]
) -> None:
    found = list(sentences(language))
    assert found
    for text in found:
        for line in text.split("\n"):
            told = printed(kind(line), width).splitlines()
            assert all(len(part) <= width for part in told)
            assert " ".join(part.rstrip(" ") for part in told) == line


@pytest.mark.parametrize("width", range(20, 60))
def test_in_a_table_too(width: int) -> None:
    table = Table(title=CHANCE, caption=Text(CHANCE))
    table.add_column(Text(CHANCE))
    table.add_column(CHANCE)
    table.add_row("1", CHANCE)
    told = printed(table, width)
    rows = [line for line in told.splitlines() if line[0] in "┏┃┡│└"]
    assert len({len(row) for row in rows}) == 1, "the stand-ins are as wide"
    assert not set(told) & set(STAND_INS)
    if width >= 30:  # two columns of eleven: below that a piece has no place in one
        assert not TORN.search(told)
        assert told.count("9\u00a0–\u00a011\u00a0%") == 5


def test_styles_stay_where_they_are() -> None:
    text = Text.assemble("10", ("\u00a0%", "bold"), " ", ("et", "red"))
    file = io.StringIO()
    console = UnbrokenConsole(file=file, width=40, force_terminal=True, color_system="standard")
    console.print(text)
    assert file.getvalue() == "10\x1b[1m\u00a0%\x1b[0m \x1b[31met\x1b[0m\n"
    assert text.plain == "10\u00a0% et", "what is printed is not changed"


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("width", [40, 80])
def test_no_command_tears_numbers_or_marks(
    inside: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, width: int
) -> None:
    game = tmp_path / "game.json"
    whole = decode_record(play_chunk(Series("reworld", ["random"] * 2, 3), range(1)).lines)
    game.write_bytes(msgspec.json.encode(msgspec.structs.replace(whole, log=whole.log[:7])))
    monkeypatch.setenv("COLUMNS", str(width))
    for command in (("hint", game), ("analyse", game)):
        done = inside(*command, "--iterations", "16", "--lang", language)
        assert done.code == 0, done.err
        assert "%" in done.out
        assert not TORN.search(done.out), done.out
        assert " %" not in done.out
