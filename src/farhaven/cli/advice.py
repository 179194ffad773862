"""Hints in words: what a move does, what it promises, and why."""

from collections.abc import Sequence

from farhaven.bots.hints import reason_words
from farhaven.bots.study import Hint
from farhaven.cli.editions import terminal_of
from farhaven.cli.numbers import number, signed
from farhaven.cli.settings import clean, say, settings
from farhaven.cli.telling import told
from farhaven.core.match import Match


def deed_of(match: Match, hint: Hint, names: Sequence[str]) -> str:
    """What a move would do at the match's moment, as its own seat would be told."""
    seat = hint.entry.seat
    after = match.position.copy()
    after.play(seat, hint.move)
    events = match.game.events(match.position, hint.entry, after)
    lines = told(events, terminal_of(match.game), names, seat)
    return " ".join(lines) if lines else say("hint", "quiet")


def promise_of(hint: Hint) -> str:
    """The points, the lead and the chance to win that a move promises."""
    digits = 0 if hint.exact else 1
    points, lead = number(hint.points, digits), signed(hint.lead, digits)
    win = number(100 * hint.win, 0)
    if hint.exact:
        return say("hint", "exact", points=points, lead=lead, win=win)
    low, high = number(100 * hint.win_low, 0), number(100 * hint.win_high, 0)
    return say("hint", "promise", points=points, lead=lead, win=win, low=low, high=high)


def reasons_for(match: Match, hint: Hint, names: Sequence[str]) -> list[str]:
    """What speaks for or against a move."""
    game, language = match.game, settings.language
    return [clean(reason_words(game, reason, language, names)) for reason in hint.reasons]


def advice(match: Match, hint: Hint, names: Sequence[str]) -> str:
    """All of it, a line each."""
    reasons = [f"· {reason}" for reason in reasons_for(match, hint, names)]
    return "\n".join([deed_of(match, hint, names), promise_of(hint), *reasons])
