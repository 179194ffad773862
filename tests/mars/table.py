"""Short transcripts of Mars: a table is set, lines are played, each holds or is refused.

A transcript has one line for each choice, with what chance brings in the same line:

    0: places 0,0,N 0,0,NE             a settlement and a road
    0: rolls 3 4
    1: discards 2 glass + 2 oxide
    0: aliens to 1,0                   or "aliens to 1,0 takes brick from 1"
    0: offers 1 glass for 2 brick
    1: accepts                         or "declines", "counters 1 brick for 1 glass"
    0: closes with 1                   or "withdraws"
    0: bank 4 glass for brick
    0: road 0,0,NE                     or "settlement 0,0,N", "city 0,0,N", "dome 0,1 grain"
    0: buys victory
    0: cowboy to 1,0                   or "cowboy to 1,0 takes brick from 1"
    0: crew 0,0,NE 0,0,NW
    0: supply 1 glass + 1 brick
    0: requisition glass
    0: ends
    0: road 0,0,NE ✗ MA-3.2 path_is_taken     what is refused, with its clause and reason
"""

import json
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import msgspec

from farhaven.core.event import Event
from farhaven.core.log_entry import Entry, Line, Outcome
from farhaven.core.match import Match
from farhaven.core.record import Fairness, PlayerInfo
from farhaven.core.violation import Violation
from farhaven.games import load
from farhaven.games.mars.client.view_wire import MarsWire, SeatView
from farhaven.games.mars.edition import pile
from farhaven.games.mars.game import Mars
from farhaven.games.mars.records.entries import (
    Answer,
    BoardLaid,
    Build,
    Buy,
    CardDrawn,
    Close,
    Dice,
    Discard,
    EndTurn,
    FieldLaid,
    HarbourLaid,
    MoveAliens,
    Offer,
    Place,
    Play,
    Roll,
    Stolen,
    TradeWithBank,
)
from farhaven.games.mars.rules.names import (
    CARD_NAMES,
    GRID,
    HARBOUR_NAMES,
    RESOURCE_NAMES,
    Card,
    Resource,
)
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.state import take_from_bank
from tests.marks import expect_refusal

# Beginners' board, as it lies:      A3  S11 A5
#                                  S9  M6  S4  S9
#                                A8  S2  S-  M6  M11
#                                  M12 A3  S5  A10
#                                    S10 M4  S8
PLACES = {
    2: ["0,0,N 0,0,NE", "0,1,S 0,2,NW", "-1,0,S -1,1,NW", "1,0,S 1,1,NW"],
    3: [
        *("0,0,N 0,0,NE", "0,1,S 0,2,NW", "-1,-1,S -1,0,W"),
        *("1,1,S 0,2,NE", "-1,0,S -1,1,NW", "1,0,S 1,1,NW"),
    ],
    4: [
        *("0,0,N 0,0,NE", "0,1,S 0,2,NW", "-1,-1,S -1,0,W", "2,-2,S 2,-1,NW"),
        *("-2,1,S -2,2,NW", "1,1,S 0,2,NE", "-1,0,S -1,1,NW", "1,0,S 1,1,NW"),
    ],
}
"""Settlements and roads of the set-up with seat 0 first, in the order of placing."""

RICH = "5 glass + 5 oxide + 5 brick + 5 grain + 5 sheep"

Counts = dict[Resource, int]


def counts(text: str) -> Counts:
    """`2 glass + 1 brick` as counts."""
    found: Counts = {}
    for part in text.split(" + "):
        number, name = part.split()
        found[resource(name)] = int(number)
    return found


def resource(name: str) -> Resource:
    return RESOURCE_NAMES[RESOURCE_NAMES.index(name)]


def card(name: str) -> Card:
    return CARD_NAMES[CARD_NAMES.index(name)]


def read(text: str) -> list[Line]:
    """The lines of a log that a line of a transcript spells."""
    seat_text, _, deed = text.partition(":")
    seat = int(seat_text)
    verb, _, rest = deed.strip().partition(" ")
    words = rest.split()
    if verb == "rolls":
        return [Roll(seat=seat), Dice(dice=[int(n) for n in words])]
    if verb == "buys":
        return [Buy(seat=seat), CardDrawn(card=card(rest))]
    if verb in ("aliens", "cowboy"):
        return _read_aliens(seat, verb, words)
    return [_read_entry(seat, verb, rest, words)]


