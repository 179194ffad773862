"""What a key of Reworld covers: every field of the state, each in bits of its own."""

import re
from collections.abc import Iterator
from itertools import product

import pytest

from farhaven.core.chance import FastChance
from farhaven.games import load
from farhaven.games.reworld.rules.parts import LETTERS, NONE, ROUNDS, SHIPS, SIGNS
from farhaven.games.reworld.rules.position import ReworldPosition, where_it_stands
from farhaven.games.reworld.rules.state import ALL_SHIPS, ALL_SIGNS, OVER, SETTLEMENT
from tests.running import SOURCE

# By what a change of a field shows in.
PUBLIC = [
    "phase",
    "round",
    "turn",
    "marker",
    "marker_taken",
    "ships_left",
    "signs_left",
    "bag",
    "beneath",
    "port",
    "slot",
    "slot_top",
    "final",
]
NOT_PUBLIC = ["marker_card", "undealt", "open_ports", "bag_size", "around"]
PUBLIC_OF_PLAYER = [
    "score",
    "hand_size",
    "dropped_size",
    "in_round",
    "ships_taken",
    "ship_order",
    "open_end",
    "sign",
    "city_top",
    "defence_top",
    "shuttles_top",
    "satellites_top",
]
NOT_PUBLIC_OF_PLAYER = [
    "terrabot_points",
    "marker_points",
    "card_points",
    "special_points",
    "satellite_points",
    "ship_points",
    "hand",
    "dropped",
    "modules",
    "shields",
    "shuttles",
    "satellites",
    "terrabots",
    "company",
    "construction",
    "farming",
]
# What the rest of chapter two depends on. Not where points came from, nor the order of ships and
# of tiles in a settlement; what lies in a docking row follows from its open end.
IN_IDENTITY = ["turn", "ships_left", "signs_left"]
IN_IDENTITY_OF_PLAYER = [
    "score",
    "ships_taken",
    "shields",
    "defence_top",
    "shuttles",
    "satellites",
    "open_end",
    "terrabots",
    "company",
    "construction",
    "farming",
]


LOCALS = {"size", "number"}  # of functions


def copied(pattern: str) -> set[str]:
    """The fields that a copy takes over, read from the source."""
    text = (SOURCE / "farhaven/games/reworld/rules/state.py").read_text()
    return set(re.findall(pattern, text, re.MULTILINE))


def test_every_field_is_looked_at_here() -> None:
    fields = copied(r"^        other\.(\w+) = ") - {"far_sighted", "players"}
    assert fields == {*PUBLIC, *NOT_PUBLIC}
    declared = copied(r"^    (\w+): (?:i64|bool) = ") - LOCALS | copied(
        r"^        self\.(\w+): vec"
    )
    of_player = {*PUBLIC_OF_PLAYER, *NOT_PUBLIC_OF_PLAYER}
    assert copied(r"^        p\.(\w+) = self\.\w+") == of_player
    assert declared == fields | of_player, "a field is not copied"


def in_settlement() -> ReworldPosition:
    """A moment of chapter two at which everybody has launched something and has modules left."""
    chance = FastChance(3)
    game = load("reworld")
    position = game.start_with(3, {})
    assert isinstance(position, ReworldPosition)
    for _ in range(10_000):
        if position.phase == SETTLEMENT and min(player.score for player in position.players) > 20:
            return position
        if position.awaits_chance():
            position.roll(chance)
            continue
        seat = position.turn
        moves = game.view(position, int(seat)).legal_moves()
        position.play(seat, moves[chance.below(len(moves))])
    raise AssertionError("nobody comes that far")


def keys(p: ReworldPosition) -> tuple[int, int]:
    return int(p.public_key()), int(p.checksum())


STACKS = ("open_end", "city_top", "defence_top", "shuttles_top", "satellites_top")


def other_than(field: str, value: int) -> int:
    """Another number: of a stack that it is empty, or has a tile."""
    if field in STACKS:
        return 0 if value == NONE else int(NONE)
    return value ^ 1 if field in ("ships_left", "signs_left") else value + 1


