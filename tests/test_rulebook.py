"""The rule books in the app: one for each title and language, all saying the same.

The three languages agree in clauses, links, pictures, tables and numbers; the clauses are those of
the rules, and what a book says in numbers is what the component file says.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web/src/lib/games"
LANGUAGES = ("en", "de", "fr")
TITLES = ("reworld", "mars")

# The clauses with house values.
HOUSE = {
    "reworld": ("RW-C3", "RW-C4", "RW-C5", "RW-C7", "RW-C8", "RW-C9"),
    "mars": ("MA-C2", "MA-C5", "MA-C6", "MA-C7", "MA-C8", "MA-S1", "MA-2.1c"),
}

EDITIONS = [(title, language) for title in TITLES for language in LANGUAGES]
each_title = pytest.mark.parametrize("title", TITLES)
each_edition = pytest.mark.parametrize(("title", "language"), EDITIONS)


class Table(msgspec.Struct, forbid_unknown_fields=True):
    head: list[str]
    rows: list[list[str]]


class Clause(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    title: str
    text: str
    house: bool = False
    table: Table | None = None
    example: str = ""
    art: list[str] = []

    def prose(self) -> list[str]:
        return [self.title, *filter(None, (self.text, self.example)), *self.cells()]

    def cells(self) -> list[str]:
        if self.table is None:
            return []
        return [*self.table.head, *(cell for row in self.table.rows for cell in row)]


class Chapter(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    title: str
    clauses: list[Clause]
    intro: str = ""


class Book(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    lead: str
    aliases: dict[str, list[str]]
    chapters: list[Chapter]

    def clauses(self) -> list[Clause]:
        return [clause for chapter in self.chapters for clause in chapter.clauses]

    def prose(self) -> Iterator[tuple[str, str]]:
        """All words, each with the place where they stand."""
        yield "title", self.title
        yield "lead", self.lead
        for chapter in self.chapters:
            yield chapter.id, chapter.title
            if chapter.intro:
                yield chapter.id, chapter.intro
            for clause in chapter.clauses:
                yield from ((clause.id, words) for words in clause.prose())


@cache
def book(title: str, language: str) -> Book:
    return msgspec.json.decode((WEB / title / f"rules/{language}.json").read_bytes(), type=Book)


@cache
def toml(title: str, name: str) -> Any:  # noqa: ANN401
    return tomllib.loads((ROOT / f"src/farhaven/games/{title}/{name}.toml").read_text("utf-8"))


def clause(title: str, name: str, language: str = "en") -> Clause:
    return next(one for one in book(title, language).clauses() if one.id == name)


def rows(title: str, name: str) -> list[list[str]]:
    table = clause(title, name).table
    assert table is not None
    return table.rows


def links(words: str) -> list[str]:
    return re.findall(r"\[\[(.*?)\]\]", words)


def pictures(words: str) -> list[str]:
    return re.findall(r"\{\{(.*?)\}\}", words)


def plain(words: str) -> str:
    """The words without links and pictures."""
    return re.sub(r"\[\[.*?\]\]|\{\{.*?\}\}", "", words)


def numbers(words: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", plain(words))]


def column(table: list[list[str]], at: int) -> list[int]:
    """The number in each cell of a column; 0 for a dash."""
    return [0 if row[at] == "–" else int(row[at]) for row in table]


def states(title: str, name: str, *values: int) -> None:
    """A clause's words hold at least these numbers."""
    missing = Counter(values) - Counter(numbers(clause(title, name).text))
    assert not missing, (name, missing)


# Structure


@each_edition
def test_a_book_has_all_clauses_of_the_rules_in_their_order(title: str, language: str) -> None:
    expected = (ROOT / f"tests/{title}/clauses.txt").read_text("utf-8").split()
    assert [one.id for one in book(title, language).clauses()] == expected


@each_title
def test_every_clause_that_a_refusal_cites_is_in_the_book(title: str) -> None:
    prefix = {"reworld": "RW-", "mars": "MA-"}[title]
    cited = {key for key in toml(title, "messages/en") if key.startswith(prefix)}
    assert cited
    assert cited <= {one.id for one in book(title, "en").clauses()}


