"""All players side by side: a column for each, a line for each docking row, city and row."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from farhaven.games.reworld.client.view_wire import ReworldWire, Seat
from farhaven.games.reworld.edition import LETTER_NAMES
from farhaven.games.reworld.terminal.speech import Speech
from farhaven.games.reworld.terminal.tiles import TERRAIN, cards_in_hand, row_of
from farhaven.terminal.drawing import LOUD, NOTHING, QUIET, best_known, side_by_side

ROWS = 5
ROOMY = 32


def players_table(
    wires: Sequence[ReworldWire], names: Sequence[str], speech: Speech, width: int
) -> Table:
    """The table for what the views together know."""
    wire = wires[0]
    seats = [best_known(seat, wires) for seat in range(len(names))]
    own = wire.seat if len(wires) == 1 else None
    heads = [_name(wire, seat, name, seat == own) for seat, name in enumerate(names)]
    table = side_by_side(heads, width)
    table.add_row(Text(speech.say("row", "score")), *[_score(s) for s in seats])
    if wire.phase == "station":
        table.add_row(Text(speech.say("row", "hand")), *[_hand(s, speech) for s in seats])
    if wire.phase != "over":
        _add_docking_rows(table, seats, speech)
    if wire.phase in {"settlement", "over"}:
        table.add_section()
        _add_settlement(table, seats, speech, " " * 2 if width // len(names) > ROOMY else "\n")
    if wire.phase == "settlement":
        table.add_row(Text(speech.say("row", "final")), *[_final(s) for s in seats])
    return table


def _name(wire: ReworldWire, seat: int, name: str, is_own: bool) -> Text:
    """The name; an arrow for the one on turn, a flag for the marker, a line under one's own."""
    text = Text().append("▶ " if wire.turn == seat else "", LOUD)
    text.append(name, "bold underline" if is_own else LOUD)
    return text.append(" ⚑" if wire.marker == seat else "")


def _score(seat: Seat) -> Text:
    return Text(str(seat.score), LOUD)


def _final(seat: Seat) -> Text:
    """What the final population ship would bring if it arrived now."""
    return Text(f"{sum(seat.final.values()):+d}", QUIET)


def _hand(seat: Seat, speech: Speech) -> Text:
    if not seat.in_round:
        return Text(speech.say("draw", "out"), QUIET)
    if seat.hand is None:
        key = "card" if seat.hand_size == 1 else "cards"
        return Text(speech.say("draw", key, count=seat.hand_size), QUIET)
    return cards_in_hand(seat.hand)


def _or_nothing(text: Text) -> Text:
    return text if text.plain else Text(NOTHING, QUIET)


def _add_docking_rows(table: Table, seats: Sequence[Seat], speech: Speech) -> None:
    for row in range(ROWS):
        cells = [_or_nothing(row_of(seat.rows[row], open_end=True)) for seat in seats]
        table.add_row(Text(speech.say("row", "docking", row=row + 1)), *cells)


def _add_settlement(table: Table, seats: Sequence[Seat], speech: Speech, gap: str) -> None:
    """Cities and rows; `gap` parts a city's name from its tiles, by the room there is."""
    for letter in LETTER_NAMES:
        label = Text(speech.say("row", "city", letter=letter), TERRAIN[letter])
        table.add_row(label, *[_city(seat, letter, gap) for seat in seats])
    shields = [_counted(seat.shields, seat.defence) for seat in seats]
    table.add_row(Text(speech.say("row", "defence")), *shields)
    shuttles = [_counted(len(seat.shuttles), seat.shuttles) for seat in seats]
    table.add_row(Text(speech.say("row", "shuttles")), *shuttles)
    satellites = [_counted(len(seat.satellites), seat.satellites) for seat in seats]
    table.add_row(Text(speech.say("row", "satellites")), *satellites)
    table.add_row(Text(speech.say("row", "ships")), *[_ships(seat, speech) for seat in seats])


def _city(seat: Seat, letter: str, gap: str) -> Text:
    """The city's name, its tiles with the sign counted, and which they are."""
    for city in seat.cities:
        if city.letter == letter:
            text = Text().append(city.sign, TERRAIN[letter])
            text.append(f" {city.size}{gap}", LOUD)
            return text.append(row_of(city.tiles))
    return Text(NOTHING, QUIET)


def _counted(number: int, codes: Sequence[str]) -> Text:
    if not codes:
        return Text(NOTHING, QUIET)
    return Text().append(f"{number}  ", LOUD).append(row_of(codes))


def _ships(seat: Seat, speech: Speech) -> Text:
    if not seat.ships:
        return Text(NOTHING, QUIET)
    names = ", ".join(speech.ship(name) for name in seat.ships)
    return Text().append(f"{len(seat.ships)}  ", LOUD).append(names)
