"""The words of Mars in the terminal."""

from collections.abc import Iterable, Mapping

from farhaven.games.mars.rules.names import RESOURCE_NAMES, Resource
from farhaven.terminal import speech

TITLE = "farhaven.games.mars"


class Speech(speech.Speech):
    """All words in one language."""

    def __init__(self, language: str) -> None:
        super().__init__(TITLE, language)

    def pile(self, counts: Mapping[Resource, int]) -> list[str]:
        """`2 glass`, `1 brick`: one or many as the language tells them apart."""
        return [self.name("cards", f"{count} {name}") for name, count in counts.items()]

    def cards(self, counts: Mapping[Resource, int]) -> str:
        """`2 glass, 1 brick`."""
        return ", ".join(self.pile(counts))

    def mark(self, piece: str) -> str:
        """The letters of a piece on the board and in the supply."""
        return self.say("mark", piece)

    def command(self, key: str) -> str:
        """How a command is typed: its first spelling."""
        return self._own.say("command", key).split()[0]

    def resource(self, text: str) -> Resource | None:
        """The resource that a word begins, in the player's language or as records have it."""
        records: dict[Resource, set[str]] = {code: {code} for code in RESOURCE_NAMES}
        for names in (self._names(), records):
            exact = [code for code, known in names.items() if text.lower() in known]
            begun = [code for code, known in names.items() if _begins(text.lower(), known)]
            if exact or len(begun) == 1:
                return (exact or begun)[0]
        return None

    def _names(self) -> dict[Resource, set[str]]:
        """What each resource is called, also where there is one card or are many of it."""
        return {
            code: {
                self.name("resource", code).lower(),
                self.name("cards", code).lower(),
                self.name("cards", f"1 {code}").removeprefix("1 ").lower(),
            }
            for code in RESOURCE_NAMES
        }


def _begins(text: str, names: Iterable[str]) -> bool:
    return any(name.startswith(text) for name in names)
