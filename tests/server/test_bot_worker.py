"""The process in which a server's bots think."""

import msgspec
import pytest

from farhaven.core.line import Entry
from farhaven.games import titles
from farhaven.server.bot_worker import Question, Worker
from farhaven.server.titles import Titles
from farhaven.server.wire import HintInfo
from tests.conformance.tables import finished


def questions(title: str, level: str, seats: int = 2) -> list[Question]:
    """A question before each choice of a match."""
    match = finished(title, seats)
    lines = [msgspec.json.encode(line) for line in match.log]
    return [
        Question(
            match=f"{title} {seats}",
            title=title,
            level=level,
            seat=line.seat,
            options={},
            players=list(match.players),
            lines=lines[:number],
            seed=number,
        )
        for number, line in enumerate(match.log)
        if isinstance(line, Entry)
    ]


@pytest.mark.parametrize("title", titles())
def test_answers_are_legal_and_the_bot_goes_on_with_its_tree(title: str) -> None:
    worker = Worker(Titles())
    asked = [question for question in questions(title, "captain@16") if question.seat == 0][:12]
    bots = set()
    for question in asked:
        answer = worker.answer(question)
        assert answer.fault == ""
        assert msgspec.json.decode(answer.entry)["seat"] == 0
        bots.add(worker.bot)
    assert len(bots) == 1


def test_no_bot_goes_on_at_another_seat_or_in_another_match() -> None:
    worker = Worker(Titles())
    first = questions("reworld", "captain@16")[0]
    others = [
        msgspec.structs.replace(first, match="another"),
        msgspec.structs.replace(first, level="captain@8"),
        next(q for q in questions("reworld", "captain@16") if q.seat != first.seat),
    ]
    for other in others:
        worker.answer(first)
        bot = worker.bot
        assert worker.answer(other).fault == ""
        assert worker.bot is not bot


def test_a_hint_leaves_the_bot_alone() -> None:
    worker = Worker(Titles())
    question = questions("reworld", "captain@16")[0]
    worker.answer(question)
    bot = worker.bot
    answer = worker.answer(msgspec.structs.replace(question, hint=True))
    assert msgspec.json.decode(answer.entry, type=list[HintInfo])
    assert worker.bot is bot


@pytest.mark.parametrize("other", [("reworld", 4), ("mars", 2), ("mars", 4)])
def test_a_hint_in_another_match_brings_no_bot_there(other: tuple[str, int]) -> None:
    worker = Worker(Titles())
    level = "captain@16"
    same_seat = next(q for q in questions("reworld", level) if q.seat == 0)
    assert worker.answer(same_seat).fault == ""
    bot = worker.bot
    title, seats = other
    asked = next(q for q in questions(title, level, seats) if q.seat == 0)
    assert worker.answer(msgspec.structs.replace(asked, hint=True)).fault == ""
    assert worker.answer(asked).fault == ""
    assert worker.bot is not bot


def test_a_bot_that_fails_is_forgotten() -> None:
    worker = Worker(Titles())
    question = questions("reworld", "captain@16")[0]
    worker.answer(question)
    assert "no bot" in worker.answer(msgspec.structs.replace(question, level="nobody")).fault
    assert worker.bot is None
