"""Environments of their own for the peers that we compare with."""

import subprocess
import sys
from pathlib import Path

PEERS = Path(__file__).parent.parent / "build" / "peers"
CATANATRON = "catanatron==3.2.1"


def catanatron_python() -> Path:
    """The interpreter of an environment that has catanatron."""
    folder = PEERS / "catanatron"
    python = folder / "bin" / "python"
    if not (folder / ".ready").exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", CATANATRON]
        subprocess.run(pip, check=True, capture_output=True)
        (folder / ".ready").touch()
    return python
