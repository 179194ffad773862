"""Quotas for each account and each address, and lists that nobody can flood."""

import asyncio
import json
from pathlib import Path

import pytest

from farhaven.server.accounts.quotas import Quotas, read_quotas
from farhaven.server.settings import SettingsError, load
from tests.server.client import Json, Person
from tests.server.process import ServerProcess
from tests.server.process import running as serving
from tests.server.test_tables import act, play_out, running, tell

SMALL = (
    "tables_per_account=3,tables_per_address=5,listed_per_account=1,listed_per_address=2,"
    "records_per_account=2,records_per_address=3,invites_per_account=2,invites_per_address=3"
)


async def person_at(server: ServerProcess, name: str, address: str) -> Person:
    """A guest whose requests come from an address, as a proxy would say."""
    person = Person(server.url)
    person.http.headers["x-forwarded-for"] = address
    person.id = (await person.post("/api/account", {"name": name}))["id"]
    return person


async def reason(person: Person, path: str, body: Json) -> str | None:
    answer = await person.http.post(path, json=body)
    return None if answer.status_code < 300 else str(answer.json()["reason"])


def new_table(**more: object) -> Json:
    return {"title": "toy", "seats": [{"kind": "me"}, {"kind": "open"}], **more}


def heavy_body(record: Json) -> str:
    """The same record with long lines: spaces in a line are kept as they are."""
    space = " " * 15_000
    log = ",".join(json.dumps(line).replace("{", "{" + space, 1) for line in record["log"] * 3)
    options, result = {**record["options"], "rounds": 99}, None
    rest = json.dumps({**record, "options": options, "result": result, "log": []})
    return rest.replace('"log": []', f'"log": [{log}]')


def test_tables_are_counted_by_account_and_by_address(tmp_path: Path) -> None:
    with serving(tmp_path, quotas=SMALL) as server:

        async def main() -> None:
            ada = await person_at(server, "Ada", "203.0.113.7")
            first = await ada.table("toy", "me", "open")
            for _ in range(2):
                await ada.table("toy", "me", "open")
            assert await reason(ada, "/api/tables", new_table()) == "too_many_tables"
            await ada.post(f"/api/tables/{first}/stop")
            await ada.table("toy", "me", "open")
            bo = await person_at(server, "Bo", "203.0.113.7")
            for _ in range(2):
                await bo.table("toy", "me", "open")
            assert await reason(bo, "/api/tables", new_table()) == "too_many_here"
            cleo = await person_at(server, "Cleo", "203.0.113.8")
            await cleo.table("toy", "me", "open")

        asyncio.run(main())


def test_nobody_fills_the_open_list(tmp_path: Path) -> None:
    with serving(tmp_path, quotas=SMALL) as server:

        async def main() -> None:
            ada = await person_at(server, "Ada", "203.0.113.7")
            await ada.table("toy", "me", "open", listed=True)
            assert await reason(ada, "/api/tables", new_table(listed=True)) == "too_many_listed"
            hidden = await ada.table("toy", "me", "open")
            listed = {"listed": True}
            refused = await ada.request("PATCH", f"/api/tables/{hidden}", listed, status=409)
            assert refused["reason"] == "too_many_listed", "nor by listing it later"
            bo = await person_at(server, "Bo", "203.0.113.7")
            await bo.table("toy", "me", "open", listed=True)
            cleo = await person_at(server, "Cleo", "203.0.113.7")
            assert await reason(cleo, "/api/tables", new_table(listed=True)) == "too_many_here"
            assert len((await cleo.get("/api/tables"))["tables"]) == 2

        asyncio.run(main())