def _read_aliens(seat: int, verb: str, words: list[str]) -> list[Line]:
    victim = int(words[words.index("from") + 1]) if "from" in words else None
    lines: list[Line] = []
    if verb == "aliens":
        lines.append(MoveAliens(seat=seat, field=words[1], victim=victim))
    else:
        lines.append(Play(seat=seat, card="cowboy", field=words[1], victim=victim))
    if "takes" in words:
        lines.append(Stolen(card=resource(words[words.index("takes") + 1])))
    return lines


def _read_entry(seat: int, verb: str, rest: str, words: list[str]) -> Entry:
    if verb == "places":
        return Place(seat=seat, settlement=words[0], road=words[1])
    if verb == "discards":
        return Discard(seat=seat, cards=counts(rest))
    if verb in ("offers", "counters"):
        give, want = (counts(side) for side in rest.split(" for "))
        if verb == "offers":
            return Offer(seat=seat, give=give, want=want)
        return Answer(seat=seat, answer="counter", give=give, want=want)
    if verb in ("accepts", "declines"):
        return Answer(seat=seat, answer="accept" if verb == "accepts" else "decline")
    if verb in ("closes", "withdraws"):
        return Close(seat=seat, partner=int(words[-1]) if words else None)
    if verb == "bank":
        give_, get = resource(words[1]), resource(words[3])
        return TradeWithBank(seat=seat, give=give_, count=int(words[0]), get=get)
    if verb == "dome":
        grows = "grain" if words[1] == "grain" else "sheep"
        return Build(seat=seat, piece="dome", at=words[0], grows=grows)  # type: ignore[arg-type]
    if verb in ("road", "settlement", "city"):
        return Build(seat=seat, piece=verb, at=rest)  # type: ignore[arg-type]  # one of the three
    return _read_card(seat, verb, rest, words)


def _read_card(seat: int, verb: str, rest: str, words: list[str]) -> Entry:
    if verb == "crew":
        return Play(seat=seat, card="road_crew", roads=words)
    if verb == "supply":
        return Play(seat=seat, card="supply_drop", take=counts(rest) if rest else {})
    if verb == "requisition":
        return Play(seat=seat, card="requisition", resource=resource(rest))
    if verb == "victory":
        return Play(seat=seat, card="victory")
    assert verb == "ends", verb
    return EndTurn(seat=seat)


