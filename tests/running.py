"""Whether the rules run compiled, and how to run them the other way."""

import os
import subprocess
import sys
from pathlib import Path

from farhaven.core import position

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
COMPILED = not str(position.__file__).endswith(".py")


def run_interpreted(module: str, *arguments: str) -> str:
    """What a module prints when it runs on the source as it is, not compiled."""
    return _run(module, arguments, [str(SOURCE), str(ROOT)])


def run_as_installed(module: str, *arguments: str) -> str:
    """What a module prints when it runs as these tests do, in a process of its own."""
    inherited = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return _run(module, arguments, [*filter(None, inherited), str(ROOT)])


def _run(module: str, arguments: tuple[str, ...], path: list[str]) -> str:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
