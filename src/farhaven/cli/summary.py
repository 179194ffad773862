"""What came of a series of games, as a table."""

from collections.abc import Sequence
from statistics import fmean

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from farhaven.cli.series import Played
from farhaven.cli.settings import clean, say


def summary_of(bots: Sequence[str], games: Sequence[Played]) -> RenderableType:
    """Scores and wins by seat, then the length of the games."""
    finished = [game for game in games if game.scores]
    table = Table(title=say("summary", "title", games=len(games)), title_justify="left")
    table.add_column(say("summary", "seat"), justify="right")
    table.add_column(say("summary", "bot"))
    for key in ("wins", "share", "mean", "lowest", "highest"):
        table.add_column(say("summary", key), justify="right")
    for seat, kind in enumerate(bots):
        table.add_row(str(seat), clean(kind), *_seat_cells(seat, finished))
    return Group(table, Text(_length_line(games)), *_stopped(games, finished))


def _seat_cells(seat: int, games: Sequence[Played]) -> Sequence[str]:
    if not games:
        return ("–",) * 5
    scores = [game.scores[seat] for game in games]
    # A shared win counts as a part of one, so that the wins add up to the games.
    wins = sum(1 / len(game.winners) for game in games if seat in game.winners)
    share = f"{100 * wins / len(games):.1f} %"
    return (f"{wins:.1f}", share, f"{fmean(scores):.1f}", str(min(scores)), str(max(scores)))


def _length_line(games: Sequence[Played]) -> str:
    lengths = [game.decisions for game in games]
    mean = f"{fmean(lengths):.1f}"
    return say("summary", "length", mean=mean, shortest=min(lengths), longest=max(lengths))


def _stopped(games: Sequence[Played], finished: Sequence[Played]) -> list[RenderableType]:
    count = len(games) - len(finished)
    return [Text(say("summary", "stopped", count=count))] if count else []
