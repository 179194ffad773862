"""A whole record looked at again: what each choice cost, the course of the chances, luck and skill.

Every choice is judged from the view of the seat that made it, never with what it could not know.
Luck is what outcomes of chance changed, by the title's value before and after each; a seat's
decisions are what its choices lost against the best that was found.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import fmean

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from farhaven.bots.hints import Hint, Limit, Study
from farhaven.bots.search import write_shares
from farhaven.core.chance import FastChance
from farhaven.core.game import Game
from farhaven.core.line import Entry
from farhaven.core.match import Match, open_record
from farhaven.core.position import Position
from farhaven.core.record import Record

MISTAKE = 1.0  # a choice that costs so many points, or
MISTAKE_WIN = 0.05  # so much of the chance to win
LEAST_TRIES = 64
LEAST_PAIRS = 64


class Choice(msgspec.Struct, frozen=True):
    """One choice of the log against the best that was found."""

    at: int
    """The number of its line in the log."""
    seat: int
    played: Hint
    best: Hint
    loss: float
    """Points of lead that it gave away; 0 where it was the best, or as good within noise."""
    win_loss: float
    mistake: bool


class Moment(msgspec.Struct, frozen=True):
    """The chances of all seats after a line of the log."""

    at: int
    win: Sequence[float]
    lead: Sequence[float]
    chance: bool
    """Whether chance acted here."""


class SeatReport(msgspec.Struct, frozen=True):
    """A player's game: points of lead by luck and by decisions."""

    seat: int
    name: str
    luck: float
    decisions: float
    """What the own choices gave away, 0 or less."""
    choices: int
    mistakes: int
    mean_loss: float


class Analysis(msgspec.Struct, frozen=True):
    """What came out for a record."""

    game: str
    choices: Sequence[Choice]
    curve: Sequence[Moment]
    seats: Sequence[SeatReport]


def analyse(
    game: Game,
    record: Record,
    limit: Limit,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Analysis:
    """Look at every choice of a record; `progress` is told the lines done and all of them."""
    match = open_record(game, record)
    choices: list[Choice] = []
    curve = [_moment(match.position, 0, False)]
    for number, raw in enumerate(record.log):
        line = game.read_line(raw)
        if isinstance(line, Entry):
            choice = judge(match, line, number, limit, FastChance(seed * 7919 + number))
            if choice is not None:
                choices.append(choice)
        match.take(line)
        curve.append(_moment(match.position, number + 1, not isinstance(line, Entry)))
        progress(number + 1, len(record.log))
    seats = [
        _report(seat, player.name, choices, curve) for seat, player in enumerate(match.players)
    ]
    return Analysis(game.name, choices, curve, seats)


def judge(
    match: Match, entry: Entry, number: int, limit: Limit, chance: FastChance
) -> Choice | None:
    """A choice against the best found; None where there was nothing to choose."""
    game = match.game
    view = match.view(entry.seat)
    played = game.move(match.position, entry)
    if view.legal_moves() == [played]:
        return None
    study = Study(game, view, chance)
    study.run(limit)
    best = study.best(1)[0]
    study.look_at(played, max(LEAST_TRIES, limit.iterations // 8))
    loss, win_loss = 0.0, 0.0
    if best.move != played:
        lost = study.compare(best.move, played, max(LEAST_PAIRS, limit.iterations // 4))
        loss, win_loss = max(lost.lead, 0.0), max(lost.win, 0.0)
    mine = study.hint(played)
    # What was played is the best where no other is better beyond noise.
    best = study.hint(best.move) if loss or win_loss else mine
    mistake = loss >= MISTAKE or win_loss >= MISTAKE_WIN
    return Choice(number, entry.seat, mine, best, loss, win_loss, mistake)


def _moment(position: Position, at: int, chance: bool) -> Moment:
    """Chances and leads by the title's value, with all cards open."""
    seats = int(position.seats)
    values = vec[i64]([0] * seats)
    shares = vec[float]([0.0] * seats)
    position.values(values)
    write_shares(position, values, shares)
    total = sum(max(shares[seat], 0.0) for seat in range(seats)) or 1.0
    win = [max(shares[seat], 0.0) / total for seat in range(seats)]
    everybody = sum(int(value) for value in values)
    lead = [
        (int(values[s]) - (everybody - int(values[s])) / (seats - 1)) / 100 for s in range(seats)
    ]
    return Moment(at, win, lead, chance)


def _report(seat: int, name: str, choices: Sequence[Choice], curve: Sequence[Moment]) -> SeatReport:
    own = [choice for choice in choices if choice.seat == seat]
    luck = sum(
        after.lead[seat] - before.lead[seat] for before, after in pairwise(curve) if after.chance
    )
    return SeatReport(
        seat=seat,
        name=name,
        luck=luck,
        decisions=-sum(choice.loss for choice in own),
        choices=len(own),
        mistakes=sum(choice.mistake for choice in own),
        mean_loss=fmean(choice.loss for choice in own) if own else 0.0,
    )
