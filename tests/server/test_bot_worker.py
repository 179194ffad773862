"""The process in which a server's bots think."""

import asyncio

import msgspec
import pytest

from farhaven.bots import Bot
from farhaven.core.log_entry import Entry
from farhaven.games import titles
from farhaven.server.basics import Refused
from farhaven.server.settings import Settings
from farhaven.server.titles import Titles
from farhaven.server.wire.tables import HintInfo
from farhaven.server.workers.bot_pool import HINTS_OF_ONE, HINTS_PER_WORKER, BotPool
from farhaven.server.workers.bot_worker import Question, Worker
from farhaven.server.workers.fair_turns import Turns
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


def test_one_account_with_many_tables_does_not_delay_anothers_bot() -> None:
    """However many questions wait: the other is asked as soon as a worker is free."""

    async def main() -> None:
        pool = BotPool(Settings(bot_workers=1))
        asked = questions("reworld", "random")[0]
        done: list[str] = []

        async def choose(name: str, *accounts: str) -> None:
            await pool.choose(msgspec.structs.replace(asked, match=name), accounts)
            done.append(name)

        flood = [asyncio.create_task(choose(f"flood {i}", "Eve")) for i in range(50)]
        while len(done) < 3:
            await asyncio.sleep(0)
        before = len(done)
        await choose("Ada's", "Ada")
        assert len(done) - before <= 2, "that which was thought about, and her own"
        before = len(done)
        await choose("at Eve's table", "Eve", "Bo")
        assert len(done) - before <= 2, "who sits with her does not wait with her"
        for task in flood:
            task.cancel()
        await asyncio.gather(*flood, return_exceptions=True)
        await choose("after that", "Ada")
        await pool.close()

    asyncio.run(main())


def test_accounts_take_turns_whoever_asked_first() -> None:
    async def main() -> None:
        turns = Turns(1)
        served: list[str] = []

        async def work(account: str) -> None:
            async with turns.place([account]):
                served.append(account)
                await asyncio.sleep(0)

        await asyncio.gather(*(work(account) for account in "aaaabbc"))
        assert "".join(served) == "abcabaa"
        assert turns.is_free()

    asyncio.run(main())


def test_hints_do_not_fill_the_queue() -> None:
    async def main() -> None:
        pool = BotPool(Settings(bot_workers=1))
        asked = msgspec.structs.replace(questions("reworld", "random")[0], hint=True)

        async def ask(account: str) -> asyncio.Task[bytes]:
            task = asyncio.create_task(pool.advise(asked, account))
            await asyncio.sleep(0)
            return task

        tasks = [await ask("Eve") for _ in range(HINTS_OF_ONE)]
        with pytest.raises(Refused, match="hint_first"):
            await pool.advise(asked, "Eve")
        while len(tasks) < HINTS_PER_WORKER:
            tasks.append(await ask(f"guest {len(tasks)}"))
        with pytest.raises(Refused, match="busy"):
            await pool.advise(asked, "Ada")
        while not pool.pids():
            await asyncio.sleep(0.01)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert pool.pids() == [], "the worker that thought has been stopped"
        assert await pool.advise(asked, "Eve"), "and there is room again"
        await pool.close()

    asyncio.run(main())
