"""Short transcripts of Reworld: a table is set, lines are played, each holds or is refused.

A transcript has one line for each choice:

    0: port 4 pays 2+1             the 2 on top
    1: marker 3
    0: drops out
    0: row 1 settles in Arcadia    or "settles" where the city stands
    1: row 2 defends
    0: row 3 task in A             or "task" where no city is chosen
    1: row 4 sacrificed
    0: row 5 transports 1>A 2>box  a unit from row 1 to city A, one from row 2 to the box
    0: row 5 transports 1>A 2>B, second first
    0: port 4 pays 2 ✗ RW-1.4 no_module     what is refused, with its clause and reason
"""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path

import msgspec

from farhaven.core.log_entry import Entry, Outcome
from farhaven.core.match import Match
from farhaven.core.record import Fairness, PlayerInfo, Record
from farhaven.core.verify import verify
from farhaven.core.violation import Violation
from farhaven.games import load
from farhaven.games.reworld.client.view_wire import ReworldWire, Seat
from farhaven.games.reworld.game import Breakdown, Reworld
from farhaven.games.reworld.records.codec import USES
from farhaven.games.reworld.records.entries import (
    Acquire,
    DropOut,
    Launch,
    Placed,
    Round,
    Start,
    TakeMarker,
)
from farhaven.games.reworld.rules.position import ReworldPosition
from farhaven.games.reworld.rules.state import SETTLEMENT, STATION
from tests.marks import expect_refusal, note_refusal

# Ports of which no two are neighbours: every other slot of the ring (RW-S2).
LONELY_PORTS = (0, 2, 4, 6, 8, 19, 17, 15, 13, 11)
DEALT = {2: 13, 3: 9, 4: 7}
VERBS = {
    "settles": "settle",
    "defends": "defend",
    "task": "task",
    "sacrificed": "sacrifice",
    "transports": "transport",
}

# Lines to entries


def read_entry(text: str) -> Entry:
    """The entry that a line of a transcript spells."""
    seat_text, _, deed = text.partition(":")
    seat = int(seat_text)
    words = deed.split()
    if words[0] == "port":
        return Acquire(seat=seat, port=int(words[1]), cards=[int(c) for c in words[3].split("+")])
    if words[0] == "marker":
        return TakeMarker(seat=seat, card=int(words[1]))
    if words == ["drops", "out"]:
        return DropOut(seat=seat)
    return _read_launch(seat, int(words[1]), words[2], words[3:])


def _read_launch(seat: int, row: int, verb: str, rest: list[str]) -> Launch:
    use = next(use for use in USES if use == VERBS[verb])
    if use == "transport":
        second_first = rest[-2:] == ["second", "first"]
        trips = [word.strip(",").split(">") for word in rest if ">" in word]
        placed = [Placed(i, None if to == "box" else to) for i, (_, to) in enumerate(trips)]
        if second_first:
            placed.reverse()
        cargo = [int(origin) for origin, _ in trips]
        return Launch(seat=seat, row=row, use=use, cargo=cargo, placed=placed)
    name = " ".join(rest[1:])  # after "in"
    if not rest:
        return Launch(seat=seat, row=row, use=use)
    if use == "task":
        return Launch(seat=seat, row=row, use=use, city=name)
    return Launch(seat=seat, row=row, use=use, sign=name)


