"""`make bench`: the rules' speed, compiled and interpreted, beside catanatron's."""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks import search
from benchmarks.peers import catanatron_python
from benchmarks.rules import Figures
from farhaven.games import titles

ROOT = Path(__file__).parent.parent
PEER = Path(__file__).parent / "catanatron_random.py"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each figure takes")
    parser.add_argument("--memory-games", type=int, default=100_000, help="0 leaves memory out")
    parser.add_argument("titles", nargs="*", default=titles())
    options = parser.parse_args()
    console = Console()
    console.print("Setting up catanatron in an environment of its own …")
    peer_python = catanatron_python()
    for title in options.titles:
        report(console, title, options.seconds, options.memory_games, peer_python)
    search.report(options.seconds)


def report(
    console: Console, title: str, seconds: float, memory_games: int, peer_python: Path
) -> None:
    """One table for a title. The peer is measured right beside it, under the same load."""
    console.print(f"Measuring {title} …")
    compiled = measure(title, seconds, memory_games, interpreted=False)
    peer = json.loads(run([str(peer_python), str(PEER), str(seconds)], dict(os.environ)))
    interpreted = measure(title, seconds, 0, interpreted=True)
    if not compiled.compiled:
        console.print("[red]The installed package is not compiled: figures are interpreted.[/red]")
    table = Table(title=f"{title}: four players, random play, one thread")
    for heading in ("figure", "value", "ratio"):
        table.add_column(heading, justify="left" if heading == "figure" else "right")
    moves, peer_moves = compiled.moves_per_second, float(peer["moves_per_second"])
    rows = [
        ("games/s compiled", f"{compiled.games_per_second:,.0f}", ""),
        (
            "games/s interpreted",
            f"{interpreted.games_per_second:,.0f}",
            f"compiled is {compiled.games_per_second / interpreted.games_per_second:.0f} times",
        ),
        ("games/s, loop interpreted", f"{compiled.driven_games_per_second:,.0f}", ""),
        ("moves/s compiled", f"{moves:,.0f}", ""),
        ("moves/s, loop interpreted", f"{compiled.driven_moves_per_second:,.0f}", ""),
        ("catanatron games/s", f"{peer['games_per_second']:,.1f}", ""),
        ("catanatron moves/s", f"{peer_moves:,.0f}", f"ours are {moves / peer_moves:.0f} times"),
        (
            "the same, our loop interpreted",
            "",
            f"ours are {compiled.driven_moves_per_second / peer_moves:.0f} times",
        ),
        ("ns per copy", f"{compiled.copy_ns:,.0f}", ""),
        ("ns per enumerated position", f"{compiled.enumerate_ns:,.0f}", ""),
        ("moves per enumerated position", f"{compiled.moves_per_position:,.0f}", ""),
    ]
    if memory_games:
        growth = f"{compiled.memory_growth_kib:,.0f} KiB"
        rows.append((f"memory growth over {compiled.memory_games:,} games", growth, ""))
    for row in rows:
        table.add_row(*row)
    console.print(table)


def measure(title: str, seconds: float, memory_games: int, *, interpreted: bool) -> Figures:
    """The figures of a fresh process, on the installed package or on its source."""
    environment = dict(os.environ)
    environment["PYTHONPATH"] = str(ROOT / "src") if interpreted else ""
    command = [sys.executable, "-m", "benchmarks.rules", title, str(seconds), str(memory_games)]
    return Figures(**json.loads(run(command, environment)))


def run(command: list[str], environment: dict[str, str]) -> str:
    return subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    ).stdout


if __name__ == "__main__":
    main()
