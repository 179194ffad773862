"""The build itself: it does what is needed, and nothing twice."""

import os
import py_compile
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import ROOT

STAMPS = (
    ".venv/.tools",
    "web/node_modules/.installed",
    "src/farhaven/server/static/index.html",
    ".venv/.installed",
)
LONG_AGO = 1_000_000_000
LATELY = 1_100_000_000
WRITTEN = (
    "src/farhaven/core/record.py",
    "src/farhaven/games/reworld/components.toml",
    "src/farhaven/games/mars/messages/fr.toml",
    "web/src/App.svelte",
    "web/messages/de/app.json",
    "web/public/sw.js",
    "web/vite.config.ts",
    "web/project.inlang/settings.json",
    "web/package-lock.json",
    "setup.py",
    "pyproject.toml",
)


def environment() -> dict[str, str]:
    """Without what a `make` around the tests has left; with the tools beside this interpreter."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    kept.pop("MFLAGS", None)
    return {**kept, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A copy of the source in which everything looks as if it had just been built."""
    ours = shutil.ignore_patterns("node_modules", "static", "__pycache__", "*.egg-info")
    for name in ("src", "web"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ours)
    for name in ("Makefile", "setup.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    for generated in ("web/src/paraglide", "web/src/sentences"):
        shutil.rmtree(tmp_path / generated, ignore_errors=True)
    for path in tmp_path.rglob("*"):
        os.utime(path, (LONG_AGO, LONG_AGO))
    for stamp in STAMPS:
        path = tmp_path / stamp
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        os.utime(path, (LATELY, LATELY))
    return tmp_path


def is_up_to_date(folder: Path) -> bool:
    command = ["make", "--question", "setup"]
    return subprocess.run(command, cwd=folder, env=environment(), check=False).returncode == 0


def test_what_checks_and_tests_leave_behind_is_no_source(built: Path) -> None:
    """`make play` after `make test` has nothing to build."""
    assert is_up_to_date(built)
    for package in (ROOT / "web/node_modules").iterdir():
        if package.name != ".installed":
            (built / "web/node_modules" / package.name).symlink_to(package)
    messages = ["node", "scripts/messages.js"]
    subprocess.run(messages, cwd=built / "web", env=environment(), check=True)
    assert (built / "web/src/paraglide/messages.js").is_file()
    assert (built / "web/src/sentences").is_dir()
    for script in [*built.rglob("web/scripts/*.py"), built / "src/farhaven/__init__.py"]:
        py_compile.compile(str(script))
    assert is_up_to_date(built)


@pytest.mark.parametrize("path", WRITTEN)
def test_what_people_write_is_built_again(built: Path, path: str) -> None:
    (built / path).touch()
    assert not is_up_to_date(built)
