"""The titles that this server offers. Their names come from the registry, never from here."""

import importlib
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Literal, get_args, get_origin, get_type_hints

import msgspec

from farhaven import games
from farhaven.bots import bot_kinds
from farhaven.core.game import Game
from farhaven.server.wire.tables import OptionInfo, TitleInfo


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
        known = [n for n in games.titles() if find_spec(f"{games.__name__}.{n}.game") is not None]
        self.names: tuple[str, ...] = (*known, *self._loaded)

    def get(self, name: str) -> Game | None:
        """The title's rules, or None if there is no such title."""
        if name not in self.names:
            return None
        game = self._loaded.get(name)
        if game is None:
            game = self._loaded[name] = games.load(name)
        return game

    def must_get(self, name: str) -> Game:
        """The rules of a title that is known to be there."""
        game = self.get(name)
        if game is None:
            raise KeyError(name)
        return game

    def info(self, name: str) -> TitleInfo:
        """What a client needs to set up a table."""
        game = self.must_get(name)
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


def bot_levels() -> tuple[str, ...]:
    """The kinds of bots that can be seated: those of the house, never code from outside."""
    return bot_kinds()
