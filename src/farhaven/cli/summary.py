"""What came of a series of games, as a table."""

from collections.abc import Sequence
from statistics import fmean

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from farhaven.cli.console import clean, say
from farhaven.cli.numbers import number, percent
from farhaven.cli.selfplay_games import Played, Series


def summary_of(series: Series, games: Sequence[Played], planned: int) -> RenderableType:
    """Scores and wins by seat, then the length of the games, and whether there were to be more."""
    finished = [game for game in games if game.scores]
    table = Table(title=say("summary", "title", games=len(games)), title_justify="left")
    table.add_column(say("summary", "seat"), justify="right")
    table.add_column(say("summary", "bot"), overflow="fold")
    for key in ("wins", "share", "mean", "lowest", "highest"):
        table.add_column(say("summary", key), justify="right")
    for seat, kind in enumerate(series.bots):
        table.add_row(str(seat), clean(kind), *_seat_cells(seat, finished))
    stopped = _stopped(len(games) - len(finished), series.turn_limit)
    lines = [_length_line(games), *stopped, *partly(len(games), planned)]
    return Group(table, *map(Text, lines))


def partly(games: int, planned: int) -> list[str]:
    """That a table holds a part of the games only, if so."""
    return [say("summary", "partly", games=games, planned=planned)] if games < planned else []


def _seat_cells(seat: int, games: Sequence[Played]) -> Sequence[str]:
    if not games:
        return ("–",) * 5
    scores = [game.scores[seat] for game in games]
    # A shared win counts as a part of one, so that the wins add up to the games.
    wins = sum(1 / len(game.winners) for game in games if seat in game.winners)
    share = percent(wins / len(games), 1)
    return (number(wins), share, number(fmean(scores)), str(min(scores)), str(max(scores)))


def _length_line(games: Sequence[Played]) -> str:
    lengths = [game.decisions for game in games]
    mean = number(fmean(lengths))
    return say("summary", "length", mean=mean, shortest=min(lengths), longest=max(lengths))


def _stopped(count: int, limit: int) -> list[str]:
    return [say("summary", "stopped", count=count, limit=limit)] if count else []