class Table:
    """A match of Reworld with hand-made outcomes."""

    def __init__(self, players: int, *, first: int = 0, components: Path | None = None) -> None:
        game = load("reworld", components)
        assert isinstance(game, Reworld)
        self.game = game
        people = [PlayerInfo(f"Player {seat}", "human") for seat in range(players)]
        self.match = Match(game, people, fairness=Fairness("0" * 64))
        self.match.take(Start(seat=first))

    # What lies on the table

    @property
    def seats(self) -> int:
        return len(self.match.players)

    @property
    def position(self) -> ReworldPosition:
        position = self.match.position
        assert isinstance(position, ReworldPosition)
        return position

    @property
    def turn(self) -> int:
        """The seat on turn."""
        (seat,) = self.match.owing()
        return seat

    def seen_by(self, seat: int | None) -> ReworldWire:
        """What a seat, or a spectator, sees."""
        return self.game.view(self.position, seat).to_wire()

    @property
    def board(self) -> ReworldWire:
        return self.seen_by(None)

    @property
    def phase(self) -> str:
        return self.board.phase

    def player(self, seat: int) -> Seat:
        """What a seat has, as it sees it itself."""
        return self.seen_by(seat).players[seat]

    def hand(self, seat: int) -> str:
        return "".join(str(card) for card in self.player(seat).hand or ())

    def city(self, seat: int, letter: str) -> list[str]:
        """The tiles of a city, in the order of placing, without its sign."""
        return next((list(c.tiles) for c in self.player(seat).cities if c.letter == letter), [])

    def ships(self, seat: int) -> list[str]:
        """The ships that a seat has, without the points ship, which cards left bring early."""
        return [ship for ship in self.player(seat).ships if ship != "points"]

    def points(self, seat: int) -> Breakdown:
        """Where a seat's points came from so far."""
        part = self.game.result(self.position).breakdown[seat]
        assert isinstance(part, Breakdown)
        return part

    # What happens

    def play(self, transcript: str) -> "Table":
        """Play lines, each of which holds, or is refused and changes nothing."""
        for line in transcript.strip().splitlines():
            choice, _, refusal = (part.strip() for part in line.partition("✗"))
            if refusal:
                self.refuse(read_entry(choice), *refusal.split())
            elif choice:
                self.match.act(read_entry(choice))
        return self

    def refuse(self, line: Entry | Outcome, clause: str, reason: str) -> Violation:
        """A line that must be refused and must change nothing."""
        before = self.position.checksum(), len(self.match.log)
        violation = expect_refusal(lambda: self.match.take(line), clause, reason)
        assert (self.position.checksum(), len(self.match.log)) == before
        return violation

    def refuse_json(self, line: Mapping[str, object], clause: str, reason: str) -> Violation:
        """A line as a client sends it."""
        raw = json.dumps(line).encode()
        return expect_refusal(lambda: self.match.take(self.game.read_line(raw)), clause, reason)

    def offers(self, line: str) -> bool:
        """Whether a line is among the choices that are listed."""
        return read_entry(line) in self.game.legal_entries(self.position, self.turn)

    # Rounds

    def deal(
        self, ports: Mapping[int, str] | None = None, hands: Sequence[str] = (), keep: str = ""
    ) -> Round:
        """A possible next round: modules at ports, hands by their cards, the rest as it comes.

        Modules to `keep` stay in the bag for later rounds.
        """
        chosen = dict(ports or {})
        bag = Counter(self.board.bag)
        bag.subtract(chosen.values())
        spare = bag - Counter(keep.split())
        rest = iter([code for code in sorted(spare) for _ in range(spare[code])])
        modules = [chosen[port] if port in chosen else next(rest) for port in range(20)]
        return Round(round=self.board.round + 1, modules=modules, hands=self._hands(hands))

    def _hands(self, given: Sequence[str]) -> list[list[int]]:
        hands = [[int(card) for card in text] for text in given]
        hands += [[] for _ in range(self.seats - len(hands))]
        deck = Counter(dict.fromkeys(range(1, 6), 6))
        deck.subtract(card for hand in hands for card in hand)
        rest = sorted(deck.elements())
        for hand in hands:
            missing = DEALT[self.seats] - len(hand)
            hand.extend(rest[:missing])
            del rest[:missing]
            hand.sort()
        return hands

    def round(self, ports: Mapping[int, str] | None = None, hands: Sequence[str] = ()) -> "Table":
        """Set up the next round."""
        self.match.take(self.deal(ports, hands))
        return self

    def all_drop_out(self) -> "Table":
        while self.position.phase == STATION:
            self.match.act(DropOut(seat=self.turn))
        return self

    def pass_rounds(self, count: int) -> "Table":
        """Rounds in which everybody drops out at once."""
        for _ in range(count):
            self.round().all_drop_out()
        return self

    # The record

    def record(self) -> Record:
        return self.match.record()

    def refuse_claim(self, path: str, value: object) -> None:
        """A result that says otherwise at a path, such as `breakdown.0.cards`, is refused."""
        record = self.record()
        assert verify(self.game, record) is None
        result = _changed(msgspec.json.decode(record.result), path.split("."), value)
        claimed = msgspec.Raw(msgspec.json.encode(result))
        fault = verify(self.game, msgspec.structs.replace(record, result=claimed))
        assert fault is not None
        assert (fault.entry, fault.violation.reason) == (None, "result")
        note_refusal(fault.violation)


