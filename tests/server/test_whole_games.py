"""Whole games over WebSocket, with connections cut at every step."""

import asyncio
import json
import random

import pytest

from farhaven.core.match import replay
from farhaven.core.record import decode_record
from farhaven.games import load
from tests.server.client import Person
from tests.server.play import Seat, Shadow
from tests.server.process import ServerProcess
from tests.server.toy import Toy


async def play_whole(
    server: ServerProcess, title: str, seats: int, seed: int, cut: float
) -> tuple[list[Seat], str, Person]:
    """A whole game between clients; all of them, the table, and one of the people."""
    chooser = random.Random(seed)
    game = Toy() if title == "toy" else load(title)
    people = [await Person.guest(server.url, f"P{i}") for i in range(seats)]
    table = await people[0].table(title, "me", *["open"] * (seats - 1))
    await people[0].post(f"/api/tables/{table}/nonce", {"nonce": "nonce 0"})
    for i, person in enumerate(people[1:], 1):
        await person.post(f"/api/tables/{table}/join", {"seat": i, "nonce": f"nonce {i}"})
    shadow = Shadow(game, seats, chooser, {})
    clients = [
        Seat(person, table, i, shadow, lambda: chooser.random() < cut)
        for i, person in enumerate(people)
    ]
    async with asyncio.timeout(300):
        await asyncio.gather(*(client.play() for client in clients))
    return clients, table, people[0]


@pytest.mark.parametrize(
    ("title", "seats", "cut"),
    [("toy", 3, 0.9), ("reworld", 2, 0.9), ("reworld", 4, 0.2), ("mars", 3, 0.05)],
)
def test_clients_that_are_cut_off_all_end_with_the_same_log(
    server: ServerProcess, title: str, seats: int, cut: float
) -> None:
    async def main() -> None:
        clients, table, person = await play_whole(server, title, seats, seed=seats, cut=cut)
        logs = []
        for client in clients:
            async with client.person.live(table, seat=client.seat) as wire:
                await wire.receive()
                logs.append(json.dumps([step["line"] for step in wire.steps if "line" in step]))
                assert [step["n"] for step in wire.steps] == list(range(1, wire.n + 1))
        assert len(set(logs)) == 1
        assert all(client.connections > 3 for client in clients)
        answer = await person.http.get(f"/api/tables/{table}/record")
        record = decode_record(answer.content)
        assert json.dumps(json.loads(answer.content)["log"]) == logs[0]
        match = replay(clients[0].shadow.game, record)
        assert match.is_over
        assert match.log == clients[0].shadow.match.log

    asyncio.run(main())


def test_an_ordinary_move_costs_a_client_at_most_5_kb(server: ServerProcess) -> None:
    async def main() -> None:
        for title in ("reworld", "mars"):
            clients, _, _ = await play_whole(server, title, 4, seed=7, cut=0)
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
