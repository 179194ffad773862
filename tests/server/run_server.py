"""The server as a process of its own, with settings from the environment: what tests start."""

import os
import sys
from pathlib import Path
from unittest import mock

from farhaven.cli.serve import run
from farhaven.core.fair_stream import new_secret
from farhaven.server.settings import load
from farhaven.server.storage.database_clock import CLOCK, wall_ms
from farhaven.server.tables import lobby


def _tell(port: int) -> None:
    print(f"port {port}", flush=True)


def _secret() -> str:
    """The secret of a new table: what a test has sown, else a fresh one."""
    sown = Path(os.environ["FARHAVEN_DATA"]) / "secret"
    return sown.read_text("ascii") if sown.exists() else new_secret()


def _be_ahead(ahead: int) -> None:
    """Let this process believe that its machine's clock is right."""
    CLOCK.wall = lambda: wall_ms() + ahead
    CLOCK.offset += ahead


if __name__ == "__main__":
    _be_ahead(int(os.environ.get("FARHAVEN_TEST_AHEAD", "0")))
    with mock.patch.object(lobby, "new_secret", _secret):
        sys.exit(run(load(), _tell))
