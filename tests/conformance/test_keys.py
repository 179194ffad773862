"""Numbers that stand for positions: what differs has another key, whichever bit it is in."""

from itertools import combinations, product
from random import Random

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from farhaven.core.chance import FastChance
from farhaven.core.playout import next_to_choose
from farhaven.core.position import FIRST_PRIME, HALF_KEY, SECOND_PRIME, mix
from farhaven.games import load
from tests.conformance.tables import every_table, legal_moves

KEYS = 1 << 62
numbers = st.integers(-(1 << 63), (1 << 63) - 1)
keys = st.integers(0, KEYS - 1)


def test_every_bit_counts() -> None:
    """Masks of crossings and paths, piles and moves use bits up to the 60th."""
    values = [0, -1, -2, *(1 << n for n in range(63)), *(-(1 << n) for n in range(2, 64))]
    values += [1 << a | 1 << b for a, b in combinations(range(63), 2)]
    for key in (0, 17, KEYS - 1):
        assert len({int(mix(key, value)) for value in values}) == len(values)


@given(keys, st.integers(-(1 << 60), 1 << 60), st.integers(-(1 << 60), 1 << 60))
def test_two_values_lead_to_two_keys(key: int, one: int, other: int) -> None:
    assert (mix(key, one) == mix(key, other)) == (one == other)


@given(keys, numbers)
def test_nothing_overflows(key: int, value: int) -> None:
    """Compiled numbers have 64 bits: what is computed is what would be without that limit."""
    first = ((key >> 31) * 1640531513 + value + 7919) % FIRST_PRIME
    second = ((key & HALF_KEY) * 1181783497 + value + 104729) % SECOND_PRIME
    assert mix(key, value) == first << 31 | second
    assert 0 <= mix(key, value) < KEYS


def test_the_order_of_numbers_counts() -> None:
    found = set()
    for values in product((-1, 0, 1, 5), repeat=6):
        key = 17
        for value in values:
            key = int(mix(key, value))
        found.add(key)
    assert len(found) == 4**6


def test_many_keys_of_random_numbers_are_all_different() -> None:
    """Keys of 31 bits would share some thousands of times among so many."""
    random = Random(1)
    found = set()
    for _ in range(100_000):
        key = 17
        for _ in range(3):
            key = int(mix(key, random.getrandbits(54)))
        found.add(key)
    assert len(found) == 100_000


@every_table
def test_what_has_the_same_key_looks_the_same(name: str, seats: int) -> None:
    """After any two moves of a moment: equal checksums only where everybody sees the same."""
    game = load(name)
    chance = FastChance(1)
    position = game.start_with(seats, {})
    while (seat := int(next_to_choose(position, chance))) >= 0:
        moves = legal_moves(game, position, seat)
        found: dict[int, list[msgspec.Struct]] = {}
        for move in moves[:40] if chance.below(10) == 0 else ():
            trial = position.copy()
            trial.play(seat, move)
            seen = [game.view(trial, other).to_wire() for other in (None, *range(seats))]
            assert found.setdefault(int(trial.checksum()), seen) == seen
        position.play(seat, moves[chance.below(len(moves))])
