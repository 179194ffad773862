"""The server is killed at random points of 200 games: nothing acknowledged is lost."""

import asyncio
import random
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import httpx

from farhaven.games import load
from tests.server.client import Person
from tests.server.play import LEVELS, Seat, Shadow
from tests.server.process import ServerProcess

T = TypeVar("T")

GAMES = 200
TITLES = ["mars" if i % 8 == 0 else "reworld" for i in range(GAMES)]
AT_ONCE = 100
KILLS = 6
LONGEST_PEACE = 6_000
"""Entries between two kills at most: no game goes from its beginning to its end meanwhile."""
LAST_PEACE = 600
"""The same once all games have begun: the kills that are left come before the games are over."""


class Games:
    """All games of the test, and how far they have come."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.shadows: dict[str, Shadow] = {}
        self._limit = asyncio.Semaphore(AT_ONCE)

    def acknowledged(self) -> int:
        return sum(len(shadow.acknowledged) for shadow in self.shadows.values())

    def have_all_begun(self) -> bool:
        return sum(shadow.n > 0 for shadow in self.shadows.values()) == GAMES

    def under_way(self) -> set[str]:
        return {t for t, shadow in self.shadows.items() if shadow.n and not shadow.match.is_over}

    def are_over(self) -> bool:
        return self.have_all_begun() and not self.under_way()

    async def play(self, title: str, seed: int) -> None:
        """One game of two people, from its table to its end."""
        async with self._limit:
            people = [await self._guest(f"P{seed}-{i}") for i in range(2)]
            table = await _retry(lambda: people[0].table(title, "me", "open"))
            await _retry(lambda: people[1].post(f"/api/tables/{table}/join", {}))
            shadow = Shadow(load(title), 2, random.Random(seed), LEVELS[title])
            self.shadows[table] = shadow
            # What each seat is shown is compared with the rules elsewhere.
            clients = [Seat(p, table, i, shadow, checks=False) for i, p in enumerate(people)]
            await asyncio.gather(*(client.play() for client in clients))
            for person in people:
                await person.close()

    async def _guest(self, name: str) -> Person:
        return await _retry(lambda: Person.guest(self.server.url, name))


async def _retry(work: Callable[[], Awaitable[T]]) -> T:
    while True:
        try:
            return await work()
        except (httpx.TransportError, OSError):
            await asyncio.sleep(0.1)


async def _kill_now_and_then(games: Games, chance: random.Random) -> list[set[str]]:
    """Kill the server at random points until all games have begun; the games that each kill hit."""
    hits: list[set[str]] = []
    is_last = False
    while len(hits) < KILLS or not is_last:
        await _peace(games, chance)
        if games.are_over():
            break
        is_last = games.have_all_begun()
        hits.append(games.under_way())
        games.server.kill()
        await asyncio.to_thread(games.server.start)
    return hits


async def _peace(games: Games, chance: random.Random) -> None:
    """Until the next random point, or until there is nothing left to kill."""
    begun = games.have_all_begun()
    point = games.acknowledged() + chance.randrange(100, LAST_PEACE if begun else LONGEST_PEACE)
    while games.acknowledged() < point and not games.are_over():
        await asyncio.sleep(0.005)
        if not begun and games.have_all_begun():
            begun = True
            point = min(point, games.acknowledged() + chance.randrange(100, LAST_PEACE))


def test_kill_9_at_random_points_of_200_games_loses_nothing(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, nonce_wait="0")
    server.start()

    async def main() -> Games:
        games = Games(server)
        killing = asyncio.create_task(_kill_now_and_then(games, random.Random(4)))
        async with asyncio.timeout(900):
            await asyncio.gather(*(games.play(title, i) for i, title in enumerate(TITLES)))
            hits = await killing
            assert len(hits) >= KILLS
            hit = set[str]().union(*hits)
            assert len(hit) >= 0.95 * GAMES, "nearly every game was under way at some kill"
        return games

    try:
        games = asyncio.run(main())
    finally:
        server.stop()
    _check(tmp_path, games)


def _check(folder: Path, games: Games) -> None:
    """Every acknowledged entry is in the database, under its number; every match is over."""
    database = sqlite3.connect(folder / "farhaven.db")
    for table, shadow in games.shadows.items():
        rows = database.execute(
            'SELECT number, entry FROM step WHERE "table" = ? ORDER BY number', (table,)
        ).fetchall()
        assert [number for number, _ in rows] == list(range(1, len(rows) + 1))
        assert shadow.acknowledged == {entry: number for number, entry in rows if entry}
        assert shadow.match.is_over
    states = [state for (state,) in database.execute("SELECT state FROM game_table")]
    # A table that was set up when the server died, and asked for again, has nobody to play it.
    assert states.count("over") == GAMES
