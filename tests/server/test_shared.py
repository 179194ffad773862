"""Two equal processes on PostgreSQL and Redis: no owner of a table, and one may die."""

import asyncio
import contextlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from typer.testing import CliRunner

from farhaven.cli.admin import admin
from farhaven.games import load
from farhaven.server.basics import Refused
from farhaven.server.http.rate_limits import SharedLimits
from farhaven.server.settings import Settings
from farhaven.server.storage.database import migrate
from farhaven.server.wire.tables import Join, NewTable, SeatChange
from tests.server.client import Person
from tests.server.inside import ME, OPEN, guest, opened
from tests.server.play import LEVELS, Seat, Shadow
from tests.server.process import ServerProcess
from tests.server.process import running as serving
from tests.server.services import free_port, postgres, redis
from tests.server.test_tables import act, running

Pair = tuple[ServerProcess, ServerProcess]


class Shared(NamedTuple):
    """What equal processes have in common."""

    folder: Path
    database: str
    redis: str

    def server(self, name: str, **settings: str) -> ServerProcess:
        """A process with a folder of its own and nothing in it."""
        folder = self.folder / name
        folder.mkdir()
        return ServerProcess(folder, database=self.database, redis=self.redis, **settings)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    folder = tmp_path_factory.mktemp("shared")
    with postgres(folder) as database, redis(folder, free_port()) as cache:
        shared = Shared(folder, database, cache)
        with pytest.raises(RuntimeError, match=r"database: .*farhaven admin migrate"):
            shared.server("early").start()  # PostgreSQL is migrated by command only
        migrate(Settings(database=database).database_url())
        yield shared


@pytest.fixture(scope="module")
def pair(shared: Shared) -> Iterator[Pair]:
    servers = [shared.server(name) for name in "ab"]
    for server in servers:
        server.start()
    try:
        yield servers[0], servers[1]
    finally:
        for server in servers:
            server.stop()


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
    shadow = Shadow(load(title), seats, chooser, LEVELS[title])
    clients = [Seat(p, table, i, shadow) for i, p in enumerate(people)]

    async def killer() -> None:
        while shadow.n < 40:
            await asyncio.sleep(0.01)
        pair[1].kill()
        # Its people find the other process, as behind a load balancer.
        for client in clients[1::2]:
            client.person = _elsewhere(client.person, pair[0])

    async with asyncio.timeout(120):
        await asyncio.gather(*(c.play() for c in clients), *([killer()] if kill else []))
    assert shadow.match.is_over
    logs = set()
    for client in clients:
        async with client.person.live(table, seat=client.seat) as wire:
            await wire.receive()
            logs.add(json.dumps([step["line"] for step in wire.steps if "line" in step]))
    assert len(logs) == 1


@pytest.mark.parametrize(("title", "seats"), [("mars", 3), ("reworld", 4)])
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


@pytest.mark.parametrize(("title", "seats"), [("mars", 4), ("reworld", 4)])
def test_one_of_two_is_killed_in_mid_game(pair: Pair, title: str, seats: int) -> None:
    asyncio.run(_play(pair, title, seats, kill=True))
    pair[1].start()


def _admin(*arguments: str) -> str:
    result = CliRunner().invoke(admin, list(arguments))
    assert result.exit_code == 0, result.output
    return result.output


