"""Settings, start and stop, migrations, admin commands, logs, types, and the OpenAPI."""

import asyncio
import contextlib
import json
import os
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok
from sqlalchemy import text
from typer.testing import CliRunner

from farhaven.cli.admin import admin
from farhaven.cli.errors import Fault
from farhaven.server.preflight import check
from farhaven.server.settings import HELP, Settings, SettingsError, load
from farhaven.server.storage import database
from farhaven.server.storage.models import Base
from farhaven.server.titles import Titles
from farhaven.server.wire.patch import diff
from farhaven.server.wire.typescript import generate
from tests.server.client import Person, patch
from tests.server.process import ServerProcess
from tests.server.process import running as serving
from tests.server.services import free_port
from tests.server.test_tables import act, running


def test_flags_come_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text('port = 1\nhost = "file"\nlog_level = "error"\norigins = ["https://a"]\n')
    environ = {"FARHAVEN_CONFIG": str(file), "FARHAVEN_PORT": "2", "FARHAVEN_HOST": "env"}
    settings = load({"port": 3, "host": None}, environ)
    assert (settings.port, settings.host, settings.log_level) == (3, "env", "error")
    assert settings.origins == ["https://a"]
    assert load({}, {"FARHAVEN_ORIGINS": "https://a, https://b"}).origins[1] == "https://b"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", "70000"),
        ("port", "x"),
        ("log_level", "loud"),
        ("bot_delay", "-1"),
        ("database", "mysql://x/y"),
        ("redis", "localhost:6379"),
        ("public_url", "games.example.org"),
        ("origins", "https://a.example.org,b.example.org"),
        ("proxies", "10.0.0.0/8,proxy"),
    ],
)
def test_a_wrong_setting_is_named(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"^{name}: "):
        load({}, {f"FARHAVEN_{name.upper()}": value})


def test_a_wrong_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text("prt = 1\n")
    with pytest.raises(SettingsError, match="prt"):
        load({}, {"FARHAVEN_CONFIG": str(file)})
    with pytest.raises(SettingsError, match=r"none\.toml"):
        load({}, {"FARHAVEN_CONFIG": str(tmp_path / "none.toml")})


