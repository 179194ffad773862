"""What can be typed, with examples."""

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from farhaven.games.mars.client.view_wire import MarsWire
from farhaven.games.mars.terminal.speech import Speech
from farhaven.terminal.drawing import LOUD

EXAMPLES: dict[str, tuple[str, ...]] = {
    "placing": ("place",),
    "rolling": ("roll",),
    "discarding": ("discard",),
    "aliens": ("aliens",),
    "answering": ("accept", "decline", "counter", "close", "withdraw"),
}
ACTS = (
    *("road", "settlement", "city", "dome", "bank", "offer", "buy"),
    *("cowboy", "road_crew", "supply_drop", "requisition", "end"),
)


def guide(wire: MarsWire, speech: Speech) -> RenderableType:
    """The commands of the present moment."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    for key in EXAMPLES.get(wire.phase, ACTS):
        table.add_row(Text(speech.say("example", key), LOUD), speech.say("guide", key))
    table.add_row(Text(), speech.say("guide", "names"))
    return table