def change(owner: object, field: str) -> None:
    """Give a field another value, a vector in its first place."""
    value = getattr(owner, field)
    if isinstance(value, bool):
        setattr(owner, field, not value)
    elif isinstance(value, int):
        setattr(owner, field, other_than(field, value))
    else:
        other = value[:]
        other[0] = other_than(field, other[0])
        setattr(owner, field, other)


@pytest.mark.parametrize("field", [*PUBLIC, *NOT_PUBLIC])
def test_a_field_of_the_table_counts(field: str) -> None:
    p = in_settlement()
    before, identity = keys(p), int(p.identity())
    if field == "beneath":  # of a tile that lies in a row
        top = max(end for player in p.players for end in player.open_end)
        other = p.beneath[:]
        other[top] = 0 if p.beneath[top] == NONE else NONE
        p.beneath = other
    else:
        change(p, field)
    after = keys(p)
    assert (after[0] != before[0]) == (field in PUBLIC)
    assert after[1] != before[1]
    assert (int(p.identity()) != identity) == (field in IN_IDENTITY)


@pytest.mark.parametrize("field", [*PUBLIC_OF_PLAYER, *NOT_PUBLIC_OF_PLAYER])
@pytest.mark.parametrize("seat", [0, 2])
def test_a_field_of_a_player_counts(field: str, seat: int) -> None:
    p = in_settlement()
    before, identity = keys(p), int(p.identity())
    change(p.players[seat], field)
    after = keys(p)
    assert (after[0] != before[0]) == (field in PUBLIC_OF_PLAYER)
    assert after[1] != before[1]
    assert (int(p.identity()) != identity) == (field in IN_IDENTITY_OF_PLAYER)


def bits() -> Iterator[ReworldPosition]:
    """Each ship alone, then each sign alone."""
    p = in_settlement()
    p.ships_left = p.signs_left = 0
    for ship in range(SHIPS):
        p.ships_left = 1 << ship
        yield p
    p.ships_left = 0
    for sign in range(LETTERS * SIGNS):
        p.signs_left = 1 << sign
        yield p


def test_ships_and_signs_have_bits_of_their_own() -> None:
    """The ships fill bits 13 to 26: one more would be taken for a sign."""
    count = SHIPS + LETTERS * SIGNS
    assert len({int(where_it_stands(p)) for p in bits()}) == count
    assert len({int(p.identity()) for p in bits()}) == count
    apart = 0
    for p in bits():
        p.phase = p.round = p.turn = p.marker = 0
        p.marker_taken = False
        own = int(where_it_stands(p)) & ~((1 << 13) - 1)
        assert own.bit_count() == 1
        assert not apart & own
        apart |= own
    assert apart < 2**61  # as far as keys tell numbers apart


def test_small_fields_cannot_be_mistaken_for_each_other() -> None:
    p = in_settlement()
    seats = range(NONE, 4)
    ranges = (range(OVER + 1), range(ROUNDS + 1), seats, seats, (False, True))
    some = (0, 1, 1 << SHIPS - 1, ALL_SHIPS), (0, 1, 1 << LETTERS * SIGNS - 1, ALL_SIGNS)
    found = set()
    count = 0
    for phase, number, turn, marker, taken, ships, signs in product(*ranges, *some):
        p.phase, p.round, p.turn, p.marker, p.marker_taken = phase, number, turn, marker, taken
        p.ships_left, p.signs_left = ships, signs
        found.add(int(where_it_stands(p)))
        count += 1
    assert len(found) == count


def test_of_hands_only_the_sizes_are_public() -> None:
    p = in_settlement()
    p.players[1].hand = p.players[1].dropped = 1
    before = keys(p)
    p.players[1].hand = p.players[1].dropped = 1 << 5
    assert keys(p)[0] == before[0]
    assert keys(p)[1] != before[1]
