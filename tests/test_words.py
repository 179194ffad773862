"""Every refusal and every event has its sentence in every language, with the same parameters."""

import ast
import re
import string
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from farhaven.core.sentences import ARTICLE, LANGUAGES, words
from farhaven.games import load, titles
from tests.running import SOURCE

CORE = SOURCE / "farhaven" / "core"
FOLDERS = sorted(folder.parent for folder in (SOURCE / "farhaven").rglob("messages"))
TITLES = [SOURCE / "farhaven" / "games" / name for name in titles()]

Tables = dict[str, dict[str, str]]


def sentences(folder: Path, language: str) -> Tables:
    """All sentences and names of a folder, by table."""
    text = (folder / "messages" / f"{language}.toml").read_text("utf-8")
    return dict(_tables("", tomllib.loads(text)))


def _tables(name: str, table: dict[str, object]) -> Iterator[tuple[str, dict[str, str]]]:
    yield name, {key: value for key, value in table.items() if isinstance(value, str)}
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _tables(f"{name}.{key}".strip("."), value)


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}


def folder_name(folder: Path) -> str:
    return str(folder.relative_to(SOURCE / "farhaven"))


# The files among themselves


@pytest.mark.parametrize("folder", FOLDERS, ids=folder_name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_sentences(folder: Path, language: str) -> None:
    english, other = sentences(folder, "en"), sentences(folder, language)
    assert {name: sorted(table) for name, table in other.items()} == {
        name: sorted(table) for name, table in english.items()
    }
    for name, table in english.items():
        for key, text in table.items():
            assert placeholders(other[name][key]) == placeholders(text), f"{name}.{key}"
            assert other[name][key].strip() or not text, f"{name}.{key} is empty"


@pytest.mark.parametrize("folder", FOLDERS, ids=folder_name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_has_an_article_has_it_for_every_name(folder: Path, language: str) -> None:
    tables = sentences(folder, language)
    for name, table in tables.items():
        kind = name.removeprefix(f"names.{ARTICLE}")
        if kind != name:
            assert sorted(table) == sorted(tables[f"names.{kind}"])
            assert all(
                text != tables[f"names.{kind}"][code] or language == "en"
                for code, text in table.items()
            )


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "You sacrifice a farming unit from row 3."),
        ("de", "Du entsorgst einen Agrartrupp von Reihe 3."),
        ("fr", "Vous sacrifiez une unité agricole du quai 3."),
    ],
)
def test_a_thing_is_told_with_its_article(language: str, told: str) -> None:
    said = words("farhaven.games.reworld", language).say("you", "sacrificed", module="BF", row=3)
    assert said == told


# What the source can say


class Saying(NamedTuple):
    """A refusal or an event in the source: what is known of its table, its key, its parameters."""

    tables: set[str] | None
    keys: set[str] | None
    params: set[str] | None
    where: str


def speaking(folder: Path) -> list[Path]:
    """A folder's modules and those of its packages, but for packages with messages of their own."""
    found = sorted(folder.glob("*.py"))
    for package in sorted(path.parent for path in folder.rglob("__init__.py")):
        own = next(place for place in (package, *package.parents) if (place / "messages").is_dir())
        if own == folder != package:
            found += sorted(package.glob("*.py"))
    return found


def sayings(folder: Path, names: tuple[str, ...]) -> Iterator[Saying]:
    """The calls of these names in the modules that speak by a folder's messages."""
    for path in speaking(folder):
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef):
                for call in ast.walk(function):
                    if isinstance(call, ast.Call) and getattr(call.func, "id", "") in names:
                        yield _saying(call, function, f"{path.name}:{call.lineno}")


