"""How a training goes, on standard error: a bar for people, now and then a line for others."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from farhaven.cli.console import err, say
from farhaven.cli.numbers import number
from farhaven.training.value_training import Generation, Meeting, Playing

TELL_EVERY = 10.0
"""Seconds between two lines where no bar is shown."""
BAR_WIDTH = 20
"""Narrow, to leave room for the words beside it."""


@contextmanager
def watching(players: int) -> Iterator["Watcher"]:
    """Show the progress of training for a number of players."""
    console = err()
    columns = (TextColumn("{task.description}"), BarColumn(BAR_WIDTH), TimeRemainingColumn())
    hidden = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as bar:
        yield Watcher(players, console, bar)


class Watcher:
    """Tells how the training for a number of players goes."""

    def __init__(self, players: int, console: Console, bar: Progress) -> None:
        self._players = players
        self._console = console
        self._bar = bar
        self._task = bar.add_task("", total=1.0)
        self._told = monotonic()

    def show(self, generation: Generation) -> None:
        """A line for each generation: the curve."""
        error, score = number(generation.error, 2), number(generation.mean_score)
        played = {"players": self._players, "number": generation.number}
        self._tell(say("train", "generation", **played, error=error, score=score))

    def step(self, step: Playing | Meeting) -> None:
        """How far a generation or a meeting is."""
        if not self._bar.disable:
            if step.games == 1:  # what comes now is as quick as itself, not as what was before
                self._bar.reset(self._task)
            words = self._words(step)
            self._bar.update(self._task, completed=step.share, description=words)
        elif monotonic() - self._told >= TELL_EVERY:
            self._tell(self._words(step))

    def _words(self, step: Playing | Meeting) -> str:
        at = {"players": self._players, "number": step.number, "games": step.games}
        if isinstance(step, Playing):
            return say("train", "playing", **at, all=step.all_games)
        wins = number(step.wins, 0 if step.wins.is_integer() else 1)
        return say("train", "meeting", **at, all=step.all_pairs, wins=wins)

    def _tell(self, line: str) -> None:
        self._console.print(line)
        self._told = monotonic()
