"""The words of Reworld in the terminal: those of its own, and the title's names of things."""

from farhaven.core.words import words

TITLE = "farhaven.games.reworld"
OWN = "farhaven.games.reworld.terminal"


class Speech:
    """All words in one language."""

    def __init__(self, language: str) -> None:
        self._own = words(OWN, language)
        self._title = words(TITLE, language)

    def say(self, table: str, key: str, /, **params: int | str) -> str:
        return self._own.say(table, key, **params)

    def module(self, code: str) -> str:
        """The name of a module."""
        return self._title.name("module", code)

    def ship(self, name: str) -> str:
        return self._title.name("ship", name)

    def category(self, name: str) -> str:
        return self._title.name("category", name)

    def typed(self, table: str, text: str) -> str | None:
        """Which command a typed word stands for: its key in the table, in any case of letters."""
        for key, spellings in self._own.tables[table].items():
            if text.lower() in spellings.split():
                return key
        return None
