"""Servers for the tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.process import ServerProcess, running


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that the tests of this folder share; its analyses are short ones."""
    with running(tmp_path_factory.mktemp("server"), analysis="16") as server:
        yield server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for a server of the test's own."""
    return tmp_path
