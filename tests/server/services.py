"""PostgreSQL and Redis for the tests: found or installed, on free ports, gone afterwards."""

import contextlib
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def need(program: str, package: str) -> str:
    """The path of a program, installed from Debian where it is missing."""
    found = shutil.which(program)
    if found is None:
        _install(package)
        found = shutil.which(program)
    assert found is not None, f"{package} brings no {program}"
    return found


def _install(package: str) -> None:
    """Get a Debian package. Where this cannot be done the test fails, and says what it needs."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        pytest.fail(f"this test needs {package}: install it, or run the tests as root on Debian")
    wait = ["-o", "DPkg::Lock::Timeout=600"]  # another test may be installing something
    _run(["apt-get", "update", "-qq", *wait])
    _run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *wait, package])


def _run(command: list[str], *, check: bool = True) -> None:
    subprocess.run(command, check=check, stdout=subprocess.DEVNULL, cwd="/tmp")


def _postgres_programs() -> Path:
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if not places:
        _install("postgresql")
        places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return places[0]


@contextlib.contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """A PostgreSQL server of the test's own; its address."""
    programs = _postgres_programs()
    data = folder / "postgres"
    data.mkdir()
    # It refuses to run as root, so it runs as the user that its package made.
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if user:
        for parent in (folder, *folder.parents[:3]):
            parent.chmod(parent.stat().st_mode | 0o755)
        shutil.chown(data, "postgres", "postgres")
    port = free_port()
    control = _control(folder)
    initdb = [*user, str(programs / "initdb"), "-D", str(data), "-A", "trust", "-U", "farhaven"]
    _run([*initdb, "--no-sync"])
    options = f"-p {port} -k /tmp -c listen_addresses=127.0.0.1 -c max_connections=100"
    (data / "options").write_text(options)
    start_postgres(folder)
    try:
        yield f"postgresql://farhaven@127.0.0.1:{port}/postgres"
    finally:
        _run([*control, "-m", "immediate", "stop"], check=False)


def _control(folder: Path) -> list[str]:
    """The command that starts and stops the PostgreSQL of a folder."""
    data = folder / "postgres"
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    program = str(_postgres_programs() / "pg_ctl")
    return [*user, program, "-D", str(data), "-w", "-l", str(data / "log")]


def start_postgres(folder: Path) -> None:
    """Start it, again on the port that it had."""
    options = (folder / "postgres" / "options").read_text()
    _run([*_control(folder), "-o", options, "start"])


def stop_postgres(folder: Path) -> None:
    """Stop it under its clients."""
    _run([*_control(folder), "-m", "immediate", "stop"])


@contextlib.contextmanager
def redis(folder: Path, port: int) -> Iterator[str]:
    """A Redis server of the test's own; its address."""
    server = need("redis-server", "redis-server")
    command = [server, "--port", str(port), "--save", "", "--dir", str(folder)]
    process = subprocess.Popen([*command, "--bind", "127.0.0.1"], stdout=subprocess.DEVNULL)
    try:
        wait_for(port)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait()


def wait_for(port: int) -> None:
    """Wait until somebody listens."""
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise RuntimeError(f"nobody listens on {port}")
