"""The search's speed on one title in this process; prints the figures as JSON.

`python -m benchmarks.search` alone reports all titles, compiled and interpreted, and beside them
the playouts of catanatron's tree search in the same run.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.peers import catanatron_python
from farhaven.bots import make_bot
from farhaven.core.chance import FastChance
from farhaven.core.game import Game
from farhaven.core.playout import next_to_choose
from farhaven.core.position import Position, first_owing
from farhaven.games import load, titles
from farhaven.search.plain_guide import PlainGuide
from farhaven.search.tree_search import SLICE, Search

ROOT = Path(__file__).parent.parent
PEER = Path(__file__).parent / "catanatron_playouts.py"
SEATS = 4
MOMENTS = {"opening": 0.0, "middle": 0.5}
"""By the share of a game's decisions before them."""

Figures = dict[str, dict[str, float]]


def course(game: Game) -> list[Position]:
    """The position before every decision of a game by officers, the same on every machine.

    What is half-way differs from title to title, and between players who know what they want and
    those who do not: a number of random decisions may end with the set-up.
    """
    chance = FastChance(7)
    position = game.start_with(SEATS, {})
    officer = make_bot("officer", game)
    found: list[Position] = []
    while (seat := int(next_to_choose(position, chance))) >= 0:
        found.append(position.copy())
        position.play(seat, officer.choose(game.view(position, seat), chance))
    return found


def speed(game: Game, position: Position, seconds: float, *, plain: bool) -> float:
    """Iterations per second: informed and stopped to judge, or plain and to the end."""
    seat = int(first_owing(position))
    view = game.view(position, seat)
    chance = FastChance(1)
    sample = view.sample(chance)
    search = Search(sample, seat, PlainGuide() if plain else sample.guide(), game.max_moves)
    search.plain = plain
    done = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        sample = view.sample(chance)
        for _ in range(SLICE):
            search.iterate(sample.copy(), chance)
        done += SLICE
    return done / elapsed


def figures(title: str, seconds: float) -> Figures:
    game = load(title)
    positions = course(game)
    found: Figures = {}
    for name, share in MOMENTS.items():
        position = positions[int(share * len(positions))]
        found[name] = {
            "informed": speed(game, position, seconds, plain=False),
            "to the end": speed(game, position, seconds, plain=True),
        }
    return found


def report(seconds: float) -> None:
    console = Console()
    peer = _run([str(catanatron_python()), str(PEER), str(seconds)], "")
    for title in titles():
        here = [sys.executable, "-m", "benchmarks.search", title, str(seconds)]
        compiled, interpreted = _run(here, ""), _run(here, str(ROOT / "src"))
        table = Table(title=f"{title}: search iterations per second, four players, one core")
        for heading in ("moment", "playouts", "compiled", "interpreted", "ratio", "catanatron"):
            table.add_column(heading)
        for name, kinds in compiled.items():
            for kind, value in kinds.items():
                slow = interpreted[name][kind]
                beside = f"{peer[name]['playouts']:,.1f} ({value / peer[name]['playouts']:,.0f} ×)"
                ratio = f"{value / slow:.0f} ×"
                table.add_row(name, kind, f"{value:,.0f}", f"{slow:,.0f}", ratio, beside)
        console.print(table)


def _run(command: list[str], path: str) -> Figures:
    environment = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    found: Figures = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(json.dumps(figures(sys.argv[1], float(sys.argv[2]))))
    else:
        report(float(sys.argv[1]) if len(sys.argv) == 2 else 3.0)
