"""Attacks on seats, names, passwords and accounts, and that they come to nothing."""

import asyncio
import contextlib
import re
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from farhaven.cli.admin import admin
from farhaven.cli.errors import Fault
from farhaven.server.accounts.names import clean_name, login_name, looks_like, numbered
from farhaven.server.basics import Refused
from tests.server.client import Person
from tests.server.process import ServerProcess
from tests.server.process import running as serving
from tests.server.test_rights import numbers_of
from tests.server.test_tables import act, running, tell

PASSWORD = "correct horse"


async def member(person: Person) -> dict[str, str]:
    """Make a guest a member; what it signs in with."""
    credentials = {"name": f"Member {person.id[:8]}", "password": PASSWORD}
    await person.post("/api/account/register", credentials)
    return credentials


async def free(host: Person, table: str, seat: int) -> None:
    await host.request("PUT", f"/api/tables/{table}/seats/{seat}", {"kind": "open"})


# Seats and hands


def test_the_host_takes_no_seat_that_it_has_freed(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        await free(ada, table, 1)
        for body in ({"seat": 1, "name": "Bo"}, {"seat": 1}, {"seat": 1, "name": "Somebody"}):
            refused = await ada.post(f"/api/tables/{table}/join", body, status=403)
            assert refused["reason"] == "knows_hands"
        async with ada.live(table) as wire:
            await wire.receive()
            assert numbers_of(1, wire.frames) == []

    tell(server, story)


def test_nobody_plays_at_two_seats_of_a_match_one_after_the_other(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await ada.table("toy", "me", "open", "open")
        await bo.post(f"/api/tables/{table}/join", {})
        cleo = await Person.guest(server.url, "Cleo")
        await cleo.post(f"/api/tables/{table}/join", {"nonce": "c"})
        async with ada.live(table) as wire:
            while not wire.table or wire.table["state"] != "running":
                await wire.receive()
        await free(ada, table, 1)
        refused = await cleo.post(f"/api/tables/{table}/join", {"seat": 1}, status=403)
        assert refused["reason"] == "knows_hands", "who sits at another seat"
        await free(ada, table, 2)
        refused = await cleo.post(f"/api/tables/{table}/join", {"seat": 1}, status=403)
        assert refused["reason"] == "knows_hands", "who sat at another seat"
        again = await cleo.post(f"/api/tables/{table}/join", {"seat": 2})
        assert again["mine"] == [2], "the own hand is no secret"
        dan = await Person.guest(server.url, "Dan")
        assert (await dan.post(f"/api/tables/{table}/join", {"seat": 1}))["mine"] == [1]

    tell(server, story)


def test_two_requests_at_once_do_not_get_two_hands(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        for _ in range(5):
            table = await ada.table("toy", "me", "open", "open")
            cleo = await Person.guest(server.url, "Cleo")
            await bo.post(f"/api/tables/{table}/join", {})
            await cleo.post(f"/api/tables/{table}/join", {})
            async with ada.live(table) as wire:
                while not wire.table or wire.table["state"] != "running":
                    await wire.receive()
            await free(ada, table, 1)
            await free(ada, table, 2)
            spy = await Person.guest(server.url, "Spy")
            await asyncio.gather(
                *(spy.http.post(f"/api/tables/{table}/join", json={"seat": s}) for s in (1, 2, 1))
            )
            assert len((await spy.get(f"/api/tables/{table}"))["mine"]) == 1

    tell(server, story)


def test_who_was_the_host_takes_no_freed_seat_either(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await ada.table("toy", "open", "open", "open")
        cleo = await Person.guest(server.url, "Cleo")
        dan = await Person.guest(server.url, "Dan")
        for person in (bo, cleo, dan):
            await person.post(f"/api/tables/{table}/join", {"nonce": "n"})
        await free(ada, table, 0)
        refused = await ada.post(f"/api/tables/{table}/join", {"seat": 0}, status=403)
        assert refused["reason"] == "knows_hands", "a host without a seat is still the host"
        await ada.post(f"/api/tables/{table}/leave")
        assert (await cleo.get(f"/api/tables/{table}"))["host"], "the next one is the host"
        refused = await ada.post(f"/api/tables/{table}/join", {"seat": 0}, status=403)
        assert refused["reason"] == "knows_hands"

    tell(server, story)


@pytest.mark.parametrize("name", ["Bo", "bo", "B\u200bo", "Во", "ＢＯ", "B0"])
def test_nobody_takes_the_name_of_somebody_at_the_table(server: ServerProcess, name: str) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await ada.table("toy", "me", "open", "open")
        await bo.post(f"/api/tables/{table}/join", {"name": "Bo"})
        spy = await Person.guest(server.url, name)
        refused = await spy.post(f"/api/tables/{table}/join", {"name": name}, status=409)
        assert refused["reason"] == "name_at_table"
        info = await spy.post(f"/api/tables/{table}/join", {})
        assert info["seats"][2]["name"].endswith(" 2"), "the account's own name gets a number"

    tell(server, story)


def test_nobody_comes_back_under_the_name_of_who_was_removed(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        await free(ada, table, 1)
        spy = await Person.guest(server.url, "BO")
        for body in ({"name": "Bo"}, {}, {"name": "ADA"}):
            refused = await spy.post(f"/api/tables/{table}/join", body, status=409)
            assert refused["reason"] == "name_at_table"
        assert (await bo.post(f"/api/tables/{table}/join", {}))["mine"] == [1]

    tell(server, story)


def test_neither_a_bot_nor_the_host_speaks_under_a_players_name(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        bot = {"kind": "bot", "level": "random", "name": "ADA"}
        body = {"title": "toy", "seats": [{"kind": "me"}, bot]}
        assert (await ada.post("/api/tables", body, status=409))["reason"] == "name_at_table"
        table = await ada.table("toy", "open", "open")
        await bo.post(f"/api/tables/{table}/join", {})
        await ada.request("PATCH", "/api/account", {"name": "B\u200bo"})
        say = {"text": "I give up"}
        refused = await ada.post(f"/api/tables/{table}/chat", say, status=409)
        assert refused["reason"] == "name_at_table"

    tell(server, story)


def test_seats_of_a_rated_match_do_not_change(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo, rated=True)
        for kind in ("bot", "open"):
            seat = f"/api/tables/{table}/seats/0"
            refused = await ada.request("PUT", seat, {"kind": kind}, status=409)
            assert refused["reason"] == "rated_seats", "not the own one either"

    tell(server, story)


# Leaving


@pytest.mark.parametrize("rated", [False, True])
def test_the_next_person_is_the_host_when_the_host_leaves(
    server: ServerProcess, rated: bool
) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo, rated=rated, stand_in="random")
        await ada.post(f"/api/tables/{table}/leave")
        info = await bo.get(f"/api/tables/{table}")
        assert info["host"]
        assert not (await ada.get(f"/api/tables/{table}"))["host"]
        codes = [m["code"] for m in await bo.get(f"/api/tables/{table}/chat")]
        assert codes[-2:] == ["left", "host"]
        if not rated:
            stopped = await bo.post(f"/api/tables/{table}/stop")
            assert stopped["state"] == "stopped"

    tell(server, story)


def test_the_host_seats_a_bot_where_somebody_was(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        await free(ada, table, 1)
        bot = {"kind": "bot", "level": "random"}
        info = await ada.request("PUT", f"/api/tables/{table}/seats/1", bot)
        assert (info["seats"][1]["kind"], info["seats"][1]["level"]) == ("bot", "random")

    tell(server, story)


# Names


@pytest.mark.parametrize(
    "name",
    ["\u200b", "\u3164", "\u2800", "\u00a0\u2003", "\ufe0f", "\u0301", "\u202e\u2066", "\x07"],
)
def test_a_name_that_shows_nothing_is_refused_everywhere(server: ServerProcess, name: str) -> None:
    async def story(ada: Person, _bo: Person) -> None:
        table = await ada.table("toy", "me", "open")
        stranger = Person(server.url)
        here = {"title": "toy", "seats": [{"kind": "me"}, {"kind": "here", "name": name}]}
        bot = {"title": "toy", "seats": [{"kind": "me"}, {"kind": "bot", "name": name}]}
        for person, method, path, body in (
            (stranger, "POST", "/api/account", {"name": name}),
            (ada, "PATCH", "/api/account", {"name": name}),
            (ada, "POST", "/api/account/register", {"name": name, "password": PASSWORD}),
            (ada, "POST", "/api/account/login", {"name": name, "password": PASSWORD}),
            (ada, "POST", "/api/account/tokens", {"name": name}),
            (ada, "POST", f"/api/tables/{table}/join", {"name": name, "seat": 1}),
            (ada, "POST", f"/api/tables/{table}/invite", {"name": name}),
            (ada, "POST", "/api/tables", here),
            (ada, "POST", "/api/tables", bot),
        ):
            refused = await person.request(method, path, body, status=400)
            assert refused["reason"] == "name_empty", path
        said = await ada.post(f"/api/tables/{table}/chat", {"text": name}, status=400)
        assert said["reason"] == "text_empty"

    tell(server, story)


def test_names_are_kept_without_what_could_disguise_them() -> None:
    assert clean_name(" A\u200bd\u3164a\u202e ") == "Ada"
    assert clean_name("\u0301Ada") == "Ada", "an accent needs a letter"
    assert len(clean_name("a" + "\u0336" * 30)) == 4
    assert clean_name("Zoë Ünal 李雷 สวัสดี") == "Zoë Ünal 李雷 สวัสดี"
    assert login_name("Ａ\u200bda") == login_name("ada")
    with pytest.raises(Refused):
        clean_name("\u3164\u3164")


def test_names_that_look_alike() -> None:
    for one, other in (("Ila", "lla"), ("Ada", "АDА"), ("Bob", "B0b"), ("Jo An", "JoAn")):
        assert looks_like(one, [other])
    for one, other in (("Lia", "Ila"), ("André", "Andre"), ("Bo", "Bob"), ("Guest 2", "Guest")):
        assert not looks_like(one, [other])
    assert numbered("Guest", ["guest", "Guest 2"]) == "Guest 3"
    assert len(numbered("x" * 32, ["x" * 32])) == 32


# Passwords


def test_guesses_count_however_the_name_is_written(tmp_path: Path) -> None:
    with serving(tmp_path, rate_limits="0.1") as server:

        async def main() -> None:
            ada = await Person.guest(server.url, "Ada")
            name = (await member(ada))["name"]
            codes = []
            for i in range(14):
                # Each from another address, so that only the name can tell.
                spy = Person(server.url)
                spy.http.headers["x-forwarded-for"] = f"203.0.113.{i}"
                written = f"{name[:i]}\u200b{name[i:]}"
                wrong = {"name": written, "password": "x" * 8}
                codes.append((await spy.http.post("/api/account/login", json=wrong)).status_code)
            assert codes[-1] == 429

        asyncio.run(main())


def test_many_addresses_together_do_not_guess_faster(tmp_path: Path) -> None:
    with serving(tmp_path, rate_limits="0.1") as server:  # a tenth, so that few guesses do

        async def main() -> None:
            ada = await Person.guest(server.url, "Ada")
            credentials = await member(ada)
            wrong = {"name": credentials["name"].upper(), "password": "x" * 8}
            codes = []
            for i in range(14):
                spy = Person(server.url)
                spy.http.headers["x-forwarded-for"] = f"203.0.113.{i}"
                codes.append((await spy.http.post("/api/account/login", json=wrong)).status_code)
            assert codes[:10] == [401] * 10
            assert codes[-1] == 429, "the name is slow now, from anywhere"
            stranger = Person(server.url)
            stranger.http.headers["x-forwarded-for"] = "198.51.100.1"
            await stranger.post("/api/account/login", credentials, status=429)
            await ada.post("/api/account/logout")
            assert (await ada.post("/api/account/login", credentials))["id"] == ada.id, (
                "the owner's browser was signed in before"
            )

        asyncio.run(main())


def test_guesses_from_the_same_address_do_not_lock_the_owner_out(tmp_path: Path) -> None:
    with serving(tmp_path, rate_limits="1") as server:

        async def main() -> None:
            ada = await Person.guest(server.url, "Ada")
            credentials = await member(ada)
            await ada.post("/api/account/logout")
            spy = Person(server.url)
            wrong = {"name": credentials["name"], "password": "x" * 8}
            codes = [
                (await spy.http.post("/api/account/login", json=wrong)).status_code
                for _ in range(13)
            ]
            assert codes[-1] == 429
            assert (await ada.post("/api/account/login", credentials))["id"] == ada.id
            # The cookie is for one name only, and its guesses count, too.
            other = await Person.guest(server.url, "Bo")
            await member(other)
            stolen = {"name": credentials["name"], "password": "x" * 8}
            assert (await other.http.post("/api/account/login", json=stolen)).status_code == 429
            codes = [
                (await ada.http.post("/api/account/login", json=wrong)).status_code
                for _ in range(12)
            ]
            assert codes[-1] == 429

        asyncio.run(main())


def test_a_new_password_ends_all_that_the_old_one_opened(server: ServerProcess) -> None:
    async def story(ada: Person, _bo: Person) -> None:
        credentials = await member(ada)
        thief = Person(server.url)
        await thief.post("/api/account/login", credentials)
        token = (await thief.post("/api/account/tokens", {"name": "bot"}))["token"]
        link = await thief.post("/api/account/recovery")
        change = {"old": PASSWORD, "new": "battery staple"}
        await ada.post("/api/account/password", change)
        assert await thief.get("/api/account") is None
        program = Person(server.url)
        program.http.headers["authorization"] = f"Bearer {token}"
        await program.get("/api/account", status=401)
        for path, more in (("recoverable", {}), ("recover", {"password": "12345678"})):
            body = {"code": link["code"], **more}
            await Person(server.url).post(f"/api/account/{path}", body, status=401)
        assert not (await ada.get("/api/account"))["recoverable"]

    tell(server, story)


# Recovery


def test_a_member_sets_a_new_password_with_the_link(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        credentials = await member(ada)
        code = (await ada.post("/api/account/recovery"))["code"]
        token = (await ada.post("/api/account/tokens", {"name": "bot"}))["token"]
        other = Person(server.url)
        found = await other.post("/api/account/recoverable", {"code": code})
        assert found == {"name": credentials["name"], "member": True}
        needed = await other.post("/api/account/recover", {"code": code}, status=409)
        assert needed["reason"] == "password_needed", "and the link still works"
        await other.post("/api/account/recover", {"code": code, "password": "short"}, status=400)
        new = {"code": code, "password": "battery staple"}
        assert (await other.post("/api/account/recover", new))["id"] == ada.id
        assert await ada.get("/api/account") is None, "other browsers are signed out"
        program = Person(server.url)
        program.http.headers["authorization"] = f"Bearer {token}"
        await program.get("/api/account", status=401)
        await bo.post("/api/account/recover", new, status=401)
        await bo.post("/api/account/login", credentials, status=401)
        fresh = {**credentials, "password": "battery staple"}
        assert (await bo.post("/api/account/login", fresh))["id"] == ada.id

    tell(server, story)


def test_an_operator_makes_a_recovery_link(tmp_path: Path) -> None:
    with serving(tmp_path) as server:

        async def story(ada: Person, _bo: Person) -> None:
            credentials = await member(ada)
            for command in ("sign-out", "recovery-link"):
                unknown = await asyncio.to_thread(
                    CliRunner().invoke, admin, [command, "nobody here", "--data", str(tmp_path)]
                )
                assert isinstance(unknown.exception, Fault), unknown.output
                assert "nobody here" in str(unknown.exception)
            asked = ["recovery-link", credentials["name"].upper(), "--data", str(tmp_path)]
            made = await asyncio.to_thread(CliRunner().invoke, admin, asked)
            assert made.exit_code == 0, made.output
            link = re.fullmatch(r"http://\S+/recover#(\S+)\n", made.output)
            assert link is not None, made.output
            other = Person(server.url)
            body = {"code": link[1], "password": "battery staple"}
            assert (await other.post("/api/account/recover", body))["id"] == ada.id
            left = ["sign-out", credentials["name"], "--data", str(tmp_path)]
            done = await asyncio.to_thread(CliRunner().invoke, admin, left)
            assert done.output == "1 sessions and tokens ended\n"

        tell(server, story)


# Deletion


@pytest.mark.parametrize("is_loaded", [False, True])
def test_a_match_that_cannot_be_replayed_does_not_hold_its_people(
    tmp_path: Path, is_loaded: bool
) -> None:
    server = ServerProcess(tmp_path)
    server.start()
    try:
        asyncio.run(_delete_from_broken(server, tmp_path, is_loaded))
    finally:
        server.stop()


async def _delete_from_broken(server: ServerProcess, folder: Path, is_loaded: bool) -> None:
    ada, bo = await Person.guest(server.url, "Ada"), await Person.guest(server.url, "Bo")
    table = await running(ada, bo, days=3)
    await act(ada, table, 0)
    if not is_loaded:
        server.stop()
    with contextlib.closing(sqlite3.connect(folder / "farhaven.db")) as database, database:
        broken = database.execute(
            """UPDATE step SET body = '{"do":"nonsense"}' WHERE "table" = ? AND kind = 'entry'""",
            (table,),
        )
        assert broken.rowcount == 1
    if not is_loaded:
        server.start()
    await ada.request("DELETE", "/api/account")
    assert await ada.get("/api/account") is None
    mine = (await bo.get("/api/tables?list=mine"))["tables"]
    assert [one["id"] for one in mine] == [table], "it is kept for the others"
    assert mine[0]["host"]
    assert mine[0]["seats"][0]["name"].startswith("Player ")
