"""Events in words, with names that are safe to print."""

from collections.abc import Iterable, Sequence

from farhaven.cli.settings import clean
from farhaven.core.event import Event
from farhaven.core.record import PlayerInfo
from farhaven.core.terminal import Terminal

LONGEST_NAME = 20


def names_of(players: Iterable[PlayerInfo]) -> list[str]:
    """The names as they can be shown: printable, in one line and not too long."""
    names = [clean(player.name).strip() or "?" for player in players]
    return [n if len(n) <= LONGEST_NAME else n[: LONGEST_NAME - 1] + "…" for n in names]


def told(
    events: Iterable[Event], terminal: Terminal, names: Sequence[str], seat: int | None
) -> list[str]:
    """What happened, as a seat or a spectator (None) may be told."""
    return [terminal.tell(event, names) for event in events if event.is_for(seat)]
