"""The web application's types are those of the server's structs."""

from pathlib import Path

import pytest

from farhaven.server.titles import Titles
from farhaven.server.wire.typescript import SPELLED, generate, shared_types

SOURCE = Path(__file__).parents[2] / "web" / "src"
FILES = generate(Titles())


@pytest.mark.parametrize("path", FILES)
def test_the_generated_types_are_those_of_the_structs(path: str) -> None:
    written = (SOURCE / path).read_text("utf-8")
    assert written == FILES[path], "run: farhaven admin typescript web/src"


@pytest.mark.parametrize("field", [("StepInfo", "nothing"), ("Nobody", "note")])
def test_a_spelled_field_that_is_gone_is_noticed(
    field: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SPELLED, field, "string")
    with pytest.raises(TypeError, match=".".join(field)):
        shared_types()
