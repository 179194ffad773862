"""What a title brings to be drawn and played in a terminal.

A title's package has a module (or package) `terminal` that exports a subclass of `Terminal` as
`TERMINAL`; the command line finds it by the title's `package` and calls nothing else:

- `draw` turns what a seat knows into something that rich can print. It adapts to the width when
  it is printed (a class with `__rich_console__` reads `options.max_width`; 80 columns at least),
  and says with letters and signs whatever it says with colour.
- `read` turns a typed line into an entry. It need not be legal: the match judges it and the
  player is shown the clause. A line that leaves something open (`4`: which payment?) returns
  the ways to complete it, each as the longer line that could have been typed; picking one by its
  number is the same as typing that line, so lists teach how to do without them. What cannot be
  read at all is refused with `Unreadable`, whose text says what is wanted instead.
- Everything is in the player's language. Lines that are nothing but `?`, `why`, `list` (`l`),
  `board` (`b`), `hint`, `undo` (`u`), `quit` (`q`) or a number of the list just shown are handled
  before a line comes to `read`, also in the player's language (see the `command` table of the
  command line's messages).

Names come to the title as a sequence by seat; nothing here knows people from bots.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

import msgspec
from rich.console import RenderableType

from farhaven.core.event import Event
from farhaven.core.game import Game, Result
from farhaven.core.log_entry import Entry
from farhaven.core.sentences import telling
from farhaven.core.view import View
from farhaven.core.violation import Violation


class Unreadable(Exception):  # noqa: N818 - it reads as a verdict on a line, not as a fault
    """A typed line that is no choice; the text is a sentence for the player."""


class Choice(msgspec.Struct, frozen=True):
    """One line of a list to pick from: what to type, and in words what it does and brings."""

    typed: str
    text: str


class Terminal(ABC):
    """A title in the terminal, in one language."""

    def __init__(self, game: Game, language: str) -> None:
        self.game = game
        self.language = language

    @abstractmethod
    def draw(self, views: Sequence[View], names: Sequence[str]) -> RenderableType:
        """The table: what the first view's seat knows, and with further views what they know.

        A player gets one view, a spectator one of no seat; where everything is open there is one
        for each seat, in order, and the drawing favours none.
        """

    @abstractmethod
    def prompt(self, view: View) -> str:
        """A few words that ask for the decision that the view's seat owes."""

    @abstractmethod
    def read(self, view: View, text: str) -> Entry | Sequence[Choice]:
        """The choice that a line spells, or the lines that complete it; `Unreadable` if neither."""

    @abstractmethod
    def line(self, entry: Entry) -> str:
        """The line that spells a choice: `read` turns it into the same again."""

    @abstractmethod
    def choices(self, view: View) -> Sequence[Choice]:
        """What can be typed now, short enough for one list; a line may leave something open."""

    @abstractmethod
    def help(self, view: View) -> RenderableType:
        """What can be typed now, with examples."""

    def tell(self, event: Event, names: Sequence[str]) -> str:
        """What happened, in words; a title may name places as its drawing does."""
        return telling(event, self.game.package, self.language, names)

    def shown(self, violation: Violation) -> Violation:
        """A refusal as it is to be told; a title may name places as its drawing does."""
        return violation

    @abstractmethod
    def scoring(self, result: Result, names: Sequence[str]) -> RenderableType:
        """The result of a game, category by category."""
