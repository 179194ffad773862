"""The structs that clients and server exchange about tables, over HTTP and over WebSocket.

TypeScript types are generated from them (typescript.py), and docs/protocol.md explains them.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from farhaven.core.record import Fairness

PROTOCOL = 1

Name = Annotated[str, Meta(min_length=1, max_length=32)]
NO_NUL = "^[^\\x00]*$"
"""PostgreSQL keeps no text with this character; names and chat are cleaned of it."""
EntryId = Annotated[str, Meta(min_length=1, max_length=64, pattern=NO_NUL)]
Nonce = Annotated[str, Meta(min_length=1, max_length=64, pattern=NO_NUL)]
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
Level = Annotated[str, Meta(min_length=1, max_length=32)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]

JsonValue = str | int | float | bool | list[object] | dict[str, object] | None
"""What an entry's field may hold; the title reads it."""

TableState = Literal["open", "starting", "running", "over", "stopped", "closed"]
StepKind = Literal[
    "start", "entry", "outcome", "undo", "stop", "pause", "resume", "away", "back", "seat"
]


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The base of what clients send: an unknown field is refused."""


# What is told


class Told(msgspec.Struct, frozen=True):
    """An event as a seat is told it."""

    code: str
    params: Mapping[str, int | str]


class StepInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A step of the match. `line` is there for entries and outcomes, as the seat may see it."""

    n: int
    kind: StepKind
    at: int
    seat: int | None = None
    line: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    note: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """Facts of a step that is no line: the reason of a stop or absence, a new seat's player."""
    events: Sequence[Told] = ()
    id: str | None = None
    """The id that the client gave the entry."""


class PauseInfo(msgspec.Struct, frozen=True):
    """Why a match is paused, and when the pause ends at the latest."""

    reason: str
    """`host`; `nobody`, until one of the players is there; `downtime`, until they are back."""
    until: int | None
    """Milliseconds since 1970, for the host's pause of a rated match."""


class State(msgspec.Struct, frozen=True):
    """What a seat or spectator has before it now. Patches lead from one state to the next."""

    view: msgspec.Struct | None
    decision: msgspec.Struct | None
    owing: Sequence[int]
    undo: bool
    """Whether this seat may take back its last entry now."""
    grace: int
    """Milliseconds since the last step that bots leave for that; 0 where nobody hurries."""
    paused: bool
    away: Sequence[int]
    """The seats for which a bot plays now."""
    clocks: Sequence[int] | None
    """Milliseconds left to each seat at the last step."""
    result: msgspec.Raw | None
    stopped: str | None
    pause: PauseInfo | None = None
    """The pause that `paused` is about."""


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits at a seat."""

    seat: int
    kind: Literal["open", "human", "bot"]
    name: str
    level: str | None
    """The bot's level."""
    nonce: bool
    """Whether its browser has given a nonce."""
    online: bool
    host: bool


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table, as an account sees it."""

    id: str
    title: str
    options: Mapping[str, str | int | bool]
    state: TableState
    seats: Sequence[SeatInfo]
    mine: Sequence[int]
    """The seats that this account holds, several in hot seat."""
    host: bool
    """Whether this account is the host."""
    listed: bool
    spectators: bool
    watching: int
    """How many spectators this process sees."""
    rated: bool
    clock: int | None
    increment: int
    days: int | None
    deadline: int | None
    """When the days of the first person who owes a decision are over, at a table by days."""
    patience: int
    stand_in: str
    chat: bool
    fairness: Fairness
    n: int
    """The number of the last step."""
    owing: Sequence[int]
    moved: int
    created: int
    started: int | None
    ended: int | None
    rematch: str | None
    result: msgspec.Raw | None


class ChatInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A message at a table, or a notice: then `code` is set and `text` is empty."""

    number: int
    at: int
    seat: int | None
    name: str
    code: str | None
    text: str
    account: str | None
    """Whom to mute."""


# Server to client, live


class Snapshot(msgspec.Struct, frozen=True, tag_field="type", tag="snapshot", kw_only=True):
    """All that there is to know: the first message, and again after `look`."""

    protocol: int
    n: int
    seat: int | None
    table: TableInfo
    state: State
    steps: Sequence[StepInfo]
    chat: Sequence[ChatInfo]


class Steps(msgspec.Struct, frozen=True, tag_field="type", tag="steps", kw_only=True):
    """What happened after step `since`: carry out `patch` on the state, or take `state` whole."""

    since: int
    n: int
    steps: Sequence[StepInfo]
    patch: Sequence[tuple[Sequence[str | int], object]] | msgspec.UnsetType = msgspec.UNSET
    state: State | msgspec.UnsetType = msgspec.UNSET


class TableNews(msgspec.Struct, frozen=True, tag_field="type", tag="table"):
    """The table has changed: people, presence, nonces, options, its state."""

    table: TableInfo


class ChatNews(msgspec.Struct, frozen=True, tag_field="type", tag="chat"):
    """Messages that came in."""

    messages: Sequence[ChatInfo]


class Done(msgspec.Struct, frozen=True, tag_field="type", tag="done"):
    """A request was carried out; its effect, if any, came before or comes by itself."""

    id: str
    n: int


