"""What can be typed, and what the letters on the modules mean."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from farhaven.games.reworld.client.view_wire import ReworldWire
from farhaven.games.reworld.edition import Components
from farhaven.games.reworld.terminal.speech import Speech
from farhaven.games.reworld.terminal.tiles import tile
from farhaven.terminal.drawing import LOUD

STATION = ("4 2+2", "4", "m 3", "out")
SETTLEMENT = ("3", "3 d", "3 t", "3 t A", "3 t 1+2 A B", "3 t 1+2 2:B 1:A", "3 s Eden", "3 x")
KINDS = ("TA", "H2", "B1", "S1", "BF", "LA", "K1", "KK", "IN", "ME", "TT", "SH", "BU")


def guide(wire: ReworldWire, components: Components, speech: Speech) -> RenderableType:
    """The commands of the present chapter, then the modules."""
    chapter = SETTLEMENT if wire.phase == "settlement" else STATION
    table = _grid()
    for number, example in enumerate(chapter):
        typed = speech.command("out") if example == "out" else example
        text = speech.say("guide", f"{wire.phase}{number + 1}")
        table.add_row(Text(typed, LOUD), text)
    modules = _grid()
    for code in KINDS:
        modules.add_row(tile(code), speech.say("kind", code, **_values(code, components)))
    title = Text(speech.say("guide", "modules"), LOUD)
    return Group(table, Text(), title, modules)


def _grid() -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(ratio=1)
    return grid


def _values(code: str, components: Components) -> dict[str, int | str]:
    """The numbers of a satellite's task, as they stand in the component file."""
    tasks = components.satellites
    values = dict(
        zip(
            KINDS[5:],
            (
                tasks.letter,
                tasks.company,
                tasks.companies,
                tasks.industry,
                tasks.metropolis,
                tasks.terrabots,
                tasks.shields,
                tasks.builders,
            ),
            strict=True,
        )
    )
    task = values.get(code)
    return {} if task is None else {"points": task.points, "shields": task.shields}
