"""The bots of docs/bots.md play a whole game against the house's."""

import asyncio
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.client import Person
from tests.server.process import ROOT, ServerProcess

TEXT = (ROOT / "docs" / "bots.md").read_text()


def _block(language: str, which: int) -> str:
    blocks: list[str] = re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    return blocks[which]


async def _table(server: ServerProcess) -> tuple[str, str, Person]:
    ada = await Person.guest(server.url, "Ada")
    token = (await ada.post("/api/account/tokens", {"name": "bot"}))["token"]
    table = await ada.table("reworld", "open", {"kind": "bot", "level": "random"})
    return token, table, ada


def test_the_python_bot_has_30_lines_and_plays(server: ServerProcess, tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text(_block("python", 0))
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


@pytest.mark.skipif(not (shutil.which("jq") and shutil.which("curl")), reason="needs curl and jq")
def test_the_curl_bot_makes_moves(server: ServerProcess, tmp_path: Path) -> None:
    async def main() -> None:
        token, table, ada = await _table(server)
        script = _block("sh", 1).replace("http://localhost:8420", server.url)
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
