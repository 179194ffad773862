"""Whole games by clients who together know everything, and check that each sees its part.

What the seats are shown, put together, is the whole log: so the test can play the same match with
the rules beside the server, choose legal entries, and compare every seat's view.
"""

# ruff: noqa: ANN401 - the tests look at plain JSON, as a foreign client would

import asyncio
import random
from collections.abc import Callable
from typing import Any

import msgspec
from websockets.exceptions import WebSocketException

from farhaven.bots import make_bot
from farhaven.core.chance import FastChance
from farhaven.core.game import Game
from farhaven.core.match import Match
from farhaven.core.record import Fairness, PlayerInfo
from tests.server.client import Person, Wire

Json = dict[str, Any]
Cut = Callable[[int, int], bool]
"""Whether the connection of a seat is cut after a step."""
LEVELS = {"mars": "greedy", "reworld": "random"}
"""Who plays: whoever is not out to win at Mars takes three times as long over it."""
TRY_AGAIN = (OSError, WebSocketException, TimeoutError, EOFError)
LONGEST_WAIT = 1.0


def never(_seat: int, _n: int) -> bool:
    """No connection is cut."""
    return False


class EveryStep:
    """Cuts every seat off once at every step, just after it may have sent its choice."""

    def __init__(self) -> None:
        self.done: set[tuple[int, int]] = set()

    def __call__(self, seat: int, n: int) -> bool:
        known = (seat, n) in self.done
        self.done.add((seat, n))
        return not known


def merge(parts: list[Any]) -> Any:
    """One value from what several seats saw of it: null where nobody knows."""
    known = [part for part in parts if part is not None]
    if not known:
        return None
    first = known[0]
    if isinstance(first, dict):
        return {key: merge([part.get(key) for part in known]) for key in first}
    if isinstance(first, list) and all(len(part) == len(first) for part in known):
        return [merge([part[i] for part in known]) for i in range(len(first))]
    return first


class Shadow:
    """The same match beside the server, and a bot that chooses for all its seats."""

    def __init__(
        self, game: Game, seats: int, chooser: random.Random, level: str = "random"
    ) -> None:
        players = [PlayerInfo(f"P{i}", "human") for i in range(seats)]
        self.game = game
        self.match = Match(game, players, fairness=Fairness(""))
        self.chooser = chooser
        self._bot = make_bot(level, game)
        self.n = 0
        self.acknowledged: dict[str, int] = {}
        self._parts: dict[int, dict[int, Json]] = {}
        self._went_on = asyncio.Event()

    def hear(self, seat: int, steps: list[Json]) -> None:
        """Take in what a seat was told."""
        for step in steps:
            if step.get("id") is not None:
                self.acknowledged[step["id"]] = step["n"]
            if step["n"] > self.n:
                self._parts.setdefault(step["n"], {})[seat] = step
        while len(self._parts.get(self.n + 1, ())) == len(self.match.players):
            parts = self._parts.pop(self.n + 1)
            self.n += 1
            self._apply(list(parts.values()))
            self._went_on.set()
            self._went_on = asyncio.Event()

    def _apply(self, parts: list[Json]) -> None:
        kind = parts[0]["kind"]
        if kind in ("entry", "outcome"):
            line = merge([part["line"] for part in parts])
            self.match.take(self.game.read_line(msgspec.json.encode(line)))
        elif kind == "undo":
            self.match.undo(parts[0]["seat"])

    async def reach(self, n: int) -> None:
        """Wait until all seats have told their part of a step."""
        while self.n < n:
            await self._went_on.wait()

    def check(self, seat: int, wire: Wire) -> None:
        """Compare what a seat is shown with what it may see by the rules."""
        if wire.n == self.n and wire.state["view"] is not None:
            expected = msgspec.json.encode(self.match.view(seat).to_wire())
            assert wire.state["view"] == msgspec.json.decode(expected)
            assert wire.state["owing"] == self.match.owing()

    def choice(self, seat: int) -> Json | None:
        """A legal entry for a seat, or None if it is not its turn."""
        if seat not in self.match.owing():
            return None
        move = self._bot.choose(self.match.view(seat), FastChance(self.chooser.getrandbits(31)))
        chosen = self.game.entry(self.match.position, seat, move)
        entry: Json = msgspec.to_builtins(chosen)
        return entry


class Seat:
    """One client that plays a seat to the end, whatever happens to its connection."""

    def __init__(
        self,
        person: Person,
        table: str,
        seat: int,
        shadow: Shadow,
        cut: Cut = never,
        *,
        checks: bool = True,
    ) -> None:
        self.person = person
        self.table = table
        self.seat = seat
        self.shadow = shadow
        self.frames: list[str] = []
        self.steps: dict[int, Json] = {}
        self.connections = 0
        self._cut = cut
        self._checks = checks
        self._sent: tuple[int, str, Json] | None = None
        self._wire: Wire | None = None

    async def play(self) -> None:
        """Play until the match is over. Who finds nobody tries again less and less often."""
        wait = 0.02
        while True:
            known = self.connections
            try:
                if await self._connection():
                    return
            except TRY_AGAIN:
                wait = 0.02 if self.connections > known else min(2 * wait, LONGEST_WAIT)
                await asyncio.sleep(wait)

    async def _connection(self) -> bool:
        since = None
        if self._wire is not None and self._wire.n >= 0 and self.shadow.chooser.random() < 0.7:
            since = self._wire.n
        async with self.person.live(self.table, seat=self.seat, since=since) as wire:
            self.connections += 1
            if since is not None and self._wire is not None:
                wire.n, wire.state = self._wire.n, self._wire.state
            self._wire = wire
            while True:
                message = await wire.receive(10)
                self.frames.append(wire.frames.pop())
                self._hear(message, wire)
                if wire.state.get("result") is not None:
                    return True
                await self._maybe_act(wire)
                if self._cut(self.seat, wire.n):
                    return False

    def _hear(self, message: Json, wire: Wire) -> None:
        if message["type"] in ("snapshot", "steps"):
            for step in message["steps"]:
                self.steps[step["n"]] = step
            self.shadow.hear(self.seat, message["steps"])
            if self._checks:
                self.shadow.check(self.seat, wire)
        elif message["type"] == "done":
            self.shadow.acknowledged[message["id"]] = message["n"]
        elif message["type"] == "refused" and self._sent is not None:
            # Only what has been acknowledged meanwhile, or overtaken, may be refused.
            assert message["id"] != self._sent[1] or message["n"] > self._sent[0], message
            self._sent = None

    async def _maybe_act(self, wire: Wire) -> None:
        """Send a choice, or the last one again if it was never answered."""
        await self.shadow.reach(wire.n)
        if self._sent is not None and self._sent[1] in self.shadow.acknowledged:
            self._sent = None
        if self._sent is None:
            if wire.n != self.shadow.n:
                return
            entry = self.shadow.choice(self.seat)
            if entry is None:
                return
            self._sent = (wire.n, f"s{self.seat}-{wire.n}", entry)
        await wire.send("act", id=self._sent[1], entry=self._sent[2])
