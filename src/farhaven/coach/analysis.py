"""A whole record looked at again: what each choice cost, the course of the chances, luck and skill.

Every choice is judged from the view of the seat that made it, never with what it could not know.
A seat's luck is what outcomes of chance brought its lead beyond what they would have brought on
average, both by quick play to a moment that a search would judge, or at once before anybody has
chosen anything. Its decisions are what its choices lost against the best that was found; the
others' are what their losses brought it, which is seldom the same for all. The rest of its final
lead nobody has foreseen.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from farhaven.coach.hints import study_of
from farhaven.coach.open_evaluation import Onlooker, stand_of
from farhaven.coach.study import Hint, Limit, Part, Study, is_forced
from farhaven.core.chance import FastChance
from farhaven.core.event import Event
from farhaven.core.game import Game
from farhaven.core.log_entry import Entry, Line, Outcome, kind_of
from farhaven.core.match import Match, open_record
from farhaven.core.position import Position
from farhaven.core.record import Record
from farhaven.core.view import move_buffer
from farhaven.search.tree_search import play_on

# The app says how these two are weighed (`analysis_same_luck`).
MISTAKE = 1.0  # a choice that costs so many points, or
MISTAKE_WIN = 0.05  # so much of the chance to win
LEAST_PAIRS = 64
OUTCOMES = 200  # of chance that are tried to know what was to be expected


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
    brought: Sequence[Part]
    """What that was for every seat: the own loss, and what each of the others had of it."""
    mistake: bool
    asked: Sequence[Event]
    """What it answered: an offer, say, or what others said to one's own."""

    @property
    def cost(self) -> float:
        """How bad it was, in mistakes that are just large enough to be called so."""
        return max(self.loss / MISTAKE, self.win_loss / MISTAKE_WIN)


class Moment(msgspec.Struct, frozen=True):
    """How everybody stands after a line of the log, with all cards open."""

    at: int
    stand: Sequence[Part]
    outcome: str | None = None
    """The kind of outcome that led here, as records name it; None after a choice."""
    luck: Sequence[Part] = ()
    """What it brought each seat beyond what was to be expected; none after a choice."""


