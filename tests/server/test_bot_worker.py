"""The process in which a server's bots think."""

import asyncio

import msgspec
import pytest

from farhaven.bots import Bot
from farhaven.core.line import Entry
from farhaven.games import titles
from farhaven.server.bot_worker import Question, Worker
from farhaven.server.bots import BotPool
from farhaven.server.settings import Settings
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


def bot_of(worker: Worker, question: Question) -> Bot:
    return worker.bots[question.level, question.seat]


@pytest.mark.parametrize("title", titles())
def test_answers_are_legal_and_the_bot_goes_on_with_its_tree(title: str) -> None:
    worker = Worker(Titles())
    asked = questions(title, "captain@16", 3)[:24]
    bots: dict[int, Bot] = {}
    for question in asked:
        answer = worker.answer(question)
        assert answer.fault == ""
        assert msgspec.json.decode(answer.entry)["seat"] == question.seat
        bot = bot_of(worker, question)
        assert bots.setdefault(question.seat, bot) is bot
    assert len({id(bot) for bot in bots.values()}) == 3, "each seat has its own"


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
        bot = bot_of(worker, first)
        assert worker.answer(other).fault == ""
        assert bot_of(worker, other) is not bot


def test_a_hint_leaves_the_bot_alone() -> None:
    worker = Worker(Titles())
    question = questions("reworld", "captain@16")[0]
    worker.answer(question)
    bot = bot_of(worker, question)
    answer = worker.answer(msgspec.structs.replace(question, hint=True))
    assert msgspec.json.decode(answer.entry, type=list[HintInfo])
    assert bot_of(worker, question) is bot


@pytest.mark.parametrize("other", [("reworld", 4), ("mars", 2), ("mars", 4)])
def test_a_hint_in_another_match_brings_no_bot_there(other: tuple[str, int]) -> None:
    worker = Worker(Titles())
    level = "captain@16"
    same_seat = next(q for q in questions("reworld", level) if q.seat == 0)
    assert worker.answer(same_seat).fault == ""
    bot = bot_of(worker, same_seat)
    title, seats = other
    asked = next(q for q in questions(title, level, seats) if q.seat == 0)
    assert worker.answer(msgspec.structs.replace(asked, hint=True)).fault == ""
    assert worker.answer(asked).fault == ""
    assert list(worker.bots.values()) == [bot_of(worker, asked)]
    assert bot_of(worker, asked) is not bot


def test_a_bot_that_fails_is_forgotten() -> None:
    worker = Worker(Titles())
    question = questions("reworld", "captain@16")[0]
    worker.answer(question)
    assert "no bot" in worker.answer(msgspec.structs.replace(question, level="nobody")).fault
    assert not worker.bots


def test_a_match_is_thought_about_where_it_is_known() -> None:
    """Two matches take turns in two processes: each stays in its own, also after a hint there."""

    async def main() -> None:
        pool = BotPool(Settings(bot_workers=2))
        first, second = (
            [msgspec.structs.replace(q, match=name) for q in questions("reworld", "random")]
            for name in ("first", "second")
        )
        at = {"first": 0, "second": 0}
        hint = msgspec.structs.replace(first[2], match="third", hint=True)
        for question in (first[0], second[0], *first[1:4], *second[1:4], hint, first[4], second[4]):
            await pool.choose(question)
            last = pool.pids()[-1]
            if not question.hint:
                assert (at[question.match] or last) == last
                at[question.match] = last
        assert len(set(at.values())) == 2
        await pool.close()

    asyncio.run(main())


def test_there_are_never_more_processes_than_may_think() -> None:
    """Also where one is idle and two matches that it does not know come at once."""

    async def main() -> None:
        pool = BotPool(Settings(bot_workers=2))
        asked = questions("reworld", "random")[0]
        known, second, third = (
            msgspec.structs.replace(asked, match=name) for name in ("known", "second", "third")
        )
        await pool.choose(known)
        await asyncio.gather(pool.choose(second), pool.choose(third))
        assert len(pool.pids()) == 2
        await pool.close()

    asyncio.run(main())


def test_there_is_room_for_others_while_not_all_workers_think() -> None:
    async def main() -> None:
        pool = BotPool(Settings(bot_workers=1))
        asked = questions("reworld", "captain@2000")[0]
        await pool.room()
        thinking = asyncio.create_task(pool.choose(asked))
        while not pool.pids():
            await asyncio.sleep(0)
        waiting = asyncio.create_task(pool.room())
        for _ in range(10):
            await asyncio.sleep(0)
        assert not (thinking.done() or waiting.done())
        await thinking
        await waiting
        await pool.close()

    asyncio.run(main())
