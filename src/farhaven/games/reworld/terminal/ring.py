"""Colossus Station: two rows of ports whose slots form one ring (RW-S2)."""

from collections.abc import Callable, Sequence

from rich.text import Text

from farhaven.games.reworld.client.view_wire import ReworldWire, Slot
from farhaven.games.reworld.terminal.speech import Speech
from farhaven.games.reworld.terminal.tiles import cards_in_slot, tile
from farhaven.terminal.drawing import LOUD, QUIET

PER_ROW = 10
NARROWEST = 6
WIDEST = 11
GONE = "·"
NOBODY = "–"


def station_ring(wire: ReworldWire, names: Sequence[str], speech: Speech, width: int) -> Text:
    """Ports outside, slots inside; the band between them joins the ends of both rows."""
    cell = max(NARROWEST, min(WIDEST, (width - 1) // PER_ROW - 1))
    upper, lower = wire.ports[:PER_ROW], wire.ports[PER_ROW:]
    lines = [
        _numbered("╭", "┬", "╮", range(PER_ROW), cell),
        _cells(upper, cell, _module),
        _cells(upper, cell, _slot),
        _border("├", "┴", "┤", cell),
        _band(_marker(wire, names, speech), cell),
        _border("├", "┬", "┤", cell),
        _cells(lower, cell, _slot),
        _cells(lower, cell, _module),
        _numbered("╰", "┴", "╯", range(PER_ROW, 2 * PER_ROW), cell),
    ]
    return Text("\n").join(lines)


def _marker(wire: ReworldWire, names: Sequence[str], speech: Speech) -> Text:
    """Who holds the starting-player marker, and whether it can still be taken."""
    holder = NOBODY if wire.marker is None else names[wire.marker]
    key = "marker_taken" if wire.marker_taken else "marker_free"
    return Text(speech.say("draw", key, name=holder))


def _module(slot: Slot) -> Text:
    return Text(GONE, QUIET) if slot.module is None else tile(slot.module)


def _slot(slot: Slot) -> Text:
    return cards_in_slot(slot.cards)


def _cells(slots: Sequence[Slot], cell: int, content: Callable[[Slot], Text]) -> Text:
    line = Text().append("│", QUIET)
    for slot in slots:
        text = content(slot)
        text.align("center", cell)
        line.append(text).append("│", QUIET)
    return line


def _border(left: str, cross: str, right: str, cell: int) -> Text:
    return Text(left + cross.join(["─" * cell] * PER_ROW) + right, QUIET)


def _numbered(left: str, cross: str, right: str, ports: range, cell: int) -> Text:
    """A border with the number of each port in it."""
    line = Text().append(left, QUIET)
    for port in ports:
        label = f" {port} "
        before = (cell - len(label)) // 2
        line.append("─" * before, QUIET).append(label, LOUD)
        line.append("─" * (cell - before - len(label)), QUIET)
        line.append(cross if port != ports[-1] else right, QUIET)
    return line


def _band(text: Text, cell: int) -> Text:
    """The middle of the station; the arrows say that the slots above and below are neighbours."""
    arrow = "↕".center(cell)
    inner = PER_ROW * (cell + 1) - 1 - 2 * cell
    text.truncate(inner, overflow="ellipsis")
    text.align("center", inner)
    line = Text().append("│", QUIET).append(arrow, LOUD).append(text)
    return line.append(arrow[::-1], LOUD).append("│", QUIET)
