"""Why a move of Mars is good or bad."""

from collections.abc import Sequence

from farhaven.core.event import Event
from farhaven.core.position import Position
from farhaven.core.reasons import Reasons
from farhaven.games.mars import moves as do
from farhaven.games.mars.components import RESOURCE_NAMES
from farhaven.games.mars.features import ways
from farhaven.games.mars.parts import NONE, RESOURCES, count_of, size_of
from farhaven.games.mars.position import MarsPosition
from farhaven.games.mars.state import MOST_SEATS
from farhaven.games.mars.turn import points


class MarsReasons(Reasons):
    """Reasons from what lies on the table before and after a move."""

    def of(self, before: Position, seat: int, move: int, after: Position) -> Sequence[Event]:
        if not isinstance(before, MarsPosition) or not isinstance(after, MarsPosition):
            raise TypeError(type(before).__name__)
        reasons = _points(before, seat, after) + _rates(before, seat, after)
        reasons += _blocked(before, seat, after)
        what = do.deed(move)
        if what == do.END:
            count = int(size_of(before.players[seat].hand))
            reasons.append(Event("keeps_hand", {"count": count}))
        elif what == do.BUY:
            reasons.append(Event("buys", {}))
        return reasons


REASONS = MarsReasons()


def _points(p: MarsPosition, seat: int, after: MarsPosition) -> list[Event]:
    gained = int(points(after, seat) - points(p, seat))
    reasons = [Event("points", {"points": gained})] if gained > 0 else []
    if after.road_holder == seat != p.road_holder:
        reasons.append(Event("longest_road", {}))
    elif after.players[seat].chain > p.players[seat].chain:
        reasons.append(Event("chain", {"count": int(after.players[seat].chain)}))
    if after.cowboy_holder == seat != p.cowboy_holder:
        reasons.append(Event("cowboy_power", {}))
    return reasons


def rate(p: MarsPosition, seat: int, resource: int) -> int:
    """Cards of a resource to be expected of 36 rolls."""
    return sum(
        int(count_of(p.yields[total * MOST_SEATS + seat], resource) * ways(total))
        for total in range(2, 13)
    )


def _rates(p: MarsPosition, seat: int, after: MarsPosition) -> list[Event]:
    """Resources that the fields will yield more of."""
    reasons: list[Event] = []
    for resource in range(RESOURCES):
        was, now = rate(p, seat, resource), rate(after, seat, resource)
        params = {"resource": RESOURCE_NAMES[resource]}
        if was == 0 and now > 0:
            reasons.insert(0, Event("new_resource", params))
        elif now > was:
            reasons.append(Event("more_of", params))
    return reasons


def _blocked(p: MarsPosition, seat: int, after: MarsPosition) -> list[Event]:
    """Whom the aliens hurt most."""
    if p.aliens in (after.aliens, NONE):
        return []
    losses = {
        other: sum(rate(p, other, r) - rate(after, other, r) for r in range(RESOURCES))
        for other in range(p.seats)
        if other != seat
    }
    other = max(losses, key=lambda o: losses[o])
    return [Event("blocks", {"seat": other})] if losses[other] > 0 else []