class SeatReport(msgspec.Struct, frozen=True, kw_only=True):
    """A player's game: where the final lead and the win come from."""

    seat: int
    name: str
    result: Part
    """In the end, against the beginning: the sum of `luck`, `decisions`, `others` and `rest`."""
    luck: Part
    luck_by: Mapping[str, Part]
    """The same for each kind of outcome that records name: deals, draws, dice."""
    decisions: Part
    """What the own choices gave away, 0 or less."""
    others: Part
    """What the losses of the others' choices brought this seat."""
    rest: Part
    """What the title's judgement did not foresee."""
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
    onlooker = Onlooker(game, max(limit.iterations // 2, 1))
    curve = [Moment(0, onlooker.stand(match.position, FastChance(seed)))]
    log = [game.read_line(raw) for raw in record.log]
    for number, line in enumerate(log):
        chance = FastChance(seed * 7919 + number)
        before = match.position.bare_copy()
        if isinstance(line, Entry):
            choice = judge(match, log, number, limit, chance)
            if choice is not None:
                choices.append(choice)
        match.take(line)
        moment = Moment(number + 1, onlooker.stand(match.position, chance))
        if isinstance(line, Outcome):
            luck = luck_of(game, before, match.position, chance)
            moment = msgspec.structs.replace(moment, outcome=kind_of(line), luck=luck)
        curve.append(moment)
        progress(number + 1, len(log))
    kinds = [kind_of(outcome) for outcome in game.outcome_types]
    seats = [
        _report(seat, player.name, choices, curve, kinds)
        for seat, player in enumerate(match.players)
    ]
    return Analysis(game.name, choices, curve, seats)


def judge(
    match: Match, log: Sequence[Line], number: int, limit: Limit, chance: FastChance
) -> Choice | None:
    """The choice of a line of the log against the best found, which is what a hint would name.

    None where there was nothing to choose, or where the choice came to nothing, such as an offer
    that was not accepted: it cost nothing. `match` is at the moment before the line.
    """
    game, entry = match.game, log[number]
    if not isinstance(entry, Entry):
        raise TypeError(type(entry).__name__)
    view = match.view(entry.seat)
    if is_forced(view):
        return None
    played = game.amounts_to(match.position, log, number)
    if played is None:
        return None
    study = study_of(game, view, chance, limit)
    best = study.suggested(match.position, played)
    lost = [Part(0.0, 0.0)] * len(match.players)
    if best != played:
        lost = study.compare(best, played, max(LEAST_PAIRS, limit.iterations))
    loss, win_loss = max(lost[entry.seat].lead, 0.0), max(lost[entry.seat].win, 0.0)
    brought = [Part(-p.lead if loss else 0.0, -p.win if win_loss else 0.0) for p in lost]
    mine = study.hint(played)
    # What was played is the best where no other is better beyond noise.
    better = study.hint(best) if loss or win_loss else mine
    mistake = loss >= MISTAKE or win_loss >= MISTAKE_WIN
    asked = game.asked(match.position, entry.seat)
    mine = _as_played(game, study, mine, entry, chance)
    return Choice(number, entry.seat, mine, better, loss, win_loss, brought, mistake, asked)


def _as_played(game: Game, study: Study, hint: Hint, entry: Entry, chance: FastChance) -> Hint:
    """What a choice amounted to, with the entry and the events of the choice itself."""
    before = study.view.sample(chance)
    move = game.move(before, entry)
    if move == hint.move:
        return hint
    events = study.events(before, move)
    return msgspec.structs.replace(hint, move=move, entry=entry, events=events)


def luck_of(game: Game, before: Position, after: Position, chance: FastChance) -> list[Part]:
    """What an outcome brought everybody, beyond what was to be expected of chance."""
    buffer = move_buffer(game.max_moves)
    guide = after.guide()
    trials = 1 if guide.is_blank(after) or guide.rests(after, 0) else OUTCOMES
    came = [_stand_soon(after.bare_copy(), chance, buffer) for _ in range(trials)]
    expected = []
    for _ in range(OUTCOMES):
        trial = before.bare_copy()
        trial.roll(chance)
        expected.append(_stand_soon(trial, chance, buffer))
    return [
        difference(mean_of(now), mean_of(usual))
        for now, usual in zip(zip(*came, strict=True), zip(*expected, strict=True), strict=True)
    ]


def _stand_soon(position: Position, chance: FastChance, buffer: vec[i64]) -> list[Part]:
    """How everybody stands where quick play comes to something that can be judged.

    Where nobody has anything yet, as it lies: quick play would tell its own mistakes as luck.
    """
    guide = position.guide()
    if not guide.is_blank(position):
        play_on(position, guide, chance, buffer, False)
    return stand_of(position, guide)


def mean_of(parts: Iterable[Part]) -> Part:
    all_parts = list(parts)
    return Part(fmean(part.lead for part in all_parts), fmean(part.win for part in all_parts))


def sum_of(parts: Iterable[Part]) -> Part:
    all_parts = list(parts)
    return Part(sum(part.lead for part in all_parts), sum(part.win for part in all_parts))


def difference(more: Part, less: Part) -> Part:
    return Part(more.lead - less.lead, more.win - less.win)


def _report(
    seat: int,
    name: str,
    choices: Sequence[Choice],
    curve: Sequence[Moment],
    kinds: Sequence[str],
) -> SeatReport:
    own = [choice for choice in choices if choice.seat == seat]
    decisions = sum_of(choice.brought[seat] for choice in own)
    others = sum_of(choice.brought[seat] for choice in choices if choice.seat != seat)
    luck_by = {
        kind: sum_of(moment.luck[seat] for moment in curve if moment.outcome == kind)
        for kind in kinds
    }
    luck = sum_of(luck_by.values())
    result = difference(curve[-1].stand[seat], curve[0].stand[seat])
    return SeatReport(
        seat=seat,
        name=name,
        result=result,
        luck=luck,
        luck_by=luck_by,
        decisions=decisions,
        others=others,
        rest=difference(result, sum_of((luck, decisions, others))),
        choices=len(own),
        mistakes=sum(choice.mistake for choice in own),
        mean_loss=-decisions.lead / max(len(own), 1),
    )
