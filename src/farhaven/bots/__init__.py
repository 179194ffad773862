"""Players that are programs. `make_bot` knows those of the house and those from outside."""

import importlib

from farhaven.bots.base import Bot
from farhaven.core.game import Game

_KINDS = {
    "random": "farhaven.bots.random_bot:RandomBot",
    "greedy": "farhaven.bots.greedy:GreedyBot",
}


class BotError(ValueError):
    """There is no such bot, and why."""


def bot_kinds() -> tuple[str, ...]:
    """The names of the bots of the house."""
    return tuple(_KINDS)


def make_bot(kind: str, game: Game) -> Bot:
    """A bot of the house by its name, or one from outside as `module:Class`."""
    return bot_class(kind)(game)


def bot_class(kind: str) -> type[Bot]:
    """The class of a bot; `BotError` with the reason where there is none."""
    place = _KINDS.get(kind, kind)
    module_name, colon, class_name = place.partition(":")
    if not colon:
        known = ", ".join(_KINDS)
        raise BotError(f"there is no bot “{kind}”; known are {known}, or module:Class")
    try:
        module = importlib.import_module(module_name)
    except ImportError as fault:
        raise BotError(f"bot “{kind}”: {fault}") from fault
    found = getattr(module, class_name, None)
    if not isinstance(found, type) or not issubclass(found, Bot):
        raise BotError(f"bot “{kind}”: {module_name} has no bot class “{class_name}”")
    return found


__all__ = ["Bot", "BotError", "bot_class", "bot_kinds", "make_bot"]
