"""The server as a process of its own, with settings from the environment: what tests start."""

import sys

from farhaven.cli.serve import run
from farhaven.server.settings import load


def _tell(port: int) -> None:
    print(f"port {port}", flush=True)


if __name__ == "__main__":
    sys.exit(run(load(), _tell))