@each_edition
def test_a_chapter_holds_the_clauses_of_its_number(title: str, language: str) -> None:
    for chapter in book(title, language).chapters:
        for one in chapter.clauses:
            assert one.id.startswith(chapter.id), one.id


@each_edition
def test_languages_share_the_form_of_every_clause(title: str, language: str) -> None:
    english = book(title, "en")
    other = book(title, language)
    assert [one.id for one in other.chapters] == [one.id for one in english.chapters]
    assert [bool(one.intro) for one in other.chapters] == [
        bool(one.intro) for one in english.chapters
    ]
    for ours, theirs in zip(english.clauses(), other.clauses(), strict=True):
        assert (ours.id, ours.house, ours.art) == (theirs.id, theirs.house, theirs.art)
        assert bool(ours.example) == bool(theirs.example), ours.id
        for mine, its in ((ours.text, theirs.text), (ours.example, theirs.example)):
            assert [kind(block) for block in blocks(mine)] == [kind(block) for block in blocks(its)]
            assert mine.count("**") == its.count("**"), ours.id
            assert mine.count("†") == its.count("†"), ours.id


@each_edition
def test_languages_share_links_pictures_and_numbers(title: str, language: str) -> None:
    pairs = zip(book(title, "en").prose(), book(title, language).prose(), strict=True)
    for (place, ours), (other_place, theirs) in pairs:
        assert place == other_place
        for marks in (links, pictures, numbers):
            assert Counter(marks(ours)) == Counter(marks(theirs)), (place, theirs)


@each_edition
def test_languages_share_the_shape_of_tables(title: str, language: str) -> None:
    def shape(one: Clause) -> list[int]:
        return [] if one.table is None else [len(one.table.head), *map(len, one.table.rows)]

    for ours, theirs in zip(
        book(title, "en").clauses(), book(title, language).clauses(), strict=True
    ):
        assert shape(ours) == shape(theirs), ours.id
        assert len(set(shape(theirs)[1:])) <= 1, ours.id
        assert not shape(ours) or shape(ours)[0] == shape(ours)[1], ours.id


# Markup


def blocks(words: str) -> list[str]:
    return words.split("\n\n") if words else []


def kind(block: str) -> int:
    """How many items a list has; 0 for a paragraph."""
    lines = block.split("\n")
    if all(line.startswith("- ") for line in lines):
        return len(lines)
    assert len(lines) == 1, block
    return 0


@each_edition
def test_markup_is_whole(title: str, language: str) -> None:
    for place, words in book(title, language).prose():
        assert words == words.strip() != "", place
        assert words.count("**") % 2 == 0, place
        bare = plain(words)
        assert not re.search(r"[\[\]{}<>`_]", bare), (place, bare)
        assert "*" not in bare.replace("**", ""), place
        for block in blocks(words):
            kind(block)


@each_edition
def test_every_link_leads_to_a_clause_or_chapter(title: str, language: str) -> None:
    here = book(title, language)
    targets = {one.id for one in here.clauses()} | {one.id for one in here.chapters}
    for place, words in here.prose():
        for link in links(words):
            assert link in targets, (place, link)
            assert link != place, f"{place} links to itself"


def known_pictures(title: str) -> set[str]:
    names = toml(title, "messages/en")["names"]
    parts = toml(title, "components")
    if title == "reworld":
        glyphs = (WEB / "reworld/art/Glyph.svelte").read_text("utf-8")
        return {
            *(f"module:{code}" for code in names["module"]),
            *(f"ship:{ship}" for ship in names["ship"]),
            *(f"officer:{officer}" for officer in range(1, 6)),
            *(f"sign:{letter}" for letter in parts["signs"]),
            *(f"glyph:{glyph}" for glyph in re.findall(r"\| '(\w+)'", glyphs)),
        }
    return {
        *(f"resource:{resource}" for resource in names["resource"]),
        *(f"terrain:{terrain}" for terrain in (*names["terrain"], "barren")),
        *(f"chip:{chip}" for chip in parts["fields"]["chips"]),
        *(f"harbour:{resource}" for resource in (*names["resource"], "any")),
        *(f"piece:{piece}" for piece in (*names["piece"], "aliens")),
        *(f"card:{card}" for card in names["card"]),
    }