class Refusal(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """A request was refused and has changed nothing. Clause `server` is for the server's own."""

    id: str | None
    clause: str
    reason: str
    params: Mapping[str, int | str]
    n: int


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """The answer to a ping, with the server's time."""

    at: int


ServerMessage = Snapshot | Steps | TableNews | ChatNews | Done | Refusal | Pong


# Client to server, live


class Act(Request, frozen=True, kw_only=True, tag_field="type", tag="act"):
    """Make a choice. The same id again is answered, not carried out again."""

    id: EntryId
    entry: msgspec.Raw
    after: Count | None = None
    """Refuse as stale if anything has happened since this step."""


class Undo(Request, frozen=True, kw_only=True, tag_field="type", tag="undo"):
    """Take back the seat's last entry."""

    id: EntryId
    seat: SeatNumber | None = None


class Look(Request, frozen=True, kw_only=True, tag_field="type", tag="look"):
    """See with the eyes of another seat that this account holds (hot seat)."""

    seat: SeatNumber | None = None


class Resume(Request, frozen=True, kw_only=True, tag_field="type", tag="resume"):
    """Send what came after a step, as one `steps` message with the whole state.

    With the number of the last chat message also the table and what was said after that.
    """

    since: Count
    chat: Count | None = None


class Say(Request, frozen=True, kw_only=True, tag_field="type", tag="say"):
    """A chat message."""

    id: EntryId
    text: ChatText


class GiveNonce(Request, frozen=True, kw_only=True, tag_field="type", tag="nonce"):
    """This browser's part in the chance of the match; after the commitment, before the start."""

    nonce: Nonce


class Ping(Request, frozen=True, kw_only=True, tag_field="type", tag="ping"):
    """Is somebody there?"""


ClientMessage = Act | Undo | Look | Resume | Say | GiveNonce | Ping


# HTTP: tables


class NewSeat(Request, frozen=True, kw_only=True):
    """A seat of a new table: `me`, `here` (hot seat), `open`, or `bot` with its level."""

    kind: Literal["me", "here", "open", "bot"]
    name: Name | None = None
    level: Level | None = None


class NewTable(Request, frozen=True, kw_only=True):
    """A table to set up. It starts when its last seat is taken."""

    title: Annotated[str, Meta(max_length=32)]
    options: dict[str, str | int | bool] = {}
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=16)]
    listed: bool = False
    spectators: bool = True
    rated: bool = False
    chat: bool = True
    clock: Annotated[int, Meta(ge=10, le=86_400)] | None = None
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0
    days: Annotated[int, Meta(ge=1, le=30)] | None = None
    patience: Annotated[int, Meta(ge=5, le=86_400)] = 120
    stand_in: Level = "greedy"


class Join(Request, frozen=True, kw_only=True):
    """Take an open seat, the first one unless said."""

    seat: SeatNumber | None = None
    name: Name | None = None
    """A name at this table; a guest's own name where it has none yet."""
    nonce: Nonce | None = None


class SeatChange(Request, frozen=True, kw_only=True):
    """The host frees a seat (`open`) or gives it to a bot."""

    kind: Literal["open", "bot"]
    level: Level | None = None


class TableChange(Request, frozen=True, kw_only=True):
    """What the host may change while people play."""

    paused: bool | None = None
    chat: bool | None = None
    listed: bool | None = None
    spectators: bool | None = None


class Invite(Request, frozen=True, kw_only=True):
    """Ask an account, by its login name."""

    name: Name


class NonceBody(Request, frozen=True, kw_only=True):
    """This client's part in the chance of the match."""

    nonce: Nonce


class ActBody(Request, frozen=True, kw_only=True):
    """An entry over HTTP; see `Act`."""

    id: EntryId
    entry: dict[str, JsonValue]
    after: Count | None = None


class UndoBody(Request, frozen=True, kw_only=True):
    """Take back over HTTP; see `Undo`."""

    id: EntryId
    seat: SeatNumber | None = None


class SayBody(Request, frozen=True, kw_only=True):
    """A chat message over HTTP."""

    text: ChatText


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """A table for one seat, in one answer: what a program needs to choose."""

    n: int
    seat: int | None
    table: TableInfo
    state: State


class News(msgspec.Struct, frozen=True, kw_only=True):
    """What came after a step; the steps may be none when the wait was over."""

    since: int
    n: int
    steps: Sequence[StepInfo]
    state: State


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """A match after the first `at` lines of its log."""

    at: int
    last: int
    view: msgspec.Struct
    decision: msgspec.Struct | None
    owing: Sequence[int]
    line: msgspec.Raw | None
    """The line that led here."""
    events: Sequence[Told]
    result: msgspec.Raw | None


class HintInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A choice that the search thinks well of, and why."""

    entry: msgspec.Raw
    points: float
    """The final points to be expected."""
    win: float
    """The chance to win, from 0 to 1, with its 95 % interval."""
    win_low: float
    win_high: float
    exact: bool
    """Whether the rest of the game was worked out to the end: then nothing is in doubt."""
    reasons: Sequence[Told]
    events: Sequence[Told]
    """What it would do at once, as the seat would be told."""


class Course(msgspec.Struct, frozen=True):
    """The points after each number of lines, from none to all: a row for each moment."""

    scores: Sequence[Sequence[int]]


class TableList(msgspec.Struct, frozen=True):
    """A page of tables, the most urgent first."""

    tables: Sequence[TableInfo]
    more: bool
    """Whether there are more than were skipped and are shown."""


class HomeInfo(msgspec.Struct, frozen=True):
    """Where other people find this server."""

    url: str


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a title and its default."""

    name: str
    default: str | int | bool
    choices: Sequence[str | int | bool] | None


class TitleInfo(msgspec.Struct, frozen=True):
    """A title that can be played here."""

    name: str
    seats: Sequence[int]
    rules_version: int
    components: str
    options: Sequence[OptionInfo]
    bots: Sequence[str]


class Problem(msgspec.Struct, frozen=True):
    """A refusal over HTTP: a clause and a reason for the message files, never prose."""

    status: int
    clause: str
    reason: str
    params: Mapping[str, int | str]


class Acted(msgspec.Struct, frozen=True):
    """The number that the step got."""

    id: str
    n: int
