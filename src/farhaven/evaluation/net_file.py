"""The file with the fitted net of a title's chance to win: read by the title, written by training.

For each number of players a table: for each input the span that it is divided by, the weight of
the straight way and those to the hidden units, all weights in thousandths.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.violation import RECORD, illegal
from farhaven.evaluation.net import Net
from farhaven.evaluation.weight_file import Place, head

FILE = "outlook.toml"
FORESIGHT_FILE = "foresight.toml"
"""Of a larger net, by which those judge who look further."""
ABOUT = {
    FILE: "The net of the chance to win",
    FORESIGHT_FILE: "The net of the chance to win for who is far-sighted",
}
UNIT = 1000
BEGIN, COUNT = "begin", "count"  # the rows of the hidden units themselves


class NetFile(NamedTuple):
    """Where a title's net is and what its inputs are called."""

    package: str
    features: Sequence[str]
    watched: Sequence[str]
    """The features of others that it looks at."""
    units: int
    name: str = FILE

    @property
    def place(self) -> Place:
        return Place(self.package, self.name)

    def has(self, players: int) -> bool:
        """Whether something was fitted for a number of players."""
        return _table(players) in self.place.tables()

    def empty(self) -> Net:
        """A net that knows nothing."""
        watched = vec[i64]([self.features.index(name) for name in self.watched])
        return Net(len(self.features), watched, self.units)

    def read(self, players: int) -> Net:
        """The net for a number of players."""
        net = self.empty()
        tables = self.place.tables()
        try:
            self._fill(net, tables[_table(players)])
        except (KeyError, IndexError, TypeError, ValueError) as fault:
            key = f"{self.place.shown}, {_table(players)}"
            raise illegal(RECORD, "weights_missing", key=key) from fault
        return net

    def text(self, fitted: Mapping[int, Net], origins: Mapping[int, str]) -> str:
        """The file for the nets by number of players, and for how each came about."""
        lines = head(ABOUT[self.name], origins)
        for players in sorted(fitted):
            lines += ["", f"[{_table(players)}]"]
            rows = self._rows(fitted[players])
            width = max(len(name) for name in rows)
            lines += [f"{name:{width}} = {list(row)}" for name, row in rows.items()]
        return "\n".join(lines) + "\n"

    @property
    def inputs(self) -> list[str]:
        return [*self.features, *(f"others_{name}" for name in self.watched)]

    def _fill(self, net: Net, rows: Mapping[str, Sequence[int]]) -> None:
        block = len(self.inputs) + 2
        for unit in range(self.units):
            net.weights[unit * block] = rows[BEGIN][unit] / UNIT
            net.weights[unit * block + 1] = rows[COUNT][unit] / UNIT
        for i, name in enumerate(self.inputs):
            span, straight, *to_units = rows[name]
            net.spans[i] = float(span)
            net.weights[self.units * block + i] = straight / UNIT
            for unit in range(self.units):
                net.weights[unit * block + 2 + i] = to_units[unit] / UNIT

    def _rows(self, net: Net) -> dict[str, list[int]]:
        block = len(self.inputs) + 2
        weights = [round(UNIT * float(weight)) for weight in net.weights]
        ends = self.units * block
        rows = {BEGIN: weights[0:ends:block], COUNT: weights[1:ends:block]}
        for i, name in enumerate(self.inputs):
            to_units = weights[2 + i : ends : block]
            rows[name] = [round(float(net.spans[i])), weights[ends + i], *to_units]
        return rows


def _table(players: int) -> str:
    return f"players_{players}"
