"""A moment of a replay: the seat that looks sees its own hand, and nobody else's."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest

from farhaven.cli.selfplay_games import Series, play_game
from farhaven.core.match import Match, open_record
from farhaven.server.app import create_app, guarded
from farhaven.server.http import rate_limits
from farhaven.server.http.record_routes import moment
from farhaven.server.http.replays import EVERY, MAX_REPLAYS, RECENT, Replay, Replays
from farhaven.server.services import Services
from farhaven.server.settings import Settings
from farhaven.server.storage.database import prepare
from tests.golden.make_mars import FILE


@pytest.fixture(scope="module", params=["reworld", "mars"])
def match(request: pytest.FixtureRequest) -> Match:
    return play_game(Series(request.param, ["greedy"] * 3, 5), 0)


def players_at(match: Match, at: int, seat: int | None) -> list[dict[str, Any]]:
    """What is told of the players after some lines, as a client reads it."""
    again = open_record(match.game, match.record())
    last = len(match.log)
    found = asyncio.run(moment(Replay(again, [*match.log]), at, last, seat, whole=True))
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


# Stepping through a match


def _moment(replay: Replay, at: int) -> bytes:
    return msgspec.json.encode(asyncio.run(moment(replay, at, len(replay.log), 0, whole=True)))


def test_a_moment_is_the_same_from_wherever_it_is_reached(match: Match) -> None:
    replay, last = Replay(match.at(0), [*match.log]), len(match.log)
    for at in (0, 1, last, last - 1, EVERY, EVERY + 1, EVERY, 3, last, last):
        assert _moment(replay, at) == _moment(Replay(match.at(0), [*match.log]), at), at


def test_a_step_costs_about_a_line(match: Match) -> None:
    replay, last = Replay(match.at(0), [*match.log]), len(match.log)
    forwards = 0
    for at in range(last + 1):
        forwards += replay.distance(at)
        _moment(replay, at)
    backwards = 0
    for at in range(last, -1, -1):
        backwards += replay.distance(at)
        _moment(replay, at)
    assert forwards == last
    assert backwards <= 3 * last
    assert replay.distance(last) <= EVERY
    assert len(replay._recent) <= RECENT


def test_what_was_taken_back_is_not_shown_again(match: Match) -> None:
    replays, other = Replays(), play_game(Series(match.game.name, ["greedy"] * 3, 6), 0)
    at = min(len(match.log), len(other.log))
    begun = replays.of_match("a table", match.at(at - 5))
    _moment(begun, at - 5)
    assert replays.of_match("a table", match.at(at)) is begun, "it has only gone on"
    assert _moment(begun, at - 1) == _moment(Replay(match.at(0), [*match.log[:at]]), at - 1)
    changed = replays.of_match("a table", other.at(at))
    assert changed is not begun
    assert _moment(changed, at) == _moment(Replay(other.at(0), [*other.log[:at]]), at)


def test_few_replays_are_kept(match: Match) -> None:
    replays = Replays()
    for i in range(MAX_REPLAYS + 1):
        replays.of_match(str(i), match)
        replays.get("0")
    assert replays.get("0") is not None, "the one that is looked at"
    assert replays.get("1") is None
    assert replays.get("2") is not None


def test_nobody_who_steps_through_a_long_match_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forwards and backwards, as fast as a key repeats that is held down."""
    time = 0.0
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(monotonic=lambda: time))
    records = [msgspec.json.decode(line) for line in FILE.read_text().splitlines()]
    record = min((r for r in records if len(r["log"]) >= 883), key=lambda r: len(r["log"]))

    async def main() -> None:
        nonlocal time
        settings = Settings(data=str(tmp_path), rate_limits=1.0, bot_workers=1)
        prepare(settings.database_url())
        app = create_app(settings)
        services: Services = app.state.services
        await services.open()
        # Litestar's types of messages are stricter than httpx's.
        transport = httpx.ASGITransport(guarded(app))  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http:
            await http.post("/api/account", json={"name": "Ada"})
            uploaded = (await http.post("/api/records", json=record)).json()
            last = uploaded["lines"]
            for at in [*range(last + 1), *range(last, -1, -1)]:
                time += 1 / 30
                answer = await http.get(f"/api/records/{uploaded['id']}/at/{at}")
                assert answer.status_code == 200, f"{at}: {answer.text}"
        await services.close()

    asyncio.run(main())
