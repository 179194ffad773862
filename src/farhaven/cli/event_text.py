"""Events in words, with names that are safe to print."""

from collections.abc import Iterable, Sequence

from farhaven.cli.console import clean, settings
from farhaven.core.event import Event
from farhaven.core.game import Game
from farhaven.core.record import PlayerInfo
from farhaven.core.sentences import words
from farhaven.terminal.title_terminal import Terminal

LONGEST_NAME = 20


def names_of(players: Iterable[PlayerInfo]) -> list[str]:
    """The names as they can be shown: printable, in one line, not too long and told apart."""
    names = [clean(player.name).strip() or "?" for player in players]
    short = [n if len(n) <= LONGEST_NAME else n[: LONGEST_NAME - 1] + "…" for n in names]
    return [
        f"{name} {short[: seat + 1].count(name)}" if short.count(name) > 1 else name
        for seat, name in enumerate(short)
    ]


def title_of(game: Game) -> str:
    """What a title is called, in the reader's language."""
    return words(game.package, settings.language).name("title", game.name)


def told(
    events: Iterable[Event], terminal: Terminal, names: Sequence[str], seat: int | None
) -> list[str]:
    """What happened, as a seat or a spectator (None) may be told."""
    return [terminal.tell(event, names) for event in events if event.is_for(seat)]
