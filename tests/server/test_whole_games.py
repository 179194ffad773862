"""Whole games over WebSocket, with connections cut at every step."""

import asyncio
import json
import random

import pytest

from farhaven.core.match import replay
from farhaven.core.record import decode_record
from farhaven.games import load
from tests.server.client import Person
from tests.server.play import LEVELS, Cut, EveryStep, Seat, Shadow, never
from tests.server.process import ServerProcess


async def play_whole(
    server: ServerProcess, title: str, seats: int, cut: Cut
) -> tuple[list[Seat], str, Person]:
    """A whole game between clients; all of them, the table, and one of the people."""
    people = [await Person.guest(server.url, f"P{i}") for i in range(seats)]
    table = await people[0].table(title, "me", *["open"] * (seats - 1))
    await people[0].post(f"/api/tables/{table}/nonce", {"nonce": "nonce 0"})
    for i, person in enumerate(people[1:], 1):
        await person.post(f"/api/tables/{table}/join", {"seat": i, "nonce": f"nonce {i}"})
    shadow = Shadow(load(title), seats, random.Random(seats), LEVELS[title])
    clients = [Seat(person, table, i, shadow, cut) for i, person in enumerate(people)]
    async with asyncio.timeout(600):
        await asyncio.gather(*(client.play() for client in clients))
    return clients, table, people[0]


@pytest.mark.parametrize(("title", "seats"), [("reworld", 2), ("reworld", 4), ("mars", 3)])
def test_clients_that_are_cut_off_at_every_step_end_with_the_same_log(
    server: ServerProcess, title: str, seats: int
) -> None:
    async def main() -> None:
        cuts = EveryStep()
        clients, table, person = await play_whole(server, title, seats, cuts)
        logs = []
        for client in clients:
            async with client.person.live(table, seat=client.seat) as wire:
                await wire.receive()
                logs.append(json.dumps([step["line"] for step in wire.steps if "line" in step]))
                assert [step["n"] for step in wire.steps] == list(range(1, wire.n + 1))
        assert len(set(logs)) == 1
        entries = [step["id"] for step in clients[0].steps.values() if step["kind"] == "entry"]
        # Whoever sent an entry was cut off right after it, and so was nearly everybody else.
        assert {f"s{seat}-{n}" for seat, n in cuts.done} >= set(entries)
        assert all(client.connections > len(entries) * 0.8 for client in clients)
        answer = await person.http.get(f"/api/tables/{table}/record")
        record = decode_record(answer.content)
        assert json.dumps(json.loads(answer.content)["log"]) == logs[0]
        match = replay(clients[0].shadow.game, record)
        assert match.is_over
        assert match.log == clients[0].shadow.match.log

    asyncio.run(main())


@pytest.mark.parametrize("title", ["reworld", "mars"])
def test_an_ordinary_move_costs_a_client_at_most_5_kb(server: ServerProcess, title: str) -> None:
    async def main() -> None:
        clients, _, _ = await play_whole(server, title, 4, never)
        sizes = sorted(
            len(frame)
            for client in clients
            for frame in client.frames
            if frame.startswith('{"type":"steps"') and '"patch"' in frame
        )
        # A round's set-up deals twenty modules and all hands: that is no ordinary move.
        assert sizes[int(len(sizes) * 0.99)] <= 5_000
        assert sum(sizes) / len(sizes) <= 1_500

    asyncio.run(main())
