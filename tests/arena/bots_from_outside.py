"""Modules with bots from outside, as a user has them in the folder that he works in."""

from pathlib import Path

SOURCE = """
import os
import sys
import time
from pathlib import Path

from farhaven.bots import Bot


class First(Bot):
    def choose(self, view, chance):
        return view.legal_moves()[0]


class Last(Bot):
    def choose(self, view, chance):
        return view.legal_moves()[-1]


class Wrong(Bot):
    def choose(self, view, chance):
        return 999999999


class Nothing(Bot):
    def choose(self, view, chance):
        return None


class Raises(Bot):
    def choose(self, view, chance):
        raise LookupError("no idea\\nat all")


class Leaves(Bot):
    def choose(self, view, chance):
        sys.exit(3)


class Dies(Bot):
    def choose(self, view, chance):
        os._exit(7)


class Unborn(Bot):
    def __init__(self, game):
        raise ValueError("not today")

    choose = First.choose


class Sometimes(First):
    # Fails in some games, the same ones in every process.
    first = True

    def choose(self, view, chance):
        if self.first and chance.below(40) == 0:
            raise ValueError("bad luck")
        self.first = False
        return super().choose(view, chance)


class Stops(First):
    # Plays some games of two, then never ends one.
    made = 0

    def __init__(self, game):
        super().__init__(game)
        Stops.made += 1

    def choose(self, view, chance):
        if Stops.made > 6:
            time.sleep(600)
        return super().choose(view, chance)


class Sleeper(First):
    # One of all the processes never ends its first game, the others play on and write it down.
    def __init__(self, game):
        super().__init__(game)
        with Path("games").open("a") as file:
            file.write(".")
        try:
            Path("sleeping").mkdir()
        except FileExistsError:
            self.sleeps = False
        else:
            self.sleeps = True

    def choose(self, view, chance):
        if self.sleeps:
            time.sleep(600)
        return super().choose(view, chance)
"""


def write_bots(folder: Path, name: str = "mine") -> None:
    """`mine:First` and the others, for a program that runs in the folder."""
    (folder / f"{name}.py").write_text(SOURCE, "utf-8")
