"""A process that looks at one match or record again, with what all others leave over."""

import sys
from collections.abc import Callable

import msgspec

from farhaven.coach.analysis import Choice, Moment, SeatReport, analyse
from farhaven.coach.study import Limit
from farhaven.core.record import decode_record
from farhaven.server.titles import Titles
from farhaven.server.wire.analysis import Chances, ChoiceReview, Review, SeatReview
from farhaven.server.wire.tables import Told
from farhaven.server.workers.bot_worker import hint_info
from farhaven.server.workers.worker_ipc import Pipe


class Task(msgspec.Struct, frozen=True):
    """A whole record to look at."""

    record: bytes
    iterations: int
    """Of the search, for each choice."""


class GoOn(msgspec.Struct, frozen=True):
    """The answer to every report but the last: there is room for the next line of the log."""


class Report(msgspec.Struct, frozen=True):
    """How far the analyst is; the last one has the review, in JSON, or why there is none."""

    done: int
    review: bytes = b""
    fault: str = ""


def review(titles: Titles, task: Task, progress: Callable[[int, int], None]) -> Review:
    """A record's analysis, as clients get it."""
    record = decode_record(task.record)
    game = titles.must_get(record.game)
    found = analyse(game, record, Limit(iterations=task.iterations), progress=progress)
    return Review(
        choices=[_told(choice) for choice in found.choices],
        curve=[_chances(m) for m in found.curve],
        seats=[_seat(report) for report in found.seats],
    )


def _chances(moment: Moment) -> Chances:
    stand = moment.stand
    return Chances(
        moment.at, [part.win for part in stand], [part.lead for part in stand], moment.outcome
    )


def _seat(report: SeatReport) -> SeatReview:
    return msgspec.convert(report, SeatReview, from_attributes=True)


def _told(choice: Choice) -> ChoiceReview:
    is_told = choice.mistake
    return ChoiceReview(
        at=choice.at,
        seat=choice.seat,
        loss=choice.loss,
        win_loss=choice.win_loss,
        mistake=choice.mistake,
        cost=choice.cost,
        asked=[Told(event.code, event.params) for event in choice.asked] if is_told else (),
        played=hint_info(choice.played) if is_told else None,
        best=hint_info(choice.best) if is_told else None,
    )


def main() -> None:
    """Look at the record on standard input; what is found goes to standard output."""
    pipe = Pipe()

    def told(done: int, _all: int) -> None:
        pipe.tell(Report(done))
        if pipe.hear() is None:
            raise BrokenPipeError

    try:
        task = msgspec.msgpack.decode(pipe.hear() or b"", type=Task)
        found = review(Titles(sys.argv[1:]), task, told)
    except BrokenPipeError:
        return  # nobody waits for it any more
    except Exception as fault:
        pipe.tell(Report(0, fault=f"{type(fault).__name__}: {fault}"))
    else:
        pipe.tell(Report(len(found.curve) - 1, msgspec.json.encode(found)))


if __name__ == "__main__":
    main()
