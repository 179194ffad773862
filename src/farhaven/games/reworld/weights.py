"""Reads and writes the weights of the value."""

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.violation import RECORD, illegal
from farhaven.games.reworld.features import NAMES

CHAPTERS = ("station", "settlement")
PLAYER_COUNTS = (2, 3, 4)
FILE = "weights.toml"

Tables = Mapping[str, Mapping[str, Sequence[int]]]


def read_weights(seats: int) -> vec[i64]:
    """The weights for a number of players, both chapters one after the other."""
    text = files(__package__).joinpath(FILE).read_text("utf-8")
    return weights_of(tomllib.loads(text), seats)


def weights_of(tables: Tables, seats: int) -> vec[i64]:
    """The weights out of the tables of a file; an error names the key that is missing."""
    column = PLAYER_COUNTS.index(seats)
    weights: list[int] = []
    for chapter in CHAPTERS:
        for name in NAMES:
            try:
                weights.append(tables[chapter][name][column])
            except (KeyError, IndexError, TypeError) as fault:
                key = f"{chapter}.{name}"
                raise illegal(RECORD, "component", key=key, fault="is missing") from fault
    return vec[i64](weights)


def text_of(weights: Mapping[int, Sequence[int]], head: str) -> str:
    """The file for the weights by number of players."""
    lines = [f"# {line}".rstrip() for line in head.splitlines()]
    width = max(len(name) for name in NAMES)
    for i, chapter in enumerate(CHAPTERS):
        lines += ["", f"[{chapter}]"]
        for j, name in enumerate(NAMES):
            values = [weights[seats][i * len(NAMES) + j] for seats in PLAYER_COUNTS]
            lines.append(f"{name:{width}} = {values}")
    return "\n".join(lines) + "\n"
