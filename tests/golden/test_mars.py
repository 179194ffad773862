"""The golden records of Mars stay sound, and show every rarity."""

from collections import Counter
from functools import cache
from itertools import pairwise

import msgspec
import pytest

from farhaven.core.match import Match, replay
from farhaven.core.record import decode_record, encode_record
from farhaven.core.verify import verify
from farhaven.games import load
from farhaven.games.mars.game import Breakdown
from tests.golden.make_mars import FILE, SEEDS, rarities
from tests.golden.mars_features import RARITIES
from tests.mars import oracle
from tests.mars.playing import own

LINES = FILE.read_bytes().splitlines()
every_record = pytest.mark.parametrize("number", range(len(SEEDS)))


@cache
def played(number: int) -> Match:
    """The match of a record. Not to be changed."""
    return replay(load("mars"), decode_record(LINES[number]))


def test_there_is_one_for_each_seed_and_number_of_players() -> None:
    assert len(LINES) == len(SEEDS)
    assert {len(played(number).players) for number in range(len(SEEDS))} == {2, 3, 4}


@every_record
def test_it_is_sound_and_has_the_same_bytes(number: int) -> None:
    assert verify(load("mars"), decode_record(LINES[number])) is None
    assert encode_record(played(number).record()) == LINES[number]


@every_record
def test_its_points_can_be_counted_again(number: int) -> None:
    match = played(number)
    p, result = own(match), match.result()
    assert result is not None
    assert list(result.winners) == [int(p.turn)]
    for seat, part in enumerate(result.breakdown):
        assert isinstance(part, Breakdown)
        assert part.settlements == len(oracle.settlements(p, seat))
        assert part.cities == 2 * len(oracle.cities(p, seat))
        assert part.longest_road == 2 * (p.road_holder == seat)
        assert part.cowboy_power == 2 * (p.cowboy_holder == seat)
        drawn = bought(match, seat)
        assert part.victory_cards == drawn["victory"]
        assert p.players[seat].cowboys <= drawn["cowboy"]
        parts = (part.settlements, part.cities, part.longest_road, part.cowboy_power)
        assert part.total == sum(parts) + part.victory_cards == result.scores[seat]
    assert result.scores[p.turn] >= 10


def bought(match: Match, seat: int) -> Counter[str]:
    """The cards that a seat bought, read from the log alone."""
    cards: Counter[str] = Counter()
    log = [msgspec.to_builtins(line) for line in match.log]
    for before, line in pairwise(log):
        if line.get("chance") == "card" and before["seat"] == seat:
            cards[line["card"]] += 1
    return cards


def test_together_they_show_every_rarity() -> None:
    found = set().union(*(rarities(played(number)) for number in range(len(SEEDS))))
    assert found == RARITIES
