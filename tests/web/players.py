"""How a person plays each title through the page: by the names of the controls alone."""

import random
import re
from collections.abc import Iterator, Sequence

from tests.web.screen import Control, Screen, Sight, waiting


class Player:
    """Picks what to press next. `order` lists names, the most wanted first."""

    order: Sequence[tuple[str, str]]
    """Role and pattern of the name."""

    def __init__(self, seed: int = 1) -> None:
        self.chance = random.Random(seed)
        self.tried: set[str] = set()

    def pick(self, sight: Sight) -> Control | None:
        """The next control to press, if there is one yet."""
        wanted = list(self._wanted(sight))
        fresh = [controls for controls in wanted if controls[0].name not in self.tried]
        if not wanted:
            return None
        control = self.chance.choice((fresh or wanted)[0])
        self.tried.add(control.name)
        return control

    def _wanted(self, sight: Sight) -> Iterator[list[Control]]:
        """The controls that can be pressed, the most wanted kind first."""
        for role, pattern in self.order:
            found = [
                control
                for control in sight.controls
                if control.role == role and not control.on and re.search(pattern, control.name)
            ]
            fresh = [control for control in found if control.name not in self.tried]
            if found:
                yield fresh or found

    def acted(self) -> None:
        """An entry was sent: what was tried before may be tried again."""
        self.tried.clear()


class ReworldPlayer(Player):
    """Acquires what it can pay for and launches what it can."""

    order = (
        ("button", r"^Acquire "),
        ("button", r"^(Settle|Defend|Task|Sacrifice|Transport) · \+"),
        ("button", r"^Port \d+"),
        ("button", r"^(Settle|Defend|Task|Sacrifice|Transport)\b"),
        ("button", r"^(?!Take the marker|Drop out|without cargo|enough).*\+\d"),
        ("button", r"^(?!Take the marker|Drop out).*\+\d"),
        ("button", r"^Take the marker"),
        ("button", r"^Officer \d"),
        ("button", r"^Drop out"),
    )


class MarsPlayer(Player):
    """Builds what it can, and ends its turn otherwise."""

    order = (
        ("button", r"^(Roll the dice|Confirm|Build|Give back|Decline|Grain|Sheep|Buy a card)$"),
        ("button", r"^(Bot: random|Ada|Bob)$"),
        ("button", r"^One more "),
        ("button", r"^(Crossing|Path) -?\d"),
        ("button", r"comes up in|^Barren field"),
        ("button", r"^(City|Settlement|Dome|Development card)\b"),
        ("button", r"^Road\b"),
        ("button", r"^End the turn$"),
    )


def players(title: str, seed: int = 1) -> Player:
    return {"reworld": ReworldPlayer, "mars": MarsPlayer}[title](seed)


def play(screen: Screen, player: Player) -> int:
    """Play on until the game is over; how many controls were pressed."""
    pressed = 0
    while take_turn(screen, player):
        pressed += 1
    return pressed


def take_turn(screen: Screen, player: Player, *, patient: bool = True) -> bool:
    """Press one control as soon as it is this player's turn; False once the game is over.

    Without patience it looks once, for players that take turns in one test.
    """
    sight = None
    for _ in waiting():
        sight = screen.look()
        if not screen.is_answered:
            continue
        if sight.dialog == "The game is over":
            return False
        control = player.pick(sight) if sight.is_my_turn else None
        if control is not None:
            acts = screen.acts
            screen.press(control)
            if screen.acts > acts:
                player.acted()
            return True
        if not patient:
            return True
    raise AssertionError(f"nothing to press: {sight}\n{screen.text()}")