@each_edition
def test_every_picture_is_one_of_the_box(title: str, language: str) -> None:
    known = known_pictures(title)
    here = book(title, language)
    for place, words in here.prose():
        assert set(pictures(words)) <= known, place
    for one in here.clauses():
        assert set(one.art) <= known, one.id


@each_edition
def test_house_values_are_marked(title: str, language: str) -> None:
    for one in book(title, language).clauses():
        assert one.house == (one.id in HOUSE[title]), one.id
        assert one.house == ("†" in "".join(one.prose())), one.id


# Typography


@each_edition
def test_quotes_and_apostrophes_are_those_of_the_language(title: str, language: str) -> None:
    foreign = {"en": "„«»", "de": "”«»’", "fr": "„“”"}[language]
    for place, words in book(title, language).prose():
        assert not set(words) & set("\"'" + foreign), (place, words)
        assert "  " not in words, place
        assert "..." not in words, place


@each_title
def test_french_signs_keep_their_space(title: str) -> None:
    for place, words in book(title, "fr").prose():
        bare = re.sub(r"\d:\d", "", plain(words))  # harbours, "3:1"
        for sign in re.finditer(r"(.)([:;!?»])", bare):
            assert sign[1] == ("\u00a0" if sign[2] == ":" else "\u202f"), (place, sign[0])
        for sign in re.finditer(r"«(.)", bare):
            assert sign[1] == "\u202f", (place, sign[0])


# Numbers of Reworld


