"""The example of nginx before equal processes, as the document has it but for ports and names."""

import asyncio
import contextlib
import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from farhaven.games import load
from farhaven.server.settings import Settings
from farhaven.server.storage.database import migrate
from tests.server.client import Person
from tests.server.play import Seat, Shadow
from tests.server.process import ROOT, ServerProcess
from tests.server.services import free_port, need, postgres, redis
from tests.server.services import wait_for as wait_for_port
from tests.server.test_tables import act, running

HOSTING = (ROOT / "docs" / "hosting.md").read_text("utf-8")


def _certificate(folder: Path) -> None:
    """A certificate that signs for itself."""
    openssl = need("openssl", "openssl")
    names = ["-keyout", str(folder / "games.key"), "-out", str(folder / "games.pem")]
    command = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", *names]
    subprocess.run(command, check=True, capture_output=True)


def _site(folder: Path, port: int, servers: list[ServerProcess]) -> str:
    """The document's configuration, with this test's ports and files."""
    found = re.search(r"```nginx\n(.*?)```", HOSTING, re.DOTALL)
    assert found is not None
    site = found[1]
    for old, new in (
        (
            "server 127.0.0.1:8420 max_fails=0;",
            "".join(f"server 127.0.0.1:{s.port} max_fails=0;" for s in servers),
        ),
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("games.example.org", "127.0.0.1"),
        ("/etc/ssl/", f"{folder}/"),
    ):
        assert old in site
        site = site.replace(old, new)
    return site


@contextlib.contextmanager
def nginx(folder: Path, port: int, servers: list[ServerProcess]) -> Iterator[None]:
    """nginx in a folder of the test's own."""
    _certificate(folder)
    (folder / "farhaven.conf").write_text(_site(folder, port, servers))
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
        "events {}\n"
        f"http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path"
        f" {folder}/proxy; include {folder}/farhaven.conf; }}\n"
    )
    command = [need("nginx", "nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        wait_for_port(port)
        yield
    finally:
        process.terminate()
        process.wait()


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[tuple[str, list[ServerProcess]]]:
    """The address of the proxy, and the two processes behind it."""
    port = free_port()
    url = f"https://127.0.0.1:{port}"
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(postgres(tmp_path))
        cache = stack.enter_context(redis(tmp_path, free_port()))
        migrate(Settings(database=database).database_url())
        both = []
        for name in "ab":
            (tmp_path / name).mkdir()
            settings = {"database": database, "redis": cache, "public_url": url}
            server = ServerProcess(tmp_path / name, **settings)
            server.start()
            stack.callback(server.stop)
            both.append(server)
        stack.enter_context(nginx(tmp_path, port, both))
        yield url, both


def test_a_game_goes_on_behind_the_proxy_when_one_process_dies(
    servers: tuple[str, list[ServerProcess]],
) -> None:
    url, processes = servers

    async def main() -> None:
        people = [await Person.guest(url, name) for name in ("Ada", "Bo")]
        assert "Secure" in (await people[0].http.get("/api/account")).headers["set-cookie"]
        await _streams(people[0], people[1])
        table = await people[0].table("reworld", "me", "open")
        await people[1].post(f"/api/tables/{table}/join", {})
        shadow = Shadow(load("reworld"), 2, random.Random(2))
        clients = [Seat(person, table, i, shadow) for i, person in enumerate(people)]

        async def kill() -> None:
            while shadow.n < 40:
                await asyncio.sleep(0.01)
            processes[1].kill()

        async with asyncio.timeout(120):
            await asyncio.gather(kill(), *(client.play() for client in clients))
        assert shadow.match.is_over
        assert (await people[0].get(f"/api/tables/{table}"))["state"] == "over"

    asyncio.run(main())


async def _streams(ada: Person, bo: Person) -> None:
    """Pages of this address may act, those of others not; and a stream is not held back."""
    table = await running(ada, bo)
    path = f"/api/tables/{table}/chat"
    answers = [
        await ada.http.post(path, json={"text": "hello"}, headers={"origin": origin})
        for origin in (ada.url, "https://evil.example")
    ]
    assert [answer.status_code for answer in answers] == [201, 403]
    async with bo.http.stream("GET", f"/api/tables/{table}/events") as stream:
        lines = stream.aiter_lines()
        async with asyncio.timeout(10):
            assert '"snapshot"' in await anext(line async for line in lines if "data" in line)
            await act(ada, table, 0, "through the proxy")
            assert await anext(line async for line in lines if "through the proxy" in line)
