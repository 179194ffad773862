"""Players that are programs. `make_bot` knows those of the house and those from outside."""

import importlib
from math import isfinite

from farhaven.bots.base import Bot
from farhaven.bots.search_bot import SearchBot
from farhaven.core.game import Game
from farhaven.core.sentences import words

_KINDS = {
    "random": "farhaven.bots.random_bot:RandomBot",
    "greedy": "farhaven.bots.greedy:GreedyBot",
    "cadet": "farhaven.bots.levels:Cadet",
    "officer": "farhaven.bots.levels:Officer",
    "captain": "farhaven.bots.levels:Captain",
    "admiral": "farhaven.bots.levels:Admiral",
    "uct": "farhaven.bots.search_bot:UctBot",
}
MOST_PROCESSES = 64


class BotError(ValueError):
    """There is no such bot, and why: a sentence of this package's messages."""

    def __init__(self, reason: str, /, **params: str) -> None:
        self._reason = reason
        self._params = params
        super().__init__(self.told("en"))

    def told(self, language: str) -> str:
        """The reason, in words."""
        return words(__name__, language).say("bot", self._reason, **self._params)


def bot_kinds() -> tuple[str, ...]:
    """The names of the bots of the house."""
    return tuple(_KINDS)


def make_bot(kind: str, game: Game) -> Bot:
    """A bot of the house by its name, or one from outside as `module:Class`.

    One that searches can be given a limit of its own, for each move: `captain@500` makes 500
    iterations, and so chooses the same on every machine; `captain@0.5s` takes half a second;
    `captain@0.5sx4` does so in four processes at once.
    """
    bot = bot_class(kind)(game)
    limit = kind.partition("@")[2]
    if limit and isinstance(bot, SearchBot):
        limits = _limits(limit, bot.seconds)
        bot.iterations, bot.seconds, bot.processes = limits
    return bot


def _limits(text: str, seconds: float) -> tuple[int, float, int]:
    """Iterations, or seconds where the limit ends with an s; and how many processes."""
    limit, _, processes = text.partition("x")
    iterations = 0
    try:
        number = int(processes or "1")
        if limit.endswith("s"):
            seconds = float(limit[:-1])
            is_positive = isfinite(seconds) and seconds > 0
        else:
            iterations = int(limit)
            is_positive = iterations > 0
    except ValueError as fault:
        raise BotError("limit", limit=text) from fault
    if not is_positive or not 0 < number <= MOST_PROCESSES:
        raise BotError("not_positive", limit=text)
    return iterations, seconds, number


def bot_class(kind: str) -> type[Bot]:
    """The class of a bot; `BotError` with the reason where there is none."""
    name, at, limit = kind.partition("@")
    found = _find_class(name)
    if at and not issubclass(found, SearchBot):
        raise BotError("does_not_search", bot=name, limit=limit)
    if at:
        _limits(limit, 1.0)
    return found


def _find_class(kind: str) -> type[Bot]:
    place = _KINDS.get(kind, kind)
    module_name, colon, class_name = place.partition(":")
    if not colon:
        raise BotError("unknown", bot=kind, known=", ".join(_KINDS))
    try:
        module = importlib.import_module(module_name)
    except Exception as fault:  # whatever a module from outside does while it is loaded
        reason = f"{type(fault).__name__}: {fault}"
        raise BotError("not_loaded", bot=kind, reason=reason) from fault
    found = getattr(module, class_name, None)
    if not isinstance(found, type) or not issubclass(found, Bot):
        raise BotError("no_class", bot=kind, module=module_name, name=class_name)
    return found


__all__ = ["Bot", "BotError", "bot_class", "bot_kinds", "make_bot"]
