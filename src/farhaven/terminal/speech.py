"""The words of a title's terminal: those of its own, and the title's names of things."""

from farhaven.core.sentences import words


class Speech:
    """All words of one package in one language."""

    def __init__(self, title: str, language: str) -> None:
        self._own = words(f"{title}.terminal", language)
        self._title = words(title, language)

    def say(self, table: str, key: str, /, **params: int | str) -> str:
        return self._own.say(table, key, **params)

    def name(self, kind: str, code: str) -> str:
        """The title's word for a code: a module, a ship, a resource, a piece."""
        return self._title.name(kind, code)

    def typed(self, table: str, text: str) -> str | None:
        """Which command a typed word stands for: its key in the table, in any case of letters."""
        for key, spellings in self._own.tables[table].items():
            if text.lower() in spellings.split():
                return key
        return None
