"""A moment of a replay: the seat that looks sees its own hand, and nobody else's."""

import asyncio
from typing import Any

import msgspec
import pytest

from farhaven.cli.selfplay_games import Series, play_game
from farhaven.core.match import Match, open_record
from farhaven.server.http.record_routes import moment


@pytest.fixture(scope="module", params=["reworld", "mars"])
def match(request: pytest.FixtureRequest) -> Match:
    return play_game(Series(request.param, ["greedy"] * 3, 5), 0)


def players_at(match: Match, at: int, seat: int | None) -> list[dict[str, Any]]:
    """What is told of the players after some lines, as a client reads it."""
    again = open_record(match.game, match.record())
    last = len(match.log)
    found = asyncio.run(moment(again, match.log[:at], last, seat, whole=True))
    view: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found.view))
    assert view["seat"] == seat
    players: list[dict[str, Any]] = view["players"]
    return players


def size_of(hand: list[int] | dict[str, int]) -> int:
    return sum(hand.values()) if isinstance(hand, dict) else len(hand)


@pytest.mark.parametrize("part", [0.1, 0.3, 0.45])
def test_a_seat_sees_its_own_hand_and_no_other(match: Match, part: float) -> None:
    at = int(len(match.log) * part)
    for seat in range(3):
        for other, player in enumerate(players_at(match, at, seat)):
            if other == seat:
                assert player["hand"] is not None
                assert size_of(player["hand"]) == player["hand_size"]
            elif player["hand_size"]:
                assert player["hand"] is None


def test_everybody_sees_no_hand_while_the_match_runs(match: Match) -> None:
    players = players_at(match, len(match.log) // 5, None)
    assert all(not player["hand"] for player in players)
    assert any(player["hand_size"] for player in players)
