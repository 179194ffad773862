"""The titles. Each is a folder of its own whose `game` module exports it as `TITLE`."""

import importlib
import pkgutil
from functools import cache
from pathlib import Path

from farhaven.core.game import Game
from farhaven.core.violation import RECORD, illegal


@cache
def titles() -> tuple[str, ...]:
    """The names of all titles."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__) if m.ispkg))


@cache
def load(name: str, components: Path | None = None) -> Game:
    """A title with its own component file, or with another one."""
    if name not in titles():
        raise illegal(RECORD, "unknown_game", game=name[:40], known=", ".join(titles()))
    title: type[Game] = importlib.import_module(f"{__name__}.{name}.game").TITLE
    return title(components)
