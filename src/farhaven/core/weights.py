"""The file with the fitted weights of a title's value: read by the title, written by training."""

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import NamedTuple

from farhaven.core.violation import RECORD, illegal

FILE = "weights.toml"
PLAYER_COUNTS = (2, 3, 4)


class WeightsFile(NamedTuple):
    """Where a title's weights are and what they are called.

    Each part of a game (chapter, phase) has a weight for each feature and number of players.
    """

    package: str
    parts: Sequence[str]
    features: Sequence[str]

    def read(self, players: int) -> list[int]:
        """The weights for a number of players, part after part."""
        text = files(self.package).joinpath(FILE).read_text("utf-8")
        tables = tomllib.loads(text)
        column = PLAYER_COUNTS.index(players)
        return [
            _weight(tables, part, feature, column)
            for part in self.parts
            for feature in self.features
        ]

    def text(self, weights: Mapping[int, Sequence[int]], head: str) -> str:
        """The file for the weights by number of players."""
        lines = [f"# {line}".rstrip() for line in head.splitlines()]
        width = max(len(name) for name in self.features)
        for i, part in enumerate(self.parts):
            lines += ["", f"[{part}]"]
            for j, name in enumerate(self.features):
                at = i * len(self.features) + j
                values = [int(weights[players][at]) for players in PLAYER_COUNTS]
                lines.append(f"{name:{width}} = {values}")
        return "\n".join(lines) + "\n"


def _weight(
    tables: Mapping[str, Mapping[str, Sequence[int]]], part: str, feature: str, column: int
) -> int:
    try:
        return int(tables[part][feature][column])
    except (KeyError, IndexError, TypeError, ValueError) as fault:
        key = f"{FILE}, {part}.{feature}"
        raise illegal(RECORD, "component", key=key, fault="is missing") from fault
