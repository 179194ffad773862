"""Two equal processes on PostgreSQL and Redis: no owner of a table, and one may die."""

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from farhaven.games import load
from farhaven.server.database import migrate
from farhaven.server.settings import Settings
from tests.server.client import Person
from tests.server.play import Seat, Shadow
from tests.server.process import ServerProcess
from tests.server.services import postgres, redis
from tests.server.toy import Toy

Pair = tuple[ServerProcess, ServerProcess]


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two processes, each with its own folder and nothing of its own in it."""
    folder = tmp_path_factory.mktemp("shared")
    with postgres(folder) as database, redis(folder) as cache:
        url = Settings(database=database).database_url()
        unready = ServerProcess(_sub(folder, "early"), database=database, redis=cache)
        with pytest.raises(RuntimeError, match="farhaven admin migrate"):
            unready.start()  # PostgreSQL is migrated by command only
        migrate(url)
        servers = [
            ServerProcess(_sub(folder, name), database=database, redis=cache) for name in "ab"
        ]
        for server in servers:
            server.start()
        try:
            yield servers[0], servers[1]
        finally:
            for server in servers:
                server.stop()


def _sub(folder: Path, name: str) -> Path:
    path = folder / name
    path.mkdir()
    return path


def _elsewhere(person: Person, server: ServerProcess) -> Person:
    """The same person at another process."""
    other = Person(server.url)
    other.id = person.id
    for name, value in person.http.cookies.items():
        other.http.cookies.set(name, value)
    return other


async def _play(pair: Pair, title: str, seats: int, kill: bool) -> None:
    chooser = random.Random(seats)
    people = [await Person.guest(pair[i % 2].url, f"P{i}") for i in range(seats)]
    table = await people[0].table(title, "me", *["open"] * (seats - 1))
    await people[0].post(f"/api/tables/{table}/nonce", {"nonce": "n0"})
    for i, person in enumerate(people[1:], 1):
        await person.post(f"/api/tables/{table}/join", {"seat": i, "nonce": f"n{i}"})
    shadow = Shadow(Toy() if title == "toy" else load(title), seats, chooser, {})
    clients = [Seat(p, table, i, shadow, lambda: False) for i, p in enumerate(people)]

    async def killer() -> None:
        while shadow.n < 40:
            await asyncio.sleep(0.01)
        pair[1].kill()
        # Its people find the other process, as behind a load balancer.
        for client in clients[1::2]:
            client.person = _elsewhere(client.person, pair[0])

    async with asyncio.timeout(120):
        await asyncio.gather(*(c.play() for c in clients), *([killer()] if kill else []))
    logs = set()
    for client in clients:
        async with client.person.live(table, seat=client.seat) as wire:
            await wire.receive()
            logs.add(json.dumps([step["line"] for step in wire.steps if "line" in step]))
    assert len(logs) == 1


@pytest.mark.parametrize(("title", "seats"), [("toy", 4), ("reworld", 2)])
def test_clients_on_both_processes_play_one_match(pair: Pair, title: str, seats: int) -> None:
    asyncio.run(_play(pair, title, seats, kill=False))


def test_the_same_moment_on_two_processes_has_one_winner(pair: Pair) -> None:
    async def main() -> None:
        ada, bo = await Person.guest(pair[0].url, "Ada"), await Person.guest(pair[1].url, "Bo")
        for attempt in range(15):
            table = await ada.table("toy", "me", "open")
            await ada.post(f"/api/tables/{table}/nonce", {"nonce": "a"})
            await bo.post(f"/api/tables/{table}/join", {"nonce": "b"})
            n = (await bo.get(f"/api/tables/{table}/state"))["n"]
            same = await asyncio.gather(
                *(
                    person.http.post(
                        f"/api/tables/{table}/act",
                        json={
                            "id": f"{attempt}-{seat}",
                            "entry": {"do": "choose", "seat": seat, "keep": True},
                            "after": n,
                        },
                    )
                    for person, seat in ((ada, 0), (bo, 1))
                )
            )
            assert sorted(answer.status_code for answer in same) == [200, 409]
            steps = (await ada.get(f"/api/tables/{table}/steps?since={n}"))["steps"]
            assert [step["n"] for step in steps] == [n + 1]

    asyncio.run(main())


def test_the_same_entry_sent_to_both_counts_once(pair: Pair) -> None:
    async def main() -> None:
        ada = await Person.guest(pair[0].url, "Ada")
        twin = _elsewhere(ada, pair[1])
        table = await ada.table("toy", "me", {"kind": "here", "name": "Bo"})
        await ada.post(f"/api/tables/{table}/nonce", {"nonce": "a"})
        body = {"id": "same", "entry": {"do": "choose", "seat": 0, "keep": True}}
        answers = await asyncio.gather(
            *(p.post(f"/api/tables/{table}/act", body) for p in (ada, twin, ada, twin))
        )
        assert len({answer["n"] for answer in answers}) == 1

    asyncio.run(main())


def test_chat_and_table_reach_the_other_process(pair: Pair) -> None:
    async def main() -> None:
        ada, bo = await Person.guest(pair[0].url, "Ada"), await Person.guest(pair[1].url, "Bo")
        table = await ada.table("toy", "me", "open", "open")
        async with ada.live(table) as wire:
            await wire.receive()
            await bo.post(f"/api/tables/{table}/join", {"name": "Bo"})
            while not wire.table["seats"][1]["name"]:
                await wire.receive()
            await bo.post(f"/api/tables/{table}/chat", {"text": "hello"})
            while True:
                message = await wire.until("chat")
                if message["messages"][-1]["text"] == "hello":
                    break

    asyncio.run(main())


def test_one_of_two_is_killed_in_mid_game(pair: Pair) -> None:
    """The last test of this module: afterwards one process is gone."""
    asyncio.run(_play(pair, "reworld", 4, kill=True))
    pair[1].start()
