"""Whole games, judged at every step by a second reading of the rules."""

import copy

import msgspec
import pytest

from farhaven.core.chance import FastChance
from farhaven.core.log_entry import Line
from farhaven.core.match import Match
from farhaven.core.record import PlayerInfo
from farhaven.games import load
from tests.reworld.oracle import Json, Oracle
from tests.running import COMPILED

GAMES = 6 if COMPILED else 1
PLAYERS = [PlayerInfo(f"Player {seat}", "human") for seat in range(4)]


def as_json(line: Line) -> Json:
    json: Json = msgspec.json.decode(msgspec.json.encode(line))
    return json


def effects(oracle: Oracle, lines: list[Json]) -> list[str]:
    """What each line leads to."""
    found = []
    for line in lines:
        trial = copy.deepcopy(oracle)
        trial.take(line)
        found.append(trial.effect())
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_readings_offer_the_same_and_score_the_same(seats: int) -> None:
    game = load("reworld")
    chance = FastChance(seats)
    for number in range(GAMES):
        match = Match.new(game, PLAYERS[:seats], f"{number:064x}")
        oracle = Oracle(seats)
        step = 0
        while not match.is_over:
            done = len(match.log)
            match.roll()
            for line in match.log[done:]:
                oracle.take(as_json(line))
            (seat,) = match.owing()
            assert oracle.turn == seat
            entries = game.legal_entries(match.position, seat)
            # Chapter one is the same list in both; where effects must be compared, some steps do.
            if oracle.chapter == 1:
                offered = [as_json(entry) for entry in entries]
                assert sorted(map(repr, map(sort, offered))) == sorted(
                    map(repr, map(sort, oracle.legal()))
                )
            elif step % 3 == number % 3:
                ours = effects(oracle, [as_json(entry) for entry in entries])
                assert len(set(ours)) == len(ours), "two entries with one effect"
                assert set(ours) == set(effects(oracle, list(oracle.legal())))
            entry = entries[chance.below(len(entries))]
            match.act(entry)
            oracle.take(as_json(entry))
            step += 1
        result = match.result()
        assert result is not None
        assert list(result.scores) == oracle.totals()
        taken = [msgspec.to_builtins(part)["ships_taken"] for part in result.breakdown]
        assert taken == [mat.ships for mat in oracle.mats]


def sort(line: Json) -> list[tuple[str, object]]:
    return sorted(line.items())
