"""A tiny title for the server's tests: hidden numbers, chance, and turns at the same time.

Each round chance deals every seat a secret number. Every seat, in any order, either
keeps its number or passes; then the highest number that was kept scores. Five rounds. A marker
that only shows up in secrets lets tests search frames for what nobody may see.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.chance import Chance
from farhaven.core.event import Event
from farhaven.core.game import Game, Options, Result
from farhaven.core.log_entry import Entry, Line, Outcome
from farhaven.core.position import Position
from farhaven.core.view import View
from farhaven.core.violation import Violation, illegal

KEEP, PASS = 0, 1
UNKNOWN = 0
SECRET_BASE = 7_000_000
"""Hidden numbers are this and more, so that a search for one finds nothing else."""
SECRET_RANGE = 900_000


class ToyOptions(Options, frozen=True, kw_only=True):
    rounds: int = 5
    mode: Literal["plain", "odd"] = "plain"


class Choose(Entry, frozen=True, kw_only=True, tag="choose"):
    keep: bool


class Deal(Outcome, frozen=True, kw_only=True, tag="deal"):
    numbers: Sequence[int | None]


class ToyPart(msgspec.Struct, frozen=True):
    total: int


class ToyView(msgspec.Struct, frozen=True):
    round: int
    scores: list[int]
    numbers: list[int | None]
    chosen: list[bool]


class ToyDecision(msgspec.Struct, frozen=True):
    kind: Literal["choose"]
    number: int


class ToyPosition(Position):
    """The full state."""

    def __init__(self, seats: int, rounds: int) -> None:
        self.seats = seats
        self.rounds = rounds
        self.round = 0
        self.scores = [0] * seats
        self.numbers = [UNKNOWN] * seats
        self.choices = [-1] * seats
        self.is_dealt = False

    def awaits_chance(self) -> bool:
        return not self.is_dealt and not self.is_over()

    def is_over(self) -> bool:
        return self.round >= self.rounds

    def owing(self) -> i64:
        if not self.is_dealt:
            return 0
        return sum(1 << s for s in range(self.seats) if self.choices[s] < 0)

    def legal_moves(self, seat: i64, out: vec[i64]) -> i64:
        del seat
        out[0] = KEEP
        out[1] = PASS
        return 2

    def play(self, seat: i64, move: i64) -> None:
        self.choices[seat] = int(move)
        if min(self.choices) >= 0:
            kept = [n if c == KEEP else 0 for n, c in zip(self.numbers, self.choices, strict=True)]
            for s in range(self.seats):
                self.scores[s] += int(kept[s] == max(kept) > 0)
            self.round += 1
            self.is_dealt = False
            self.choices = [-1] * self.seats

    def roll(self, chance: Chance) -> None:
        self.deal([SECRET_BASE + int(chance.below(SECRET_RANGE)) for _ in range(self.seats)])

    def deal(self, numbers: Sequence[int]) -> None:
        self.numbers = list(numbers)
        self.is_dealt = True

    def copy(self) -> "ToyPosition":
        new = ToyPosition(int(self.seats), self.rounds)
        new.round, new.is_dealt = self.round, self.is_dealt
        new.scores, new.numbers = list(self.scores), list(self.numbers)
        new.choices = list(self.choices)
        return new

    def score(self, seat: i64) -> i64:
        return self.scores[seat]

    def checksum(self) -> i64:
        drawn = (self.round, self.is_dealt, *self.scores, *self.numbers)
        return hash((drawn, *self.choices)) & ((1 << 62) - 1)


class ToySight(View):
    def sample(self, chance: Chance) -> ToyPosition:
        position = _toy(self.position).copy()
        for s in range(position.seats):
            if position.numbers[s] == UNKNOWN:
                position.numbers[s] = SECRET_BASE + int(chance.below(SECRET_RANGE))
        return position

    def to_wire(self) -> ToyView:
        position = _toy(self.position)
        return ToyView(
            position.round,
            list(position.scores),
            [n or None for n in position.numbers],
            [c >= 0 for c in position.choices],
        )


def _toy(position: Position) -> ToyPosition:
    assert isinstance(position, ToyPosition)
    return position


class Toy(Game):
    """Its rules."""

    name = "toy"
    package = "tests.server.toy"
    seats = range(1, 5)
    max_moves = 2
    options = ToyOptions
    entry_types = (Choose,)
    outcome_types = (Deal,)

    def __init__(self, components: Path | None = None) -> None:
        del components
        self.digest = hashlib.sha256(b"toy").hexdigest()

    def start(self, seats: int, options: Options) -> ToyPosition:
        assert isinstance(options, ToyOptions)
        return ToyPosition(seats, options.rounds)

    def explain(self, position: Position, seat: int, move: int) -> Violation | None:
        del move
        if not int(position.owing()) >> seat & 1:
            return Violation("TOY-1", "not_your_turn", {"seat": seat})
        return None

    def result(self, position: Position) -> Result:
        scores = _toy(position).scores
        winners = [s for s, score in enumerate(scores) if score == max(scores)]
        return Result(scores, winners, [ToyPart(score) for score in scores])

    def events(self, before: Position, line: Line, after: Position) -> list[Event]:
        del before
        if isinstance(line, Choose):
            return [Event("chose", {"seat": line.seat, "keep": int(line.keep)}, (line.seat,))]
        numbers = _toy(after).numbers
        return [Event("dealt", {"number": n}, (s,)) for s, n in enumerate(numbers)]

    def move(self, position: Position, entry: Entry) -> int:
        del position
        assert isinstance(entry, Choose)
        return KEEP if entry.keep else PASS

    def entry(self, position: Position, seat: int, move: int) -> Entry:
        del position
        return Choose(seat=seat, keep=move == KEEP)

    def outcome(self, position: Position) -> Outcome:
        return Deal(numbers=list(_toy(position).numbers))

    def take_outcome(self, position: Position, outcome: Outcome) -> None:
        assert isinstance(outcome, Deal)
        numbers = [n for n in outcome.numbers if n is not None]
        if len(numbers) != position.seats:
            raise illegal("TOY-2", "numbers")
        _toy(position).deal(numbers)

    def view(self, position: Position, seat: int | None) -> ToySight:
        known = _toy(position).copy()
        if not known.is_over():
            known.numbers = [n if s == seat else UNKNOWN for s, n in enumerate(known.numbers)]
        return ToySight(known, seat, self.max_moves)

    def seen(self, line: Line, seat: int | None, before: Line | None = None) -> Line:
        del before
        if isinstance(line, Deal):
            return Deal(numbers=[n if s == seat else None for s, n in enumerate(line.numbers)])
        return line

    def reveals(self, before: Position, entry: Entry) -> bool:
        del before, entry
        return False

    def decision(self, view: View) -> ToyDecision | None:
        if view.seat is None or not view.owes():
            return None
        return ToyDecision("choose", _toy(view.position).numbers[view.seat])
