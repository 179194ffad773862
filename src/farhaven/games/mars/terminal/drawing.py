"""The whole table: whose turn it is, the planet, bank and deck, the open offer, all players."""

from collections.abc import Mapping, Sequence

from rich.align import Align
from rich.console import Console, ConsoleOptions, RenderResult
from rich.rule import Rule
from rich.text import Text

from farhaven.games.mars.client.view_wire import AnswerView, MarsWire, OfferView
from farhaven.games.mars.rules.names import Resource
from farhaven.games.mars.terminal.board import draw_board
from farhaven.games.mars.terminal.players import players_table
from farhaven.games.mars.terminal.speech import Speech
from farhaven.games.mars.terminal.styles import PLAYERS, player_mark
from farhaven.terminal.drawing import LOUD, QUIET

WIDEST = 120
NOT_ROLLED = ("rolling", "dice")  # the last roll was that of the turn before


class Drawing:
    """Drawn when it is printed, for the width that there is then."""

    def __init__(self, wires: Sequence[MarsWire], names: Sequence[str], speech: Speech) -> None:
        self._wires = wires
        self._wire = wires[0]
        self._names = names
        self._speech = speech

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = min(options.max_width, WIDEST)
        yield from console.render(self._heading(), options.update(width=width))
        if self._wire.fields:
            yield Align.center(draw_board(self._wire, self._speech), width=width)
            yield Align.center(Text(self._speech.say("draw", "legend"), QUIET), width=width)
        yield self._bank()
        if self._wire.offer is not None:
            yield self._offer(self._wire.offer)
        yield players_table(self._wires, self._names, self._speech, width)

    def _heading(self) -> Rule:
        wire = self._wire
        text = Text().append(self._speech.say("phase", wire.phase, turn=wire.turns), LOUD)
        if wire.turn is not None and wire.phase != "over":
            text.append(" · ").append(self._turn(wire.turn))
        if wire.dice is not None and wire.phase not in NOT_ROLLED:
            first, second = wire.dice
            text.append(f" · {first} + {second} = {first + second}")
        return Rule(text, style=QUIET)

    def _turn(self, seat: int) -> Text:
        """Whose turn it is; the number on the board stands before the name, wherever that is."""
        mark = player_mark(seat)
        player = f"{mark} {self._names[seat]}"
        text = Text(self._speech.say("draw", "turn", name=player))
        start = text.plain.index(player)
        text.stylize(PLAYERS[seat], start, start + len(mark))
        return text

    def _bank(self) -> Text:
        text = Text().append(self._speech.say("draw", "bank") + "  ", LOUD)
        text.append(self._speech.cards(self._wire.bank))
        text.append("   " + self._speech.say("draw", "deck") + "  ", LOUD)
        return text.append(str(self._wire.deck))

    def _offer(self, offer: OfferView) -> Text:
        """The open offer, and what each has said to it."""
        text = Text().append(self._speech.say("draw", "offer") + "  ", LOUD)
        text.append(self._sides(offer.give, offer.want))
        for answer in offer.answers:
            text.append(f"\n  {player_mark(answer.seat)}", PLAYERS[answer.seat])
            text.append(f" {self._names[answer.seat]}: {self._said(answer)}")
        return text

    def _sides(self, give: Mapping[Resource, int], want: Mapping[Resource, int]) -> str:
        cards = self._speech.cards
        return self._speech.say("draw", "sides", give=cards(give), want=cards(want))

    def _said(self, answer: AnswerView) -> str:
        if answer.answer is None:
            return self._speech.say("draw", "silent")
        if answer.answer == "counter":
            return self._sides(answer.give or {}, answer.want or {})
        return self._speech.say("draw", answer.answer)
