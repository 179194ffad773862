"""Sentences for codes, in every language: one TOML file per language in a `messages` folder.

A file has one table per clause (or per theme), with a sentence per reason. A parameter that
has a table under `names` is looked up there: `{module}` with the value `TA` becomes
`names.module.TA`. `{a_module}` is the same parameter with its article, in the form that it has
where something is done to it: `names.a_module.TA`.
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from farhaven.core.event import Event
from farhaven.core.violation import Violation

LANGUAGES = ("en", "de", "fr")
SEAT_PARAMS = ("seat", "other_seat")
"""The parameters of events that name a player."""
ARTICLE = "a_"
NAMED_FIRST = tuple(f"{{{name}}}" for name in SEAT_PARAMS)

Sentences = Mapping[str, Mapping[str, str]]


class Words:
    """The sentences of one package, in one language."""

    def __init__(self, package: str, language: str) -> None:
        text = files(package).joinpath("messages", f"{language}.toml").read_text("utf-8")
        tables = tomllib.loads(text)
        self.language = language
        self._names: Mapping[str, Mapping[str, str]] = tables.pop("names", {})
        self.tables: Sentences = tables

    def say(self, table: str, key: str, /, **params: int | str) -> str:
        """The sentence, with its parameters filled in."""
        named = {name: self.name(name, value) for name, value in params.items()}
        for name, value in params.items():
            if (with_article := f"{ARTICLE}{name}") in self._names:
                named[with_article] = self.name(with_article, value)
        return self.tables[table][key].format_map(named)

    def name(self, kind: str, value: int | str) -> str:
        """The word for a code of a kind: itself where the language has no word for it.

        A pile such as `2 glass + 1 brick` is looked up part by part, a part without a name of its
        own (as `1 sheep` has where one is called otherwise than many) word by word.
        """
        names = self._names.get(kind, {})
        text = str(value)
        if text in names:
            return names[text]
        return " + ".join(
            names.get(part) or " ".join(names.get(word, word) for word in part.split(" "))
            for part in text.split(" + ")
        )

    def has(self, table: str, key: str) -> bool:
        """Whether there is such a sentence."""
        return key in self.tables.get(table, {})


@cache
def words(package: str, language: str) -> Words:
    """The sentences of a package's `messages` folder."""
    return Words(package, language)


def words_for(package: str, language: str, table: str, key: str) -> Words:
    """Who has such a sentence: the title, or the core for what all titles have in common."""
    for source in (words(package, language), words("farhaven.core", language)):
        if source.has(table, key):
            return source
    raise KeyError(f"{table}/{key}")


def sentence(violation: Violation, package: str, language: str) -> str:
    """Why a choice is refused, in words: the title's, or for documents the core's."""
    clause, reason = violation.clause, violation.reason
    return words_for(package, language, clause, reason).say(clause, reason, **violation.params)


def telling(event: Event, package: str, language: str, players: Sequence[str]) -> str:
    """What happened, in words, with the players' names for their seats."""
    params = dict(event.params)
    for name in SEAT_PARAMS:
        if isinstance(seat := params.get(name), int):
            params[name] = players[seat]
    text = words(package, language).say("event", event.code, **params)
    if words(package, language).tables["event"][event.code].startswith(NAMED_FIRST):
        return text  # a player is called as they wish, also where a sentence begins
    return text[:1].upper() + text[1:]