def _saying(call: ast.Call, function: ast.FunctionDef, where: str) -> Saying:
    if getattr(call.func, "id", "") == "Event":
        params = _keys(call.args[1]) if len(call.args) > 1 else set()
        table = "reason" if where.startswith("reasons.py:") else "event"
        return Saying({table}, _strings(call.args[0], function), params, where)
    tables, keys = (_strings(argument, function) for argument in call.args[:2])
    if len(call.args) > 2:
        return Saying(tables, keys, _keys(call.args[2]), where)
    named = {keyword.arg for keyword in call.keywords}
    known = None if None in named else {name for name in named if name is not None}
    return Saying(tables, keys, known, where)


def _strings(node: ast.expr, function: ast.FunctionDef) -> set[str] | None:
    """The texts that an expression can be, or None if that cannot be seen."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        both = _strings(node.body, function), _strings(node.orelse, function)
        return None if both[0] is None or both[1] is None else both[0] | both[1]
    if isinstance(node, ast.Name):
        if node.id == "RECORD":
            return {"record"}
        found = [_strings(value, function) for value in _assigned(node.id, function)]
        if found and None not in found:
            return set().union(*[texts for texts in found if texts is not None])
    return None


def _assigned(name: str, function: ast.FunctionDef) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == name:
                    yield node.value


def _keys(node: ast.expr) -> set[str] | None:
    """The keys of a dictionary, or None if they cannot be seen."""
    if not isinstance(node, ast.Dict):
        return None
    found = {getattr(key, "value", None) for key in node.keys}
    return None if None in found else {str(key) for key in found}


REFUSALS = ("Violation", "illegal")


@pytest.mark.parametrize("folder", [CORE, *TITLES], ids=folder_name)
def test_every_refusal_and_every_event_has_a_sentence(folder: Path) -> None:
    tables: Tables = {name: dict(table) for name, table in sentences(CORE, "en").items()}
    for name, table in sentences(folder, "en").items():
        tables.setdefault(name, {}).update(table)
    said = list(sayings(folder, (*REFUSALS, "Event")))
    assert len(said) > 5
    for saying in said:
        candidates = tables.keys() if saying.tables is None else saying.tables
        for key in saying.keys or ():
            texts = [tables[table][key] for table in candidates if key in tables.get(table, {})]
            assert texts, f"{saying.where}: no sentence for {key}"
            if saying.tables is not None:
                assert len(texts) == len(saying.tables), f"{saying.where}: {key}"
            for text in texts if saying.params is not None and saying.tables else ():
                assert placeholders(text) <= (saying.params or set()), f"{saying.where}: {key}"


@pytest.mark.parametrize("folder", TITLES, ids=folder_name)
def test_no_sentence_is_left_over(folder: Path) -> None:
    """Every clause and reason of the files stands somewhere in the source."""
    source = "".join(path.read_text("utf-8") for path in speaking(folder))
    prefix = next(iter(name for name in sentences(folder, "en") if "-" in name)).split("-")[0]
    for clause, table in sentences(folder, "en").items():
        if clause.startswith(f"{prefix}-"):
            assert f'"{clause}"' in source, clause
            for reason in table:
                assert f'"{reason}"' in source, f"{clause}.{reason}"


@pytest.mark.parametrize("title", titles())
def test_the_messages_are_part_of_the_package(title: str) -> None:
    assert load(title).package == f"farhaven.games.{title}"


WEB = SOURCE.parent / "web"
FRENCH = [
    *(SOURCE / "farhaven").rglob("messages/fr.toml"),
    *(WEB / "messages" / "fr").glob("*.json"),
    *(WEB / "src" / "lib" / "games").glob("*/rules/fr.json"),
]
# A space that may end a line, before a mark that must not begin one; or one that is too wide.
LOOSE = re.compile(r"\S* [:;!»](?![\w-])|« |[\w})»] \?|[\w})»]\u00a0[;?!]")


@pytest.mark.parametrize("file", FRENCH, ids=lambda file: "/".join(file.parts[-3:]))
def test_french_marks_stay_with_their_words(file: Path) -> None:
    text = re.sub(r'^ *("[^"]*"|[\w.-]+) *[:=]', "", file.read_text("utf-8"), flags=re.MULTILINE)
    assert LOOSE.findall(text) == []
