"""What the drawings of all titles in the terminal share."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from rich import box
from rich.table import Table
from rich.text import Text

from farhaven.core.game import Result

QUIET = "dim"
LOUD = "bold"
NOTHING = "–"

SeatT_co = TypeVar("SeatT_co", covariant=True)


class Wire(Protocol[SeatT_co]):
    """A view of the table with what it knows of each player."""

    @property
    def seat(self) -> int | None: ...

    @property
    def players(self) -> Sequence[SeatT_co]: ...


def best_known(seat: int, wires: Sequence[Wire[SeatT_co]]) -> SeatT_co:
    """A player as the player sees them, if that view is there."""
    for wire in wires:
        if wire.seat == seat:
            return wire.players[seat]
    return wires[0].players[seat]


def side_by_side(heads: Sequence[Text], width: int) -> Table:
    """An empty table with a column for each player, and one before them for what counts."""
    table = Table(box=box.SIMPLE_HEAD, width=width, padding=(0, 1, 0, 0), header_style="")
    table.add_column("", no_wrap=True)
    for head in heads:
        table.add_column(head, ratio=1)
    return table


def score_table(
    title: str, total: str, result: Result, names: Sequence[str], totals: Sequence[int]
) -> Table:
    """The head and the foot of a score sheet: a column for each player, a star for who has won."""
    table = Table(title=title, title_justify="left", box=box.ROUNDED, show_footer=True)
    table.add_column(footer=Text(total, LOUD))
    for seat, (name, points) in enumerate(zip(names, totals, strict=True)):
        head = Text(f"★ {name}" if seat in result.winners else name, LOUD)
        table.add_column(head, justify="right", footer=Text(str(points), LOUD))
    return table