def test_records_are_counted_and_weighed(tmp_path: Path) -> None:
    with serving(tmp_path, quotas=SMALL) as server:

        async def main() -> None:
            ada = await person_at(server, "Ada", "203.0.113.7")
            bo = await person_at(server, "Bo", "203.0.113.7")
            table = await running(ada, bo)
            async with ada.live(table) as a, bo.live(table) as b:
                await a.receive()
                await b.receive()
                await asyncio.gather(play_out(a, 0), play_out(b, 1))
            record = await ada.get(f"/api/tables/{table}/record")
            assert [await reason(ada, "/api/records", record) for _ in range(3)] == [
                None,
                None,
                "too_many_records",
            ]
            assert [await reason(bo, "/api/records", record) for _ in range(2)] == [
                None,
                "too_many_here",
            ]
            tmp_path.joinpath("record.json").write_text(json.dumps(record))

        asyncio.run(main())
    record = json.loads(tmp_path.joinpath("record.json").read_text())
    heavy = tmp_path / "heavy"
    heavy.mkdir()
    with serving(heavy, quotas="megabytes_per_account=1") as server:

        async def weigh() -> None:
            ada = await Person.guest(server.url, "Ada")
            body, kind = heavy_body(record), {"content-type": "application/json"}
            assert 1 << 19 < len(body) < 1 << 20
            first, second = [
                await ada.http.post("/api/records", content=body, headers=kind) for _ in range(2)
            ]
            assert first.status_code == 201, first.text
            assert second.json()["reason"] == "too_many_bytes"

        asyncio.run(weigh())


def test_invitations_are_counted_and_push_nothing_out(tmp_path: Path) -> None:
    with serving(tmp_path, quotas=SMALL) as server:

        async def main() -> None:
            bo = await person_at(server, "Bo", "198.51.100.1")
            name = f"Bo {bo.id[:6]}"
            await bo.post("/api/account/register", {"name": name, "password": "12345678"})
            ada = await person_at(server, "Ada", "203.0.113.7")
            cleo = await person_at(server, "Cleo", "203.0.113.7")
            reasons = []
            for host in (ada, ada, ada, cleo, cleo):
                table = await host.table("toy", "me", "open")
                path = f"/api/tables/{table}/invite"
                reasons.append(await reason(host, path, {"name": name}))
            assert reasons == [None, None, "too_many_invites", None, "too_many_here"]

        asyncio.run(main())


def test_own_matches_come_before_any_number_of_invitations(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        name = f"Bo {bo.id[:6]}"
        await bo.post("/api/account/register", {"name": name, "password": "12345678"})
        waiting = await bo.table("toy", "me", "open")
        other = await running(bo, ada)
        match = await running(ada, bo)
        await act(bo, other, 0)
        invitations = []
        for _ in range(105):
            invitations.append(await ada.table("toy", "me", "open"))
            await ada.post(f"/api/tables/{invitations[-1]}/invite", {"name": name})
        page = await bo.get("/api/tables?list=mine")
        assert [one["id"] for one in page["tables"][:3]] == [match, other, waiting]
        assert page["more"]
        rest = await bo.get(f"/api/tables?list=mine&skip={len(page['tables'])}")
        assert not rest["more"]
        ids = [one["id"] for one in (*page["tables"], *rest["tables"])]
        assert len(ids) == len(set(ids)) == 108
        assert set(ids) == {match, other, waiting, *invitations}

    tell(server, story)


def test_a_table_by_days_tells_its_deadline(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo, days=3)
        await act(ada, table, 0)
        info = await bo.get(f"/api/tables/{table}")
        assert info["deadline"] == info["started"] + 3 * 86_400_000, "since the own turn began"
        listed = next(
            one for one in (await bo.get("/api/tables?list=mine"))["tables"] if one["id"] == table
        )
        assert listed["deadline"] == info["deadline"]
        await ada.request("PATCH", f"/api/tables/{table}", {"paused": True})
        assert (await bo.get(f"/api/tables/{table}"))["deadline"] is None
        live = await running(ada, bo)
        assert (await bo.get(f"/api/tables/{live}"))["deadline"] is None

    tell(server, story)


def test_quotas_are_read_from_the_settings() -> None:
    assert read_quotas([]) == Quotas()
    assert read_quotas(["listed_per_account=7"]).listed_per_account == 7
    assert not any(getattr(read_quotas(["off"]), name) for name in Quotas.__struct_fields__)
    assert load({"quotas": "tables_per_account=5, listed_per_address=0"}, {}).quotas == [
        "tables_per_account=5",
        "listed_per_address=0",
    ]
    for wrong in ("tables", "tables_per_account=many", "chairs=3", "tables_per_account=-1"):
        with pytest.raises(SettingsError, match="quotas"):
            load({"quotas": wrong}, {})
