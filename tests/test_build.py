"""The build itself: it does what is needed, and nothing twice."""

import importlib.util
import os
import py_compile
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from farhaven.cli import serve
from farhaven.server.http import static_files as files
from farhaven.server.settings import Settings
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


@pytest.fixture
def hooks(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """What `setup.py` does besides compiling."""
    spec = importlib.util.spec_from_file_location("farhaven_setup", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.delenv(module.WITHOUT_APP, raising=False)
    return module


def node(folder: Path, version: str, npm: str = "exit 1") -> str:
    """A path with a Node of this version, and with an npm that does this."""
    folder.mkdir()
    for name, script in (("node", f"echo v{version}"), ("npm", npm)):
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    return f"{folder}{os.pathsep}/bin"


def source(root: Path) -> Path:
    """A plain copy of the source, as far as the web app's build looks at it."""
    (root / "web").mkdir()
    (root / "web/package.json").write_text("{}")
    return root


@pytest.mark.parametrize("version", [None, "20.1.0", "24.0.0"])
def test_a_package_without_its_app_is_not_made_silently(
    hooks: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str | None
) -> None:
    """No Node, an old one, or an npm that fails: each says what helps."""
    path = node(tmp_path / "bin", version) if version else str(tmp_path)
    monkeypatch.setenv("PATH", path)
    assert hooks.has_node() == (version == "24.0.0")
    with pytest.raises(SystemExit, match="FARHAVEN_WITHOUT_APP=1"):
        hooks.build_app(source(tmp_path))
    monkeypatch.setenv("FARHAVEN_WITHOUT_APP", "1")
    hooks.build_app(tmp_path)


def test_the_app_is_built_once(
    hooks: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static = "src/farhaven/server/static"
    build = f"mkdir -p ../{static}; > ../{static}/index.html"
    npm = f'echo "$@" >> ../ran; if [ "$1" = run ]; then {build}; fi'
    monkeypatch.setenv("PATH", node(tmp_path / "bin", "24.0.0", npm))
    hooks.build_app(source(tmp_path))
    ran = [line.split()[0] for line in (tmp_path / "ran").read_text().splitlines()]
    assert ran == ["ci", "run"]
    hooks.build_app(tmp_path)
    assert len((tmp_path / "ran").read_text().splitlines()) == 2


def test_an_archive_without_source_and_app_is_refused(hooks: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="the folder web"):
        hooks.build_app(tmp_path)


@pytest.mark.parametrize("is_built", [False, True])
def test_a_server_without_its_app_says_so(
    is_built: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(files, "STATIC", tmp_path)
    if is_built:
        (tmp_path / files.PAGE).touch()
    serve.tell_ready(Settings(browser=False), 8420, None)
    assert ("without the web app" in capsys.readouterr().err) == (not is_built)
