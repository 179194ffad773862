"""Deals that were played, kept in a file: what takes hours may be played in many runs."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from farhaven.arena.duel import TURN_LIMIT, DealResult, Pairing, Played, Task


class KeptDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of the file."""

    title: str
    players: int
    seed: int
    bot: str
    others: str
    deal: int
    matches: Sequence[Played]
    turn_limit: int = TURN_LIMIT

    @property
    def task(self) -> Task:
        pairing = Pairing(self.bot, self.others)
        return Task(self.title, self.players, pairing, self.deal, self.seed, self.turn_limit)


class NotKept(Exception):  # noqa: N818 - it says what a line is
    """A line of the file is no deal."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} is no deal")
        self.line = line


class Keeper:
    """The deals of a file. Each line is written whole as soon as its deal was played."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._deals: dict[Task, DealResult] = {}
        text = path.read_bytes() if path.exists() else b""
        lines = text.split(b"\n")
        # What stands behind the last line break was being written when the run was killed.
        self._begun = len(lines.pop())
        for number, line in enumerate(lines, start=1):
            try:
                kept = msgspec.json.decode(line, type=KeptDeal)
            except (msgspec.DecodeError, UnicodeDecodeError):
                raise NotKept(number) from None
            task = kept.task
            self._deals[task] = DealResult(task.pairing, task.deal, kept.matches)

    def split(self, work: Sequence[Task]) -> tuple[list[DealResult], list[Task]]:
        """What was played of some work, and what is left of it."""
        done = [self._deals[task] for task in work if task in self._deals]
        return done, [task for task in work if task not in self._deals]

    def keep(
        self, title: str, players: int, seed: int, deal: DealResult, turn_limit: int = TURN_LIMIT
    ) -> None:
        line = KeptDeal(title, players, seed, *deal.pairing, deal.deal, deal.matches, turn_limit)
        if self._begun:
            with self._path.open("r+b") as file:
                file.truncate(self._path.stat().st_size - self._begun)
            self._begun = 0
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")
