"""Matches that somebody looks at again, with some of their positions.

Who steps through a match asks for one moment after the other. Each is played on from the nearest
position that is kept, so a step costs a line or two and not the whole log before it.
"""

from collections import OrderedDict
from collections.abc import Iterator

import msgspec

from farhaven.core.log_entry import Line
from farhaven.core.match import Match
from farhaven.core.position import Position

MAX_REPLAYS = 24
"""How many matches are kept; the one that was not asked for longest makes room."""
EVERY = 50
"""A position is kept after so many lines, for as long as the match is."""
RECENT = 64
"""And so many of those passed last: who steps back finds them again."""


class Replay:
    """One match, and the positions on its way that are kept."""

    def __init__(self, start: Match, log: list[Line | msgspec.Raw]) -> None:
        self.start = start
        """The match before its first line."""
        self.log = log
        """All its lines; those of a record that was uploaded are read when they are played."""
        self._marks: dict[int, Position] = {0: start.position}
        self._recent: OrderedDict[int, Position] = OrderedDict()

    def distance(self, at: int) -> int:
        """How many lines must be played to come to a moment."""
        return at - self._nearest(at)

    def match(self, at: int) -> Match:
        """The match at the nearest position before a moment, from where lines lead there."""
        count = self._nearest(at)
        position = self._recent[count] if count in self._recent else self._marks[count]
        return self.start.going_on([self._line(i) for i in range(count)], position.copy())

    def lines(self, match: Match, at: int) -> Iterator[Line]:
        """The lines that lead a match to a moment; positions on the way are kept."""
        for count in range(len(match.log), at):
            yield self._line(count)
            self._keep(count + 1, match.position)

    def _line(self, i: int) -> Line:
        line = self.log[i]
        if isinstance(line, msgspec.Raw):
            line = self.log[i] = self.start.game.read_line(line)
        return line

    def _nearest(self, at: int) -> int:
        """The number of lines before a position that is kept; what the last line did is told."""
        last = max(0, at - 1)
        mark = next(
            count for count in range(last - last % EVERY, -1, -EVERY) if count in self._marks
        )
        return max((count for count in self._recent if mark < count <= last), default=mark)

    def _keep(self, count: int, position: Position) -> None:
        if count % EVERY == 0:
            self._marks.setdefault(count, position.copy())
        elif count not in self._recent:
            self._recent[count] = position.copy()
            if len(self._recent) > RECENT:
                self._recent.popitem(last=False)


class Replays:
    """The matches that were looked at lately."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Replay] = OrderedDict()

    def get(self, subject: str) -> Replay | None:
        """The replay of a record, if it is kept."""
        found = self._kept.get(subject)
        if found is not None:
            self._kept.move_to_end(subject)
        return found

    def add(self, subject: str, replay: Replay) -> Replay:
        """Keep a replay."""
        self._kept[subject] = replay
        self._kept.move_to_end(subject)
        if len(self._kept) > MAX_REPLAYS:
            self._kept.popitem(last=False)
        return replay

    def of_match(self, table: str, match: Match) -> Replay:
        """The replay of a table's match. What was taken back since is forgotten with the rest."""
        found = self.get(table)
        if found is None or match.log[: len(found.log)] != found.log:
            return self.add(table, Replay(match.at(0), [*match.log]))
        found.log.extend(match.log[len(found.log) :])
        return found