def test_backup_and_restore_while_both_processes_run(
    pair: Pair, shared: Shared, tmp_path: Path
) -> None:
    """From PostgreSQL to PostgreSQL under the eyes of people, and to SQLite."""
    file = tmp_path / "backup.gz"

    async def main() -> str:
        ada, bo = await Person.guest(pair[0].url, "Ada"), await Person.guest(pair[1].url, "Bo")
        table = await running(ada, bo)
        await act(ada, table, 0, "kept")
        busy = asyncio.create_task(_keep_busy(pair))
        command = ("--database", shared.database)
        await asyncio.to_thread(_admin, "backup", str(file), *command)
        await act(bo, table, 1, "lost")
        async with ada.live(table) as a, bo.live(table) as b:
            await a.receive()
            await b.receive()
            await asyncio.to_thread(_admin, "restore", str(file), "--yes", *command)
            # Before the processes have noticed: what they have in memory is not written any more.
            await asyncio.gather(ada.http.get("/ready"), bo.http.get("/ready"))
            await asyncio.wait_for(a.socket.wait_closed(), 20)
            await asyncio.wait_for(b.socket.wait_closed(), 20)
        busy.cancel()
        for person in (ada, bo):
            async with person.live(table) as wire:
                await wire.receive()
                assert [s.get("id") for s in wire.steps if s["kind"] == "entry"] == ["kept"]
        await act(bo, table, 1, "again")
        await asyncio.to_thread(_admin, "vacuum", *command)
        rows = await asyncio.to_thread(_admin, "matches", "--json", *command)
        assert table in rows
        return ada.cookie() + " " + table

    cookie, table = asyncio.run(main()).rsplit(" ", 1)
    _admin("restore", str(file), "--yes", "--data", str(tmp_path))
    with serving(tmp_path) as small:

        async def elsewhere() -> None:
            ada = Person(small.url)
            ada.http.headers["cookie"] = cookie
            async with ada.live(table, seat=None) as wire:
                await wire.receive()
                assert [s.get("id") for s in wire.steps if s["kind"] == "entry"] == ["kept"]
            assert (await ada.get("/api/account"))["name"] == "Ada", "the same cookie"

        asyncio.run(elsewhere())


async def _keep_busy(pair: Pair) -> None:
    """Others play while the database is put back; what they do may be lost, nothing else."""
    while True:
        with contextlib.suppress(AssertionError):
            people = [await Person.guest(server.url, "Busy") for server in pair]
            table = await running(people[0], people[1])
            for turn in range(5):
                for seat, person in enumerate(people):
                    await act(person, table, seat, f"{turn}-{seat}")
        await asyncio.sleep(0.01)


def test_a_step_that_would_leave_a_gap_is_not_written(pair: Pair, shared: Shared) -> None:
    """As where a restore has taken steps away that a process still has in memory."""

    async def main() -> None:
        ada, bo = await Person.guest(pair[0].url, "Ada"), await Person.guest(pair[1].url, "Bo")
        table = await running(ada, bo)
        await act(ada, table, 0, "gone")
        engine = create_async_engine(Settings(database=shared.database).database_url())
        async with engine.begin() as connection:
            for change in (
                "DELETE FROM step WHERE \"table\" = :table AND entry = 'gone'",
                "UPDATE game_table SET steps = steps - 1 WHERE id = :table",
            ):
                await connection.execute(text(change), {"table": table})
        await engine.dispose()
        await act(bo, table, 1, "other")
        steps = (await bo.get(f"/api/tables/{table}/steps"))["steps"]
        assert [step["n"] for step in steps] == list(range(1, len(steps) + 1))
        assert "other" in [step.get("id") for step in steps]

    asyncio.run(main())


def test_texts_that_postgresql_cannot_keep_are_refused(pair: Pair) -> None:
    async def main() -> None:
        ada = await Person.guest(pair[0].url, "A\x00da")
        assert (await ada.get("/api/account"))["name"] == "Ada"
        for path in ("tables/%00", "tables/%00/state", "records/%00", "tables/a%00b/chat"):
            await ada.get(f"/api/{path}", status=404)
        for path in ("sessions/%00", "tokens/%00"):
            await ada.request("DELETE", f"/api/account/{path}", status=404)
        table = await ada.table("toy", {"kind": "me", "name": "\x00me"}, "open")
        await ada.post(f"/api/tables/{table}/nonce", {"nonce": "a\x00"}, status=400)
        said = await ada.post(f"/api/tables/{table}/chat", {"text": "a\x00b"})
        assert said["text"] == "ab"
        body = {"name": "nobody\x00", "password": "12345678"}
        assert (await ada.post("/api/account/login", body, status=401))["reason"] == "wrong_login"
        entry = {"do": "choose", "seat": 0, "keep": True}
        await ada.post(f"/api/tables/{table}/act", {"id": "\x00", "entry": entry}, status=400)

    asyncio.run(main())


