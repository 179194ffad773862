"""`farhaven serve` as a host meets it: in a terminal, with a browser, stopped with Ctrl-C."""

import os
import pty
import select
import signal
import sys
import time
from pathlib import Path

import pytest

from farhaven.server.http.addresses import lan_address, public_home
from farhaven.server.settings import Settings
from tests.server.services import free_port

PROGRAM = Path(sys.executable).with_name("farhaven")
SECONDS = 120.0


def _serve(folder: Path, *flags: str) -> tuple[int, int]:
    """Start it in a terminal of its own, where a browser writes down what it shall show."""
    browser = folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {folder}/shown\nsleep 60\n')
    browser.chmod(0o755)
    env = {name: value for name, value in os.environ.items() if not name.startswith("FARHAVEN_")}
    env |= {"FARHAVEN_DATA": str(folder / "data"), "DISPLAY": ":0", "BROWSER": str(browser)}
    child, terminal = pty.fork()
    if child == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a runner in the background ignores it
        os.execve(PROGRAM, [str(PROGRAM), "serve", *flags], env)
    return child, terminal


def _read_until(terminal: int, words: str) -> str:
    shown = b""
    deadline = time.monotonic() + SECONDS
    while words.encode() not in shown and time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                shown += os.read(terminal, 4096)
            except OSError:
                break  # it has ended
    return shown.decode()


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
def test_serve_tells_where_it_is_and_stops_with_ctrl_c(tmp_path: Path, host: str) -> None:
    port = free_port()
    child, terminal = _serve(tmp_path, "--host", host, "--port", str(port))
    shown = _read_until(terminal, "Stop with Ctrl-C.")
    while not (tmp_path / "shown").exists():
        time.sleep(0.05)
    os.write(terminal, b"\x03")
    shown += _read_until(terminal, "never said")
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0, "though its browser is still open"
    assert "Traceback" not in shown
    here = f"http://{'localhost' if host == '0.0.0.0' else host}:{port}/"
    assert here in shown
    assert (tmp_path / "shown").read_text() == f"{here}\n"
    near = f"http://{lan_address()}:{port}/"
    is_near = host == "0.0.0.0" and lan_address() is not None
    assert (near in shown) == is_near
    assert ("▀" in shown or "▄" in shown) == is_near, "the same as a code for telephones"


def test_a_link_for_others_names_an_address_that_they_reach(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("farhaven.server.http.addresses.lan_address", lambda: "192.168.1.7")
    everywhere, here = Settings(host="0.0.0.0"), Settings(host="127.0.0.1")
    for opened in ("http://localhost:8420/", "http://127.0.0.1:8420/", "http://[::1]:8420"):
        assert public_home(everywhere, opened) == "http://192.168.1.7:8420"
        assert public_home(here, opened) == opened.rstrip("/"), "nobody else reaches it anyway"
    assert public_home(everywhere, "http://tower.lan:8420/") == "http://tower.lan:8420"
    assert public_home(everywhere, "http://localhost/") == "http://192.168.1.7"
    known = Settings(public_url="https://games.example.org/")
    assert public_home(known, "http://localhost:8420/") == "https://games.example.org"
    monkeypatch.setattr("farhaven.server.http.addresses.lan_address", lambda: None)
    assert public_home(everywhere, "http://localhost:8420/") == "http://localhost:8420"
