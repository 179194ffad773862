"""A plain UCT with uniform playouts to the end: the measure for searches that know more."""

from typing import final

from mypy_extensions import i64, mypyc_attr

from farhaven.core.position import Guide, Position


@final
@mypyc_attr(native_class=True, acyclic=True)
class PlainGuide(Guide):
    """Knows nothing: every move alike, and play goes on to the end."""

    def rests(self, position: Position, moves: i64) -> bool:  # noqa: ARG002 - never tired
        return moves >= 5000
