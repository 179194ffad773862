"""What the documents tell people to run is run: the bots, and the examples for hosts."""

import asyncio
import os
import re
import shlex
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import httpx
from typer.main import get_command

from farhaven.cli.main import app
from farhaven.server.settings import CONFIG, HELP, PREFIX
from tests.server.client import Person
from tests.server.process import ROOT, ServerProcess
from tests.server.services import free_port, need

BOTS = (ROOT / "docs" / "bots.md").read_text("utf-8").partition("## A bot in any language")[2]
HOSTING = (ROOT / "docs" / "hosting.md").read_text("utf-8")
PROGRAM = Path(sys.executable).with_name("farhaven")


def _block(text: str, language: str, which: int = 0) -> str:
    blocks: list[str] = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    return blocks[which]


async def _table(server: ServerProcess) -> tuple[str, str, Person]:
    ada = await Person.guest(server.url, "Ada")
    token = (await ada.post("/api/account/tokens", {"name": "bot"}))["token"]
    table = await ada.table("reworld", "open", {"kind": "bot", "level": "random"})
    return token, table, ada


def test_the_python_bot_has_30_lines_and_plays(server: ServerProcess, tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text(_block(BOTS, "python"))
    lines = [line for line in script.read_text().splitlines() if line.strip()]
    assert len(lines) <= 38, "thirty, and some for being wrapped"

    async def main() -> None:
        token, table, ada = await _table(server)
        command = [sys.executable, str(script), server.url, token, table]
        done = await asyncio.to_thread(
            subprocess.run, command, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, done.stderr
        assert (await ada.get(f"/api/tables/{table}"))["state"] == "over"

    asyncio.run(main())


def test_the_curl_bot_makes_moves(server: ServerProcess, tmp_path: Path) -> None:
    need("curl", "curl")
    need("jq", "jq")

    async def main() -> None:
        token, table, ada = await _table(server)
        script = _block(BOTS, "sh", 1).replace("http://localhost:8420", server.url)
        process = await asyncio.create_subprocess_exec(
            "bash",
            "-c",
            script,
            cwd=tmp_path,
            env={"PATH": "/usr/bin:/bin", "TABLE": table, "TOKEN": token},
            stdout=asyncio.subprocess.DEVNULL,
        )
        async with asyncio.timeout(60):
            while (await ada.get(f"/api/tables/{table}"))["n"] < 8:
                await asyncio.sleep(0.2)
        process.kill()
        await process.wait()

    asyncio.run(main())


def _unit() -> str:
    """The systemd unit, with this program in the place of the installed one."""
    return _block(HOSTING, "ini").replace("/opt/farhaven/bin/farhaven", str(PROGRAM))


def test_systemd_finds_no_fault_with_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "farhaven.service"
    unit.write_text(_unit())
    command = [need("systemd-analyze", "systemd"), "verify", "--man=no", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_what_the_unit_starts_serves_and_stops(tmp_path: Path) -> None:
    command = shlex.split(re.findall(r"ExecStart=(.*)", _unit())[0])
    port = free_port()
    env = {**os.environ, "FARHAVEN_DATA": str(tmp_path), "FARHAVEN_PORT": str(port)}
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)
    try:
        assert _answers(f"http://127.0.0.1:{port}/ready")
        process.terminate()
        assert process.wait(15) == 0
    finally:
        process.kill()
    assert (tmp_path / "farhaven.db").is_file()


def _answers(url: str) -> bool:
    for _ in range(600):
        try:
            return httpx.get(url, trust_env=False).status_code == 200
        except httpx.TransportError:
            time.sleep(0.1)
    return False


def test_compose_reads_the_example(tmp_path: Path) -> None:
    (tmp_path / "compose.yaml").write_text(_block(HOSTING, "yaml"))
    (tmp_path / "farhaven.env").write_text(_block(HOSTING, "sh"))
    compose = need("docker-compose", "docker-compose")
    command = [compose, "-f", "compose.yaml", "config", "--services"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) == {"database", "redis", "migrate", "one", "two", "proxy"}


def test_the_image_gets_all_that_the_package_is_made_of() -> None:
    copied = {
        ROOT / name
        for line in re.findall(r"^COPY (.*) \S+$", _block(HOSTING, "dockerfile"), re.MULTILINE)
        for name in line.split()
    }
    assert all(path.exists() for path in copied)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = {
        "pyproject.toml",
        "setup.py",
        "src",
        "web",
        project["readme"],
        *project["license-files"],
    }
    assert {ROOT / name for name in needed} <= copied
    assert "many" in project["optional-dependencies"]


def _flags(*names: str) -> set[str]:
    """The flags of a command."""
    command: object = get_command(app)
    for name in names:
        command = command.commands[name]  # type: ignore[attr-defined]  # groups only, down to it
    return {flag for param in command.params for flag in (*param.opts, *param.secondary_opts)}  # type: ignore[attr-defined]  # it is a command


def test_every_flag_variable_and_command_for_hosts_exists() -> None:
    variables = set(re.findall(rf"\b{PREFIX}[A-Z_]+\b", HOSTING))
    of_the_build = set(re.findall(rf"\b{PREFIX}[A-Z_]+\b", (ROOT / "setup.py").read_text("utf-8")))
    assert variables <= {PREFIX + name.upper() for name in HELP} | {CONFIG} | of_the_build
    commands: object = get_command(app)
    admin = commands.commands["admin"].commands  # type: ignore[attr-defined]  # both are groups
    called = set(re.findall(r"farhaven[\"', ]+admin[\"', ]+([a-z-]+)", HOSTING))
    assert called == set(admin) - {"typescript"}
    known = _flags("serve").union(*(_flags("admin", name) for name in admin))
    flags = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", HOSTING))
    assert flags - {"--help", "--save", "--appendonly"} <= known, "the last two are Redis's"
