"""Tables: setting up, joining, leaving, replacing, pausing, playing again, lists."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from tests.server.client import Json, Person, Wire
from tests.server.process import ServerProcess

Story = Callable[[Person, Person], Awaitable[None]]


def tell(server: ServerProcess, story: Story) -> None:
    """Run a story with two people."""

    async def main() -> None:
        ada, bo = await Person.guest(server.url, "Ada"), await Person.guest(server.url, "Bo")
        async with asyncio.timeout(60):
            await story(ada, bo)
        await ada.close()
        await bo.close()

    asyncio.run(main())


async def running(ada: Person, bo: Person, **more: object) -> str:
    """A running toy match of two people."""
    table = await ada.table("toy", "me", "open", **more)
    await ada.post(f"/api/tables/{table}/nonce", {"nonce": "a"})
    info = await bo.post(f"/api/tables/{table}/join", {"nonce": "b"})
    assert info["state"] == "running"
    return table


async def act(person: Person, table: str, seat: int, entry_id: str = "", **more: object) -> Json:
    entry = {"do": "choose", "seat": seat, "keep": True}
    body = {"id": entry_id or f"{person.id}-{seat}-{id(more)}", "entry": entry, **more}
    answer: Json = await person.post(f"/api/tables/{table}/act", body)
    return answer


def test_join_by_link_with_a_name_only(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await ada.table("toy", "me", "open", "open")
        info = await bo.post(f"/api/tables/{table}/join", {"name": " Bo\u200b  the  \u202e2nd "})
        assert [seat["name"] for seat in info["seats"]] == ["Ada", "Bo the 2nd", ""]
        assert info["mine"] == [1]
        assert info["state"] == "open"
        again = await bo.post(f"/api/tables/{table}/join", {})
        assert again["mine"] == [1]

    tell(server, story)


def test_a_full_table_goes_on_without_missing_nonces(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await ada.table("toy", "me", "open")
        await bo.post(f"/api/tables/{table}/join", {"nonce": "from Bo"})
        async with ada.live(table) as wire:
            while wire.table["state"] != "running" if wire.table else True:
                await wire.receive()
            assert wire.table["fairness"]["nonces"] == ["from Bo"]
            assert wire.table["fairness"]["secret"] is None

    tell(server, story)


def test_hot_seat_looks_with_the_eyes_of_each(server: ServerProcess) -> None:
    async def story(ada: Person, _bo: Person) -> None:
        here = {"kind": "here", "name": "Cleo"}
        table = await ada.table("toy", "me", here)
        await ada.post(f"/api/tables/{table}/nonce", {"nonce": "a"})
        async with ada.live(table) as wire:
            await wire.receive()
            first = wire.state["view"]["numbers"]
            await wire.send("look", seat=1)
            await wire.until("snapshot")
            second = wire.state["view"]["numbers"]
            assert first[0] is not None
            assert first[1] is None
            assert second[0] is None
            assert second[1] is not None
            for seat in (0, 1):
                entry = {"do": "choose", "seat": seat, "keep": True}
                await wire.send("act", id=f"e{seat}", entry=entry)
                await wire.until("steps")
            assert wire.state["view"]["round"] == 1

    tell(server, story)


def test_lists_show_open_tables_and_whose_turn_it_is(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        listed = await ada.table("toy", "me", "open", listed=True)
        hidden = await ada.table("toy", "me", "open")
        ids = [t["id"] for t in (await bo.get("/api/tables?list=open"))["tables"]]
        assert listed in ids
        assert hidden not in ids
        match = await running(ada, bo)
        await act(ada, match, 0)
        mine = (await bo.get("/api/tables?list=mine"))["tables"]
        assert mine[0]["id"] == match
        assert mine[0]["owing"] == [1]
        later = (await ada.get("/api/tables?list=mine"))["tables"]
        assert {t["id"] for t in later} >= {listed, hidden, match}
        assert (await Person(server.url).http.get("/api/tables?list=mine")).status_code == 401

    tell(server, story)


def test_leaving_a_running_match_hands_the_seat_to_a_bot(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo, stand_in="random")
        await bo.post(f"/api/tables/{table}/leave")
        async with ada.live(table) as wire:
            await wire.receive()
            while wire.table["seats"][1]["kind"] != "bot":
                await wire.receive()
            await play_out(wire, 0)
        kinds = [step["kind"] for step in (await ada.get(f"/api/tables/{table}/steps"))["steps"]]
        assert "seat" in kinds
        record = await ada.get(f"/api/tables/{table}/record")
        assert record["players"][1]["kind"] == "bot:random"

    tell(server, story)


async def play_out(wire: Wire, seat: int) -> None:
    """Play a seat of a toy match to its end."""
    done = -1
    while wire.state["result"] is None:
        if seat in wire.state["owing"] and wire.n != done:
            done = wire.n
            entry = {"do": "choose", "seat": seat, "keep": True}
            await wire.send("act", id=f"{seat}-{wire.n}", entry=entry)
        await wire.receive()


def test_the_host_pauses_replaces_and_removes(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        await bo.request("PATCH", f"/api/tables/{table}", {"paused": True}, status=403)
        await bo.request("PUT", f"/api/tables/{table}/seats/0", {"kind": "bot"}, status=403)
        await ada.request("PATCH", f"/api/tables/{table}", {"paused": True})
        body = {"id": "x", "entry": {"do": "choose", "seat": 1, "keep": True}}
        refused = await bo.post(f"/api/tables/{table}/act", body, status=409)
        assert refused["reason"] == "paused"
        await ada.request("PATCH", f"/api/tables/{table}", {"paused": False})
        await bo.post(f"/api/tables/{table}/act", body)
        await ada.request("PUT", f"/api/tables/{table}/seats/1", {"kind": "open"})
        assert (await bo.get(f"/api/tables/{table}"))["mine"] == []
        cleo = await Person.guest(server.url, "Cleo")
        info = await cleo.post(f"/api/tables/{table}/join", {})
        assert info["mine"] == [1]
        await ada.request("PUT", f"/api/tables/{table}/seats/1", {"kind": "bot", "level": "random"})
        info = await ada.get(f"/api/tables/{table}")
        assert info["seats"][1]["kind"] == "bot"
        notices = [m["code"] for m in await ada.get(f"/api/tables/{table}/chat")]
        assert notices == ["joined", "paused", "resumed", "removed", "joined", "replaced"]

    tell(server, story)


def test_rematch_is_one_table_for_both(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo, rated=True)
        await ada.post(f"/api/tables/{table}/rematch", status=409)
        async with ada.live(table) as a, bo.live(table) as b:
            await a.receive()
            await b.receive()
            await asyncio.gather(play_out(a, 0), play_out(b, 1))
        first = await ada.post(f"/api/tables/{table}/rematch")
        second = await bo.post(f"/api/tables/{table}/rematch")
        assert first["id"] == second["id"] != table
        mine = [t["id"] for t in (await bo.get("/api/tables?list=mine"))["tables"]]
        assert first["id"] in mine, "the others are invited"
        finished = [t["id"] for t in (await bo.get("/api/tables?list=finished"))["tables"]]
        assert finished == [table]
        rated = {r["account"]: r for r in await ada.get("/api/ratings/toy")}
        assert rated[ada.id]["matches"] == rated[bo.id]["matches"] == 1

    tell(server, story)


def test_spectators_only_where_wanted(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo, spectators=False)
        stranger = Person(server.url)
        answer = await stranger.http.get(f"/api/tables/{table}/state")
        assert answer.status_code == 403
        await ada.request("PATCH", f"/api/tables/{table}", {"spectators": True})
        answer = await stranger.http.get(f"/api/tables/{table}/state")
        assert answer.json()["state"]["view"]["numbers"] == [None, None]

    tell(server, story)


def test_chat_with_mute_and_off_switch(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        async with ada.live(table) as wire:
            await wire.receive()
            await bo.post(f"/api/tables/{table}/chat", {"text": "<b>hello</b>\u0007 there"})
            message = (await wire.until("chat"))["messages"][0]
            assert message["text"] == "<b>hello</b> there"
            await ada.request("PUT", f"/api/account/mutes/{bo.id}")
            await bo.post(f"/api/tables/{table}/chat", {"text": "unheard"})
            await ada.post(f"/api/tables/{table}/chat", {"text": "mine"})
            assert (await wire.until("chat"))["messages"][0]["text"] == "mine"
        await ada.request("PATCH", f"/api/tables/{table}", {"chat": False})
        refused = await bo.post(f"/api/tables/{table}/chat", {"text": "no"}, status=409)
        assert refused["reason"] == "chat_off"
        await bo.post(f"/api/tables/{table}/chat", {"text": "x" * 501}, status=400)
        cleo = await Person.guest(server.url, "Cleo")
        await cleo.post(f"/api/tables/{table}/chat", {"text": "hi"}, status=403)

    tell(server, story)


def test_two_at_the_same_moment_one_wins(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        for attempt in range(10):
            table = await running(ada, bo)
            n = (await ada.get(f"/api/tables/{table}"))["n"]

            async def one(
                person: Person, seat: int, table: str = table, n: int = n, k: int = attempt
            ) -> int:
                body = {
                    "id": f"{k}-{seat}",
                    "entry": {"do": "choose", "seat": seat, "keep": True},
                    "after": n,
                }
                answer = await person.http.post(f"/api/tables/{table}/act", json=body)
                if answer.status_code != 200:
                    assert answer.json()["reason"] == "stale"
                return answer.status_code

            assert sorted(await asyncio.gather(one(ada, 0), one(bo, 1))) == [200, 409]
            assert (await ada.get(f"/api/tables/{table}"))["n"] == n + 1

    tell(server, story)


def test_an_entry_sent_twice_counts_once(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        first = await act(ada, table, 0, "same")
        again = await act(ada, table, 0, "same")
        assert first == again
        body = {"id": "same", "entry": {"do": "choose", "seat": 1, "keep": True}}
        refused = await bo.post(f"/api/tables/{table}/act", body, status=409)
        assert refused["reason"] == "id_used"

    tell(server, story)


def test_long_poll_waits_for_the_next_step(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        n = (await ada.get(f"/api/tables/{table}"))["n"]
        waiting = asyncio.create_task(ada.get(f"/api/tables/{table}/steps?since={n}&wait=20"))
        await asyncio.sleep(0.3)
        assert not waiting.done()
        await act(bo, table, 1)
        news = await waiting
        assert [step["n"] for step in news["steps"]] == [n + 1]

    tell(server, story)


def test_server_sent_events_carry_the_live_messages(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        seen = ""
        async with ada.http.stream("GET", f"/api/tables/{table}/events") as stream:
            async for text in stream.aiter_text():
                seen += text
                if '"type":"snapshot"' in seen and '"type":"steps"' not in seen:
                    await act(bo, table, 1, "sse")
                if '"type":"steps"' in seen:
                    break
        assert '"id":"sse"' in seen

    tell(server, story)


@pytest.mark.parametrize("count", [0, 3])
def test_the_seats_of_a_title_are_checked(server: ServerProcess, count: int) -> None:
    async def story(ada: Person, _bo: Person) -> None:
        body = {"title": "reworld", "seats": [{"kind": "open"}] * (1 if count == 0 else 5)}
        answer = await ada.post("/api/tables", body, status=422)
        assert answer["reason"] == "seats"

    tell(server, story)
