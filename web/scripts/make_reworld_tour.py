"""Plays the prepared match of Reworld's guided tour and writes its frames, once for all.

Run from the repository: `PYTHONPATH=src .venv/bin/python web/scripts/make_reworld_tour.py`.
Looks for a deal in which everything can be shown that the tour teaches.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from farhaven.bots.greedy import GreedyBot
from farhaven.core.chance import FastChance
from farhaven.games.reworld.client.decision import (
    LaunchChoice,
    PortChoice,
    SettlementDecision,
    StationDecision,
)
from farhaven.games.reworld.client.view import ReworldWire
from farhaven.games.reworld.edition import Officer
from farhaven.games.reworld.game import Reworld, ReworldOptions
from farhaven.games.reworld.records.codec import Acquire, DropOut, Launch, TakeMarker
from farhaven.games.reworld.rules.position import ReworldPosition
from farhaven.games.reworld.rules.state import SETTLEMENT, STATION
from farhaven.server.wire.patch import diff

OUT = Path(__file__).parents[1] / "src/lib/games/reworld/tour/frames.json"
ME, OTHER = 0, 1
Decision = StationDecision | SettlementDecision


class UnfitError(Exception):
    """The deal does not allow a step of the tour."""


class Shown(msgspec.Struct):
    view: ReworldWire | None
    decision: Decision | None


class Tour:
    """A match in which the learner's choices are given, and the frames that show it."""

    def __init__(self, seed: int) -> None:
        self.game = Reworld()
        self.position: ReworldPosition = self.game.start(2, ReworldOptions())
        self.chance = FastChance(seed)
        self.bot = GreedyBot(self.game)
        self.frames: list[dict[str, object]] = []
        self._last = Shown(None, None)
        self.deal()

    def deal(self) -> None:
        while self.position.awaits_chance():
            self.position.roll(self.chance)

    def on_turn(self, seat: int) -> bool:
        return bool(int(self.position.owing()) >> seat & 1)

    def show(self, step: str | None, decision: Decision | None = None, **more: object) -> None:
        """A frame; without a step it passes by itself."""
        shown = Shown(self.game.view(self.position, ME).to_wire(), decision)
        patch = msgspec.to_builtins(diff(self._last, shown))
        self._last = shown
        frame: dict[str, object] = {"patch": patch}
        if step is not None:
            frame["step"] = step
        self.frames.append({**frame, **more})

    def decision(self) -> Decision:
        decision = self.game.decision(self.game.view(self.position, ME))
        if decision is None:
            raise UnfitError
        return decision

    def play(self, seat: int, entry: msgspec.Struct) -> None:
        move = self.game.move(self.position, entry)
        if self.game.explain(self.position, seat, move) is not None:
            raise UnfitError
        self.position.play(seat, move)
        self.deal()

    def play_best(self, seat: int) -> None:
        self.position.play(seat, self.bot.choose(self.game.view(self.position, seat), self.chance))
        self.deal()

    def ask(self, step: str, entry: msgspec.Struct, decision: Decision, **more: object) -> None:
        """A step in which the learner does something, and what follows."""
        self.show(step, decision, expect=msgspec.to_builtins(entry), **more)
        self.play(ME, entry)
        self.show(None)


def acquiring(tour: Tour, step: str, port: int, cards: Sequence[int]) -> None:
    decision = tour.decision()
    if not isinstance(decision, StationDecision):
        raise UnfitError
    choice = next((one for one in decision.ports if one.port == port), None)
    if choice is None or list(cards) not in [list(c) for c in decision.payments[choice.payments]]:
        raise UnfitError
    trimmed = msgspec.structs.replace(
        decision, ports=[PortChoice(port, 0, choice.points)], payments=[[list(cards)]], marker=[]
    )
    module = tour.game.view(tour.position, ME).to_wire().ports[port].module
    words = {"module": module, "port": port, "top": cards[0], "other": cards[-1]}
    tour.ask(step, Acquire(seat=ME, port=port, cards=list(cards)), trimmed, words=words)


def nothing_but(tour: Tour, *marker: Officer) -> StationDecision:
    """A turn without modules, with the marker for these officers."""
    decision = tour.decision()
    if not isinstance(decision, StationDecision):
        raise UnfitError
    return msgspec.structs.replace(decision, ports=[], payments=[], marker=marker)


