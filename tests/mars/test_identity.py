"""What a key of Mars covers: every field of the state, each in bits of its own."""

import re
from itertools import product

import pytest
from librt.vecs import append, vec
from mypy_extensions import i64

from farhaven.bots import make_bot
from farhaven.bots.search_bot import SearchBot
from farhaven.core.bits import bit
from farhaven.core.chance import FastChance
from farhaven.games.mars.rules.board import CROSSINGS, PATHS, high_bit, low_bit, random_board
from farhaven.games.mars.rules.identity import where_it_stands
from farhaven.games.mars.rules.position import MarsPosition
from tests.mars.table import acting, table
from tests.running import SOURCE

# By what a change of a field shows in. What follows from other public fields, what chance has
# just done and the options of the table are not in the public key.
PUBLIC = [
    "phase",
    "turn",
    "first",
    "placed",
    "turns",
    "built",
    "bank",
    "gone",
    "aliens",
    "grain",
    "sheep",
    "road_holder",
    "cowboy_holder",
    "discarding",
    "victim",
    "card_played",
    "offer",
    "board",
    "offers",
    "answers",
]
NOT_PUBLIC = ["beginners", "strict", "deck", "free", "acted", "dice", "drawn", "yields"]
PUBLIC_OF_PLAYER = ["cowboys", "domes_left", "settlements", "cities", "roads_low", "roads_high"]
NOT_PUBLIC_OF_PLAYER = [
    "roads_left",
    "settlements_left",
    "cities_left",
    "reached",
    "road_sites_low",
    "road_sites_high",
    "chain",
    "harbours",
]
HIDDEN = ["hand", "cards"]  # by their sizes


def copied(pattern: str) -> set[str]:
    """The fields that a copy takes over, read from the source."""
    text = (SOURCE / "farhaven/games/mars/rules/state.py").read_text()
    return set(re.findall(pattern, text, re.MULTILINE))


def test_every_field_is_looked_at_here() -> None:
    fields = copied(r"^        other\.(\w+) = ") - {"far_sighted", "players"}
    assert fields == {*PUBLIC, *NOT_PUBLIC}
    assert copied(r"^        p\.(\w+) = self\.\w+$") == {
        *PUBLIC_OF_PLAYER,
        *NOT_PUBLIC_OF_PLAYER,
        *HIDDEN,
    }


def keys(p: MarsPosition) -> tuple[int, int]:
    return int(p.public_key()), int(p.checksum())


@pytest.mark.parametrize("field", [*PUBLIC, *NOT_PUBLIC])
def test_a_field_of_the_table_counts(field: str) -> None:
    p = table(3).position
    before = keys(p)
    value = getattr(p, field)
    if field == "board":
        p.board = random_board(p.parts, FastChance(1))
    elif isinstance(value, bool):
        setattr(p, field, not value)
    elif isinstance(value, int):
        setattr(p, field, value + 1)
    else:
        setattr(p, field, append(value[:], 0))
    after = keys(p)
    assert (after[0] != before[0]) == (field in PUBLIC)
    assert after[1] != before[1]


@pytest.mark.parametrize("field", [*PUBLIC_OF_PLAYER, *NOT_PUBLIC_OF_PLAYER, *HIDDEN])
@pytest.mark.parametrize("seat", [0, 2])
def test_a_field_of_a_player_counts(field: str, seat: int) -> None:
    p = table(3).position
    before = keys(p)
    player = p.players[seat]
    setattr(player, field, getattr(player, field) + 1)
    after = keys(p)
    assert (after[0] != before[0]) == (field in (*PUBLIC_OF_PLAYER, *HIDDEN))
    assert after[1] != before[1]


def test_of_hands_and_cards_only_the_sizes_are_public() -> None:
    p = table(3).position
    p.players[1].hand = p.players[1].cards = 2
    before = keys(p)
    p.players[1].hand = p.players[1].cards = 1 | 1 << 8
    assert keys(p)[0] == before[0]
    assert keys(p)[1] != before[1]


def test_every_path_and_every_crossing_has_a_key_of_its_own() -> None:
    """A road on path 2 and one on path 33 once had the same key."""
    found = set()
    for path in range(PATHS):
        p = table(2).position
        p.players[0].roads_low |= low_bit(path)
        p.players[0].roads_high |= high_bit(path)
        found.add(keys(p)[0])
    taken = table(2).position.players[0]
    roads = bin(int(taken.roads_low)).count("1") + bin(int(taken.roads_high)).count("1")
    assert len(found) == PATHS - roads + 1  # where there is one, nothing changes
    built = set()
    for crossing in range(CROSSINGS):
        p = table(2).position
        p.players[0].cities = bit(crossing)
        built.add(keys(p)[0])
    assert len(built) == CROSSINGS


def test_small_fields_cannot_be_mistaken_for_each_other() -> None:
    p = table(4).position
    found = set()
    ranges = (range(19), range(16), range(-1, 4), range(-1, 4), range(-1, 4), range(0, 2001, 667))
    for aliens, discarding, victim, road, cowboy, turns in product(*ranges):
        p.aliens, p.discarding, p.victim, p.turns = aliens, discarding, victim, turns
        p.road_holder, p.cowboy_holder = road, cowboy
        found.add(int(where_it_stands(p)))
    count = 1
    for values in ranges:
        count *= len(values)
    assert len(found) == count


def test_lists_have_ends() -> None:
    """What is in one list cannot be mistaken for the beginning of the next."""
    p, q = table(2).position, table(2).position
    p.offers, p.offer, p.answers = vec[i64]([5, 6]), 7, vec[i64]([8])
    q.offers, q.offer, q.answers = vec[i64]([5]), 6, vec[i64]([7, 8])
    assert keys(p)[0] != keys(q)[0]


def with_road(p: MarsPosition, path: int) -> MarsPosition:
    other = p.copy()
    other.players[1].roads_low |= low_bit(path)
    other.players[1].roads_high |= high_bit(path)
    return other


def alike() -> tuple[int, int]:
    """Two free paths whose bits lie 31 apart in one word: remainders of 2**31 - 1 are alike."""
    players = table(2).position.players
    low = 0
    high = 0
    for player in players:
        low |= int(player.roads_low)
        high |= int(player.roads_high)
    free = [
        path
        for path in range(PATHS)
        if not low & int(low_bit(path)) and not high & int(high_bit(path))
    ]
    for path in free:
        if path + 31 in free and int(low_bit(path)) << 31 == int(low_bit(path + 31)) != 0:
            return path, path + 31
    raise AssertionError("no such paths")


def test_a_kept_tree_is_not_found_again_with_a_road_elsewhere() -> None:
    t = acting(2, "1 brick + 1 oxide")
    here, there = alike()
    seen, other = with_road(t.position, here), with_road(t.position, there)
    assert (seen.players[1].roads_low - other.players[1].roads_low) % (2**31 - 1) == 0
    bot = make_bot("captain@64", t.game)
    assert isinstance(bot, SearchBot)
    bot.choose(t.game.view(seen, 0), FastChance(1))
    assert bot.tree is not None
    assert not bot.tree.go_on_from(other.public_key(), 0, other.guide(), 4)
