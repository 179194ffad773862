"""A database that is away, full or read-only: clients are told to try again, and logs stay calm."""

import asyncio
import contextlib
import json
import logging
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from farhaven import __version__
from farhaven.server import logs
from farhaven.server.logs import CALM_SECONDS, SAME_LINES, Calm, shorten
from farhaven.server.settings import Settings
from farhaven.server.storage.database import migrate
from farhaven.server.storage.database_access import NoDatabase, named
from tests.server.client import Person
from tests.server.process import ServerProcess
from tests.server.process import running as serving
from tests.server.services import free_port, postgres, redis, start_postgres, stop_postgres
from tests.server.test_tables import act, running

AWAY = 1013


def _hidden(server: ServerProcess) -> None:
    """Take the tables away from a server: every question fails, as with a broken disk."""
    with contextlib.closing(sqlite3.connect(server.folder / "farhaven.db")) as database:
        names = database.execute("SELECT name FROM sqlite_master WHERE type='table'").fetchall()
        for (name,) in names:
            database.execute(f'ALTER TABLE "{name}" RENAME TO "hidden_{name}"')
        database.commit()


async def _closed(person: Person, table: str) -> int | None:
    """Why a live connection is ended."""
    headers = {"cookie": person.cookie()}
    async with connect(person.live_address(table), additional_headers=headers) as socket:
        with pytest.raises(ConnectionClosed):
            while True:
                await asyncio.wait_for(socket.recv(), 20)
        return socket.close_code


def test_every_route_says_503_while_the_database_is_away(tmp_path: Path) -> None:
    with serving(tmp_path) as server:

        async def main() -> None:
            ada, bo = await Person.guest(server.url, "Ada"), await Person.guest(server.url, "Bo")
            # Nobody has asked yet who this is, so nobody remembers it.
            stranger = await Person.guest(server.url, "Cleo")
            table = await running(ada, bo)
            document = (await ada.http.get("/api/openapi.json")).json()
            async with ada.live(table) as wire:
                await wire.receive()
                await asyncio.to_thread(_hidden, server)
                await wire.send("act", id="x", entry={"do": "choose", "seat": 0, "keep": True})
                with pytest.raises(ConnectionClosed) as closed:
                    while True:
                        await wire.receive()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == AWAY
            asked = 0
            for path, operations in document["paths"].items():
                for method in set(operations) & {"get", "post", "put", "patch", "delete"}:
                    where = path.replace("{table}", "other").replace("{record}", "other")
                    for part in ("seat", "at", "account", "session", "token"):
                        where = where.replace(f"{{{part}}}", "1")
                    answer = await stranger.http.request(method.upper(), where)
                    asked += answer.status_code == 503
                    assert answer.status_code in (200, 400, 401, 404, 503), f"{method} {where}"
            assert asked > 20
            answer = await stranger.http.get("/api/account")
            assert answer.status_code == 503
            assert answer.json()["reason"] == "no_database"
            assert answer.headers["retry-after"]
            program = Person(server.url)
            program.http.headers["authorization"] = "Bearer some"
            await program.get("/api/account", status=503)
            assert await _closed(stranger, "other") == AWAY
            assert await _closed(Person(server.url), "other") == AWAY
            assert (await stranger.http.get("/ready")).status_code == 503
            assert (await stranger.http.get("/health")).status_code == 200

        asyncio.run(main())
        _is_calm(server)


def _is_calm(server: ServerProcess) -> None:
    """No line of a server's log is there more often than it helps, and none is a traceback."""
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    warnings = [line for line in lines if line["level"] in ("warning", "error")]
    kinds = Counter((line["event"], line.get("work")) for line in warnings)
    assert kinds
    assert max(kinds.values()) <= SAME_LINES
    assert not any("exception" in line for line in warnings)


