"""Reworld in the terminal."""

from collections.abc import Sequence

from rich.console import RenderableType

from farhaven.core.game import Game, Result
from farhaven.core.log_entry import Entry
from farhaven.core.view import View
from farhaven.games.reworld.client.view import ReworldView
from farhaven.games.reworld.client.view_wire import ReworldWire
from farhaven.games.reworld.game import Reworld
from farhaven.games.reworld.terminal.drawing import Drawing
from farhaven.games.reworld.terminal.guide import guide
from farhaven.games.reworld.terminal.launches import list_launches, read_launch
from farhaven.games.reworld.terminal.payments import list_station, read_station
from farhaven.games.reworld.terminal.score_sheet import score_sheet
from farhaven.games.reworld.terminal.speech import Speech
from farhaven.games.reworld.terminal.spelling import typed_form
from farhaven.terminal.title_terminal import Choice, Terminal


class ReworldTerminal(Terminal):
    """Draws the table, and reads payments in chapter one and launches in chapter two."""

    def __init__(self, game: Game, language: str) -> None:
        super().__init__(game, language)
        if not isinstance(game, Reworld):
            raise TypeError(type(game).__name__)
        self._rules = game
        self._speech = Speech(language)

    def draw(self, views: Sequence[View], names: Sequence[str]) -> RenderableType:
        wires = [_wire(view) for view in views]
        return Drawing(self._rules.components, wires, names, self._speech)

    def prompt(self, view: View) -> str:
        wire = _wire(view)
        if wire.phase == "station":
            return self._speech.say("prompt", "station", round=wire.round)
        return self._speech.say("prompt", "settlement")

    def read(self, view: View, text: str) -> Entry | Sequence[Choice]:
        own = _own(view)
        if _wire(own).phase == "station":
            return read_station(self._rules, own, text, self._speech)
        return read_launch(self._rules, own, text, self._speech)

    def line(self, entry: Entry) -> str:
        """The line that spells a choice."""
        return typed_form(entry, self._speech)

    def choices(self, view: View) -> Sequence[Choice]:
        own = _own(view)
        if _wire(own).phase == "station":
            return list_station(self._rules, own, self._speech)
        return list_launches(self._rules, own, self._speech)

    def help(self, view: View) -> RenderableType:
        return guide(_wire(view), self._rules.components, self._speech)

    def scoring(self, result: Result, names: Sequence[str]) -> RenderableType:
        return score_sheet(result, names, self._speech)


def _own(view: View) -> ReworldView:
    if not isinstance(view, ReworldView):
        raise TypeError(type(view).__name__)
    return view


def _wire(view: View) -> ReworldWire:
    return _own(view).to_wire()


TERMINAL = ReworldTerminal