def test_who_has_lost_a_seat_loses_it_at_every_process(pair: Pair) -> None:
    async def main() -> None:
        ada, bo = await Person.guest(pair[0].url, "Ada"), await Person.guest(pair[1].url, "Bo")
        table = await running(ada, bo)
        async with bo.live(table) as wire:
            await wire.receive()
            await ada.request("PUT", f"/api/tables/{table}/seats/1", {"kind": "bot"})
            assert (await wire.until("snapshot"))["seat"] is None
            assert wire.state["view"]["numbers"] == [None, None]
        record = await bo.get(f"/api/tables/{table}/record")
        assert record["players"][1]["kind"].startswith("bot:")

    asyncio.run(main())


@pytest.mark.parametrize("is_running", [False, True])
def test_who_leaves_twice_evicts_nobody(shared: Shared, tmp_path: Path, is_running: bool) -> None:
    """Two processes that hear nothing of each other: the second knows who sat there before."""

    async def main() -> None:
        async with (
            opened(tmp_path, shared.database) as here,
            opened(tmp_path, shared.database) as b,
        ):
            ada, bo, cleo = [await guest(here, name) for name in ("Ada", "Bo", "Cleo")]
            seats = [ME, OPEN] if is_running else [ME, OPEN, OPEN]
            table = await here.lobby.create(ada, NewTable(title="toy", seats=seats))
            await here.lobby.join(table, bo, Join(nonce="b"))
            await here.lobby.seating.give_nonce(table, ada.account, "a")
            stale = await b.hall.get(table.id)
            assert stale.seats[1].account == bo.account
            assert table.is_running == is_running
            await here.lobby.leave(table, bo)
            if is_running:  # the host makes room for somebody else
                await here.lobby.change_seat(table, ada, 1, SeatChange(kind="open"))
            await here.lobby.join(table, cleo, Join(seat=1, nonce="c"))
            await b.lobby.leave(stale, bo)
            for services in (here, b):
                held = await services.hall.get(table.id)
                async with held.lock:
                    await services.hall.catch_up(held)
                assert held.seats[1].account == cleo.account

    asyncio.run(main())


def test_a_process_whose_clock_is_ahead_takes_nobody_for_away(shared: Shared) -> None:
    """The database's clock counts, for deadlines as for the times of steps."""
    servers = [shared.server("punctual"), shared.server("ahead", test_ahead="60000")]

    async def main() -> None:
        ada, bo = [await Person.guest(server.url, "P") for server in servers]
        table = await running(ada, bo, patience=5, clock=600, stand_in="random")
        async with ada.live(table) as a, bo.live(table) as b:
            await a.receive()
            await b.receive()
            await asyncio.sleep(4)  # both processes look many times
            await act(bo, table, 1, "by the database's clock")
            while not any(step["kind"] == "entry" for step in a.steps):
                await a.receive()
            assert [step["kind"] for step in a.steps] == ["start", "outcome", "entry"]
            assert a.state["clocks"][1] > 570_000
            assert all(seat["online"] for seat in a.table["seats"])

    for server in servers:
        server.start()
    try:
        asyncio.run(main())
    finally:
        for server in servers:
            server.stop()


def test_only_when_all_processes_are_gone_the_server_is_down(shared: Shared) -> None:
    own = [shared.server(name) for name in ("first", "second")]

    async def begin() -> tuple[Person, Person, str]:
        ada, bo = [await Person.guest(server.url, "P") for server in own]
        return ada, bo, await running(ada, bo, patience=60, clock=600, stand_in="random")

    async def still_running(ada: Person, table: str) -> None:
        async with ada.live(table) as wire:
            await wire.receive()
            assert [step["kind"] for step in wire.steps] == ["start", "outcome"]

    async def down_for_an_hour() -> None:
        engine = create_async_engine(Settings(database=shared.database).database_url())
        async with engine.begin() as connection:
            for change in (
                "UPDATE step SET at = at - 3600000",
                "UPDATE seat SET seen = seen - 3600000",
                "UPDATE game_table SET moved = moved - 3600000, due = due - 3600000,"
                " started = started - 3600000",
                "UPDATE server_key SET value = CAST(CAST(value AS bigint) - 3600000 AS varchar)"
                " WHERE name = 'alive'",
            ):
                await connection.execute(text(change))
        await engine.dispose()

    async def as_before(ada: Person, bo: Person, table: str) -> None:
        async with ada.live(table) as a, bo.live(table) as b:
            await a.receive()
            await b.receive()
            while a.state["paused"]:
                await a.receive()
            assert [step["kind"] for step in a.steps] == ["start", "outcome", "pause", "resume"]
            assert min(a.state["clocks"]) > 540_000
            await asyncio.sleep(2)
            await act(bo, table, 1, "still my move")

    with asyncio.Runner() as runner:
        for server in own:
            server.start()
        try:
            ada, bo, table = runner.run(begin())
            own[1].kill()
            own[1].start()
            runner.run(still_running(ada, table))
            for server in own:
                server.kill()
            runner.run(down_for_an_hour())
            for server in own:
                server.start()
            runner.run(as_before(ada, bo, table))
        finally:
            for server in own:
                server.stop()


