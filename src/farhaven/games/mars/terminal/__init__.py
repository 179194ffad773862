"""Settlers of Mars in the terminal."""

from collections.abc import Sequence

import msgspec
from rich.console import RenderableType

from farhaven.core.event import Event
from farhaven.core.game import Game, Result
from farhaven.core.log_entry import Entry
from farhaven.core.view import View
from farhaven.core.violation import Violation
from farhaven.games.mars.client.view import MarsView
from farhaven.games.mars.game import Mars
from farhaven.games.mars.terminal.drawing import Drawing
from farhaven.games.mars.terminal.guide import guide
from farhaven.games.mars.terminal.labels import with_labels
from farhaven.games.mars.terminal.listing import Lister
from farhaven.games.mars.terminal.reading import Reader
from farhaven.games.mars.terminal.score_sheet import score_sheet
from farhaven.games.mars.terminal.speech import Speech
from farhaven.games.mars.terminal.spelling import typed_form
from farhaven.terminal.title_terminal import Choice, Terminal


class MarsTerminal(Terminal):
    """Draws the planet, and reads placements, trades, builds and cards."""

    def __init__(self, game: Game, language: str) -> None:
        super().__init__(game, language)
        if not isinstance(game, Mars):
            raise TypeError(type(game).__name__)
        self._rules = game
        self._speech = Speech(language)

    def draw(self, views: Sequence[View], names: Sequence[str]) -> RenderableType:
        return Drawing([_own(view).to_wire() for view in views], names, self._speech)

    def prompt(self, view: View) -> str:
        wire = _own(view).to_wire()
        if wire.phase == "discarding" and wire.seat is not None:
            count = wire.players[wire.seat].must_discard
            return self._speech.say("prompt", "discarding", count=count)
        closes = wire.phase == "answering" and wire.seat == wire.turn
        return self._speech.say("prompt", "closing" if closes else wire.phase)

    def read(self, view: View, text: str) -> Entry | Sequence[Choice]:
        return Reader(self._rules, _own(view), self._speech).read(text)

    def line(self, entry: Entry) -> str:
        """The line that spells a choice."""
        return typed_form(entry, self._speech)

    def choices(self, view: View) -> Sequence[Choice]:
        return Lister(self._rules, _own(view), self._speech).overview()

    def help(self, view: View) -> RenderableType:
        return guide(_own(view).to_wire(), self._speech)

    def tell(self, event: Event, names: Sequence[str]) -> str:
        """Places by the letters and numbers of the drawing."""
        labelled = msgspec.structs.replace(event, params=with_labels(event.params))
        return super().tell(labelled, names)

    def shown(self, violation: Violation) -> Violation:
        """A refusal, likewise with places as they are drawn."""
        return msgspec.structs.replace(violation, params=with_labels(violation.params))

    def scoring(self, result: Result, names: Sequence[str]) -> RenderableType:
        return score_sheet(result, names, self._speech)


def _own(view: View) -> MarsView:
    if not isinstance(view, MarsView):
        raise TypeError(type(view).__name__)
    return view


TERMINAL = MarsTerminal
