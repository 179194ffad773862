"""Imports go one way, and nothing below a title knows its name."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from farhaven.games import titles
from tests.running import SOURCE

PACKAGE = SOURCE / "farhaven"
LAYERS = {
    "core": 0,
    "evaluation": 0,
    "terminal": 0,
    "games": 1,
    "search": 2,
    "bots": 3,
    "coach": 4,
    "training": 4,
    "arena": 4,
    "server": 5,
    "cli": 5,
}
MODULES = sorted(PACKAGE.rglob("*.py"))
NAMELESS = [
    path for path in MODULES if path.relative_to(PACKAGE).parts[0] not in ("games", "__init__.py")
]


def imports(path: Path) -> Iterator[str]:
    """The modules of farhaven that a module imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} has a relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def part_of(name: str) -> str | None:
    """The part of the house that a module is in; None for the package itself and for others."""
    parts = name.split(".")
    return parts[1] if parts[0] == "farhaven" and len(parts) > 1 and parts[1] in LAYERS else None


def short(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


@pytest.mark.parametrize("path", MODULES, ids=short)
def test_imports_go_one_way(path: Path) -> None:
    parts = path.relative_to(PACKAGE).parts
    if parts[0] not in LAYERS:
        return
    for name in imports(path):
        part = part_of(name)
        assert part is None or LAYERS[part] <= LAYERS[parts[0]], f"{short(path)} imports {name}"


@pytest.mark.parametrize("title", titles())
def test_a_title_imports_no_other(title: str) -> None:
    others = [other for other in titles() if other != title]
    for path in (PACKAGE / "games" / title).rglob("*.py"):
        for name in imports(path):
            assert not any(name.startswith(f"farhaven.games.{other}") for other in others)


@pytest.mark.parametrize("path", NAMELESS, ids=short)
def test_no_title_is_named(path: Path) -> None:
    names = re.compile(rf"\b({'|'.join(titles())})\b", re.IGNORECASE)
    lines = path.read_text("utf-8").splitlines()
    assert [line for line in lines if names.search(line)] == []


def test_every_part_of_the_house_is_known() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if any(path.glob("*.py"))}
    assert folders <= LAYERS.keys()
