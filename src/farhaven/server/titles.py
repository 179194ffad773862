"""The titles that this server offers. Their names come from the registry, never from here."""

import importlib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal, get_args, get_origin, get_type_hints

import msgspec

from farhaven import games
from farhaven.core.game import Game
from farhaven.server.wire import OptionInfo, TitleInfo

DEFAULT_LEVELS = ("random", "greedy")


def _load_extra(spec: str) -> Game:
    module, _, name = spec.partition(":")
    kind = getattr(importlib.import_module(module), name)
    game = kind()
    if not isinstance(game, Game):
        raise TypeError(f"{spec} is no game")
    return game


class Titles:
    """Every title, loaded when first asked for."""

    def __init__(self, extra: Sequence[str] = ()) -> None:
        self._loaded: dict[str, Game] = {}
        for spec in extra:
            game = _load_extra(spec)
            self._loaded[game.name] = game
        self.names: tuple[str, ...] = (*games.titles(), *self._loaded)

    def get(self, name: str) -> Game | None:
        """The title's rules, or None if there is no such title."""
        if name not in self.names:
            return None
        game = self._loaded.get(name)
        if game is None:
            game = self._loaded[name] = games.load(name)
        return game

    def info(self, name: str) -> TitleInfo:
        """What a client needs to set up a table."""
        game = self.get(name)
        if game is None:
            raise KeyError(name)
        return TitleInfo(
            name=game.name,
            seats=list(game.seats),
            rules_version=game.rules_version,
            components=game.digest,
            options=_options(game),
            bots=bot_levels(),
        )


def _options(game: Game) -> list[OptionInfo]:
    hints = get_type_hints(game.options)
    defaults: Mapping[str, str | int | bool] = msgspec.to_builtins(game.options())
    return [
        OptionInfo(name, value, _choices(hints.get(name, object)))
        for name, value in defaults.items()
    ]


def _choices(hint: object) -> list[str | int | bool] | None:
    if hint is bool:
        return [False, True]
    return list(get_args(hint)) if get_origin(hint) is Literal else None


@cache
def bot_levels() -> tuple[str, ...]:
    """The kinds of bots that can be seated."""
    try:
        bots = importlib.import_module("farhaven.bots")
    except ImportError:
        return DEFAULT_LEVELS
    levels = getattr(bots, "LEVELS", DEFAULT_LEVELS)
    return tuple(str(level) for level in levels)
