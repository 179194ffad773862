"""How a person plays each title through the page: by the names of the controls alone."""

import random
import re
from collections.abc import Iterator, Sequence

from tests.web.screen import Control, Screen, Sight, waiting


class Player:
    """Picks what to press next. `order` lists roles and names, the most wanted first."""

    order: Sequence[tuple[str, str]]
    once: Sequence[tuple[str, str]] = ()
    """Roles and names of which one is worth a press only once in a turn."""
    fresh: str = "(?!)"
    """Names with which a turn begins."""
    idle: float = 0.0
    """How often a turn goes without each of what is worth a press only once."""
    waits: str = "\0"
    """What live regions say while there is something to wait for."""
    owed: str = "(?!)"
    """Names of buttons for which others wait in turn."""

    def __init__(self, seed: int = 1) -> None:
        self.chance = random.Random(seed)
        self.acts = 0
        self.tried: set[str] = set()
        self.used: set[tuple[str, str]] = set()

    def pick(self, sight: Sight, acts: int) -> Control | None:
        """The next control to press, if there is one yet.

        What did not help is not tried again before something else, until an entry was sent.
        """
        if acts > self.acts:
            self.acts = acts
            self.tried.clear()
        is_owed = any(control.is_a("button", self.owed) for control in sight.controls)
        if not is_owed and any(self.waits in text for text in sight.said):
            return None
        wanted = list(self._wanted(sight))
        if not wanted:
            return None
        untried = [[one for one in group if one.name not in self.tried] for group in wanted]
        control = self.best(next((group for group in untried if group), wanted[0]))
        self.tried.add(control.name)
        if control.is_a("button", self.fresh):
            self.used = {once for once in self.once if self.chance.random() < self.idle}
        self.used |= {once for once in self.once if control.is_a(*once)}
        return control

    def best(self, controls: list[Control]) -> Control:
        """One of those that are wanted alike."""
        return self.chance.choice(controls)

    def _wanted(self, sight: Sight) -> Iterator[list[Control]]:
        """The controls that can be pressed, the most wanted kind first."""
        for role, pattern in self.order:
            found = [
                control
                for control in sight.controls
                if control.is_a(role, pattern)
                and not control.on
                and not any(control.is_a(*once) for once in self.used)
            ]
            if found:
                yield found


class ReworldPlayer(Player):
    """Acquires what it can pay for and launches what it can."""

    order = (
        ("button", r"^Acquire "),
        ("button", r"^(Settle|Defend|Task|Sacrifice|Transport) · \+"),
        ("button", r"^Port \d+"),
        ("button", r"^(Settle|Defend|Task|Sacrifice|Transport)\b"),
        ("button", r"^(?!Take the marker|Drop out|Without cargo|That is all).*\+\d"),
        ("button", r"^(?!Take the marker|Drop out).*\+\d"),
        ("button", r"^Take the marker"),
        ("button", r"^Officer \d"),
        ("button", r"^Drop out"),
    )


class MarsPlayer(Player):
    """Builds what it can, trades with the bank and with others, plays cards, ends its turn."""

    order: Sequence[tuple[str, str]]
    fresh = r"^Roll the dice$"
    idle = 0.7
    waits = "is thinking"
    owed = r"^(Accept|Decline)$"
    once = (
        *(("radio", r"^Trade$"), ("radio", r"^Bank$"), ("radio", r"^Build$")),
        *(
            ("button", r"^Trade$"),
            ("button", r"^Counter-offer$"),
            ("button", r"^Development cards"),
        ),
        *(("button", r"^You give / One more"), ("button", r"^You get / One more")),
    )
    order = (
        ("button", r"^(Roll the dice|Confirm|Build|Give back|Grain|Sheep|Buy a card)$"),
        ("button", r"^(Trade with |Make the offer$|Build free roads: [12]$|Take a card from )"),
        ("button", r"^(Accept|Decline|Counter-offer)$"),
        ("button", r"^(glass|oxide|brick|grain|sheep)$"),
        ("button", r"^(Crossing|Path)\."),
        ("button", r"comes up in|^Barren field"),
        ("button", r" / One more "),
        ("button", r"^Withdraw$"),
        ("button", r"^(City|Settlement|Dome|Development card)\b(?!s)"),
        ("button", r"^Road\b"),
        ("radio", r"^\d:1 "),
        ("radio", r" left "),
        ("radio", r"^Bank$"),
        ("radio", r"^Trade$"),
        ("button", r"^Trade$"),
        ("radio", r"^Build$"),
        ("button", r"^\d+ × "),
        ("button", r"^Development cards: [1-9]"),
        ("button", r"^Close$"),
        ("button", r"^End the turn$"),
    )

    def best(self, controls: list[Control]) -> Control:
        """Where there is something to get, the place with most kinds of it."""
        kinds = [len(set(re.findall(r"gives? (\w+)", control.name))) for control in controls]
        most = [c for c, kind in zip(controls, kinds, strict=True) if kind == max(kinds)]
        return self.chance.choice(most)


class MarsTrader(MarsPlayer):
    """Builds nothing: trades for development cards, buys them and plays them."""

    idle = 0.2
    order = (
        *MarsPlayer.order[:6],
        ("button", r"^Development card\b(?!s)"),
        ("button", r"^\d+ × "),
        ("radio", r"^Bank$"),
        ("radio", r"^\d:1 (oxide|brick)"),
        ("radio", r" left (glass|grain|sheep)"),
        *(one for one in MarsPlayer.order[6:] if not re.search("City|Road", one[1])),
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
        if screen.has_news():
            sight = screen.look()
            if screen.is_answered and sight.dialog == "The game is over":
                return False
            if screen.is_answered and sight.is_my_turn:
                control = player.pick(sight, len(screen.did))
                if control is not None:
                    screen.press(control)
                    return True
        if not patient:
            return True
    raise AssertionError(f"nothing to press: {sight}\n{screen.text()}")