def test_reworld_counts_its_box() -> None:
    parts = toml("reworld", "components")
    modules = parts["modules"]
    terrabots = 5 * modules["terrabots_per_letter"]
    builders = 5 * modules["builders_per_company"] + modules["farming"]
    shuttles = sum(shuttle["copies"] for shuttle in parts["shuttles"])
    satellites = sum(column(rows("reworld", "RW-C5"), 1))
    assert terrabots + shuttles + satellites + builders == 100
    states("reworld", "RW-C1", 100, terrabots, shuttles, satellites, builders)
    states("reworld", "RW-C2", modules["terrabots_per_letter"])
    states("reworld", "RW-C3", modules["builders_per_company"], modules["specials_per_company"])
    states("reworld", "RW-C3", modules["farming"])
    copies = parts["officers"]["copies"]
    states("reworld", "RW-C6", 5 * copies, copies)
    signs = parts["signs"]
    states("reworld", "RW-C7", sum(map(len, signs.values())), len(signs["A"]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_reworld_names_every_sign(language: str) -> None:
    items = clause("reworld", "RW-C7", language).text
    for letter, names in toml("reworld", "components")["signs"].items():
        assert re.search(rf"- {letter}\s?: {', '.join(names)}(\n|$)", items), letter


def test_reworld_shuttles() -> None:
    table = rows("reworld", "RW-C4")
    shuttles = toml("reworld", "components")["shuttles"]
    assert column(table, 1) == [shuttle["shields"] for shuttle in shuttles]
    assert column(table, 2) == [shuttle["copies"] for shuttle in shuttles]
    assert [pictures(row[0]) for row in table] == [
        [f"module:H{shuttle['shields']}"] for shuttle in shuttles
    ]


def test_reworld_satellites() -> None:
    table = rows("reworld", "RW-C5")
    tasks = toml("reworld", "components")["satellites"]
    assert column(table, 1) == [5 if task in {"letter", "company"} else 1 for task in tasks]
    assert column(table, 2) == [task["points"] for task in tasks.values()]
    assert column(table, 4) == [task["shields"] for task in tasks.values()]
    codes = ("LA", "K1", "KK", "IN", "ME", "TT", "SH", "BU")
    assert [pictures(row[0]) for row in table] == [[f"module:{code}"] for code in codes]


def test_reworld_population_ships() -> None:
    table = rows("reworld", "RW-C8")
    ships = toml("reworld", "components")["ships"]
    assert len({ships[f"row{row}"]["points"] for row in range(1, 6)}) == 1  # one line for the five
    listed = [ship for ship in ships if ship not in {"row2", "row3", "row4", "row5"}]
    assert [pictures(row[0]) for row in table] == [[f"ship:{ship}"] for ship in listed]
    needs = [ships[ship].get("at_least", [0, 0, 0]) for ship in listed]
    assert all(need[0] == need[1] for need in needs)  # one column for two and three players
    assert column(table, 2) == [need[1] for need in needs]
    assert column(table, 3) == [need[2] for need in needs]
    assert column(table, 4) == [ships[ship]["points"] for ship in listed]
    states("reworld", "RW-C8", len(ships))


def test_reworld_final_ship() -> None:
    final = dict(toml("reworld", "components")["final_ship"])
    states("reworld", "RW-3.2", -final.pop("absent"))
    assert [[numbers(cell) for cell in row[1:]] for row in rows("reworld", "RW-C9")] == [
        *final.values()
    ]


def test_reworld_round() -> None:
    parts = toml("reworld", "components")
    table = rows("reworld", "RW-1.1")
    dealt = parts["officers"]["dealt"]
    cards = 5 * parts["officers"]["copies"]
    assert column(table, 0) == [2, 3, 4]
    assert column(table, 1) == dealt
    assert column(table, 2) == [
        cards - players * hand for players, hand in zip((2, 3, 4), dealt, strict=True)
    ]
    points = parts["points"]
    assert column(rows("reworld", "RW-1.7"), 0) == [1, 2, 3, 4, 5]
    assert column(rows("reworld", "RW-1.7"), 1) == points["terrabot"]
    states("reworld", "RW-1.1", 20, cards)
    states("reworld", "RW-1.8", 1, points["marker"])
    states("reworld", "RW-1.9", points["card_left"])
    states("reworld", "RW-2.6c", points["special_per_tile"])


# Numbers of Mars


def test_mars_board() -> None:
    parts = toml("mars", "components")
    fields = parts["fields"]
    assert column(rows("mars", "MA-C2"), 1) == [
        fields[terrain] for terrain in ("sand", "air", "mountain")
    ]
    states("mars", "MA-C2", len(fields["chips"]), *fields["chips"])
    states("mars", "MA-C4", *(2 * fields["apart"]))
    states("mars", "MA-C5", len(parts["harbours"]["paths"]))
    states("mars", "MA-C7", parts["bank"]["cards"])
    states("mars", "MA-2.1b", parts["bank"]["cards"])


def test_mars_supply_and_deck() -> None:
    parts = toml("mars", "components")
    assert column(rows("mars", "MA-C6"), 1) == [*parts["supply"].values()]
    table = rows("mars", "MA-C8")
    assert column(table, 1) == [*parts["deck"].values()]
    assert [pictures(row[0]) for row in table] == [[f"card:{card}"] for card in parts["deck"]]
    states("mars", "MA-C8", sum(parts["deck"].values()))


def test_mars_costs() -> None:
    costs = toml("mars", "components")["costs"]
    table = clause("mars", "MA-3.1").table
    assert table is not None
    resources = ("glass", "oxide", "brick", "grain", "sheep")
    assert [pictures(cell) for cell in table.head[1:]] == [[f"resource:{one}"] for one in resources]
    assert [pictures(row[0]) for row in table.rows] == [[f"piece:{piece}"] for piece in costs]
    for at, resource in enumerate(resources, 1):
        assert column(table.rows, at) == [cost.get(resource, 0) for cost in costs.values()]


def test_mars_rates_points_and_limits() -> None:
    parts = toml("mars", "components")
    yields, trade, points, limits = (
        parts[part] for part in ("yields", "trade", "points", "limits")
    )
    states("mars", "MA-1.2", yields["settlement"], yields["city"])
    states("mars", "MA-1.4", 7, limits["hand"])
    states("mars", "MA-2.1c", trade["offers_a_turn"])
    states("mars", "MA-2.2", trade["space"], 1)
    states("mars", "MA-2.3", trade["harbour"], 1, trade["special"], 1)
    states("mars", "MA-3.6", points["settlement"], points["city"])
    states("mars", "MA-3.8", limits["longest_road"], points["longest_road"])
    states("mars", "MA-4.2", limits["cowboy_power"], points["cowboy_power"])
    states("mars", "MA-4.3", limits["road_crew"], limits["supply_drop"])
    states("mars", "MA-4.4", points["victory_card"])
    states("mars", "MA-6.1", points["to_win"])
