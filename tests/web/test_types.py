"""The web application's types are those of the server's structs."""

from pathlib import Path

import pytest

from farhaven.server.titles import Titles
from farhaven.server.typescript import generate

SOURCE = Path(__file__).parents[2] / "web" / "src"
FILES = generate(Titles())


@pytest.mark.parametrize("path", FILES)
def test_the_generated_types_are_those_of_the_structs(path: str) -> None:
    written = (SOURCE / path).read_text("utf-8")
    assert written == FILES[path], "run: farhaven admin typescript web/src"
