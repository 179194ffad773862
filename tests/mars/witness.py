"""What an attentive player can conclude from the events alone, worked out plainly.

Independent of the ledger: all joint hands that fit the events that one was told.
"""

from collections.abc import Iterator

from farhaven.core.event import Event
from farhaven.core.log_entry import Line
from farhaven.games.mars.records.entries import Answer, Offer
from farhaven.games.mars.rules.names import RESOURCE_NAMES

Hand = tuple[int, ...]
World = tuple[Hand, ...]

COSTS = {
    "built_road": "1 oxide + 1 brick",
    "built_settlement": "1 glass + 1 oxide + 1 grain + 1 sheep",
    "built_city": "1 oxide + 2 brick + 2 grain",
    "built_dome": "1 glass + 1 oxide",
    "bought": "1 glass + 1 grain + 1 sheep",
}


def cards(text: str) -> Hand:
    counts = [0] * 5
    for part in text.split(" + "):
        number, name = part.split()
        counts[RESOURCE_NAMES.index(name)] += int(number)
    return tuple(counts)


def plus(hand: Hand, other: Hand, sign: int = 1) -> Hand:
    return tuple(a + sign * b for a, b in zip(hand, other, strict=True))


class Witness:
    """One observer's possible worlds."""

    def __init__(self, seats: int, observer: int | None) -> None:
        self.observer = observer
        self.worlds: set[World] = {((0,) * 5,) * seats}
        self._offer: Hand = (0,) * 5

    def hears(self, line: Line, events: list[Event]) -> None:
        told = [e for e in events if e.is_for(self.observer)]
        stolen = next((str(e.params["resource"]) for e in told if e.code == "robbed_card"), None)
        named = next((str(e.params["card"]) for e in told if e.code == "played"), "")
        if named == "requisition":
            self._requisition(line, told)
            return
        for event in told:
            if event.code != "built_road" or named != "road_crew":
                self._hear(event, stolen)
        if isinstance(line, Offer):
            self._offer = self._side(line.want)
        if isinstance(line, Offer | Answer) and line.give:
            self._filter(line.seat, self._side(line.give))
        elif isinstance(line, Answer) and line.answer == "accept":
            self._filter(line.seat, self._offer)

    def _side(self, side: object) -> Hand:
        assert isinstance(side, dict)
        return tuple(side.get(name, 0) for name in RESOURCE_NAMES)

    def _hear(self, event: Event, stolen: str | None) -> None:
        seat = int(event.params.get("seat", 0))
        if event.code in COSTS:
            self._change(seat, cards(COSTS[event.code]), -1)
        elif event.code == "gained":
            self._change(seat, cards(str(event.params["cards"])), 1)
        elif event.code == "discarded":
            self._change(seat, cards(str(event.params["cards"])), -1)
        elif event.code == "bank_trade":
            self._change(seat, cards(str(event.params["cards"])), -1)
            self._change(seat, cards(str(event.params["wanted"])), 1)
        elif event.code == "traded":
            other = int(event.params["other_seat"])
            give, get = (cards(str(event.params[name])) for name in ("cards", "wanted"))
            for who, what, sign in ((seat, give, -1), (other, get, -1), (seat, get, 1)):
                self._change(who, what, sign)
            self._change(other, give, 1)
        elif event.code == "robbed":
            self._rob(seat, int(event.params["other_seat"]), stolen)

    def _filter(self, seat: int, least: Hand) -> None:
        self.worlds = {w for w in self.worlds if min(plus(w[seat], least, -1)) >= 0}

    def _change(self, seat: int, what: Hand, sign: int) -> None:
        changed = ((w, plus(w[seat], what, sign)) for w in self.worlds)
        self.worlds = {_with(w, seat, hand) for w, hand in changed if min(hand) >= 0}

    def _rob(self, thief: int, victim: int, stolen: str | None) -> None:
        def after(world: World) -> Iterator[World]:
            for resource, name in enumerate(RESOURCE_NAMES):
                if world[victim][resource] and stolen in (None, name):
                    card = tuple(int(r == resource) for r in range(5))
                    robbed = _with(world, victim, plus(world[victim], card, -1))
                    yield _with(robbed, thief, plus(world[thief], card))

        self.worlds = {other for world in self.worlds for other in after(world)}

    def _requisition(self, line: Line, told: list[Event]) -> None:
        """All others hand over all: those who hand over nothing have none."""
        resource = RESOURCE_NAMES.index(getattr(line, "resource"))  # noqa: B009 - of a Play
        taker = int(getattr(line, "seat"))  # noqa: B009
        given = {
            int(e.params["seat"]): cards(str(e.params["cards"]))[resource]
            for e in told
            if e.code == "handed_over"
        }
        after: set[World] = set()
        for world in self.worlds:
            others = [seat for seat in range(len(world)) if seat != taker]
            if all(world[seat][resource] == given.get(seat, 0) for seat in others):
                moved = world
                for seat in others:
                    pile = tuple(given.get(seat, 0) * int(r == resource) for r in range(5))
                    moved = _with(moved, seat, plus(moved[seat], pile, -1))
                    moved = _with(moved, taker, plus(moved[taker], pile))
                after.add(moved)
        self.worlds = after


def _with(world: World, seat: int, hand: Hand) -> World:
    return (*world[:seat], hand, *world[seat + 1 :])
