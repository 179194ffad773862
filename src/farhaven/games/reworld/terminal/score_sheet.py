"""The scoring of a finished game, category by category."""

from collections.abc import Sequence

from rich.table import Table

from farhaven.core.game import Result
from farhaven.games.reworld.edition import CATEGORY_NAMES
from farhaven.games.reworld.game import Breakdown
from farhaven.games.reworld.terminal.speech import Speech
from farhaven.terminal.drawing import score_table
from farhaven.terminal.figures import figure


def score_sheet(result: Result, names: Sequence[str], speech: Speech) -> Table:
    """A column for each player, a line for each source of points."""
    parts = [part for part in result.breakdown if isinstance(part, Breakdown)]
    title, total = speech.say("score", "title"), speech.say("score", "total")
    table = score_table(title, total, result, names, [part.total for part in parts])
    for key in ("terrabots", "marker", "cards"):
        values = [int(getattr(part, key)) for part in parts]
        table.add_row(speech.say("score", key), *map(str, values))
    table.add_section()
    for key in ("specials", "satellites"):
        values = [int(getattr(part, key)) for part in parts]
        table.add_row(speech.say("score", key), *map(str, values))
    ships = [f"{part.ships} ({len(part.ships_taken)})" for part in parts]
    table.add_row(speech.say("score", "ships"), *ships)
    table.add_section()
    for name in CATEGORY_NAMES:
        label = speech.say("score", "final", category=speech.category(name))
        table.add_row(label, *[figure(part.final[name], 0) for part in parts])
    return table