def test_ready_tells_whether_anything_can_be_written(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ready = f"{server.url}/ready"
        assert httpx.get(ready).json() == {"status": "ready", "version": __version__, "lost": []}
        other = sqlite3.connect(server.folder / "farhaven.db", isolation_level=None)
        with contextlib.closing(other) as database:
            database.execute("BEGIN IMMEDIATE")  # whoever wants to write waits
            assert httpx.get(ready, timeout=20).status_code == 503
            assert httpx.get(f"{server.url}/health").status_code == 200
        while httpx.get(ready, timeout=20).status_code != 200:
            time.sleep(0.1)


def test_play_goes_on_when_postgresql_comes_back(tmp_path: Path) -> None:
    """The database stops under a running match: 503 and 1013, then the same move once more."""
    with postgres(tmp_path) as url, serving_on(tmp_path, url) as server:

        async def main() -> None:
            ada, bo = await Person.guest(server.url, "Ada"), await Person.guest(server.url, "Bo")
            cleo = await Person.guest(server.url, "Cleo")
            table = await running(ada, bo)
            await asyncio.to_thread(stop_postgres, tmp_path)
            await cleo.get("/api/account", status=503)
            await cleo.get("/ready", status=503)
            assert await _closed(cleo, table) == AWAY
            entry = {"do": "choose", "seat": 0, "keep": True}
            await ada.post(f"/api/tables/{table}/act", {"id": "x", "entry": entry}, status=503)
            await asyncio.to_thread(start_postgres, tmp_path)
            while (await cleo.http.get("/ready")).status_code != 200:
                await asyncio.sleep(0.1)
            await act(ada, table, 0, "x")

        asyncio.run(main())
        _is_calm(server)


@contextlib.contextmanager
def serving_on(folder: Path, database: str, **settings: str) -> Iterator[ServerProcess]:
    """A server on PostgreSQL."""
    migrate(Settings(database=database).database_url())
    own = folder / "server"  # which it keeps to itself
    own.mkdir()
    with serving(own, database=database, **settings) as server:
        yield server


class _Orig(Exception):  # noqa: N818 - stands for a driver's own
    def __init__(self, sqlstate: str | None = None) -> None:
        super().__init__("said so")
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("fault", "is_away"),
    [
        (OperationalError("q", {}, _Orig()), True),
        (DBAPIError("q", {}, _Orig("57P01")), True),
        (DBAPIError("q", {}, _Orig("25006")), True),
        (DBAPIError("q", {}, _Orig("22021")), False),
        (IntegrityError("q", {}, _Orig("23505")), False),
        (ProgrammingError("q", {}, _Orig("42601")), False),
        (ConnectionRefusedError("no"), True),
        (TimeoutError(), True),
        (PoolTimeout(), True),
        (sqlite3.OperationalError("disk I/O error"), True),
        (sqlite3.DatabaseError("malformed"), True),
        (sqlite3.IntegrityError("twice"), False),
        (ValueError("a bug"), False),
    ],
)
def test_faults_of_the_database_are_told_from_mistakes(fault: Exception, is_away: bool) -> None:
    found = named(fault)
    assert isinstance(found, NoDatabase) is is_away
    assert is_away or found is fault


def _line(event: str, level: int = logging.WARNING, **more: object) -> logging.LogRecord:
    return logging.LogRecord("x", level, "", 0, {"event": event, **more}, (), None)


def test_the_same_warning_is_written_a_few_times_and_then_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr(logs, "monotonic", lambda: now)
    calm = Calm()
    passed = [calm.filter(_line("keeper", work="sweep")) for _ in range(10)]
    assert passed == [True] * SAME_LINES + [False] * (10 - SAME_LINES)
    assert calm.filter(_line("keeper", work="tidy")), "another kind of line"
    assert calm.filter(_line("keeper", work="sweep", exception="…\nValueError: new")), (
        "another fault"
    )
    assert all(calm.filter(_line("table", logging.INFO)) for _ in range(10))
    now = CALM_SECONDS + 1
    line = _line("keeper", work="sweep")
    assert calm.filter(line)
    assert isinstance(line.msg, dict)
    assert line.msg["left_out"] == 10 - SAME_LINES
    foreign = logging.LogRecord("uvicorn", logging.WARNING, "", 0, "Invalid %s", ("x",), None)
    assert [calm.filter(foreign) for _ in range(5)].count(True) == SAME_LINES


def test_an_absent_database_needs_no_traceback() -> None:
    fault = NoDatabase(OSError("gone"))
    event = shorten(None, "error", {"event": "keeper", "exc_info": fault})
    assert event == {"event": "keeper", "fault": "NoDatabase: OSError: gone"}
    other = {"event": "keeper", "exc_info": ValueError()}
    assert shorten(None, "error", dict(other)) == other


def test_the_log_tells_the_ordinary_course(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        httpx.get(f"{server.url}/health")
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    assert [line["event"] for line in lines] == ["started", "listening", "stopping", "stopped"]
    assert lines[1]["addresses"] == [f"127.0.0.1:{server.port}"]
    assert lines[2]["tables"] == 0


def test_without_redis_the_log_stays_calm(tmp_path: Path) -> None:
    with contextlib.ExitStack() as stack:
        url = stack.enter_context(postgres(tmp_path))
        lost = contextlib.ExitStack()
        cache = lost.enter_context(redis(tmp_path, free_port()))
        server = stack.enter_context(serving_on(tmp_path, url, redis=cache, rate_limits="100"))
        lost.close()

        async def main() -> None:
            ada = await Person.guest(server.url, "Ada")
            table = await ada.table("toy", "me", "open")
            for i in range(10):  # each is told to the other processes, in vain
                await ada.post(f"/api/tables/{table}/chat", {"text": f"anybody? {i}"})
            assert (await ada.get("/ready"))["lost"] == ["redis"]

        asyncio.run(main())
        _is_calm(server)
