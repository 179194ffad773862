"""Who comes back after a cut is told what was missed: steps, the table, and what was said."""

import asyncio
import json
from pathlib import Path

import pytest

from farhaven.server.accounts.sessions import Who
from farhaven.server.live.event_stream import Queue
from farhaven.server.live.live_play import greet
from farhaven.server.wire.tables import ChatInfo
from tests.server.client import Json, Person
from tests.server.process import ServerProcess
from tests.server.test_store import match_of_two, opened
from tests.server.test_tables import act, running, tell


async def say(person: Person, table: str, text: str) -> None:
    await person.post(f"/api/tables/{table}/chat", {"text": text})


def texts(message: Json) -> list[str]:
    return [one["text"] for one in message["messages"] if one["code"] is None]


def test_chat_and_table_news_are_made_up_for(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        await say(bo, table, "heard")
        async with ada.live(table) as wire:
            snapshot = await wire.receive()
            n, said = snapshot["n"], snapshot["chat"][-1]["number"]
        await say(bo, table, "missed")
        await act(ada, table, 0, "a move")
        await ada.request("PATCH", f"/api/tables/{table}", {"spectators": False})
        await say(bo, table, "also missed")
        async with ada.live(table, since=n, chat=said) as wire:
            steps = await wire.receive()
            assert (steps["type"], steps["since"]) == ("steps", n)
            assert [step.get("id") for step in steps["steps"]] == ["a move"]
            news = await wire.receive()
            assert (news["type"], news["table"]["spectators"]) == ("table", False)
            assert texts(await wire.receive()) == ["missed", "also missed"]
            await say(bo, table, "live again")
            assert texts(await wire.until("chat")) == ["live again"]

    tell(server, story)


def test_the_same_on_a_connection_that_is_still_there(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        await say(bo, table, "one")
        await say(bo, table, "two")
        async with ada.live(table) as wire:
            snapshot = await wire.receive()
            first = next(one for one in snapshot["chat"] if one["text"] == "one")
            await wire.send("resume", since=snapshot["n"], chat=first["number"])
            assert (await wire.until("steps"))["steps"] == []
            await wire.until("table")
            assert texts(await wire.until("chat")) == ["two"]
            await wire.send("resume", since=0)
            assert (await wire.until("steps"))["since"] == 0
            await wire.send("ping")
            assert (await wire.receive())["type"] == "pong", "nothing was asked for but steps"

    tell(server, story)


def test_a_client_that_names_no_message_is_sent_none(server: ServerProcess) -> None:
    """As clients were before there was such a number."""

    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        await say(bo, table, "something")
        async with ada.live(table, since=0) as wire:
            assert [(await wire.receive())["type"] for _ in range(2)] == ["steps", "table"]
            await wire.send("ping")
            await wire.until("pong")
            assert not any(json.loads(frame)["type"] == "chat" for frame in wire.frames)

    tell(server, story)


def test_event_streams_resume_as_well(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        await say(bo, table, "heard")
        said = (await ada.get(f"/api/tables/{table}/chat"))[-1]["number"]
        await say(bo, table, "missed")
        kinds = []
        address = f"/api/tables/{table}/events?since=0&chat={said}"
        async with ada.http.stream("GET", address) as answer:
            async for line in answer.aiter_lines():
                if not line.startswith("data:"):
                    continue
                message = json.loads(line.removeprefix("data:"))
                kinds.append(message["type"])
                if message["type"] == "chat":
                    assert texts(message) == ["missed"]
                    break
        assert kinds == ["steps", "table", "chat"]

    tell(server, story)


def test_words_that_are_sent_again_are_said_once(server: ServerProcess) -> None:
    """The answer may be lost on the way; what was refused may be tried again."""

    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        for _ in range(2):
            async with ada.live(table) as wire:
                await wire.receive()
                await wire.send("say", id="once", text="hello")
                await wire.until("done")
        async with bo.live(table) as wire:
            await wire.receive()
            await wire.send("say", id="once", text="hello, too")
            await wire.until("done")
            await wire.send("say", id="bad", text=" ")
            assert (await wire.until("refused"))["reason"] == "text_empty"
            await wire.send("say", id="bad", text="good")
            await wire.until("done")
        found = await ada.get(f"/api/tables/{table}/chat")
        assert texts({"messages": found}) == ["hello", "hello, too", "good"]

    tell(server, story)


@pytest.mark.parametrize("since", [None, 0])
def test_what_is_said_while_somebody_comes_in_is_not_lost(
    tmp_path: Path, since: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the chat is read for a newcomer, before the newcomer is told news."""

    async def main() -> None:
        async with opened(tmp_path) as services:
            table, account = await match_of_two(services)
            who = Who(account, "Ada", "")
            newcomer = Queue(who, None)
            await services.chat.say(table, who, "read")
            read, is_read = services.chat.read, asyncio.Event()

            async def noting(table_id: str, account: str | None, since: int = 0) -> list[ChatInfo]:
                found = await read(table_id, account, since)
                is_read.set()
                return found

            monkeypatch.setattr(services.chat, "read", noting)
            async with table.lock:
                greeting = asyncio.create_task(greet(services, table, newcomer, since, since))
                await is_read.wait()
                await services.chat.say(table, who, "in between")
            await greeting
            await services.chat.say(table, who, "told")
            heard: list[str] = []
            while "told" not in heard:
                message = json.loads(await newcomer.next())
                heard += [one["text"] for one in message.get("chat", message.get("messages", ()))]
            assert [text for text in heard if text] == ["read", "in between", "told"]

    asyncio.run(main())
