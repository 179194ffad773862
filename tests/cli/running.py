"""Runs the program in a process of its own, away from the user's folders."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple


class Done(NamedTuple):
    """What a run of the program left."""

    code: int
    out: str
    err: str


def _absolute_path() -> list[str]:
    """Where modules are looked for, also from another folder."""
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return [str(Path(place).resolve()) for place in given if place]


class Program:
    """The program with folders of its own, in English unless told otherwise."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(_absolute_path()),
            "HOME": str(home),
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_STATE_HOME": str(home / "state"),
            "LANG": "C.UTF-8",
            "LANGUAGE": "",
            "LC_ALL": "",
            "COLUMNS": "100",
            "TERM": "xterm-256color",
        }

    @property
    def command(self) -> list[str]:
        return [sys.executable, "-m", "farhaven.cli.main"]

    def __call__(self, *arguments: str | Path, stdin: str = "", **environment: str) -> Done:
        done = subprocess.run(
            [*self.command, *map(str, arguments)],
            input=stdin.encode(),
            env={**self.environment, **environment},
            cwd=self.home,
            capture_output=True,
            check=False,
            timeout=120,
        )
        run = Done(done.returncode, done.stdout.decode(), done.stderr.decode())
        assert "Traceback" not in run.err, run.err
        return run
