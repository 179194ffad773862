"""One play of a title: a log, and the position that it leads to.

Everybody enters here: people, bots and records with `act`, `play` or `take`, chance with `draw`.
"""

from collections.abc import Mapping, Sequence

import msgspec

from farhaven.core.event import Event
from farhaven.core.fair_stream import FairChance, commitment, is_secret, stream_key
from farhaven.core.game import Game, Result
from farhaven.core.log_entry import Entry, Line, Outcome
from farhaven.core.position import Position
from farhaven.core.record import FORMAT, Fairness, PlayerInfo, Record
from farhaven.core.view import View
from farhaven.core.violation import RECORD, Illegal, Violation, illegal

OptionValues = Mapping[str, str | int | bool]
STOPS = ("turn_limit", "abandoned")


class Match:
    """A match. Only `act`, `play`, `draw`, `roll`, `take`, `stop` and `undo` change it."""

    def __init__(
        self,
        game: Game,
        players: Sequence[PlayerInfo],
        *,
        options: OptionValues | None = None,
        fairness: Fairness,
    ) -> None:
        self.game = game
        self.players = tuple(players)
        self.options = game.read_options(options or {})
        self.fairness = fairness
        self.position = game.start(game.checked_seats(len(players)), self.options)
        self.log: list[Line] = []
        self.stopped: str | None = None
        self.before: Position | None = None
        """The position before the last line, if that is a choice; unknown after `play`."""
        self._outcomes = 0
        self._key: bytes | None = None
        if fairness.secret is not None:
            self._key = stream_key(fairness.secret, fairness.nonces)

    @classmethod
    def new(
        cls,
        game: Game,
        players: Sequence[PlayerInfo],
        secret: str,
        *,
        nonces: Sequence[str] = (),
        options: OptionValues | None = None,
    ) -> "Match":
        """A match at its beginning, committed to a secret."""
        fairness = Fairness(commitment(secret), secret, tuple(nonces))
        return cls(game, players, options=options, fairness=fairness)

    # What is

    @property
    def is_over(self) -> bool:
        return self.position.is_over() or self.stopped is not None

    @property
    def awaits_chance(self) -> bool:
        """True if the match cannot go on before chance has acted."""
        return not self.is_over and self.position.awaits_chance()

    def owing(self) -> list[int]:
        """The seats that owe a decision now; seats that should wait for others come last."""
        if self.is_over or self.position.awaits_chance():
            return []
        mask = int(self.position.owing())
        if mask & (mask - 1) == 0:  # one at most, as nearly always
            return [mask.bit_length() - 1] if mask else []
        seats = [seat for seat in range(len(self.players)) if mask >> seat & 1]
        return sorted(seats, key=lambda seat: (self.position.may_wait(seat), seat))

    def may_wait(self, seat: int) -> bool:
        """True if a seat that owes a decision should wait for the other seats' answers."""
        return self.position.may_wait(seat)

    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator, may know."""
        return self.game.view(self.position, seat)

    def seen(self, seat: int | None) -> list[Line]:
        """The log as a seat, or a spectator, may see it while the match runs."""
        befores = [None, *self.log]
        return [self.game.seen(line, seat, befores[i]) for i, line in enumerate(self.log)]

    def result(self) -> Result | None:
        """The result, once the rules have ended the game."""
        return self.game.result(self.position) if self.position.is_over() else None

    # What happens

    def judge(self, entry: Entry) -> int:
        """The move of a seat's choice; `Illegal` if it is refused. Nothing changes."""
        violation = self._no_choice(entry.seat)
        move = 0
        if violation is None:
            move = self.game.move(self.position, entry)
            violation = self.game.explain(self.position, entry.seat, move)
        if violation is not None:
            raise Illegal(violation)
        return move

    def act(self, entry: Entry) -> list[Event]:
        """Carry out a seat's choice, or raise `Illegal` and change nothing."""
        move = self.judge(entry)
        before = self.position.bare_copy()
        self.position.play(entry.seat, move)
        self.log.append(entry)
        self.before = before
        return self.game.events(before, entry, self.position)

    def play(self, seat: int, move: int) -> Violation | None:
        """Carry out a bot's move without making events; if it is refused, return why.

        Long series of matches spend their time here.
        """
        violation = self._no_choice(seat) or self.game.judge(self.position, seat, move)
        if violation is None:
            self.log.append(self.game.entry(self.position, seat, move))
            self.position.play(seat, move)
            self.before = None
        return violation

    def _no_choice(self, seat: int) -> Violation | None:
        """Why no choice of a seat can be carried out now, whatever it is."""
        if self.is_over:
            return Violation(RECORD, "over")
        if not 0 <= seat < len(self.players):
            return Violation(RECORD, "no_such_seat", {"seat": seat})
        if self.position.awaits_chance():
            return Violation(RECORD, "chance_first")
        return None

    def draw(self) -> tuple[Outcome, list[Event]] | None:
        """Let chance act once, from the fair stream; None if the match does not wait for it."""
        if not self.awaits_chance:
            return None
        before = self.position.bare_copy()
        self.position.roll(self._fair_chance())
        outcome = self.game.outcome(self.position)
        return outcome, self._happened(before, outcome)

    def roll(self) -> list[Event]:
        """Let chance act from the fair stream until a seat must decide, or the match is over."""
        events: list[Event] = []
        while (drawn := self.draw()) is not None:
            events += drawn[1]
        return events

    def take(self, line: Line) -> list[Event]:
        """Carry out a line from a record, a choice or an outcome; `Illegal` changes nothing."""
        if isinstance(line, Entry):
            return self.act(line)
        if not isinstance(line, Outcome):
            raise TypeError(type(line).__name__)
        if self.is_over:
            raise illegal(RECORD, "over")
        if not self.awaits_chance:
            raise illegal(RECORD, "no_chance_now")
        before = self.position.bare_copy()
        self.game.take_outcome(self.position, line)
        return self._happened(before, line)

    def _happened(self, before: Position, outcome: Outcome) -> list[Event]:
        """Log an outcome that the position shows already."""
        self._outcomes += 1
        self.log.append(outcome)
        self.before = None
        return self.game.events(before, outcome, self.position)

    def fair_outcome(self) -> Outcome | None:
        """What the fair stream brings next, without carrying it out; None without the secret."""
        if self._key is None:
            return None
        trial = self.position.bare_copy()
        trial.roll(self._fair_chance())
        return self.game.outcome(trial)

    def _fair_chance(self) -> FairChance:
        """The fair stream for the next outcome."""
        if self._key is None:
            raise ValueError("a match without its secret cannot draw")
        return FairChance(self._key, self._outcomes)

    def stop(self, reason: str) -> None:
        """End a running match without a result."""
        if reason not in STOPS:
            raise illegal(RECORD, "stopped", stopped=reason[:40])
        if self.is_over:
            raise illegal(RECORD, "over")
        self.stopped = reason

    # Undo

    def no_undo(self, seat: int) -> Violation | None:
        """Why a seat cannot take back its last choice, or None if it can."""
        if self.is_over:
            return Violation(RECORD, "over")
        if not self.log:
            return Violation(RECORD, "undo_nothing")
        last = self.log[-1]
        if not isinstance(last, Entry):
            return Violation(RECORD, "undo_chance")
        if last.seat != seat:
            return Violation(RECORD, "undo_others")
        if self.game.reveals(self._earlier(), last):
            return Violation(RECORD, "undo_secret")
        return None

    def may_undo(self, seat: int) -> bool:
        """True if a seat can take back its last choice."""
        return self.no_undo(seat) is None

    def undo(self, seat: int) -> None:
        """Take back the seat's last choice, or raise `Illegal`."""
        violation = self.no_undo(seat)
        if violation is not None:
            raise Illegal(violation)
        # Not `before`, a bare copy: it does not keep what each seat has seen.
        earlier = self.at(len(self.log) - 1)
        self.position = earlier.position
        self.before = earlier.before
        self.log.pop()

    def _earlier(self) -> Position:
        """The position before the last line of the log, which is a choice."""
        if self.before is None:  # only after `play`
            self.before = self.at(len(self.log) - 1).position
        return self.before

    def at(self, count: int) -> "Match":
        """The same match after the first `count` lines of its log."""
        if not 0 <= count <= len(self.log):
            raise illegal(RECORD, "no_such_moment", at=count, last=len(self.log))
        match = self._anew()
        for line in self.log[:count]:
            match.take(line)
        return match

    def going_on(self, log: Sequence[Line], position: Position) -> "Match":
        """The same match after lines that are known to lead to a position."""
        match = self._anew()
        match.position = position
        match.log = list(log)
        match._outcomes = sum(isinstance(line, Outcome) for line in log)
        return match

    def _anew(self) -> "Match":
        """The same match before its first line."""
        return Match(
            self.game,
            self.players,
            options=msgspec.to_builtins(self.options),
            fairness=self.fairness,
        )

    # The record

    def record(self) -> Record:
        """The whole record, with the players' secrets: show it to nobody while the match runs."""
        return self._record(self.log)

    def record_for(self, seat: int | None) -> Record:
        """The record as a seat or a spectator (None) may see it: whole once the match is over."""
        return self._record(self.log if self.is_over else self.seen(seat))

    def _record(self, log: Sequence[Line]) -> Record:
        fairness = self.fairness
        if not self.is_over:
            fairness = Fairness(fairness.commitment, None, fairness.nonces)
        result = None if self.stopped else self.result()
        return Record(
            format=FORMAT,
            game=self.game.name,
            rules_version=self.game.rules_version,
            options=msgspec.to_builtins(self.options),
            components=self.game.digest,
            players=self.players,
            fairness=fairness,
            log=[msgspec.Raw(msgspec.json.encode(line)) for line in log],
            result=msgspec.Raw(msgspec.json.encode(result)),
            stopped=msgspec.UNSET if self.stopped is None else self.stopped,
        )


def open_record(game: Game, record: Record) -> Match:
    """The match of a record before its first line, its head checked."""
    if record.game != game.name:
        raise illegal(RECORD, "other_game", game=record.game[:40], expected=game.name)
    if record.rules_version != game.rules_version:
        raise illegal(RECORD, "rules_version", version=record.rules_version)
    if record.components != game.digest:
        raise illegal(RECORD, "components")
    secret = record.fairness.secret
    if secret is not None and not is_secret(secret):
        raise illegal(RECORD, "secret_form")
    if secret is not None and commitment(secret) != record.fairness.commitment:
        raise illegal(RECORD, "commitment")
    return Match(game, record.players, options=record.options, fairness=record.fairness)


def replay(game: Game, record: Record, count: int | None = None) -> Match:
    """The match of a record after `count` lines of its log, or all of them."""
    match = open_record(game, record)
    if count is not None and not 0 <= count <= len(record.log):
        raise illegal(RECORD, "no_such_moment", at=count, last=len(record.log))
    for raw in record.log[:count]:
        match.take(game.read_line(raw))
    if count is None and record.stopped is not msgspec.UNSET:
        match.stop(record.stopped)
    return match
