"""Bots at their seats: they come from anywhere, so what they do is guarded and judged."""

from pathlib import Path
from traceback import extract_tb

from farhaven.bots import Bot, bot_kinds, make_bot
from farhaven.bots.base import IllegalChoice
from farhaven.core.chance import Chance
from farhaven.core.game import Game
from farhaven.core.view import View
from farhaven.core.violation import Violation

# One that leaves the program would take a worker with it, and the others would wait for ever.
FAILURES = (Exception, SystemExit)


class BotFault(Exception):  # noqa: N818 - it is the bot's fault
    """A bot failed, with the reason in words, or chose an illegal move, with the violation."""

    def __init__(self, game: int, seat: int, bot: str, reason: str | Violation) -> None:
        super().__init__(game, seat, bot, reason)  # all, so that other processes can send it
        self.game = game
        self.seat = seat
        self.bot = bot
        self.reason = reason


class SeatedBot:
    """A bot at a seat of a game, which has a number; `luck` is the bot's own."""

    def __init__(self, rules: Game, game: int, seat: int, kind: str, luck: Chance) -> None:
        self.game = game
        self.seat = seat
        self.kind = kind
        self.luck = luck
        self.is_of_the_house = kind.partition("@")[0] in bot_kinds()
        try:
            self.bot: Bot = make_bot(kind, rules)
        except FAILURES as fault:
            raise self._failed(fault) from fault

    def choose(self, view: View) -> int:
        """What the bot names, legal or not; `BotFault` where it fails, or notices its own fault."""
        try:
            return self.bot.choose(view, self.luck)
        except IllegalChoice as fault:
            raise self.refused(fault.violation) from fault
        except FAILURES as fault:
            raise self._failed(fault) from fault

    def refused(self, violation: Violation) -> BotFault:
        """The fault of a bot whose move is illegal."""
        return BotFault(self.game, self.seat, self.kind, violation)

    def _failed(self, fault: BaseException) -> BotFault:
        place = extract_tb(fault.__traceback__)[-1]
        reason = f"{type(fault).__name__}: {fault} ({Path(place.filename).name}:{place.lineno})"
        return BotFault(self.game, self.seat, self.kind, reason)
