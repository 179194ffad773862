"""What is installed from elsewhere: the same for everybody, and nothing that may break tomorrow."""

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.running import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
INTERNAL = ("uvicorn.protocols", "uvicorn.server", "websockets.http11")
"""Modules without an underscore that promise nothing all the same."""
NEEDED_BY = {"uvicorn.protocols.http.httptools_impl": "httptools"}
"""Packages that such a module is built on, and that its callbacks come from."""


def _imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def _is_private(module: str) -> bool:
    first, *rest = module.split(".")
    if first in ("farhaven", "tests", "benchmarks", "__future__"):
        return False
    is_hidden = any(part.startswith("_") and not part.endswith("__") for part in rest)
    return is_hidden or module.startswith(INTERNAL)


def _private_packages() -> set[str]:
    """The packages of whose insides the program makes use."""
    found = set()
    for file in (ROOT / "src").rglob("*.py"):
        for module in _imports(file):
            if _is_private(module):
                found.add(module.partition(".")[0])
                found.add(NEEDED_BY.get(module, module).partition(".")[0])
    return found


def test_packages_whose_insides_are_used_have_an_upper_bound() -> None:
    extras = PROJECT["optional-dependencies"].values()
    every = [line for group in (PROJECT["dependencies"], *extras) for line in group]
    bounds = {re.split(r"[^A-Za-z0-9_-]", line)[0].lower(): line for line in every}
    private = _private_packages()
    assert {"uvicorn", "litestar", "websockets", "httptools"} <= private
    unbounded = [name for name in private if not re.search(r"<|==", bounds[name])]
    assert not unbounded, f"cap in pyproject.toml: {unbounded}"


def test_the_web_app_is_built_with_what_its_lock_names() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert "npm ci " in makefile
    assert "npm install" not in makefile


def test_the_lock_is_complete() -> None:
    """`npm ci` refuses one that leaves out what only other systems need."""
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    names = {path.rpartition("node_modules/")[2] for path in packages}
    for path, package in packages.items():
        for kind in ("dependencies", "optionalDependencies"):
            missing = set(package.get(kind, {})) - names
            assert not missing, f"{path} needs {missing}"