def test_play_goes_on_while_redis_is_lost(shared: Shared) -> None:
    """A pair with a Redis of its own, which dies and comes back."""
    port = free_port()

    async def hears(bo: Person, table: str, ada: Person, seat: int, entry: str) -> None:
        """What is done at one process is seen at the other."""
        async with bo.live(table) as wire, asyncio.timeout(60):
            await wire.receive()
            await act(ada, table, seat, entry)
            while not any(step.get("id") == entry for step in wire.steps):
                await wire.receive()

    async def main(servers: list[ServerProcess], lost: contextlib.ExitStack) -> None:
        ada, bo = [await Person.guest(server.url, "P") for server in servers]
        table = await ada.table("toy", "me", {"kind": "here", "name": "Cleo"}, "open")
        await bo.post(f"/api/tables/{table}/join", {"nonce": "b"})
        await ada.post(f"/api/tables/{table}/nonce", {"nonce": "a"})
        await hears(bo, table, ada, 0, "with")
        await asyncio.to_thread(lost.close)
        assert (await bo.get("/ready"))["lost"] == ["redis"], "play goes on, so it is ready"
        await hears(bo, table, ada, 1, "without")
        unheard = await ada.table("toy", "me", "open", "open")
        await bo.post(f"/api/tables/{unheard}/join", {})
        with redis(shared.folder, port):
            while (await bo.get("/ready"))["lost"]:
                await asyncio.sleep(0.2)
            await hears(ada, table, bo, 2, "again")
            async with ada.live(unheard) as wire, asyncio.timeout(60):
                await wire.receive()
                await bo.post(f"/api/tables/{unheard}/chat", {"text": "there again"})
                while '"there again"' not in wire.frames[-1]:
                    await wire.receive()
        for server in servers:
            await asyncio.to_thread(server.stop)

    with contextlib.ExitStack() as lost:
        own = shared._replace(redis=lost.enter_context(redis(shared.folder, port)))
        servers = [own.server(name) for name in ("left", "right")]
        for server in servers:
            server.start()
        asyncio.run(main(servers, lost))


def test_rate_limits_are_counted_by_all_processes_together(shared: Shared) -> None:
    servers = [shared.server(name, rate_limits="0.2") for name in ("strict", "likewise")]
    for server in servers:
        server.start()
    try:

        async def main() -> None:
            wrong = {"name": "nobody", "password": "12345678"}
            codes = []
            for turn in range(4):  # two are allowed at once, and two in a minute
                person = Person(servers[turn % 2].url)
                codes.append((await person.http.post("/api/account/login", json=wrong)).status_code)
            assert codes == [401, 401, 429, 429]

        asyncio.run(main())
    finally:
        for server in servers:
            server.stop()


def test_without_redis_each_process_counts_alone() -> None:
    async def main() -> None:
        limits = SharedLimits(0.5, f"redis://127.0.0.1:{free_port()}/0")
        for _ in range(5):
            await limits.check_address("login", "192.0.2.1")
        with pytest.raises(Refused):
            await limits.check_address("login", "192.0.2.1")
        await limits.check_address("login", "192.0.2.2")
        await limits.close()

    asyncio.run(main())
