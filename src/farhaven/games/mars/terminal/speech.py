"""The words of Mars in the terminal."""

from collections.abc import Mapping

from farhaven.core import speech
from farhaven.games.mars.components import RESOURCE_NAMES, Resource

TITLE = "farhaven.games.mars"


class Speech(speech.Speech):
    """All words in one language."""

    def __init__(self, language: str) -> None:
        super().__init__(TITLE, language)

    def short(self, kind: str) -> str:
        """A harbour's resource in at most five letters."""
        return self._own.say("short", kind)

    def cards(self, counts: Mapping[Resource, int]) -> str:
        """`2 glass, 1 brick`."""
        named = [f"{count} {self.name('resource', name)}" for name, count in counts.items()]
        return ", ".join(named)

    def command(self, key: str) -> str:
        """How a command is typed: its first spelling."""
        return self._own.say("command", key).split()[0]

    def resource(self, text: str) -> Resource | None:
        """The resource that a word begins, in the player's language or as records have it."""
        for names in (self._names(), dict(zip(RESOURCE_NAMES, RESOURCE_NAMES, strict=True))):
            exact = [code for code, name in names.items() if name == text.lower()]
            begun = [code for code, name in names.items() if name.startswith(text.lower())]
            if exact or len(begun) == 1:
                return (exact or begun)[0]
        return None

    def _names(self) -> dict[Resource, str]:
        return {code: self.name("resource", code).lower() for code in RESOURCE_NAMES}
