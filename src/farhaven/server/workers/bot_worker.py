"""A process in which a bot thinks. It gets one match at a time and answers with an entry.

It is given the log but neither the secret nor anything that has not happened; and the bot itself
gets only the view of its seat.
"""

import sys
import time
from collections.abc import Sequence

import msgspec

from farhaven.bots import make_bot
from farhaven.bots.base import Bot
from farhaven.coach.hints import HINT_SECONDS, hints
from farhaven.coach.study import Hint, Limit
from farhaven.core.chance import FastChance
from farhaven.core.game import Game
from farhaven.core.match import Match
from farhaven.core.record import Fairness, PlayerInfo
from farhaven.server.titles import Titles
from farhaven.server.wire.tables import HintInfo, Told
from farhaven.server.workers.worker_ipc import Pipe

FALLBACK = "random"


class Question(msgspec.Struct, frozen=True):
    """What a bot is asked: its seat's choice after a log."""

    match: str
    title: str
    level: str
    seat: int
    options: dict[str, str | int | bool]
    players: list[PlayerInfo]
    lines: Sequence[bytes]
    seed: int
    hint: bool = False
    """Asked for the best choices and their reasons, rather than for one."""


class Answer(msgspec.Struct, frozen=True):
    """The entry that the bot chose, in JSON; or why there is none."""

    entry: bytes
    seconds: float
    fault: str = ""
    slip: str = ""
    """The clause that its first choice would have broken, which it therefore did not make."""


def follow(game: Game, question: Question, known: Match | None) -> Match:
    """The match of a question, from where it is known."""
    match = known
    if match is None:
        players = question.players
        match = Match(game, players, options=question.options, fairness=Fairness(""))
    for raw in question.lines[len(match.log) :]:
        match.take(game.read_line(raw))
    return match


def think(match: Match, question: Question, bot: Bot) -> tuple[bytes, str]:
    """The bot's choice, in JSON, from its seat's view alone; and the clause of a slip."""
    view = match.view(question.seat)
    slips = len(bot.slips)
    move = bot.choose(view, FastChance(question.seed))
    slip = "".join(f"{one.clause}/{one.reason}" for one in bot.slips[slips:])
    return msgspec.json.encode(match.game.entry(view.position, question.seat, move)), slip


def advise(match: Match, question: Question) -> bytes:
    """The best choices of a seat, in JSON, from its view alone."""
    view = match.view(question.seat)
    found = hints(match.game, view, FastChance(question.seed), Limit(seconds=HINT_SECONDS), 2)
    return msgspec.json.encode([hint_info(one) for one in found])


def hint_info(hint: Hint) -> HintInfo:
    """A choice as clients get it."""
    return HintInfo(
        entry=msgspec.Raw(msgspec.json.encode(hint.entry)),
        points=hint.points,
        win=hint.win,
        win_low=hint.win_low,
        win_high=hint.win_high,
        exact=hint.exact,
        reasons=[Told(reason.code, reason.params) for reason in hint.reasons],
        events=[Told(event.code, event.params) for event in hint.events],
    )


class Worker:
    """The loop of a worker process."""

    def __init__(self, titles: Titles) -> None:
        self._titles = titles
        self._id = ""
        self._lines: list[bytes] = []
        self._match: Match | None = None
        self.bots: dict[tuple[str, int], Bot] = {}
        """Those of a match by level and seat: each keeps what it found out for its next choice."""
        self._of = ""  # the match that they play in

    def answer(self, question: Question) -> Answer:
        """Think about one question."""
        begun = time.perf_counter()
        slip = ""
        try:
            game = self._titles.must_get(question.title)
            match = follow(game, question, self._known(question))
            if question.hint:
                entry = advise(match, question)
            else:
                entry, slip = think(match, question, self._bot_for(game, question))
        except Exception as fault:
            self._match = None
            self.bots.clear()
            return Answer(b"", time.perf_counter() - begun, f"{type(fault).__name__}: {fault}")
        self._id, self._lines, self._match = question.match, list(question.lines), match
        return Answer(entry, time.perf_counter() - begun, slip=slip)

    def _bot_for(self, game: Game, question: Question) -> Bot:
        """The bot of that level and seat, if it has chosen in the same match; else a new one."""
        if self._of != question.match:
            self.bots.clear()  # their trees may be large: gone before the next one grows
            self._of = question.match
        player = (question.level, question.seat)
        if player not in self.bots:
            self.bots[player] = make_bot(question.level, game)
            self.bots[player].must_go_on = True
        return self.bots[player]

    def _known(self, question: Question) -> Match | None:
        """The last question's match, where this one goes on from it."""
        if self._id != question.match or self._match is None:
            return None
        is_longer = list(question.lines[: len(self._lines)]) == self._lines
        return self._match if is_longer else None


def main() -> None:
    """Answer questions on standard input until it is closed."""
    pipe = Pipe()
    worker = Worker(Titles(sys.argv[1:]))
    decoder = msgspec.msgpack.Decoder(Question)
    while (frame := pipe.hear()) is not None:
        pipe.tell(worker.answer(decoder.decode(frame)))


if __name__ == "__main__":
    main()