def test_settings_that_lead_nowhere_are_named_before_the_start(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for name, value in {
        "database": f"postgresql://nobody@127.0.0.1:{free_port()}/nothing",
        "redis": f"redis://127.0.0.1:{free_port()}/0",
        "data": str(tmp_path / "file"),
        "extra_titles": "tests.server.none:Toy",
    }.items():
        settings = load({"data": str(tmp_path), name: value}, {})
        with pytest.raises(SettingsError, match=f"^{name}: "):
            check(settings)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        server = ServerProcess(tmp_path, port=str(taken.getsockname()[1]))
        with pytest.raises(RuntimeError, match="farhaven serve: host, port: "):
            server.start()
    result = CliRunner().invoke(admin, ["matches", "--data", str(tmp_path / "none")])
    assert isinstance(result.exception, Fault)
    assert not (tmp_path / "none").exists()


def test_every_setting_is_in_the_help() -> None:
    assert set(HELP) == set(Settings.__struct_fields__)
    command = [sys.executable, "-c", "import typer; from farhaven.cli.serve import serve; "]
    command[-1] += "typer.run(serve)"
    run = subprocess.run([*command, "--help"], capture_output=True, text=True, check=True)
    for name in HELP:
        assert f"--{name.replace('_', '-')}"[:18] in run.stdout
    wrong = subprocess.run(
        [*command, "--port", "99999"], capture_output=True, text=True, check=False
    )
    assert wrong.returncode == 2
    assert "port" in wrong.stderr


def test_it_starts_quickly_and_stops_cleanly(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    # Of its own processor time, which others on the machine do not change much.
    assert min(_start_and_stop(server) for _ in range(2)) < 2.0

    async def main() -> None:
        ada, bo = await Person.guest(server.url, "Ada"), await Person.guest(server.url, "Bo")
        table = await running(ada, bo)
        async with ada.live(table) as wire:
            await wire.receive()
            assert await asyncio.to_thread(server.stop) == 0
            await wire.socket.wait_closed()
            assert wire.socket.close_code in (1001, 1012)

    server.start()
    asyncio.run(main())


def _start_and_stop(server: ServerProcess) -> float:
    server.start()
    fields = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    assert server.stop() == 0
    return seconds


def test_the_migrations_build_the_models_schema(tmp_path: Path) -> None:
    migrated, created = (f"sqlite+aiosqlite:///{tmp_path / name}.db" for name in ("m", "c"))
    database.migrate(migrated)
    database.create(created)
    for url in (migrated, created):
        engine = database.sync_engine(url)
        with engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
            assert database.version(connection) == database.HEAD
        engine.dispose()
    database.migrate(created)  # nothing is left to do


def test_analyses_of_an_older_program_are_made_anew(tmp_path: Path) -> None:
    """And nothing else is lost on the way."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'old.db'}"
    database.migrate(url, "0003")
    with contextlib.closing(sqlite3.connect(tmp_path / "old.db")) as old:
        old.execute("INSERT INTO analysis VALUES ('a table', 3, 1, '{}')")
        old.execute("INSERT INTO server_key VALUES ('k', 'v')")
        old.commit()
    database.migrate(url)
    engine = database.sync_engine(url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
        assert connection.execute(text("SELECT count(*) FROM analysis")).scalar() == 0
        assert connection.execute(text("SELECT value FROM server_key")).scalar() == "v"
    engine.dispose()


def test_the_newest_migration_is_the_programs() -> None:
    found = sorted(path.name[:4] for path in (database.MIGRATIONS / "versions").glob("0*.py"))
    assert found[-1] == database.HEAD


def _admin(server: ServerProcess, *arguments: str) -> str:
    result = CliRunner().invoke(admin, [*arguments, "--data", str(server.folder)])
    assert result.exit_code == 0, result.output
    return result.output


def test_backup_and_restore_while_running(tmp_path: Path) -> None:
    with serving(tmp_path) as server:

        async def before() -> tuple[Person, Person, str]:
            ada, bo = await Person.guest(server.url, "Ada"), await Person.guest(server.url, "Bo")
            table = await running(ada, bo)
            await act(ada, table, 0, "kept")
            return ada, bo, table

        async def later(ada: Person, bo: Person, table: str) -> None:
            await act(bo, table, 1, "lost")
            async with ada.live(table) as wire:
                await wire.receive()
                await asyncio.to_thread(_admin, server, "restore", str(file), "--yes")
                await asyncio.wait_for(wire.socket.wait_closed(), 10)
            async with ada.live(table) as wire:
                await wire.receive()
                assert [s.get("id") for s in wire.steps if s["kind"] == "entry"] == ["kept"]
            await act(bo, table, 1, "again")

        file = tmp_path / "backup.gz"
        with asyncio.Runner() as runner:
            ada, bo, table = runner.run(before())
            _admin(server, "backup", str(file))
            runner.run(later(ada, bo, table))
            _admin(server, "vacuum")
        rows = [json.loads(line) for line in _admin(server, "matches", "--json").splitlines()]
        assert [row["id"] for row in rows] == [table]
        users = _admin(server, "users", "--json")
        assert '"name":"Ada"' in users
        assert "password" not in users
        assert "1 sessions" in _admin(server, "sign-out", ada.id)


def test_a_broken_backup_changes_nothing(tmp_path: Path) -> None:
    with serving(tmp_path) as server:

        async def main() -> None:
            ada = await Person.guest(server.url, "Ada")
            file = tmp_path / "broken.gz"
            file.write_bytes(b"no backup")
            arguments = ["restore", str(file), "--yes", "--data", str(tmp_path)]
            result = await asyncio.to_thread(CliRunner().invoke, admin, arguments)
            assert result.exit_code == 1
            assert (await ada.get("/api/account"))["name"] == "Ada"

        asyncio.run(main())


def test_health_readiness_metrics_and_logs(server: ServerProcess) -> None:
    assert httpx.get(f"{server.url}/health").json()["status"] == "ok"
    assert httpx.get(f"{server.url}/ready").json()["status"] == "ready"
    assert "farhaven_steps_total" in httpx.get(f"{server.url}/metrics").text
    for line in server.log.read_text().splitlines():
        json.loads(line)


def test_large_answers_are_compressed_and_small_ones_are_not(server: ServerProcess) -> None:
    asked = {"accept-encoding": "gzip"}
    large = httpx.get(f"{server.url}/api/openapi.json", headers=asked)
    assert large.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in large.headers["vary"].lower()
    assert large.json()["openapi"]
    assert "content-encoding" not in httpx.get(f"{server.url}/health", headers=asked).headers


def test_types_for_the_web_application() -> None:
    files = generate(Titles())
    for name in ("Snapshot", "ClientMessage", "NewTable", "Account"):
        assert f" {name} " in files["lib/api/generated.ts"]
    assert " MarsView " in files["lib/games/mars/generated.ts"]
    assert files == generate(Titles())


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(0, 5) | st.text(max_size=2),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner, max_size=4)
    ),
)


@given(json_values, json_values)
@hypothesis_settings(max_examples=100, deadline=None)
def test_a_patch_leads_from_one_state_to_the_next(old: object, new: object) -> None:
    state = {"root": json.loads(json.dumps(old))}
    patch(state, json.loads(json.dumps(diff({"root": old}, {"root": new}))))
    assert state == {"root": new}


CHECKS = [
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_schema_conformance,
]
SKIPPED = ("GET /events", "GET /steps", "POST /logout", "DELETE /account")
"""Operations that end what the others need, or wait: how they begin, and how their path ends."""


def _is_tested(method: str, path: str) -> bool:
    return not any(
        method.upper() == skipped.split()[0] and path.endswith(skipped.split()[1])
        for skipped in SKIPPED
    )


def test_requests_made_from_the_openapi_are_answered_as_it_says(server: ServerProcess) -> None:
    person = httpx.Client(base_url=server.url, verify=False)
    person.post("/api/account", json={"name": "Schema"})
    cookie = f"farhaven={person.cookies['farhaven']}"
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    tested = [op for op in operations if _is_tested(op.method, op.path)]
    for operation in tested:

        @given(case=operation.as_strategy())
        @hypothesis_settings(max_examples=5, deadline=None, database=None)
        def probe(case: schemathesis.Case[Any]) -> None:
            case.headers["cookie"] = cookie
            answer = case.call(base_url=server.url)
            assert answer.status_code < 500, f"{case.method} {case.path} {answer.text}"
            case.validate_response(answer, checks=CHECKS)

        probe()
    assert len(tested) > 40
