"""The structs of the analysis of a match or a record."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from farhaven.server.wire.tables import HintInfo, Told


class ChoiceReview(msgspec.Struct, frozen=True, kw_only=True):
    """One choice of the log, judged from what its seat could know."""

    at: int
    """The number of its line in the log."""
    seat: int
    loss: float
    """Points of lead that it gave away against the best that was found."""
    win_loss: float
    """How much of the chance to win, from 0 to 1."""
    mistake: bool
    cost: float
    """How bad it was, in mistakes that are just large enough to be called so."""
    asked: Sequence[Told]
    """What it answered: an offer, or what others said to one's own; where it was a mistake."""
    played: HintInfo | None
    """What it promised, where it was a mistake."""
    best: HintInfo | None
    """And what would have been better."""


class Chances(msgspec.Struct, frozen=True):
    """How everybody stood after so many lines of the log, with all cards open."""

    at: int
    win: Sequence[float]
    lead: Sequence[float]
    outcome: str | None
    """What chance did last, as records name it; None after a choice."""


class Part(msgspec.Struct, frozen=True):
    """A part of a result: points of lead over the others' mean, and of the chance to win."""

    lead: float
    win: float


class SeatReview(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's match: where its result comes from."""

    seat: int
    result: Part
    """In the end, against the beginning: the sum of `luck`, `decisions`, `others` and `rest`."""
    luck: Part
    luck_by: Mapping[str, Part]
    """The same for each kind of outcome, as records name it."""
    decisions: Part
    """What the own choices gave away, 0 or less."""
    others: Part
    """What the others' choices gave away to this seat."""
    rest: Part
    """What the bot did not foresee."""
    choices: int
    mistakes: int
    mean_loss: float


class Review(msgspec.Struct, frozen=True):
    """A whole match looked at again."""

    choices: Sequence[ChoiceReview]
    curve: Sequence[Chances]
    seats: Sequence[SeatReview]


class AnalysisInfo(msgspec.Struct, frozen=True, kw_only=True):
    """How far an analysis is; `none` where nobody has asked for one, or it was lost."""

    state: Literal["none", "running", "done"]
    done: int
    """Lines of the log looked at, of `lines`."""
    lines: int
    review: Review | None
