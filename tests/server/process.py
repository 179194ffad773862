"""A server in a process of its own, that can be stopped, killed and started again."""

import contextlib
import hashlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
START_SECONDS = 20.0

DEFAULTS: Mapping[str, str] = {
    "FARHAVEN_HOST": "127.0.0.1",
    "FARHAVEN_PORT": "0",
    "FARHAVEN_EXTRA_TITLES": "tests.server.toy:Toy",
    "FARHAVEN_BROWSER": "false",
    "FARHAVEN_BOT_DELAY": "0",
    "FARHAVEN_TAKE_BACK": "0",
    "FARHAVEN_NONCE_WAIT": "0.2",
    "FARHAVEN_RATE_LIMITS": "0",
    "FARHAVEN_QUOTAS": "off",
    "FARHAVEN_BOT_WORKERS": "1",
    "FARHAVEN_LOG_FORMAT": "json",
}


class ServerProcess:
    """`farhaven serve`, with its database in a folder of the test's."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.log = folder / "server.log"
        self.port = 0
        self._settings = {f"FARHAVEN_{name.upper()}": value for name, value in settings.items()}
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> float:
        """Start, on the same port as before if there was one; the seconds it took."""
        begun = time.perf_counter()
        env = {**os.environ, **DEFAULTS, "FARHAVEN_DATA": str(self.folder), **self._settings}
        if self.port:
            env["FARHAVEN_PORT"] = str(self.port)
        env["PYTHONPATH"] = os.pathsep.join([*_source(), str(ROOT)])
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.server.run_server"],
                cwd=ROOT,
                env=env,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.startswith("port "):
            raise RuntimeError(f"no server: {self.log.read_text()[-2000:]}")
        self.port = int(line.split()[1])
        return time.perf_counter() - begun

    def sow(self, seed: int) -> None:
        """Fix the chance of tables that are set up from now on."""
        self.folder.joinpath("secret").write_text(hashlib.sha256(b"%d" % seed).hexdigest(), "ascii")

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        """End it as an operator would; the exit code."""
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        try:
            return self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise


def _source() -> list[str]:
    """The source folder, where the tests run on it rather than on what is installed."""
    return [path for path in sys.path if path.endswith("/src")]


@contextlib.contextmanager
def running(folder: Path, **settings: str) -> Iterator[ServerProcess]:
    """A server for a while."""
    server = ServerProcess(folder, **settings)
    server.start()
    try:
        yield server
    finally:
        server.stop()
