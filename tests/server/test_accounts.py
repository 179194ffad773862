"""Accounts: guests, members, recovery, sessions, tokens, export, deletion, limits."""

import asyncio
from pathlib import Path

from tests.server.client import ConnectionClosed, Person
from tests.server.process import ServerProcess
from tests.server.process import running as serving
from tests.server.test_tables import act, running, tell


def test_a_guest_becomes_a_member_and_signs_in_elsewhere(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        name = f"Ada {ada.id[:6]}"
        credentials = {"name": name, "password": "correct horse"}
        member = await ada.post("/api/account/register", credentials)
        assert member["member"]
        taken = await bo.post(
            "/api/account/register", {"name": name.upper(), "password": "12345678"}, status=409
        )
        assert taken["reason"] == "name_taken"
        table = await running(ada, bo)
        other = Person(server.url)
        wrong = {"name": name, "password": "wrong horse"}
        assert (await other.post("/api/account/login", wrong, status=401))[
            "reason"
        ] == "wrong_login"
        signed_in = await other.post("/api/account/login", credentials)
        assert signed_in["id"] == ada.id
        assert (await other.get(f"/api/tables/{table}"))["mine"] == [0], "the same seat"
        await act(other, table, 0)
        sessions = await other.get("/api/account/sessions")
        assert len(sessions) == 2
        old = next(s for s in sessions if not s["current"])
        async with ada.live(table) as wire:
            await wire.receive()
            await other.request("DELETE", f"/api/account/sessions/{old['id']}")
            try:
                while True:
                    await wire.receive()
            except ConnectionClosed as closed:
                assert closed.rcvd is not None
                assert closed.rcvd.code == 4010
        assert await ada.get("/api/account") is None

    tell(server, story)


def test_a_recovery_link_works_once(server: ServerProcess) -> None:
    async def story(ada: Person, _bo: Person) -> None:
        link = await ada.post("/api/account/recovery")
        other = Person(server.url)
        assert (await other.post("/api/account/recover", {"code": link["code"]}))["id"] == ada.id
        await Person(server.url).post("/api/account/recover", {"code": link["code"]}, status=401)

    tell(server, story)


def test_a_token_plays_and_can_be_revoked(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        token = await ada.post("/api/account/tokens", {"name": "my bot"})
        table = await running(ada, bo)
        program = Person(server.url)
        program.http.headers["authorization"] = f"Bearer {token['token']}"
        await act(program, table, 0)
        listed = await ada.get("/api/account/tokens")
        assert [t["name"] for t in listed] == ["my bot"]
        assert "token" not in listed[0]
        await ada.request("DELETE", f"/api/account/tokens/{token['id']}")
        await program.get("/api/account", status=401)

    tell(server, story)


def test_export_and_deletion_leave_a_pseudonym(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        await ada.post(f"/api/tables/{table}/chat", {"text": "remember me"})
        export = await ada.get("/api/account/export")
        assert [t["id"] for t in export["tables"]] == [table]
        assert export["chat"][0]["text"] == "remember me"
        await ada.request("DELETE", "/api/account")
        assert await ada.get("/api/account") is None
        record = await bo.get(f"/api/tables/{table}/record")
        assert record["players"][0]["name"].startswith("Player ")
        assert all("remember" not in m["text"] for m in await bo.get(f"/api/tables/{table}/chat"))

    tell(server, story)


def test_cookies_are_signed_and_closed_to_scripts(server: ServerProcess) -> None:
    async def main() -> None:
        person = Person(server.url)
        answer = await person.http.post("/api/account", json={"name": "Ada"})
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie

    asyncio.run(main())


def test_too_many_attempts_are_refused(tmp_path: Path) -> None:
    with serving(tmp_path, rate_limits="1") as server:

        async def main() -> None:
            person = Person(server.url)
            wrong = {"name": "nobody", "password": "12345678"}
            answers = [await person.http.post("/api/account/login", json=wrong) for _ in range(14)]
            codes = [answer.status_code for answer in answers]
            assert codes[:10] == [401] * 10
            assert set(codes[11:]) == {429}
            assert answers[-1].headers["retry-after"] == "6"
            guests = [
                (await Person(server.url).http.post("/api/account", json={"name": "x"})).status_code
                for _ in range(70)
            ]
            assert 429 in guests

        asyncio.run(main())
        log = server.log.read_text()
        assert "12345678" not in log


def test_after_a_deletion_the_name_stands_nowhere(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        await ada.request("PUT", f"/api/tables/{table}/seats/1", {"kind": "open"})
        cleo = await Person.guest(server.url, 'Cleo "the" Ünique')
        await cleo.post(f"/api/tables/{table}/join", {})
        shown = await _all_that_is_shown(ada, table)
        assert shown.count("Ünique") >= 4, "seat, step, notice, record"
        await cleo.request("DELETE", "/api/account")
        shown = await _all_that_is_shown(ada, table)
        assert "Ünique" not in shown
        assert "Player " in shown

    tell(server, story)


async def _all_that_is_shown(person: Person, table: str) -> str:
    parts = ("", "/steps", "/chat", "/record")
    return "".join([(await person.http.get(f"/api/tables/{table}{part}")).text for part in parts])
