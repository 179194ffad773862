"""An SQLite database has one server at a time, and the commands of its operator."""

import asyncio
import errno
import os
import signal
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from structlog.testing import capture_logs
from typer.testing import CliRunner

from farhaven.cli.admin import admin
from farhaven.cli.errors import Fault
from farhaven.server.preflight import check_database, claimed
from farhaven.server.settings import Settings, SettingsError
from farhaven.server.storage import database, server_lock
from farhaven.server.storage.server_lock import Lock, Taken
from tests.server.client import Person
from tests.server.process import ServerProcess, running


def test_a_second_server_is_refused_and_told_why(tmp_path: Path) -> None:
    with running(tmp_path) as first:
        second = ServerProcess(tmp_path)
        with pytest.raises(RuntimeError, match="another server uses it") as refusal:
            second.start()
        said = str(refusal.value)
        assert f"farhaven serve: data: {tmp_path}: " in said
        assert f"(process {first.pid})" in said
        named = ServerProcess(tmp_path, database=str(tmp_path / "farhaven.db"))
        with pytest.raises(RuntimeError, match="farhaven serve: database: "):
            named.start()
        assert httpx.get(f"{first.url}/ready").status_code == 200


def test_the_lock_goes_with_a_server_that_is_killed(tmp_path: Path) -> None:
    """Also while its bots, which are processes of their own, live on for a moment."""
    server = ServerProcess(tmp_path)
    server.start()

    async def think() -> None:
        ada = await Person.guest(server.url, "Ada")
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        await ada.post("/api/tables", {"title": "toy", "seats": seats})

    asyncio.run(think())
    os.kill(server.pid, signal.SIGKILL)
    server.kill()
    server.start()
    assert server.stop() == 0


def test_commands_beside_a_server(tmp_path: Path) -> None:
    """They work while it runs; only what would change the schema under its hands is refused."""
    with running(tmp_path):
        backup = str(tmp_path / "backup.gz")
        for command in (
            ["matches"],
            ["users"],
            ["backup", backup],
            ["restore", backup, "--yes"],
            ["vacuum"],
            ["migrate"],
        ):
            done = CliRunner().invoke(admin, [*command, "--data", str(tmp_path)])
            assert done.exit_code == 0, (command, done.output)


@pytest.mark.parametrize("command", ["migrate", "matches"])
def test_an_older_database_is_not_migrated_under_a_server(tmp_path: Path, command: str) -> None:
    settings = Settings(data=str(tmp_path))
    database.migrate(settings.database_url(), "0003")
    with claimed(settings):
        done = CliRunner().invoke(admin, [command, "--data", str(tmp_path)])
        assert isinstance(done.exception, Fault)
        assert "another server uses it" in str(done.exception)
        assert database.needs_migration(settings.database_url())
    done = CliRunner().invoke(admin, [command, "--data", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert database.is_current(settings.database_url())


def test_a_lock_is_held_once_and_given_back(tmp_path: Path) -> None:
    path = tmp_path / "some.lock"
    with Lock(path):
        assert path.stat().st_mode & 0o077 == 0
        with pytest.raises(Taken, match=str(os.getpid())):
            Lock(path)
    Lock(path).release()


def test_a_command_makes_a_database_where_there_is_none(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path / "new"))
    check_database(settings)
    assert database.is_current(settings.database_url())
    with claimed(settings), pytest.raises(SettingsError, match=r"^data: "), claimed(settings):
        pass


def _failing(number: int) -> Callable[[int], None]:
    def lock(_file: int) -> None:
        raise OSError(number, os.strerror(number))

    return lock


def test_a_file_system_without_locks_is_warned_of_and_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_lock, "_lock", _failing(errno.ENOLCK))
    with capture_logs() as lines, Lock(tmp_path / "lock"):
        assert (tmp_path / "lock").read_text() == f"{os.getpid()}\n"
    assert [line["event"] for line in lines] == ["no_lock"]


def test_another_fault_is_not_taken_for_another_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_lock, "_lock", _failing(errno.EIO))
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        Lock(tmp_path / "lock")
    monkeypatch.setattr(server_lock, "_lock", _failing(errno.EAGAIN))
    with pytest.raises(Taken):
        Lock(tmp_path / "lock")
