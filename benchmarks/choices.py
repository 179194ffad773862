"""How long bots that search take for a choice: `python -m benchmarks.choices captain 10`.

A match of four is played by officers; at every n-th choice (and so also at the fullest ones, at
the beginning) the bot is asked too, and its time taken: the processor's, and the wall's.
"""

import sys
from time import perf_counter, process_time

from rich.console import Console
from rich.table import Table

from farhaven.bots import make_bot
from farhaven.core.chance import FastChance
from farhaven.core.game import Game
from farhaven.core.playout import next_to_choose
from farhaven.games import load, titles

SEATS = 4


def times(game: Game, kind: str, every: int) -> list[tuple[float, float]]:
    """Seconds of the processor and of the wall for some choices of a match, single moves too."""
    chance = FastChance(7)
    position = game.start_with(SEATS, {})
    officer = make_bot("officer", game)
    found: list[tuple[float, float]] = []
    number = 0
    while (seat := int(next_to_choose(position, chance))) >= 0:
        view = game.view(position, seat)
        if number % every == 0:
            worked, begun = process_time(), perf_counter()
            make_bot(kind, game).choose(view, chance)
            found.append((process_time() - worked, perf_counter() - begun))
        number += 1
        position.play(seat, officer.choose(view, chance))
    return found


def report(kind: str, every: int) -> None:
    table = Table(title=f"{kind}: seconds for a choice, four players")
    for heading in ("title", "choices", "mean", "longest", "longest by the wall"):
        table.add_column(heading)
    for title in titles():
        found = times(load(title), kind, every)
        worked = [processor for processor, _ in found]
        mean, longest = sum(worked) / len(worked), max(worked)
        wall = max(seconds for _, seconds in found)
        table.add_row(title, str(len(found)), f"{mean:.3f}", f"{longest:.3f}", f"{wall:.3f}")
    Console().print(table)


if __name__ == "__main__":
    report(sys.argv[1], int(sys.argv[2]))