class Table:
    """A match of Mars with hand-made outcomes, on the beginners' board unless told otherwise."""

    def __init__(
        self,
        players: int = 2,
        *,
        first: int = 0,
        order: str = "strict",
        layout: str = "beginners",
        components: Path | None = None,
    ) -> None:
        game = load("mars", components)
        assert isinstance(game, Mars)
        self.game = game
        people = [PlayerInfo(f"Player {seat}", "human") for seat in range(players)]
        options = {"order": order, "layout": layout}
        self.match = Match(game, people, options=options, fairness=Fairness("0" * 64))
        self.first = first
        self.events: list[Event] = []

    def board(self, **other: object) -> BoardLaid:
        """The beginners' board as chance lays it, with other fields where given."""
        beginners = self.game.components.beginners
        fields = [FieldLaid(f.at, f.terrain, f.chip) for f in beginners.fields]
        paths = self.game.components.harbours.paths
        harbours = [HarbourLaid(p, k) for p, k in zip(paths, beginners.harbours, strict=True)]
        laid = BoardLaid(fields=fields, harbours=harbours, first=self.first)
        return msgspec.structs.replace(laid, **other)

    def lay_out(self) -> "Table":
        self.match.take(self.board())
        return self

    def set_up(self) -> "Table":
        """The board, and the settlements and roads of PLACES for the seats from the first on."""
        self.lay_out()
        for place in PLACES[self.seats]:
            self.play(f"{self.turn}: places {place}")
        return self

    # What lies on the table

    @property
    def seats(self) -> int:
        return len(self.match.players)

    @property
    def position(self) -> MarsPosition:
        position = self.match.position
        assert isinstance(position, MarsPosition)
        return position

    @property
    def turn(self) -> int:
        return int(self.position.turn)

    def seen_by(self, seat: int | None) -> MarsWire:
        return self.game.view(self.position, seat).to_wire()

    @property
    def open(self) -> MarsWire:
        """What everybody sees."""
        return self.seen_by(None)

    def player(self, seat: int) -> SeatView:
        """What a seat has, as it sees it itself."""
        return self.seen_by(seat).players[seat]

    def hand(self, seat: int) -> Counts:
        return dict(self.player(seat).hand or {})

    def points(self, seat: int) -> int:
        return self.player(seat).points

    def has_harbour(self, seat: int, kind: str) -> bool:
        assert kind in HARBOUR_NAMES
        return kind in self.player(seat).harbours

    # What happens

    def play(self, transcript: str) -> "Table":
        """Play lines, each of which holds, or is refused and changes nothing."""
        for text in transcript.strip().splitlines():
            choice, _, refusal = (part.strip() for part in text.partition("✗"))
            lines = read(choice)
            for line in lines[:-1] if refusal and isinstance(lines[-1], Outcome) else lines[:]:
                if refusal:
                    self.refuse(line, *refusal.split())
                else:
                    self.events = self.match.take(line)
        return self

    def begin(self, text: str) -> "Table":
        """Only the choice of a line: what chance brings is still to come."""
        self.events = self.match.take(read(text)[0])
        return self

    def refuse(self, line: Line, clause: str, reason: str) -> Violation:
        """A line that must be refused and must change nothing."""
        before = self.position.checksum(), len(self.match.log)
        violation = expect_refusal(lambda: self.match.take(line), clause, reason)
        assert (self.position.checksum(), len(self.match.log)) == before
        return violation

    def refuse_json(self, line: Mapping[str, object], clause: str, reason: str) -> Violation:
        """A line as a client sends it."""
        raw = json.dumps(line).encode()
        return expect_refusal(lambda: self.match.take(self.game.read_line(raw)), clause, reason)

    def offers(self, text: str) -> bool:
        """Whether a line is among the choices that are listed."""
        entry = read(text)[0]
        assert isinstance(entry, Entry)
        return entry in self.game.legal_entries(self.position, entry.seat)

    def listed(self, kind: type[Entry], seat: int | None = None) -> list[Entry]:
        """The choices of a kind that are listed for a seat."""
        owner = self.turn if seat is None else seat
        return [e for e in self.game.legal_entries(self.position, owner) if isinstance(e, kind)]

    # Short cuts, which no record could take

    def give(self, seat: int, cards: str) -> "Table":
        """Resource cards from the bank, as if they had been yielded."""
        wanted = counts(cards)
        owned = pile([wanted.get(name, 0) for name in RESOURCE_NAMES])
        take_from_bank(self.position, seat, owned)
        return self

    def deal(self, seat: int, *cards: str) -> "Table":
        """Development cards from the deck, as if they had been bought on an earlier turn."""
        for name in cards:
            one = pile([int(name == other) for other in CARD_NAMES])
            self.position.deck -= one
            self.position.players[seat].cards += one
            if self.position.ledger is not None:
                self.position.ledger.bought(seat)
        return self


def start(players: int, **options: str) -> MarsPosition:
    """The first position of a game without a match."""
    game = load("mars")
    position = game.start_with(players, options)
    assert isinstance(position, MarsPosition)
    return position


def table(players: int = 2, **options: str) -> Table:
    """A table after the set-up; seat 0 is on turn and must roll."""
    return Table(players, **options).set_up()  # type: ignore[arg-type]  # options are texts


def acting(players: int = 2, hand: str = "", **options: str) -> Table:
    """A table where seat 0 has rolled an empty 11 and may act, with cards added to its hand."""
    t = table(players, **options).play("0: rolls 5 6")
    return t.give(0, hand) if hand else t


def way(*crossings: str) -> list[str]:
    """The paths from crossing to crossing."""
    numbers = [GRID.crossing_numbers[name] for name in crossings]
    return [
        GRID.paths[next(p for p in GRID.paths_at[a] if b in GRID.ends[p])].name
        for a, b in pairwise(numbers)
    ]


def build_way(t: Table, seat: int, *crossings: str) -> Table:
    """Roads from crossing to crossing, with the cards that they cost."""
    for path in way(*crossings):
        t.give(seat, "1 oxide + 1 brick").play(f"{seat}: road {path}")
    return t
