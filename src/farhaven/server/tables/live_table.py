"""A table in memory: its people, its match, and what each seat may be shown. No input or output.

Everything here is a fold of what the database holds, so any process can build it again.
"""

import asyncio
from collections.abc import Mapping, Sequence

import msgspec

from farhaven.core.event import Event
from farhaven.core.game import Game
from farhaven.core.log_entry import Entry, Line
from farhaven.core.match import Match
from farhaven.core.record import PlayerInfo, Record
from farhaven.core.violation import RECORD, Illegal, illegal
from farhaven.server.basics import now_ms
from farhaven.server.live.subscriber import Outlet, Viewer
from farhaven.server.storage.models import SeatRow, TableRow
from farhaven.server.storage.store import Step
from farhaven.server.tables.match_time import HOST, Pause, Timing
from farhaven.server.tables.table_facts import Happened, Note, head_of
from farhaven.server.wire.patch import diff
from farhaven.server.wire.tables import PauseInfo, State, StepInfo, Steps, Told

ONLINE_MS = 45_000
"""Connected seats are marked as seen more often than this."""

encode = msgspec.json.Encoder().encode
_events = msgspec.json.Decoder(list[Event])


_notes = msgspec.json.Decoder(Note)
NO_EVENTS = b"[]"
FRESH = 4
LINES = ("entry", "outcome")
"""The kinds of steps that are lines of the record's log."""


