"""Stops a running program as Ctrl-C does."""

import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from tests.cli.running import Done, Program


def interrupt(program: Program, *arguments: str | Path, when: Callable[[], bool]) -> Done:
    """Run it, and interrupt it as soon as something is so."""
    process = subprocess.Popen(
        [*program.command, *map(str, arguments)],
        env=program.environment,
        cwd=program.home,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A runner in the background ignores the signal, and so would its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads
    )
    deadline = time.monotonic() + 60
    while not when() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    done = Done(process.returncode, out.decode(), err.decode())
    assert "Traceback" not in done.err, done.err
    return done


def count_lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0