def _changed(part: object, path: list[str], value: object) -> object:
    """A JSON value with another value at a path."""
    if not path:
        assert part != value, "this is no other claim"
        return value
    step, *rest = path
    if isinstance(part, list):
        return [_changed(p, rest, value) if str(i) == step else p for i, p in enumerate(part)]
    assert isinstance(part, dict)
    assert step in part
    return {k: _changed(p, rest, value) if k == step else p for k, p in part.items()}


def station(
    players: int = 2,
    ports: Mapping[int, str] | None = None,
    hands: Sequence[str] = (),
    first: int = 0,
) -> Table:
    """The first round, with modules at ports and with hands."""
    return Table(players, first=first).round(ports, hands)


# Chapter two, reached by a real chapter one

Rows = Mapping[int, str]


def settlement(*rows: Rows, first: int = 0, components: Path | None = None) -> Table:
    """Chapter two: each seat's docking rows, the open end last; nobody else has a module.

    Each module lies at a lonely port and costs one card, of the officer of its row.
    """
    table = Table(len(rows), first=first, components=components)
    wanted = [_in_turn(own) for own in rows]
    for _ in range(5):
        _buy(table, _choose(wanted, DEALT[table.seats]), wanted)
    assert not any(wanted), f"too much for one chapter one: {wanted}"
    return table


def _in_turn(rows: Rows) -> list[tuple[int, str]]:
    """The modules with their rows, in an order that uses the rows in turn."""
    docked = [(i, row, code) for row, codes in rows.items() for i, code in enumerate(codes.split())]
    return [(row, code) for _, row, code in sorted(docked, key=lambda d: d[0])]


def _choose(wanted: list[list[tuple[int, str]]], dealt: int) -> list[list[tuple[int, str]]]:
    """What each seat acquires in a round: ten modules, and six cards of each officer."""
    chosen: list[list[tuple[int, str]]] = [[] for _ in wanted]
    cards: Counter[int] = Counter()
    for _ in LONELY_PORTS:
        for seat, list_ in enumerate(wanted):
            full = sum(map(len, chosen)) == len(LONELY_PORTS) or len(chosen[seat]) == dealt
            if list_ and not full and cards[list_[0][0]] < 6:
                cards[list_[0][0]] += 1
                chosen[seat].append(list_.pop(0))
    return chosen


def _buy(
    table: Table, chosen: list[list[tuple[int, str]]], later: list[list[tuple[int, str]]]
) -> None:
    free = iter(LONELY_PORTS)
    plans = [[(next(free), row, code) for row, code in own] for own in chosen]
    ports = {port: code for own in plans for port, _, code in own}
    hands = ["".join(str(row) for row, _ in own) for own in chosen]
    keep = " ".join(code for own in later for _, code in own)
    table.match.take(table.deal(ports, hands, keep))
    while table.position.phase == STATION:
        seat = table.turn
        if plans[seat]:
            port, row, _ = plans[seat].pop(0)
            table.match.act(Acquire(seat=seat, port=port, cards=[row]))
        else:
            table.match.act(DropOut(seat=seat))


def sacrifices(table: Table) -> Table:
    """Play to the end without thinking: the first choice that is listed, again and again."""
    while table.position.phase == SETTLEMENT:
        table.match.act(table.game.legal_entries(table.position, table.turn)[0])
    return table


# Component files


def own_components() -> str:
    """The text of the title's own component file."""
    return files("farhaven.games.reworld").joinpath("components.toml").read_text("utf-8")


def edited(folder: Path, pattern: str, replacement: str) -> Path:
    """A copy of the component file in which a pattern is replaced, once."""
    text, count = re.subn(pattern, replacement, own_components(), count=1, flags=re.MULTILINE)
    assert count == 1, pattern
    path = folder / "components.toml"
    path.write_text(text, "utf-8")
    return path


def refuse_components(path: Path, key: str) -> None:
    """A component file that is refused, with the key named."""
    violation = expect_refusal(lambda: Reworld(path), "record", "component")
    assert key in f"{violation.params['key']} {violation.params['fault']}"
