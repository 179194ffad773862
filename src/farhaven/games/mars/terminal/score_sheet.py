"""The points of a finished game, by where they came from."""

from collections.abc import Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from farhaven.core.game import Result
from farhaven.games.mars.game import Breakdown
from farhaven.games.mars.terminal.speech import Speech
from farhaven.games.mars.terminal.styles import LOUD


def score_sheet(result: Result, names: Sequence[str], speech: Speech) -> Table:
    """A column for each player, a line for each source of points."""
    parts = [part for part in result.breakdown if isinstance(part, Breakdown)]
    table = Table(
        title=speech.say("score", "title"), title_justify="left", box=box.ROUNDED, show_footer=True
    )
    table.add_column(footer=Text(speech.say("score", "total"), LOUD))
    for seat, (name, part) in enumerate(zip(names, parts, strict=True)):
        head = Text(f"★ {name}" if seat in result.winners else name, LOUD)
        table.add_column(head, justify="right", footer=Text(str(part.total), LOUD))

    def add(key: str, values: Sequence[int]) -> None:
        table.add_row(speech.say("score", key), *map(str, values))

    add("settlements", [part.settlements for part in parts])
    add("cities", [part.cities for part in parts])
    add("longest_road", [part.longest_road for part in parts])
    add("cowboy_power", [part.cowboy_power for part in parts])
    add("victory_cards", [part.victory_cards for part in parts])
    return table