class LiveTable:
    """One table as a process holds it. Change it only while holding its lock."""

    def __init__(
        self, game: Game, row: TableRow, seats: Sequence[SeatRow], grace_ms: int = 0
    ) -> None:
        self.game = game
        self._grace_ms = grace_ms
        self.id = row.id
        self.match: Match | None = None
        self.seats: list[SeatRow] = []
        self.gone: set[int] = set()
        """Seats whose person is known to have gone, however lately it was seen."""
        self.take_rows(row, seats)
        self.lock = asyncio.Lock()
        self.used = now_ms()
        self.outlets: dict[Viewer, set[Outlet]] = {}
        self.states: dict[Viewer, State] = {}
        """What the viewers with outlets were last shown."""
        self._changed: asyncio.Event | None = None
        self.is_broken = False
        """Whether memory may differ from the database, so that it must be loaded again."""
        self.thinking: dict[int, int] = {}
        """The step at which a bot was set to think, by seat."""
        self.reset()

    def take_rows(self, row: TableRow, seats: Sequence[SeatRow]) -> None:
        """Hold the table and its seats as they were read."""
        self.row = row
        # A newer sign of life than we know of: whoever had gone has come to another process.
        self.gone -= {
            new.seat for old, new in zip(self.seats, seats, strict=False) if new.seen > old.seen
        }
        self.seats = list(seats)
        self.head = head_of(row)
        # What is asked at every move; a row's own attributes are slow to read.
        self._holders = [s.account if s.kind == "human" else None for s in seats]
        self._are_people = [s.kind == "human" for s in seats]
        self.days = row.days
        self.patience = row.patience
        if self.match is not None:
            self.match.players = tuple(self.players())

    def reset(self) -> None:
        """Forget the match, to build it again from the steps."""
        self.match = None
        self.history: list[Happened] = []
        self.ids: dict[str, Step] = {}
        row = self.row
        self.timing = Timing(started=row.started or 0, increment=row.increment, is_rated=row.rated)
        self.states.clear()
        self._fresh: dict[int, tuple[Line | None, Sequence[Event]]] = {}
        """The last lines and events as they were before they were written down."""
        self._owing: list[int] = []

    # What is

    @property
    def n(self) -> int:
        """The number of the last step."""
        return len(self.history)

    @property
    def is_running(self) -> bool:
        return self.match is not None and not self.match.is_over

    @property
    def pause(self) -> Pause | None:
        """The pause that the match is in."""
        return self.timing.pause

    @property
    def paused(self) -> bool:
        return self.timing.pause is not None

    @property
    def away(self) -> set[int]:
        """The seats of people for whom a bot plays."""
        return self.timing.away

    @property
    def clocks(self) -> list[int] | None:
        """Milliseconds that each seat had left at the last step."""
        return self.timing.clocks

    def people(self) -> list[int]:
        """The seats that people hold."""
        return [seat for seat, is_person in enumerate(self._are_people) if is_person]

    def owing(self) -> list[int]:
        """The seats that owe a decision."""
        return self._owing

    def may_wait(self, seat: int) -> bool:
        """Whether a bot at a seat had better hear first what others say."""
        return self.match is not None and self.match.may_wait(seat)

    def owing_mask(self) -> int:
        mask = 0
        for seat in self._owing:
            mask |= 1 << seat
        return mask

    def is_bot(self, seat: int) -> bool:
        """Whether a bot plays the seat now, as its player or for one who is away."""
        return not self._are_people[seat] or seat in self.away

    def bot_level(self, seat: int) -> str:
        """The kind of bot that plays a seat."""
        return self.seats[seat].level or self.row.stand_in

    def present(self) -> list[int]:
        """The seats of the people who are connected to this process."""
        here = {self._holders[viewer] for viewer in self.outlets if viewer is not None}
        return [
            s for s, holder in enumerate(self._holders) if holder is not None and holder in here
        ]

    def seats_of(self, account: str | None) -> list[int]:
        """The seats that an account holds."""
        if account is None:
            return []
        return [seat for seat, holder in enumerate(self._holders) if holder == account]

    def is_online(self, seat: int) -> bool:
        """Whether somebody is at a seat, as far as this process knows."""
        is_lately = now_ms() - self.seats[seat].seen < ONLINE_MS
        return is_lately and self._are_people[seat] and seat not in self.gone

    def may_watch(self, account: str | None) -> bool:
        """Whether an account may look on, at its own seat or as a spectator."""
        is_host = account is not None and self.row.host == account
        return self.row.spectators or is_host or bool(self.seats_of(account))

    # The course of the match

    def begin(self) -> None:
        """Make the match, at its beginning. The table's nonces are complete."""
        nonces = msgspec.json.decode(self.row.nonces, type=list[str])
        options: Mapping[str, str | int | bool] = msgspec.json.decode(self.row.options)
        players = self.players()
        self.match = Match.new(self.game, players, self.row.secret, nonces=nonces, options=options)
        self.timing.begin(self.row.started or now_ms(), self.row.clock, len(self.seats))

    def players(self) -> list[PlayerInfo]:
        """Who plays, as records name them."""
        return [PlayerInfo(s.name, _kind(s)) for s in self.seats]

    def playing(self) -> Match:
        """The match, or a refusal if it has not begun."""
        if self.match is None:
            raise illegal(RECORD, "not_started")
        return self.match

    def stamp(self, at: int | None = None) -> int:
        """The time for a new step, never before the last one's."""
        return max(now_ms() if at is None else at, self.timing.last_at)

    def judge(self, entry: Entry) -> None:
        """`Illegal` if the rules refuse an entry. Nothing changes."""
        self.playing().judge(entry)

    def judge_undo(self, seat: int) -> None:
        """`Illegal` if a seat cannot take back its last entry. Nothing changes."""
        violation = self.playing().no_undo(seat)
        if violation is not None:
            raise Illegal(violation)

    def enter(self, entry: Entry, entry_id: str | None) -> list[Step]:
        """Carry out an entry and the chance that follows; `Illegal` changes nothing."""
        at = self.stamp()
        events = self.playing().act(entry)
        body = encode(entry).decode()
        step = Step(self.n + 1, "entry", entry.seat, body, at, entry_id)
        self._count_time(step)
        self._keep(step, events, entry)
        return [step, *self._roll(at)]

    def roll(self) -> list[Step]:
        """Let chance act where the match waits for it."""
        return self._roll(self.stamp())

    def _roll(self, at: int) -> list[Step]:
        match = self.playing()
        steps = []
        while (drawn := match.draw()) is not None:
            outcome, events = drawn
            step = Step(self.n + 1, "outcome", None, encode(outcome).decode(), at)
            self._keep(step, events, outcome)
            steps.append(step)
        self._note_owing(at)
        return steps

    def take_back(self, seat: int, entry_id: str | None) -> list[Step]:
        """Undo the seat's last entry; `Illegal` changes nothing."""
        self.judge_undo(seat)
        step = Step(self.n + 1, "undo", seat, "{}", self.stamp(), entry_id)
        self.apply(step)
        return [step]

    def mark(
        self,
        kind: str,
        seat: int | None = None,
        note: Note | None = None,
        at: int | None = None,
    ) -> list[Step]:
        """Add a step that is no line: a pause, an absence, a new player, a stop."""
        body = encode(note or Note()).decode()
        step = Step(self.n + 1, kind, seat, body, self.stamp(at))
        self.apply(step)
        return [step]

    def apply(self, step: Step) -> None:
        """Carry out a step that was stored, or is about to be."""
        if step.number != self.n + 1:
            raise ValueError(f"step {step.number} after {self.n}")
        events: list[Event] = []
        self._count_time(step)
        match step.kind:
            case "entry" | "outcome":
                events = self.playing().take(self.game.read_line(step.body.encode()))
            case "undo":
                self.playing().undo(step.seat if step.seat is not None else -1)
            case _:
                self._apply_mark(step)
        self._keep(step, events)
        self._note_owing(step.at)

    def _apply_mark(self, step: Step) -> None:
        note = _notes.decode(step.body)
        seat = step.seat if step.seat is not None else -1
        match step.kind:
            case "start":
                self.begin()
            case "pause":
                self.timing.stop(step, note.reason or HOST)
            case "resume":
                self.timing.go_on(step)
            case "away":
                self.away.add(seat)
            case "back":
                self.timing.come_back(seat)
            case "seat":
                self.away.discard(seat)
            case "stop":
                self.playing().stop(note.reason or "abandoned")
            case _:
                raise ValueError(step.kind)

    def _count_time(self, step: Step) -> None:
        running = () if self.clocks is None else [s for s in self._owing if not self.is_bot(s)]
        self.timing.count(step, running)

    def _note_owing(self, at: int) -> None:
        self._owing = [] if self.match is None else self.match.owing()
        self.timing.owe(self._owing, at)

    def _keep(self, step: Step, events: Sequence[Event], line: Line | None = None) -> None:
        self.history.append(Happened(step, encode(events) if events else NO_EVENTS))
        # The next thing is to show it to everybody: no need to read again what was just written.
        self._fresh[step.number] = (line, events)
        if len(self._fresh) > FRESH:
            del self._fresh[next(iter(self._fresh))]
        if step.entry is not None:
            self.ids[step.entry] = step

    # What is shown

    def state(self, viewer: Viewer, beside: State | None = None) -> State:
        """What a viewer has before it now; `beside` is another's state at the same moment."""
        match = self.match
        if match is None:
            return State(None, None, [], False, 0, False, [], None, None, None)
        view = match.view(viewer)
        decision = None
        if viewer is not None and not match.is_over and not self.paused:
            decision = self.game.decision(view)
        other = None if beside is None else beside.view
        result = match.result()
        may_undo = viewer is not None and self.may_undo(viewer)
        return State(
            view=view.to_wire() if other is None else view.wire_beside(other),
            decision=decision,
            owing=self._owing,
            undo=may_undo,
            grace=self.grace() if may_undo else 0,
            paused=self.paused,
            pause=None if self.pause is None else PauseInfo(self.pause.reason, self.pause.until),
            away=sorted(self.away),
            clocks=None if self.clocks is None else tuple(self.clocks),
            result=None if result is None else msgspec.Raw(encode(result)),
            stopped=match.stopped,
        )

    def may_undo(self, seat: int) -> bool:
        """True if a seat may take back its last choice now."""
        return self.match is not None and not self.paused and self.match.may_undo(seat)

    def grace(self) -> int:
        """Milliseconds after the last step in which it can be taken back before a bot acts.

        A person who is still to decide may take back until then: bots need not wait.
        """
        last = None if self.match is None or not self.match.log else self.match.log[-1]
        if self._grace_ms == 0 or not isinstance(last, Entry) or self.is_bot(last.seat):
            return 0
        if last.seat in self._owing or not any(self.is_bot(seat) for seat in self._owing):
            return 0
        return self._grace_ms if self.may_undo(last.seat) else 0

    def was_taken_back(self, since: int) -> bool:
        """Whether a choice was taken back after a step."""
        return any(one.step.kind == "undo" for one in self.history[since:])

    def step_info(self, happened: Happened, viewer: Viewer, whole: bool) -> StepInfo:
        """A step as a viewer may see it; `whole` once the match is over."""
        step = happened.step
        told: tuple[Told, ...] = ()
        if happened.events != NO_EVENTS:
            fresh = self._fresh.get(step.number)
            events = _events.decode(happened.events) if fresh is None else fresh[1]
            told = tuple(Told(e.code, e.params) for e in events if whole or e.is_for(viewer))
        line: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
        note: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
        if step.kind in LINES:
            line = msgspec.Raw(step.body.encode() if whole else self._seen(step, viewer))
        elif step.body != "{}":
            note = msgspec.Raw(step.body.encode())
        return StepInfo(
            n=step.number,
            kind=step.kind,  # type: ignore[arg-type]  # the table's rows hold only these kinds
            at=step.at,
            seat=step.seat,
            line=line,
            note=note,
            events=told,
            id=step.entry,
        )

    def _seen(self, step: Step, viewer: Viewer) -> bytes:
        """A line's JSON as a viewer may see it."""
        raw = step.body.encode()
        line = self._line(step)
        before = None
        if step.kind == "outcome" and step.number > 1:
            # An outcome always follows in the same breath what brought it about.
            earlier = self.history[step.number - 2].step
            if earlier.kind in LINES:
                before = self._line(earlier)
        seen = self.game.seen(line, viewer, before)
        return raw if seen is line else encode(seen)

    def _line(self, step: Step) -> Line:
        line, _ = self._fresh.get(step.number, (None, ()))
        return self.game.read_line(step.body.encode()) if line is None else line

    def steps_since(self, since: int, viewer: Viewer) -> list[StepInfo]:
        """The steps after a number, as a viewer may see them."""
        whole = self.match is not None and self.match.is_over
        return [self.step_info(happened, viewer, whole) for happened in self.history[since:]]

    def _public_steps(self, since: int) -> list[StepInfo] | None:
        """The steps after a number, where a spectator, who sees least, may see all of them."""
        for number in range(since + 1, self.n + 1):
            line, events = self._fresh.get(number, (None, ()))
            if line is None or self.game.seen(line, None) is not line:
                return None
            if any(event.audience is not None for event in events):
                return None
        return self.steps_since(since, None)

    def frames(self, since: int) -> dict[Viewer, bytes]:
        """The message about the steps after a number, for each viewer that somebody is."""
        frames: dict[Viewer, bytes] = {}
        state: State | None = None
        public = self._public_steps(since) if len(self.outlets) > 1 else None
        for viewer in self.outlets:
            state = self.state(viewer, state)
            old = self.states.get(viewer)
            message = Steps(
                since=since,
                n=self.n,
                steps=self.steps_since(since, viewer) if public is None else public,
                patch=msgspec.UNSET if old is None else diff(old, state),
                state=state if old is None else msgspec.UNSET,
            )
            self.states[viewer] = state
            frames[viewer] = encode(message)
        return frames

    def record(self, viewer: Viewer) -> Record:
        """The record, as a viewer may see it while the match runs."""
        return self.playing().record_for(viewer)

    # Who looks on

    def attach(self, outlet: Outlet) -> State:
        """Add a client; return the state that its patches will start from."""
        viewer = outlet.viewer
        self.outlets.setdefault(viewer, set()).add(outlet)
        state = self.states.get(viewer)
        if state is None:
            state = self.states[viewer] = self.state(viewer)
        return state

    def detach(self, outlet: Outlet) -> None:
        """Remove a client."""
        group = self.outlets.get(outlet.viewer)
        if group is None:
            return
        group.discard(outlet)
        if not group:
            del self.outlets[outlet.viewer]
            self.states.pop(outlet.viewer, None)

    def strangers(self) -> list[Outlet]:
        """Clients that look with the eyes of a seat that is no longer theirs, or may not look."""
        return [
            outlet
            for viewer, group in self.outlets.items()
            for outlet in group
            if (
                not self.may_watch(outlet.account)
                if viewer is None
                else viewer not in self.seats_of(outlet.account)
            )
        ]

    def next_change(self) -> asyncio.Event:
        """What is set when something happens: for those who wait over HTTP."""
        if self._changed is None:
            self._changed = asyncio.Event()
        return self._changed

    def wake(self) -> None:
        """Tell those who wait over HTTP that something has happened."""
        if self._changed is not None:
            self._changed.set()
            self._changed = None


def _kind(seat: SeatRow) -> str:
    return "human" if seat.kind != "bot" else f"bot:{seat.level}"
