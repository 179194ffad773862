"""Files with the fitted weights of a title's values: read by the title, written by training."""

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from farhaven.core.violation import RECORD, illegal

FILE = "weights.toml"
SEARCH_FILE = "search.toml"
"""Of a value that only a search judges by."""
ABOUT = {
    FILE: "The weights of the value",
    SEARCH_FILE: "The weights of the value that only a search judges by",
}
PLAYER_COUNTS = (2, 3, 4)
"""Of the columns in a title's own file; what can be trained for is the title's to say."""

Tables = Mapping[str, Mapping[str, Sequence[int]]]

ORIGIN = re.compile(r"^# (\d+) players: (.+)$", re.MULTILINE)
FAULTS = ("weights_faulty", "weights_missing", "weights_unread")
"""The refusals of such a file, which no record is to blame for."""
BEFORE = "as before this file was written"
"""The origin of what is carried over from a file that says none."""


class Place(NamedTuple):
    """Where a title keeps something that was fitted for its bots."""

    package: str
    name: str

    @property
    def own(self) -> Path:
        """The title's own file."""
        return Path(str(files(self.package).joinpath(self.name)))

    @property
    def variable(self) -> str:
        """The variable of the environment that may name another file, to try it."""
        title = self.package.split(".")[-2]  # farhaven.games.<title>.ai
        return f"FARHAVEN_{title}_{Path(self.name).stem}".upper()

    @property
    def shown(self) -> str:
        """The file that the title goes by now, as somebody who named it would know it."""
        named = os.environ.get(self.variable)
        return f"{self.variable}={named}" if named else self.name

    def text(self) -> str:
        """What the title goes by now."""
        try:
            return Path(os.environ.get(self.variable) or self.own).read_text("utf-8")
        except OSError as fault:
            raise illegal(RECORD, "weights_unread", key=self.shown) from fault

    def tables(self) -> Tables:
        """The same, read."""
        try:
            return tomllib.loads(self.text())
        except ValueError as fault:  # neither TOML nor UTF-8
            raise illegal(RECORD, "weights_faulty", key=self.shown, fault=str(fault)) from fault

    def origins(self) -> dict[int, str]:
        """How it came about, by number of players, as far as its head says so."""
        return {int(players): origin for players, origin in ORIGIN.findall(self.text())}


def head(about: str, origins: Mapping[int, str]) -> list[str]:
    """The first lines of a file: what it is, and for each number of players how it came about."""
    told = [f"# {players} players: {origins[players]}" for players in sorted(origins)]
    return [f"# {about}; see docs/bots.md.", *told]


class WeightsFile(NamedTuple):
    """Where a title's weights are and what they are called.

    Each part of a game (chapter, phase) has a weight for each feature and number of players.
    """

    package: str
    parts: Sequence[str]
    features: Sequence[str]
    name: str = FILE

    @property
    def place(self) -> Place:
        return Place(self.package, self.name)

    def has(self, players: int) -> bool:
        """Whether something was fitted for a number of players."""
        return players in PLAYER_COUNTS

    def read(self, players: int) -> list[int]:
        """The weights for a number of players, part after part."""
        tables = self.place.tables()
        column = PLAYER_COUNTS.index(players)
        return [
            self._weight(tables, part, feature, column)
            for part in self.parts
            for feature in self.features
        ]

    def _weight(self, tables: Tables, part: str, feature: str, column: int) -> int:
        try:
            return int(tables[part][feature][column])
        except (KeyError, IndexError, TypeError, ValueError) as fault:
            key = f"{self.place.shown}, {part}.{feature}"
            raise illegal(RECORD, "weights_missing", key=key) from fault

    def text(self, fitted: Mapping[int, Sequence[int]], origins: Mapping[int, str]) -> str:
        """The file for the weights by number of players, and for how each came about."""
        columns = [players for players in PLAYER_COUNTS if players in fitted]
        known = ", ".join(map(str, columns))
        lines = head(f"{ABOUT[self.name]}: hundredths of a point, {known} players", origins)
        width = max(len(name) for name in self.features)
        for i, part in enumerate(self.parts):
            lines += ["", f"[{part}]"]
            for j, name in enumerate(self.features):
                at = i * len(self.features) + j
                values = [int(fitted[players][at]) for players in columns]
                lines.append(f"{name:{width}} = {values}")
        return "\n".join(lines) + "\n"
