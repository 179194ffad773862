"""Days per move, pauses and invitations: what happens while people are elsewhere."""

import asyncio
import sqlite3
from pathlib import Path

from tests.server.client import Json, Person
from tests.server.process import ServerProcess
from tests.server.test_tables import act, play_out, running, tell

HOUR_MS = 3_600_000


def _let_hours_pass(folder: Path, hours: int) -> None:
    """Move all that has happened into the past, which is the same as waiting."""
    past = hours * HOUR_MS
    with sqlite3.connect(folder / "farhaven.db") as database:
        database.execute("UPDATE step SET at = at - ?", (past,))
        database.execute("UPDATE seat SET seen = seen - ?", (past,))
        database.execute(
            "UPDATE game_table SET started = started - ?1, moved = moved - ?1, due = due - ?1",
            (past,),
        )


def test_who_takes_longer_than_the_days_is_played_for_and_comes_back(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, bot_workers="1")

    async def begin() -> tuple[Person, Person, str]:
        ada, bo = await Person.guest(server.url, "Ada"), await Person.guest(server.url, "Bo")
        body = {"title": "toy", "seats": [{"kind": "me"}], "days": 1, "clock": 60}
        assert (await ada.post("/api/tables", body, status=400))["reason"] == "clock_or_days"
        table = await running(ada, bo, days=1, patience=5, stand_in="random")
        await act(ada, table, 0, "first")
        return ada, bo, table

    async def still_bos_turn(ada: Person, table: str) -> None:
        await asyncio.sleep(2)  # the keeper looks twice a second
        info = await ada.get(f"/api/tables/{table}")
        assert (info["owing"], info["days"]) == ([1], 1)

    async def end(ada: Person, bo: Person, table: str) -> None:
        async with ada.live(table) as wire:
            await wire.receive()
            while wire.state["view"]["round"] == 0:
                await wire.receive()
            away = [step for step in wire.steps if step["kind"] == "away"]
            assert [(step["seat"], step["note"]["reason"]) for step in away] == [(1, "days")]
            async with bo.live(table) as back:
                await back.receive()
                while back.state["away"]:
                    await back.receive()
                await asyncio.gather(play_out(wire, 0), play_out(back, 1))

    with asyncio.Runner() as runner:
        server.start()
        ada, bo, table = runner.run(begin())
        for hours in (23, 2):
            server.stop()
            _let_hours_pass(tmp_path, hours)
            server.start()
            if hours == 23:
                runner.run(still_bos_turn(ada, table))
        try:
            runner.run(asyncio.wait_for(end(ada, bo, table), 60))
        finally:
            server.stop()


def test_no_clock_runs_in_a_pause(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo, clock=600, patience=5)
        await ada.request("PATCH", f"/api/tables/{table}", {"paused": True})
        before = await _state(ada, table)
        await asyncio.sleep(6.5)
        refused = await ada.request("PATCH", f"/api/tables/{table}", {"paused": True}, status=409)
        assert refused["reason"] == "paused"
        await ada.request("PATCH", f"/api/tables/{table}", {"paused": False})
        after = await _state(ada, table)
        assert before["paused"]
        assert not after["paused"]
        assert after["clocks"] == before["clocks"]
        assert after["away"] == [], "nobody is away from what is paused"

    tell(server, story)


async def _state(person: Person, table: str) -> Json:
    state: Json = (await person.get(f"/api/tables/{table}/state"))["state"]
    return state


async def _mine(person: Person) -> list[str]:
    return [table["id"] for table in (await person.get("/api/tables?list=mine"))["tables"]]


def test_a_member_is_invited_by_name(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        name = f"ﬁne Bo {bo.id[:6]}"  # a ligature: the same name however it is typed
        await bo.post("/api/account/register", {"name": name, "password": "correct horse"})
        first, second = [await ada.table("toy", "me", "open") for _ in range(2)]
        for table in (first, second):
            body = {"name": name.upper().replace("ﬁ", "FI")}
            await ada.post(f"/api/tables/{table}/invite", body, status=202)
            await ada.post(f"/api/tables/{table}/invite", body, status=202)
        assert set(await _mine(bo)) == {first, second}
        info = await bo.post(f"/api/tables/{first}/join", {})
        assert info["mine"] == [1]
        await bo.post(f"/api/tables/{second}/leave")
        assert await _mine(bo) == [first], "declined"
        refused = await bo.post(f"/api/tables/{second}/leave", status=403)
        assert refused["reason"] == "not_at_table"

    tell(server, story)


def test_an_invitation_does_not_tell_who_is_a_member(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await ada.table("toy", "me", "open")
        await ada.post(f"/api/tables/{table}/invite", {"name": "nobody at all"}, status=202)
        await bo.post(f"/api/tables/{table}/invite", {"name": "nobody at all"}, status=403)
        assert await _mine(bo) == []

    tell(server, story)


def test_one_goes_on_from_another_device_in_the_middle_of_a_match(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        code = (await ada.post("/api/account/recovery"))["code"]
        telephone = Person(server.url)
        await telephone.post("/api/account/recover", {"code": code})
        async with ada.live(table) as desk, telephone.live(table) as hand, bo.live(table) as b:
            for wire in (desk, hand, b):
                await wire.receive()
            assert hand.state == desk.state, "the same seat, the same hand"
            entry = {"do": "choose", "seat": 0, "keep": True}
            await hand.send("act", id="from the telephone", entry=entry)
            while not any(step.get("id") == "from the telephone" for step in desk.steps):
                await desk.receive()
            await asyncio.gather(play_out(hand, 0), play_out(b, 1))

    tell(server, story)


def test_a_table_that_waits_for_a_week_is_no_longer_listed(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, bot_workers="1")

    async def begin() -> tuple[Person, str]:
        ada = await Person.guest(server.url, "Ada")
        return ada, await ada.table("toy", "me", "open", listed=True)

    async def listed(ada: Person, which: str) -> list[str]:
        return [table["id"] for table in (await ada.get(f"/api/tables?list={which}"))["tables"]]

    with asyncio.Runner() as runner:
        server.start()
        ada, table = runner.run(begin())
        assert table in runner.run(listed(ada, "open"))
        with sqlite3.connect(tmp_path / "farhaven.db") as database:
            database.execute("UPDATE game_table SET created = created - ?", (7 * 24 * HOUR_MS,))
        assert table not in runner.run(listed(ada, "open"))
        assert table in runner.run(listed(ada, "mine"))
        server.stop()
