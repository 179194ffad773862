"""Thousands of whole games with searching bots, each checked to the last line: `make nightly`.

Every number of players of every title, 100 to 1,000 iterations a move. Another night plays other
games, unless it is given the seed of an earlier one. A fault is told with what is needed to play
that game again.
"""

import argparse
import datetime
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from traceback import format_exc

from farhaven.core.compiled import is_compiled
from tests.bots.whole_games import check_game
from tests.conformance.tables import TABLES

LEVELS = ("captain@300", "captain@100", "admiral@200", "captain@1000", "uct@100", "admiral@500")
Task = tuple[str, tuple[str, ...], int]


def tasks(games: int, seed: int) -> list[Task]:
    """So many games for each title and number of players; the levels take turns."""
    return [
        (name, tuple(LEVELS[(number + seat) % len(LEVELS)] for seat in range(seats)), seed + number)
        for number in range(games)
        for name, seats in TABLES
    ]


def fault_of(task: Task) -> str:
    """What is wrong with a game, or nothing."""
    try:
        check_game(*task)
    except Exception:  # whatever it is, the other games are played
        return format_exc()
    return ""


def play(chosen: Sequence[Task], jobs: int) -> Counter[str]:
    """Play all; tell faults as they come. How many games were sound and how many were not."""
    found: Counter[str] = Counter()
    with ProcessPoolExecutor(jobs) as pool:
        running = {pool.submit(fault_of, task): task for task in chosen}
        for done in as_completed(running):
            title, kinds, seed = running.pop(done)
            fault = done.result()
            found["faulty" if fault else "sound"] += 1
            if fault:
                again = f"check_game({title!r}, {kinds!r}, {seed})"
                print(f"{fault}Again, in tests.bots.whole_games: {again}\n", flush=True)
            if found.total() % 100 == 0:
                print(f"{found.total()} of {len(chosen)} games", flush=True)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    tonight = datetime.datetime.now(tz=datetime.UTC).date().toordinal() * 10_000
    parser = argparse.ArgumentParser(prog="python -m tests.nightly", description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="for each title and player count")
    parser.add_argument("--jobs", type=int, default=2, help="processes at once")
    parser.add_argument("--seed", type=int, default=tonight, help="of the first game")
    given = parser.parse_args(arguments)
    if not is_compiled():
        print("The rules run interpreted: this will take days. `make setup` compiles them.")
    found = play(tasks(given.games, given.seed), given.jobs)
    print(f"{found['sound']} games are sound, {found['faulty']} are not (seed {given.seed})")
    return 1 if found["faulty"] else 0


if __name__ == "__main__":
    sys.exit(main())
