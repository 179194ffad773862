"""All players side by side: a column for each, a line for each thing that counts."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from farhaven.games.mars.client.printed import Rates
from farhaven.games.mars.client.view_wire import MarsWire, SeatView
from farhaven.games.mars.rules.names import Piece
from farhaven.games.mars.terminal.board import harbour_lines
from farhaven.games.mars.terminal.speech import Speech
from farhaven.games.mars.terminal.styles import PLAYERS, player_mark
from farhaven.terminal.drawing import LOUD, NOTHING, QUIET, best_known, side_by_side

PIECES: tuple[Piece, ...] = ("road", "settlement", "city", "dome")


def players_table(
    wires: Sequence[MarsWire], names: Sequence[str], speech: Speech, width: int
) -> Table:
    """The table for what the views together know."""
    wire = wires[0]
    seats = [best_known(seat, wires) for seat in range(len(names))]
    own = wire.seat if len(wires) == 1 else None
    heads = [_name(wire, seat, name, seat == own) for seat, name in enumerate(names)]
    table = side_by_side(heads, width)

    def add(key: str, cells: Sequence[Text]) -> None:
        table.add_row(Text(speech.say("row", key)), *cells)

    add("points", [Text(f"{s.points}/{wire.points_to_win}", LOUD) for s in seats])
    add("hand", [_hand(s, speech) for s in seats])
    add("cards", [_cards(s, speech) for s in seats])
    add("cowboys", [_held(s.cowboys, wire.cowboy_power == i) for i, s in enumerate(seats)])
    add("road", [_held(s.longest_chain, wire.longest_road == i) for i, s in enumerate(seats)])
    add("harbours", [_harbours(s, wire.box.rates, speech) for s in seats])
    add("left", [_left(s, speech) for s in seats])
    return table


def _name(wire: MarsWire, seat: int, name: str, is_own: bool) -> Text:
    """The number on the board and the name; an arrow for the one on turn."""
    text = Text().append("▶ " if wire.turn == seat else "", LOUD)
    text.append(f"{player_mark(seat)} ", PLAYERS[seat])
    return text.append(name, "bold underline" if is_own else LOUD)


def _hand(seat: SeatView, speech: Speech) -> Text:
    if seat.hand is None:
        text = Text(speech.say("draw", "hidden", count=seat.hand_size), QUIET)
    else:
        text = Text(speech.cards(seat.hand) or NOTHING)
    if seat.must_discard:
        text.append("\n" + speech.say("draw", "discard", count=seat.must_discard), LOUD)
    return text


def _cards(seat: SeatView, speech: Speech) -> Text:
    if seat.cards is None:
        return Text(speech.say("draw", "hidden", count=seat.card_count), QUIET)
    return Text(", ".join(speech.name("card", card) for card in seat.cards) or NOTHING)


def _held(number: int, has_card: bool) -> Text:
    """A number, with a star for who has the special card."""
    return Text().append(str(number)).append(" ★" if has_card else "", LOUD)


def _harbours(seat: SeatView, rates: Rates, speech: Speech) -> Text:
    kinds = [" ".join(harbour_lines(kind, rates, speech)) for kind in seat.harbours]
    return Text(", ".join(kinds) or NOTHING)


def _left(seat: SeatView, speech: Speech) -> Text:
    """`13 r 3 s 4 C 4 ⌂`: roads, settlements, cities, domes in the supply."""
    pieces = [f"{seat.left[piece]}\u00a0{speech.mark(piece)}" for piece in PIECES]
    return Text(" ".join(pieces), QUIET)
