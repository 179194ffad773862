"""What is offered is what has no violation, over all entries that can be written at all."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from farhaven.core.log_entry import Entry
from farhaven.core.violation import Illegal
from farhaven.games.reworld.records.entries import Acquire, DropOut, Launch, Placed, TakeMarker, Use
from farhaven.games.reworld.rules.position import ReworldPosition
from farhaven.games.reworld.rules.state import STATION
from tests.reworld.steps import legal, position_at, reworld
from tests.running import COMPILED

FEW = settings(max_examples=40 if COMPILED else 8)
CITIES = ("A", "B", "C", "D", "E", None)


def payments() -> Iterator[list[int]]:
    """All payments of one to four cards, each with every choice of the top card."""
    for size in range(1, 5):
        for top in range(1, 6):
            for rest in combinations_with_replacement(range(1, 6), size - 1):
                yield [top, *rest]


PAYMENTS = list(payments())


def station_entries(seat: int) -> Iterator[Entry]:
    for port in range(20):
        for cards in PAYMENTS:
            yield Acquire(seat=seat, port=port, cards=cards)
    for officer in range(1, 6):
        yield TakeMarker(seat=seat, card=officer)
    yield DropOut(seat=seat)


def launches(seat: int) -> Iterator[Entry]:
    signs = [name for names in reworld().components.signs.values() for name in names]
    plain: tuple[Use, ...] = ("settle", "defend", "task", "sacrifice")
    for row in range(1, 6):
        for use in plain:
            yield Launch(seat=seat, row=row, use=use)
        for sign in signs:
            yield Launch(seat=seat, row=row, use="settle", sign=sign)
        for city in "ABCDE":
            yield Launch(seat=seat, row=row, use="task", city=city)
        for cargo, placed in loads():
            yield Launch(seat=seat, row=row, use="transport", cargo=cargo, placed=placed)


def loads() -> Iterator[tuple[list[int], list[Placed]]]:
    """Every cargo with every way to place it."""
    yield [], []
    for first in range(1, 6):
        for city in CITIES:
            yield [first], [Placed(0, city)]
        for second in range(1, 6):
            for city in CITIES:
                for other in CITIES:
                    both = [Placed(0, city), Placed(1, other)]
                    yield [first, second], both
                    yield [first, second], both[::-1]


def moves_without_violation(position: ReworldPosition, seat: int) -> Iterator[int]:
    """Of all entries that can be written, the moves of those that no clause forbids."""
    game = reworld()
    for entries in (station_entries(seat), launches(seat)):
        for entry in entries:
            try:
                move = game.move(position, entry)
            except Illegal:
                continue
            if game.explain(position, seat, move) is None:
                yield move


def effect(position: ReworldPosition, seat: int, move: int) -> bytes:
    """What a move leads to, whatever the sign of a new city and the order within a city."""
    after = position.copy()
    after.play(seat, move)
    if position.phase == STATION:
        return msgspec.json.encode([after.checksum(), after.players[seat].hand])
    breakdown = reworld().result(after).breakdown[seat]
    board = reworld().view(after, None).to_wire()
    cities = [[(c.letter, sorted(c.tiles)) for c in seat.cities] for seat in board.players]
    players = [msgspec.structs.replace(seat, cities=[]) for seat in board.players]
    public = msgspec.structs.replace(board, players=players, signs={})
    return msgspec.json.encode([public, cities, breakdown])


def check(position: ReworldPosition) -> None:
    seat = int(position.turn)
    offered = legal(position)
    effects = {effect(position, seat, move) for move in offered}
    assert len(effects) == len(offered), "two moves that are offered have the same effect"
    allowed = set(moves_without_violation(position, seat))
    assert allowed.issuperset(offered)
    for move in allowed.difference(offered):
        assert effect(position, seat, move) in effects, reworld().entry(position, seat, move)


@FEW
@given(st.integers(2, 4), st.integers(0, 10**6), st.integers(0, 90))
def test_chapter_one(seats: int, seed: int, line: int) -> None:
    check(position_at(seats, seed, line))


@FEW
@given(st.integers(2, 4), st.integers(0, 10**6), st.integers(90, 190))
def test_chapter_two(seats: int, seed: int, line: int) -> None:
    check(position_at(seats, seed, line))


@FEW
@given(st.integers(2, 4), st.integers(0, 10**6), st.integers(0, 190))
def test_whoever_is_not_on_turn_may_do_nothing(seats: int, seed: int, line: int) -> None:
    position = position_at(seats, seed, line)
    other = (int(position.turn) + 1) % seats
    for entry in [*station_entries(other)][::7] + [*launches(other)][::7]:
        try:
            violation = reworld().explain(position, other, reworld().move(position, entry))
        except Illegal as refusal:
            violation = refusal.violation
        assert violation is not None
