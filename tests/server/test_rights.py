"""Who may see and do what, and when that ends: lost seats, ended sessions, tokens, ratings."""

import asyncio
import contextlib
import json
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from farhaven.cli.admin import admin
from tests.server.client import ConnectionClosed, Json, Person, Wire
from tests.server.process import ServerProcess
from tests.server.process import running as serving
from tests.server.test_tables import act, play_out, running, tell


async def closed_with(wire: Wire) -> int:
    """Read until the server says goodbye; with what."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            await wire.receive()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def numbers_of(seat: int, frames: list[str]) -> list[int]:
    """The secret numbers of a seat of the toy that stand in frames."""
    found = []
    for frame in frames:
        message: Json = json.loads(frame)
        for step in message.get("steps", ()):
            found.append(step.get("line", {}).get("numbers", [None, None])[seat])
        state = message.get("state")
        if state is not None and state["view"] is not None:
            found.append(state["view"]["numbers"][seat])
        found += [
            value[seat] if path[-1] == "numbers" else value
            for path, value in message.get("patch", ())
            if path[:2] in (["view", "numbers"], ["view", "numbers", seat])
        ]
    return [number for number in found if number is not None]


def test_who_is_removed_no_longer_sees_with_the_eyes_of_the_seat(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        cleo = await Person.guest(server.url, "Cleo")
        async with bo.live(table) as old, ada.live(table) as a:
            await old.receive()
            await a.receive()
            assert numbers_of(1, old.frames), "until then it is the own hand"
            await ada.request("PUT", f"/api/tables/{table}/seats/1", {"kind": "open"})
            snapshot = await old.until("snapshot")
            assert snapshot["seat"] is None
            old.frames.clear()
            await cleo.post(f"/api/tables/{table}/join", {})
            async with cleo.live(table) as new:
                await new.receive()
                await asyncio.gather(play_out(a, 0), play_out(new, 1), _until_over(old))
                assert len(set(numbers_of(1, new.frames))) == 5
            before = [frame for frame in old.frames if '"result":{' not in frame]
            assert numbers_of(1, before[:-1]) == []

    tell(server, story)


async def _until_over(wire: Wire) -> None:
    while wire.state["result"] is None:
        await wire.receive()


def test_who_leaves_has_no_seat_at_any_connection(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo, spectators=False, stand_in="random")
        async with bo.live(table) as wire:
            await wire.receive()
            await bo.post(f"/api/tables/{table}/leave")
            assert await closed_with(wire) == 4003, "there are no spectators here"

    tell(server, story)


def test_spectators_go_where_they_are_no_longer_wanted(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        stranger = Person(server.url)
        address = f"/api/tables/{table}/events"
        async with (
            stranger.live(table) as wire,
            stranger.http.stream("GET", address) as stream,
            ada.live(table) as a,
        ):
            await wire.receive()
            await a.receive()
            lines = stream.aiter_lines()
            await anext(lines)
            await ada.request("PATCH", f"/api/tables/{table}", {"spectators": False})
            assert await closed_with(wire) == 4003
            async with asyncio.timeout(20):
                async for _ in lines:
                    pass  # until the stream is over
            await act(bo, table, 1)
            await a.until("steps")

    tell(server, story)


def test_a_private_match_stays_private_when_it_is_over(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo, spectators=False)
        await play_both(ada, bo, table)
        stranger = Person(server.url)
        for path in ("record", "at/3", "at/3?seat=1", "course", "chat", "analysis"):
            refused = await stranger.get(f"/api/tables/{table}/{path}", status=403)
            assert refused["reason"] == "no_spectators", path
        assert (await bo.get(f"/api/tables/{table}/at/3?seat=0"))["at"] == 3

    tell(server, story)


async def play_both(ada: Person, bo: Person, table: str) -> None:
    async with ada.live(table) as a, bo.live(table) as b:
        await a.receive()
        await b.receive()
        await asyncio.gather(play_out(a, 0), play_out(b, 1))


def test_nobody_leaves_what_is_over(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        await play_both(ada, bo, table)
        before = await ada.get(f"/api/tables/{table}/record")
        assert (await bo.post(f"/api/tables/{table}/leave", status=409))["reason"] == "table_over"
        assert await ada.get(f"/api/tables/{table}/record") == before
        assert before["players"][1]["name"] == "Bo"

    tell(server, story)


def test_there_is_no_hint_where_ratings_are_at_stake(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo, rated=True)
        for person in (ada, bo):
            refused = await person.get(f"/api/tables/{table}/hint", status=409)
            assert refused["reason"] == "rated"

    tell(server, story)


def test_who_leaves_a_rated_match_is_rated_all_the_same(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo, rated=True, stand_in="random")
        seat = f"/api/tables/{table}/seats/1"
        refused = await ada.request("PUT", seat, {"kind": "bot"}, status=409)
        assert refused["reason"] == "others_play"
        await bo.post(f"/api/tables/{table}/leave")
        refused = await ada.post(f"/api/tables/{table}/stop", status=409)
        assert refused["reason"] == "others_play"
        async with ada.live(table) as wire:
            await wire.receive()
            away = [step["note"] for step in wire.steps if step["kind"] == "away"]
            assert away == [{"reason": "left"}]
            await play_out(wire, 0)
        rated = {r["account"]: r["matches"] for r in await ada.get("/api/ratings/toy")}
        assert (rated[ada.id], rated[bo.id]) == (1, 1)

    tell(server, story)


def test_who_gives_up_a_rated_match_has_lost_it(server: ServerProcess) -> None:
    """Also the host, and whatever the bot in their place makes of it: here it takes all."""

    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo, rated=True, stand_in="random", options={"rounds": 1})
        async with bo.live(table) as wire:
            await wire.receive()
            for kind in ("bot", "open"):
                seat = f"/api/tables/{table}/seats/0"
                refused = await ada.request("PUT", seat, {"kind": kind}, status=409)
                assert refused["reason"] == "rated_seats"
            await ada.post(f"/api/tables/{table}/leave")
            await ada.post(f"/api/tables/{table}/leave")
            assert (await ada.get(f"/api/tables/{table}"))["mine"] == [0], "it is still theirs"
            await bo.post(
                f"/api/tables/{table}/act",
                {"id": "pass", "entry": {"do": "choose", "seat": 1, "keep": False}},
            )
            while wire.state["result"] is None:
                await wire.receive()
            assert wire.state["result"]["scores"][1] == 0, "Bo has nothing, and still wins"
        rated = {r["account"]: r["mu"] for r in await ada.get("/api/ratings/toy")}
        assert rated[ada.id] < rated[bo.id]

    tell(server, story)


def test_a_stream_ends_with_its_session(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        async with bo.http.stream("GET", f"/api/tables/{table}/events") as stream:
            lines = stream.aiter_lines()
            await anext(lines)
            await bo.post("/api/account/logout")
            async with asyncio.timeout(20):
                async for _ in lines:
                    pass

    tell(server, story)


def test_an_operator_signs_out_who_is_connected(tmp_path: Path) -> None:
    with serving(tmp_path) as server:

        async def story(ada: Person, bo: Person) -> None:
            table = await running(ada, bo)
            async with ada.live(table) as a, bo.live(table) as b:
                await a.receive()
                await b.receive()
                command = ["sign-out", bo.id, "--data", str(tmp_path)]
                done = await asyncio.to_thread(CliRunner().invoke, admin, command)
                assert done.exit_code == 0, done.output
                assert await closed_with(b) == 4010
                assert await bo.get("/api/account") is None
                await act(ada, table, 0)
                await a.until("steps")

        tell(server, story)


def test_an_operator_ends_tables(tmp_path: Path) -> None:
    def end(table: str) -> str:
        command = ["end-table", table, "--data", str(tmp_path)]
        done = CliRunner().invoke(admin, command)
        return str(done.exception) if done.exit_code else ""

    with serving(tmp_path) as server:

        async def story(ada: Person, bo: Person) -> None:
            table = await running(ada, bo, rated=True)
            waiting = await ada.table("toy", "me", "open")
            async with ada.live(table) as a:
                await a.receive()
                assert await asyncio.to_thread(end, table) == ""
                while (await a.until("table"))["table"]["state"] != "stopped":
                    pass
                assert a.steps[-1]["kind"] == "stop"
            refused = await ada.post(
                f"/api/tables/{table}/act",
                {"id": "late", "entry": {"do": "choose", "seat": 0, "keep": True}},
                status=422,
            )
            assert refused["reason"] == "over"
            record = await bo.get(f"/api/tables/{table}/record")
            assert record["stopped"] == "abandoned"
            assert await asyncio.to_thread(end, waiting) == ""
            async with asyncio.timeout(20):
                while (await bo.get(f"/api/tables/{waiting}"))["state"] != "closed":
                    await asyncio.sleep(0.1)
            assert "over already" in await asyncio.to_thread(end, table)
            assert "no table" in await asyncio.to_thread(end, "nowhere")

        tell(server, story)


def test_a_token_plays_but_does_not_manage_the_account(server: ServerProcess) -> None:
    async def story(ada: Person, _bo: Person) -> None:
        token = await ada.post("/api/account/tokens", {"name": "my bot"})
        program = Person(server.url)
        program.http.headers["authorization"] = f"Bearer {token['token']}"
        assert (await program.get("/api/account"))["id"] == ada.id
        credentials = {"name": "mine now", "password": "12345678"}
        for method, path, body in (
            ("POST", "/register", credentials),
            ("POST", "/recovery", None),
            ("POST", "/tokens", {"name": "another"}),
            ("GET", "/tokens", None),
            ("GET", "/sessions", None),
            ("GET", "/export", None),
            ("PATCH", "", {"name": "renamed"}),
            ("DELETE", "", None),
        ):
            refused = await program.request(method, f"/api/account{path}", body, status=403)
            assert refused["reason"] == "wrong_token"
        assert (await ada.get("/api/account"))["name"] == "Ada"

    tell(server, story)


def test_a_cookie_lasts_as_long_as_it_is_used(server: ServerProcess) -> None:
    async def story(ada: Person, _bo: Person) -> None:
        value = ada.http.cookies["farhaven"]
        renewed = (await ada.http.get("/api/account")).headers["set-cookie"]
        assert renewed.startswith(f"farhaven={value};")
        assert f"Max-Age={180 * 86_400}" in renewed
        token = (await ada.post("/api/account/tokens", {"name": "bot"}))["token"]
        program = Person(server.url)
        program.http.headers["authorization"] = f"Bearer {token}"
        assert "set-cookie" not in (await program.http.get("/api/account")).headers

    tell(server, story)


def test_tables_of_a_deleted_account_are_left_to_others_or_closed(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        alone = await ada.table("toy", "me", "open", listed=True)
        shared = await ada.table("toy", "me", "open", "open")
        await bo.post(f"/api/tables/{shared}/join", {})
        match = await running(ada, bo)
        left = await running(bo, ada)
        await ada.post(f"/api/tables/{left}/leave")
        await ada.request("DELETE", "/api/account")
        assert (await bo.get(f"/api/tables/{alone}"))["state"] == "closed"
        for table in (shared, match):
            info = await bo.get(f"/api/tables/{table}")
            assert info["host"], "the next one is the host"
        assert info["seats"][0]["name"].startswith("Player ")
        for table in (shared, match, left):
            for part in ("", "/steps", "/chat", "/record"):
                answer = await bo.http.get(f"/api/tables/{table}{part}")
                assert "Ada" not in answer.text, (table, part)

    tell(server, story)


def test_who_is_connected_is_not_away_however_long_it_thinks(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo, patience=5, stand_in="random")
        async with ada.live(table) as a:
            await a.receive()
            async with bo.live(table) as b:
                await b.receive()
                await asyncio.sleep(7)
            # A connection that is lost in the middle of a long thought: patience begins now.
            while a.table["seats"][1]["online"]:
                await a.receive()
            await asyncio.sleep(2)
            async with bo.live(table) as b:
                await b.receive()
                assert b.state["away"] == []
                while not a.table["seats"][1]["online"]:
                    await a.receive()
        steps = (await ada.get(f"/api/tables/{table}/steps"))["steps"]
        assert [step["kind"] for step in steps if step["kind"] == "away"] == []

    tell(server, story)


def test_a_message_that_cannot_be_read_is_refused_by_its_id(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        async with ada.live(table) as wire:
            await wire.receive()
            for text, name in (
                ('{"type":"act","id":"a1","entry":{},"after":-1}', "a1"),
                ('{"type":"say","id":"s1"}', "s1"),
                ('{"type":"act","id":7}', None),
                ("nonsense", None),
            ):
                await wire.socket.send(text)
                refused = await wire.until("refused")
                assert (refused["id"], refused["clause"]) == (name, "record")

    tell(server, story)


def test_a_match_that_begins_while_somebody_leaves_has_the_step(tmp_path: Path) -> None:
    """Leaving and the start at the same moment: whoever is first, the log tells all."""
    with serving(tmp_path, nonce_wait="60") as server:

        async def story(ada: Person, bo: Person) -> None:
            for _ in range(15):
                table = await ada.table("toy", "me", "open", stand_in="random")
                await bo.post(f"/api/tables/{table}/join", {"nonce": "b"})
                await asyncio.gather(
                    ada.http.post(f"/api/tables/{table}/nonce", json={"nonce": "a"}),
                    bo.http.post(f"/api/tables/{table}/leave"),
                )
                info = await ada.get(f"/api/tables/{table}")
                steps = (await ada.get(f"/api/tables/{table}/steps"))["steps"]
                if info["state"] == "open":
                    assert (info["seats"][1]["kind"], steps) == ("open", [])
                else:
                    assert info["seats"][1]["kind"] == "bot"
                    assert "seat" in [step["kind"] for step in steps]

        tell(server, story)


def test_the_database_and_its_backups_are_their_owners_alone(tmp_path: Path) -> None:
    data = tmp_path / "new"
    with serving(tmp_path, data=str(data)) as server:
        backup = tmp_path / "backup.gz"
        done = CliRunner().invoke(admin, ["backup", str(backup), "--data", str(data)])
        assert done.exit_code == 0, done.output
        assert data.stat().st_mode & 0o777 == 0o700
        for file in (backup, *data.iterdir()):
            assert file.stat().st_mode & 0o077 == 0, file
        with contextlib.closing(sqlite3.connect(data / "farhaven.db")) as database:
            assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert server.url
