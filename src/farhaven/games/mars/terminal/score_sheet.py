"""The points of a finished game, by where they came from."""

from collections.abc import Sequence

from rich.table import Table

from farhaven.core.game import Result
from farhaven.games.mars.game import Breakdown
from farhaven.games.mars.terminal.speech import Speech
from farhaven.terminal.drawing import score_table


def score_sheet(result: Result, names: Sequence[str], speech: Speech) -> Table:
    """A column for each player, a line for each source of points."""
    parts = [part for part in result.breakdown if isinstance(part, Breakdown)]
    title, total = speech.say("score", "title"), speech.say("score", "total")
    table = score_table(title, total, result, names, [part.total for part in parts])

    def add(key: str, values: Sequence[int]) -> None:
        table.add_row(speech.say("score", key), *map(str, values))

    add("settlements", [part.settlements for part in parts])
    add("cities", [part.cities for part in parts])
    add("longest_road", [part.longest_road for part in parts])
    add("cowboy_power", [part.cowboy_power for part in parts])
    add("victory_cards", [part.victory_cards for part in parts])
    return table
