"""What is remarkable in a record of Reworld, found by replaying it."""

from collections import Counter
from collections.abc import Iterator

from farhaven.core.log_entry import Line
from farhaven.core.match import Match
from farhaven.core.record import Record
from farhaven.games.reworld.edition import CATEGORY_NAMES
from farhaven.games.reworld.game import Reworld
from farhaven.games.reworld.records.entries import Launch, Round, TakeMarker
from farhaven.games.reworld.rules.parts import is_builder
from farhaven.games.reworld.rules.position import ReworldPosition
from farhaven.games.reworld.rules.scoring import strength
from farhaven.games.reworld.rules.state import open_kind


def features_of(game: Reworld, record: Record) -> set[str]:
    """The names of all that is remarkable in a finished record."""
    match = Match(game, record.players, fairness=record.fairness)
    found = {f"{len(record.players)} players"}
    for raw in record.log:
        line = game.read_line(raw)
        found.update(_of_line(match, line))
    rounds = [line for line in match.log if isinstance(line, Round)]
    markers = [line for line in match.log if isinstance(line, TakeMarker)]
    if len(markers) < len(rounds):
        found.add("a round without the marker taken")
    assert isinstance(match.position, ReworldPosition)
    found.update(_of_end(match.position))
    result = match.result()
    assert result is not None
    best = max(result.scores)
    if len(result.winners) > 1:
        found.add("shared win")
    elif list(result.scores).count(best) > 1:
        found.add("won by ships")
    return found


def _of_line(match: Match, line: Line) -> Iterator[str]:
    position = match.position
    assert isinstance(position, ReworldPosition)
    if isinstance(line, Launch) and line.use == "transport":
        kind = open_kind(position, position.players[line.seat], line.row - 1)
        if is_builder(kind):
            yield f"special-case transport with {len(line.cargo or ())}"
    for event in match.take(line):
        if event.code == "out_of_cards":
            yield "empty hand"
        if event.code == "special":
            yield "special unit"


def _of_end(position: ReworldPosition) -> Iterator[str]:
    for number, name in enumerate(CATEGORY_NAMES):
        counts = Counter(int(strength(player, number)) for player in position.players)
        if any(count > 1 for worth, count in counts.items() if worth):
            yield f"tie in {name}"
        if counts[0]:
            yield f"nothing in {name}"
