"""A launch in words, with what it brings."""

from collections.abc import Sequence

from msgspec import UNSET

from farhaven.games.reworld.client.decision import LaunchChoice
from farhaven.games.reworld.client.view_wire import ReworldWire, Seat
from farhaven.games.reworld.records.entries import Launch
from farhaven.games.reworld.terminal.payments import gain
from farhaven.games.reworld.terminal.speech import Speech
from farhaven.games.reworld.terminal.spelling import typed_launch
from farhaven.terminal.title_terminal import Choice


def choice_of(choice: LaunchChoice, wire: ReworldWire, seat: int, speech: Speech) -> Choice:
    """A launch as a line of a list."""
    text = _deed(choice, wire.players[seat], speech) + gain(choice.points)
    if choice.ships:
        ships = ", ".join(speech.ship(name) for name in choice.ships)
        text += "  " + speech.say("choice", "ships", ships=ships)
    return Choice(typed_launch(choice.launch), text)


def _deed(choice: LaunchChoice, player: Seat, speech: Speech) -> str:
    launch = choice.launch
    module = f"{choice.module} {speech.module(choice.module)}"
    if launch.use == "settle":
        if launch.sign is not UNSET:
            return speech.say("choice", "found", module=module, city=launch.sign)
        return speech.say("choice", "settle", module=module, city=_sign(player, choice.module[1]))
    if launch.use == "transport":
        return _transport(launch, player, speech)
    if launch.use == "task" and launch.city is not UNSET:
        city = _sign(player, launch.city)
        return speech.say("choice", "task_city", module=module, city=city)
    return speech.say("choice", launch.use, module=module)


def _sign(player: Seat, letter: str) -> str:
    return next((city.sign for city in player.cities if city.letter == letter), letter)


def _transport(launch: Launch, player: Seat, speech: Speech) -> str:
    units = _units(launch, player)
    if not launch.placed:
        return speech.say("choice", "transport_nothing")
    places = [
        f"{units[placed.unit]} → "
        + (speech.say("choice", "box") if placed.city is None else _sign(player, placed.city))
        for placed in launch.placed
    ]
    return speech.say("choice", "transport", places=", ".join(places))


def _units(launch: Launch, player: Seat) -> Sequence[str]:
    """The builder units of a transport, by their number (RW-2.5, RW-2.5a)."""
    rows = [list(row) for row in player.rows]
    cargo = [row - 1 for row in launch.cargo or ()]
    units: list[str] = []
    own = rows[launch.row - 1]
    if own and not own[-1].startswith("H"):  # the builder in front of the shuttle comes first
        units.append(own.pop())
    own.pop()
    for row in cargo[len(units) :]:
        units.append(rows[row].pop())
    return units
