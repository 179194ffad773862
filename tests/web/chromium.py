"""Debian's Chromium, installed where it is missing."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

PATH = "/usr/bin/chromium"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The address bar's own pages cost more than most tests; the others are what Playwright asks
    # for, since only one such list counts.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup,AimEnabled,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,MediaRouter,"
    "NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch",
)


def installed() -> str:
    """The browser's path; without a browser, and no way to get one, the run fails and says why."""
    with (Path(tempfile.gettempdir()) / "farhaven-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = shutil.which("chromium") or (PATH if Path(PATH).exists() else None)
        return found or _install()


def _install() -> str:
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        pytest.fail(
            "The web tests need Chromium: install Debian's package `chromium`, "
            "or run the tests as root so that they can.",
            pytrace=False,
        )
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        done = subprocess.run(
            [apt, "--quiet", *command], env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            pytest.fail(
                f"Chromium could not be installed (apt-get {command[0]}): {done.stderr[-800:]}",
                pytrace=False,
            )
    return PATH
