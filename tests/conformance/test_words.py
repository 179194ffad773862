"""Everything that happens in a match can be told in every language, to those who may know it."""

import re
from string import Formatter

import pytest

from farhaven.core.sentences import LANGUAGES, telling, words
from farhaven.games import load, titles
from tests.conformance.tables import every_table, finished


@every_table
def test_a_whole_match_is_told(name: str, seats: int) -> None:
    whole = finished(name, seats)
    match = whole.at(0)
    names = [player.name for player in match.players]
    codes = set()
    for line in whole.log:
        events = match.take(line)
        for event in events:
            codes.add(event.code)
            assert event.audience is None or set(event.audience) <= set(range(seats))
            for language in LANGUAGES:
                text = telling(event, match.game.package, language, names)
                assert text
                assert not re.search(r"[{}]", text)
    assert len(codes) > 8


@pytest.mark.parametrize("name", titles())
@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_did_it_is_told_so(name: str, language: str) -> None:
    """Each event with a player has a second sentence, with the same facts but the name."""
    tables = words(load(name).package, language).tables
    facts = {key: fields(text) for key, text in tables["event"].items()}
    theirs = {key: found - {"seat"} for key, found in facts.items() if "seat" in found}
    assert {key: fields(text) for key, text in tables["you"].items()} == theirs


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}
