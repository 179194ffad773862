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
from tests.server.play import Seat, Shadow
from tests.server.process import ServerProcess
from tests.server.toy import Toy

T = TypeVar("T")

GAMES = 200
AT_ONCE = 50
KILLS = 8
ENTRIES = 2500
"""About so many are acknowledged until all games are over."""


async def _game(
    server: ServerProcess, title: str, seed: int, shadows: list[Shadow]
) -> tuple[str, Shadow]:
    chooser = random.Random(seed)
    people = [await _guest(server, f"P{seed}-{i}") for i in range(2)]
    table = await _retry(lambda: people[0].table(title, "me", "open"))
    await _retry(lambda: people[1].post(f"/api/tables/{table}/join", {}))
    game = Toy() if title == "toy" else load(title)
    shadow = Shadow(game, 2, chooser, {})
    shadows.append(shadow)
    clients = [Seat(p, table, i, shadow, lambda: False) for i, p in enumerate(people)]
    await asyncio.gather(*(client.play() for client in clients))
    for person in people:
        await person.close()
    return table, shadow


async def _guest(server: ServerProcess, name: str) -> Person:
    return await _retry(lambda: Person.guest(server.url, name))


async def _retry(work: Callable[[], Awaitable[T]]) -> T:
    while True:
        try:
            return await work()
        except (httpx.TransportError, OSError):
            await asyncio.sleep(0.05)


def test_kill_9_at_random_points_of_200_games_loses_nothing(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, nonce_wait="0")
    server.start()
    chance = random.Random(4)
    kills = 0

    shadows: list[Shadow] = []

    async def killer(done: asyncio.Event) -> None:
        nonlocal kills
        next_kill = 0
        while kills < KILLS and not done.is_set():
            await asyncio.sleep(0.005)
            if sum(len(shadow.acknowledged) for shadow in shadows) >= next_kill:
                kills += 1
                server.kill()
                await asyncio.to_thread(server.start)
                next_kill = sum(len(shadow.acknowledged) for shadow in shadows)
                next_kill += chance.randrange(1, 2 * ENTRIES // KILLS)

    async def main() -> None:
        limit = asyncio.Semaphore(AT_ONCE)
        done = asyncio.Event()

        async def one(seed: int) -> tuple[str, Shadow]:
            async with limit:
                title = "reworld" if seed % 20 == 0 else "toy"
                return await _game(server, title, seed, shadows)

        killing = asyncio.create_task(killer(done))
        async with asyncio.timeout(400):
            games = await asyncio.gather(*(one(seed) for seed in range(GAMES)))
        done.set()
        await killing
        _check(tmp_path, games)

    try:
        asyncio.run(main())
    finally:
        server.stop()
    assert kills == KILLS


def _check(folder: Path, games: list[tuple[str, Shadow]]) -> None:
    """Every acknowledged entry is in the database, under its number; every match is over."""
    database = sqlite3.connect(folder / "farhaven.db")
    for table, shadow in games:
        rows = database.execute(
            'SELECT number, entry FROM step WHERE "table" = ? ORDER BY number', (table,)
        ).fetchall()
        assert [number for number, _ in rows] == list(range(1, len(rows) + 1))
        assert shadow.acknowledged == {entry: number for number, entry in rows if entry}
        assert shadow.match.is_over
    states = [state for (state,) in database.execute("SELECT state FROM game_table")]
    # A table that was set up when the server died, and asked for again, has nobody to play it.
    assert states.count("over") == GAMES
