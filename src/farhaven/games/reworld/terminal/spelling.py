"""A choice as it is typed."""

from collections.abc import Sequence

from msgspec import UNSET

from farhaven.core.log_entry import Entry
from farhaven.games.reworld.records.entries import Acquire, Launch, TakeMarker
from farhaven.games.reworld.terminal.speech import Speech


def typed_form(entry: Entry, speech: Speech) -> str:
    """The line that spells a choice."""
    if isinstance(entry, Acquire):
        return typed_payment(entry.port, entry.cards)
    if isinstance(entry, TakeMarker):
        return f"{speech.command('marker')} {entry.card}"
    if isinstance(entry, Launch):
        return typed_launch(entry)
    return speech.command("out")


def typed_payment(port: int, cards: Sequence[int]) -> str:
    """`4 2+2`: a port, and what is paid for it."""
    return f"{port} {'+'.join(map(str, cards))}"


def typed_launch(launch: Launch) -> str:
    """`3 d`, `3 t 1+2 A B`: a row, and what its module does."""
    row = launch.row
    if launch.use == "settle":
        return f"{row} s" if launch.sign is UNSET else f"{row} s {launch.sign}"
    if launch.use == "defend":
        return f"{row} d"
    if launch.use == "sacrifice":
        return f"{row} x"
    if launch.use == "task":
        return f"{row} t" if launch.city is UNSET else f"{row} t {launch.city}"
    if not launch.cargo or not launch.placed:
        return f"{row} t 0"
    in_order = [placed.unit for placed in launch.placed] == list(range(len(launch.placed)))
    places = [
        (placed.city or "-") if in_order else f"{placed.unit + 1}:{placed.city or '-'}"
        for placed in launch.placed
    ]
    return f"{row} t {'+'.join(map(str, launch.cargo))} {' '.join(places)}"
