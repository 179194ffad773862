"""The words of Reworld in the terminal."""

from farhaven.terminal import speech

TITLE = "farhaven.games.reworld"


class Speech(speech.Speech):
    """All words in one language."""

    def __init__(self, language: str) -> None:
        super().__init__(TITLE, language)

    def command(self, key: str) -> str:
        """How a command is typed: its first spelling."""
        return self.say("command", key).split()[0]

    def module(self, code: str) -> str:
        """The name of a module."""
        return self.name("module", code)

    def ship(self, name: str) -> str:
        return self.name("ship", name)

    def category(self, name: str) -> str:
        return self.name("category", name)
