"""Hints in words: what a move does, what it promises, and why."""

from collections.abc import Sequence

from farhaven.bots.base import seat_of
from farhaven.cli.console import clean, say, settings
from farhaven.cli.editions import terminal_of
from farhaven.cli.event_text import told
from farhaven.cli.numbers import between, number, percent, signed
from farhaven.coach.hints import reason_words
from farhaven.coach.study import Hint
from farhaven.core.game import Game
from farhaven.core.log_entry import kind_of
from farhaven.core.sentences import words
from farhaven.core.view import View

SHARED = 0.5  # the chance to win where it is exact and nobody is alone ahead


def deed_of(game: Game, hint: Hint, names: Sequence[str]) -> str:
    """What a move would do, as its own seat would be told."""
    lines = told(hint.events, terminal_of(game), names, hint.entry.seat)
    if not lines:  # what follows is up to chance or to others
        return words(game.package, settings.language).say("deed", kind_of(hint.entry))
    return " ".join(lines)


def asked_of(game: Game, view: View, names: Sequence[str]) -> list[str]:
    """What a seat has to answer, as it would be told: an offer, or what others said to its own."""
    seat = seat_of(view)
    return told(game.asked(view.position, seat), terminal_of(game), names, seat)


def promise_of(hint: Hint) -> str:
    """The points, the lead and the chance to win that a move promises."""
    if hint.exact:
        end = "shared" if hint.win == SHARED else "won" if hint.win else "lost"
        return say("hint", end, points=number(hint.points, 0), lead=signed(hint.lead, 0))
    points, lead = number(hint.points), signed(hint.lead)
    return say("hint", "promise", points=points, lead=lead, win=chance_of(hint))


def chance_of(hint: Hint) -> str:
    """The chance to win, with its interval where that is more than one number."""
    win, low, high = (percent(share) for share in (hint.win, hint.win_low, hint.win_high))
    return win if low == high else f"{win} ({between(hint.win_low, hint.win_high)})"


def advice(game: Game, hint: Hint, names: Sequence[str]) -> str:
    """What a move does, what it promises, and what speaks for or against it: a line each."""
    reasons = [reason_words(game, reason, settings.language, names) for reason in hint.reasons]
    lines = [f"· {clean(reason)}" for reason in reasons]
    return "\n".join([deed_of(game, hint, names), promise_of(hint), *lines])