def station(tour: Tour) -> None:
    if not tour.on_turn(ME):
        raise UnfitError
    view = tour.game.view(tour.position, ME).to_wire()
    hand = list(view.players[ME].hand or ())
    codes = [slot.module or "" for slot in view.ports]
    port = next((p for p in (3, 4, 5, 6) if codes[p][0] == "T" and codes[p] != "TT"), None)
    mine = max(range(1, 6), key=hand.count)
    other = next((o for o in (5, 4, 2, 1, 3) if o != mine and hand.count(o) > 1), None)
    if port is None or other is None or hand.count(mine) < 4 or codes[port - 1][0] not in "BS":
        raise UnfitError
    if codes[port + 1][0] != "H":
        raise UnfitError
    tour.show("welcome")
    tour.show("ring")
    acquiring(tour, "acquire", port, [mine])
    tour.play(OTHER, Acquire(seat=OTHER, port=port + 2, cards=[other]))
    tour.show(None)
    acquiring(tour, "match", port - 1, [mine])
    tour.play(OTHER, Acquire(seat=OTHER, port=port + 9, cards=[other]))
    tour.show(None)
    acquiring(tour, "between", port + 1, [mine, other])
    tour.show("stack")
    tour.play_best(OTHER)
    tour.show(None)
    card = min(hand)
    tour.ask(
        "marker", TakeMarker(seat=ME, card=card), nothing_but(tour, card), words={"card": card}
    )
    tour.play_best(OTHER)
    tour.show(None)
    cards = len(tour.game.view(tour.position, ME).to_wire().players[ME].hand or ())
    tour.ask("drop", DropOut(seat=ME), nothing_but(tour), words={"count": cards})
    tour.show("forward")


def forward(tour: Tour, until: Callable[[], bool]) -> None:
    """Both play on by themselves, unseen."""
    while not until() and not tour.position.is_over():
        tour.play_best(ME if tour.on_turn(ME) else OTHER)


def to_chapter_two(tour: Tour) -> None:
    forward(tour, lambda: tour.position.phase != STATION)


WANTED = ("settle", "transport", "task", "defend", "ship")


def teaches(step: str, choice: LaunchChoice) -> bool:
    launch = choice.launch
    placed = launch.placed or ()
    if step == "ship":
        return len(choice.ships) > 0 and launch.use in ("settle", "task", "defend")
    if step == "settle":
        return launch.use == "settle" and bool(launch.sign)
    if step == "transport":
        return launch.use == "transport" and len(placed) == 2 and all(p.city for p in placed)
    if step == "task":
        return launch.use == "task" and choice.points >= 2 and not choice.ships
    return launch.use == step and not choice.ships


def trimmed(decision: SettlementDecision, wanted: LaunchChoice) -> SettlementDecision:
    """Only what leads to the asked launch, with its cities; of a transport also its parts."""
    goals = pairs(wanted.launch)
    return SettlementDecision(
        [
            msgspec.structs.replace(one, interchangeable=False, cities=())
            for one in decision.launches
            if goal(one.launch) == goal(wanted.launch) and pairs(one.launch) <= goals
        ]
    )


def goal(launch: Launch) -> tuple[int, str, str | None]:
    return launch.row, launch.use, launch.city or None


def pairs(launch: Launch) -> set[tuple[int, str | None]]:
    cargo = launch.cargo or ()
    return {(cargo[one.unit], one.city) for one in launch.placed or ()}


def settlement(tour: Tour) -> None:
    open_steps = list(WANTED)
    for _ in range(60):
        forward(tour, lambda: tour.on_turn(ME) and tour.position.phase == SETTLEMENT)
        if tour.position.is_over() or not open_steps:
            break
        decision = tour.decision()
        if not isinstance(decision, SettlementDecision):
            raise UnfitError
        step = open_steps[0]
        choices = [one for one in decision.launches if teaches(step, one)]
        if not choices:
            tour.play_best(ME)
            continue
        best = max(choices, key=lambda one: one.points)
        words = {"module": best.module, "row": best.launch.row, "points": best.points}
        if step == "transport":
            words["cities"] = "".join(sorted({one.city or "" for one in best.launch.placed or ()}))
        if step == "ship":
            words["ship"] = best.ships[0]
        tour.ask(step, best.launch, trimmed(decision, best), words=words)
        open_steps.pop(0)
        if not tour.position.is_over() and tour.on_turn(OTHER):
            tour.play_best(OTHER)
            tour.show(None)
    if open_steps:
        raise UnfitError
    forward(tour, lambda: False)
    tour.show("final")
    tour.show("end")


def main() -> None:
    for seed in range(1, 100_000):
        tour = Tour(seed)
        try:
            station(tour)
            to_chapter_two(tour)
            settlement(tour)
        except UnfitError:
            continue
        text = json.dumps(tour.frames, separators=(",", ":"), ensure_ascii=False)
        OUT.write_text(text + "\n", "utf-8")
        print(f"seed {seed}: {len(tour.frames)} frames, {len(text)} bytes")
        return


if __name__ == "__main__":
    main()
