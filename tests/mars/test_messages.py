"""Every refusal and event of Mars has a sentence in every language."""

import re
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest

from farhaven.core.sentences import LANGUAGES, Words, sentence, telling
from farhaven.games.mars.rules.names import CARD_NAMES, RESOURCE_NAMES, TERRAIN_NAMES
from tests.marks import expect_refusal
from tests.mars.table import acting, table

PACKAGE = "farhaven.games.mars"


def sources() -> str:
    folder = Path(str(files(PACKAGE)))
    return "".join(path.read_text("utf-8") for path in sorted(folder.rglob("*.py")))


def codes() -> set[tuple[str, str]]:
    """The clauses and reasons that stand in the source."""
    text = re.sub(r"\s+", " ", sources())
    found = set(re.findall(r'(?:Violation|illegal)\( ?"(MA-[^"]+)", "(\w+)"', text))
    choices = re.findall(r'Violation\( ?"(MA-[^"]+)", "(\w+)" if [^,]*? else "(\w+)"', text)
    for clause, one, other in choices:
        found |= {(clause, one), (clause, other)}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_in_the_source_has_a_sentence(language: str) -> None:
    words = Words(PACKAGE, language)
    missing = [pair for pair in codes() if not words.has(*pair)]
    assert not missing
    assert len(codes()) > 50


def test_all_languages_have_the_same_sentences_with_the_same_parameters() -> None:
    english, *others = (Words(PACKAGE, language) for language in LANGUAGES)
    for other in others:
        assert other.tables.keys() == english.tables.keys()
        for table_name, sentences in english.tables.items():
            assert other.tables[table_name].keys() == sentences.keys()
            for key, text in sentences.items():
                assert parameters(other.tables[table_name][key]) == parameters(text), key


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_name(language: str) -> None:
    words = Words(PACKAGE, language)
    kinds = {
        **dict.fromkeys(("resource", "cards", "wanted"), RESOURCE_NAMES),
        "terrain": TERRAIN_NAMES,
        "card": CARD_NAMES,
        "piece": ("road", "settlement", "city", "dome", "card"),
        "layout": ("random", "beginners"),
        "order": ("strict", "free"),
    }
    for kind, values in kinds.items():
        for value in values:
            assert words.name(kind, value) in words._names[kind].values()


def test_piles_are_translated_word_by_word() -> None:
    t = acting(2, "1 glass").play("0: offers 2 glass for 1 brick + 1 sheep")
    told = [telling(e, PACKAGE, "de", ["Ada", "Bob"]) for e in t.events]
    assert told == ["Ada bietet 2 Glas gegen 1 Ziegel + 1 Schaf."]
    t = table(3).play("0: rolls 3 4\n0: aliens to 0,1 takes brick from 1")
    told = [telling(e, PACKAGE, "fr", ["Ada", "Bob", "Eve"]) for e in t.events]
    assert told == ["Ada prend une carte à Bob.", "La carte volée\u00a0: brique."]


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "1 glass + 1 oxide + 1 sheep", "2 glass + 2 oxide + 2 sheep"),
        ("de", "1 Glas + 1 Oxid + 1 Schaf", "2 Glas + 2 Oxid + 2 Schafe"),
        ("fr", "1 verre + 1 oxyde + 1 mouton", "2 verres + 2 oxydes + 2 moutons"),
    ],
)
@pytest.mark.parametrize("kind", ["cards", "wanted"])
def test_counted_cards_have_their_plural(language: str, one: str, two: str, kind: str) -> None:
    words = Words(PACKAGE, language)
    assert words.name(kind, "1 glass + 1 oxide + 1 sheep") == one
    assert words.name(kind, "2 glass + 2 oxide + 2 sheep") == two


def test_a_refusal_in_words() -> None:
    t = acting(2)
    violation = expect_refusal(lambda: t.play("0: road 0,0,NE"), "MA-3.2", "path_is_taken")
    assert sentence(violation, PACKAGE, "en") == "On path 0,0,NE there is a road already."
    assert sentence(violation, PACKAGE, "de") == "Auf Weg 0,0,NE liegt schon eine Straße."
