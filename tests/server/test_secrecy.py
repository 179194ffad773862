"""No message to any seat or spectator holds another's secret, over whole games."""

import asyncio
import json
import random
import re

import pytest

from farhaven.core.log_entry import Entry
from farhaven.games import load
from tests.server.client import ConnectionClosed, Person
from tests.server.play import LEVELS, Seat, Shadow, merge
from tests.server.process import ServerProcess
from tests.server.searching import secrets_in
from tests.server.toy import SECRET_BASE, Toy

NUMBER = re.compile(rf"\b{str(SECRET_BASE)[:1]}\d{{6}}\b")


async def _watch(person: Person, table: str, frames: list[str]) -> None:
    async with person.live(table) as wire:
        try:
            while wire.state.get("result") is None:
                await wire.receive()
                frames.append(wire.frames.pop())
        except ConnectionClosed:
            return


async def _played(server: ServerProcess, title: str, seats: int) -> tuple[list[Seat], list[str]]:
    chooser = random.Random(5)
    game = Toy() if title == "toy" else load(title)
    people = [await Person.guest(server.url, f"P{i}") for i in range(seats)]
    table = await people[0].table(title, "me", *["open"] * (seats - 1))
    shadow = Shadow(game, seats, chooser, LEVELS.get(title, "random"))
    spectator = Person(server.url)
    frames: list[str] = []
    for i, person in enumerate(people[1:], 1):
        await person.post(f"/api/tables/{table}/join", {"seat": i})
    watching = asyncio.create_task(_watch(spectator, table, frames))
    clients = [Seat(p, table, i, shadow) for i, p in enumerate(people)]
    async with asyncio.timeout(200):
        await asyncio.gather(*(client.play() for client in clients))
        await watching
    return clients, frames


def _before_the_end(frames: list[str]) -> list[str]:
    return [f for f in frames if '"result"],{' not in f and '"result":{' not in f]


def test_a_search_of_all_frames_finds_nobody_elses_number(server: ServerProcess) -> None:
    async def main() -> None:
        clients, watched = await _played(server, "toy", 3)
        shadow = clients[0].shadow
        deals = [json.loads(_json(line))["numbers"] for line in shadow.match.log if _is_deal(line)]
        for client in clients:
            others = {str(n) for deal in deals for s, n in enumerate(deal) if s != client.seat}
            found = {n for frame in _before_the_end(client.frames) for n in NUMBER.findall(frame)}
            assert found, "the own numbers are there"
            assert not found & others
        assert not any(NUMBER.search(frame) for frame in _before_the_end(watched))

    asyncio.run(main())


def _json(line: object) -> bytes:
    import msgspec

    return msgspec.json.encode(line)


def _is_deal(line: object) -> bool:
    return not isinstance(line, Entry)


@pytest.mark.parametrize(("title", "seats"), [("reworld", 3), ("mars", 3)])
def test_no_frame_of_a_whole_game_holds_anothers_secret(
    server: ServerProcess, title: str, seats: int
) -> None:
    """Views are compared at every step by the players themselves; here, frames and lines."""

    async def main() -> None:
        clients, watched = await _played(server, title, seats)
        for client in clients:
            found = list(secrets_in(title, client.frames, client.seat))
            assert len(found) > 20, "one's own are there"
            assert [what for what, own in found if not own] == []
            other = (client.seat + 1) % seats
            assert not all(own for _, own in secrets_in(title, client.frames, other)), "a leak"
        assert list(secrets_in(title, watched, None)) == []
        game = clients[0].shadow.game
        before = None
        lines = 0
        for n in sorted(clients[0].steps):
            parts = [client.steps[n] for client in clients]
            if parts[0]["kind"] not in ("entry", "outcome"):
                continue
            whole = game.read_line(json.dumps(merge([p["line"] for p in parts])).encode())
            for client, part in zip(clients, parts, strict=True):
                allowed = game.seen(whole, client.seat, before)
                if n < clients[0].shadow.n:  # with the last line everything is shown
                    assert part["line"] == json.loads(_json(allowed))
            before, lines = whole, lines + 1
        assert lines > 100
        secret = (await clients[0].person.get(f"/api/tables/{clients[0].table}"))["fairness"]
        assert secret["secret"] is not None
        for frame in _before_the_end([*watched, *clients[0].frames]):
            assert secret["secret"] not in frame

    asyncio.run(main())
