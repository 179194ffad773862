"""The whole table: what chapter it is, the station, the ships on the board, and all players."""

from collections.abc import Sequence

from rich.align import Align
from rich.console import Console, ConsoleOptions, RenderResult
from rich.rule import Rule
from rich.text import Text

from farhaven.games.reworld.client.view_wire import ReworldWire
from farhaven.games.reworld.edition import SHIP_NAMES, Components
from farhaven.games.reworld.terminal.players import players_table
from farhaven.games.reworld.terminal.ring import station_ring
from farhaven.games.reworld.terminal.speech import Speech
from farhaven.games.reworld.terminal.tiles import cards_in_hand
from farhaven.terminal.drawing import LOUD, NOTHING, QUIET

ROUNDS = 5
ROW_SHIPS = SHIP_NAMES[:5]
WIDEST = 120


class Drawing:
    """Drawn when it is printed, for the width that there is then."""

    def __init__(
        self,
        components: Components,
        wires: Sequence[ReworldWire],
        names: Sequence[str],
        speech: Speech,
    ) -> None:
        self._components = components
        self._wires = wires
        self._wire = wires[0]
        self._names = names
        self._speech = speech

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = min(options.max_width, WIDEST)
        yield from console.render(self._heading(), options.update(width=width))
        if self._wire.phase == "station":
            ring = station_ring(self._wire, self._names, self._speech, width)
            yield Align.center(ring, width=width)
            legend = Text(self._speech.say("draw", "legend"), QUIET)
            yield Align.center(legend, width=width)
        if self._wire.phase != "over":
            yield self._ships(width)
        yield players_table(self._wires, self._names, self._speech, width)
        yield from self._hand()

    def _heading(self) -> Rule:
        wire = self._wire
        number = wire.round + 1 if wire.phase == "round" else wire.round
        phase = self._speech.say("phase", wire.phase, round=number, rounds=ROUNDS)
        text = Text().append(phase, LOUD)
        if wire.turn is not None:
            turn = self._speech.say("draw", "turn", name=self._names[wire.turn])
            text.append(" · ").append(turn)
        return Rule(text, style=QUIET)

    def _ships(self, width: int) -> Text:
        """The population ships on the board: what they ask for and bring."""
        label = Text().append(self._speech.say("draw", "ships") + "  ", LOUD)
        rows = [name for name in self._wire.ships if name in ROW_SHIPS]
        grouped = len({self._components.ships[name].points for name in rows}) == 1
        ships = [self._row_ships(rows)] if grouped else [self._ship(name) for name in rows]
        ships += [self._ship(name) for name in self._wire.ships if name not in ROW_SHIPS]
        return _filled(label, ships or [Text(NOTHING)], width)

    def _row_ships(self, names: Sequence[str]) -> Text:
        """The ships for empty docking rows in one, since all of them bring the same."""
        rows = ", ".join(str(ROW_SHIPS.index(name) + 1) for name in names)
        key = "row_empty" if len(names) == 1 else "rows_empty"
        text = Text(self._speech.say("draw", key, rows=rows))
        return text.append(f" ({self._components.ships[names[0]].points})", QUIET)

    def _ship(self, name: str) -> Text:
        """One ship; for a player in chapter two also how far they are."""
        ship = self._components.ships[name]
        text = Text(self._speech.ship(name))
        if ship.at_least is not None:
            wanted = ship.at_least[len(self._names) - 2]
            seat = self._wire.seat if len(self._wires) == 1 else None
            if self._wire.phase == "settlement" and seat is not None:
                text.append(f" {self._wire.players[seat].progress[name]}/{wanted}", LOUD)
            else:
                text.append(f" {wanted}+")
        return text.append(f" ({ship.points})", QUIET)

    def _hand(self) -> RenderResult:
        """The hand of the one in front of the screen, where there is such a one."""
        if len(self._wires) > 1 or self._wire.seat is None or self._wire.phase != "station":
            return
        seat = self._wire.players[self._wire.seat]
        text = Text().append(self._speech.say("draw", "hand") + "  ", LOUD)
        yield text.append(cards_in_hand(seat.hand or ()))


def _filled(label: Text, items: Sequence[Text], width: int) -> Text:
    """Items one after the other, none of them broken, indented by the width of the label."""
    text = label
    column = indent = label.cell_len
    for number, item in enumerate(items):
        comma = " · " if number < len(items) - 1 else ""
        if column + item.cell_len + len(comma.rstrip()) > width and column > indent:
            text.append("\n" + " " * indent)
            column = indent
        text.append(item).append(comma, QUIET)
        column += item.cell_len + len(comma)
    return text
