"""What makes a match pleasant: hints, and afterwards the course of points and the analysis."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Coroutine
from pathlib import Path

from farhaven.server.workers.analyses import LOST_MS
from tests.server.client import Json, Person
from tests.server.process import ServerProcess
from tests.server.process import running as serving


def run(story: Coroutine[None, None, None]) -> None:
    async def main() -> None:
        async with asyncio.timeout(600):  # an analysis gets what nobody else wants
            await story

    asyncio.run(main())


async def finished(person: Person, table: str) -> None:
    """Watch until a match is over."""
    while (await person.get(f"/api/tables/{table}/state"))["table"]["state"] != "over":
        await asyncio.sleep(0.1)


def test_hint_and_course(server: ServerProcess) -> None:
    async def story() -> None:
        ada = await Person.guest(server.url, "Ada")
        bot = {"kind": "bot", "level": "random"}
        table = await ada.table("reworld", "me", bot)
        await ada.post(f"/api/tables/{table}/nonce", {"nonce": "a"})
        await ada.get(f"/api/tables/{table}/course", status=409)
        state = await ada.get(f"/api/tables/{table}/state")
        while 0 not in state["state"]["owing"]:
            await asyncio.sleep(0.1)
            state = await ada.get(f"/api/tables/{table}/state")

        hints = await ada.get(f"/api/tables/{table}/hint?seat=0")
        assert hints[0]["entry"]["seat"] == 0
        assert 0 <= hints[0]["win_low"] <= hints[0]["win"] <= hints[0]["win_high"] <= 1
        await ada.post(f"/api/tables/{table}/act", {"id": "1", "entry": hints[0]["entry"]})
        await ada.get(f"/api/tables/{table}/hint?seat=1", status=403)

        await ada.request("PUT", f"/api/tables/{table}/seats/0", {"kind": "bot"})
        await finished(ada, table)
        course = await ada.get(f"/api/tables/{table}/course")
        record = await ada.get(f"/api/tables/{table}/record")
        assert len(course["scores"]) == len(record["log"]) + 1
        assert course["scores"][0] == [0, 0]
        assert course["scores"][-1] == record["result"]["scores"]
        await ada.close()

    run(story())


def test_a_finished_match_is_analysed(server: ServerProcess) -> None:
    async def story() -> None:
        ada = await Person.guest(server.url, "Ada")
        for title in ("reworld", "mars"):
            table = await ada.table(title, *[{"kind": "bot", "level": "greedy"}] * 2)
            path = f"/api/tables/{table}/analysis"
            refused = await ada.post(path, status=409)
            assert refused["reason"] == "not_over"
            await finished(ada, table)
            assert (await ada.get(path))["state"] == "none"
            started = await ada.post(path)
            assert (started["state"], started["review"]) == ("running", None)
            again = await ada.post(path)
            assert again["state"] in ("running", "done"), "the second asker starts nothing"
            found = started
            while found["state"] == "running":
                await asyncio.sleep(0.2)
                found = await ada.get(path)
            record = await ada.get(f"/api/tables/{table}/record")
            _check_review(found, record)
            assert (await ada.post(path)) == found, "it is kept"
        await ada.close()

    run(story())


def test_a_record_that_was_uploaded_is_analysed(server: ServerProcess) -> None:
    async def story() -> None:
        ada, nobody = await Person.guest(server.url, "Ada"), Person(server.url)
        table = await ada.table("reworld", *[{"kind": "bot", "level": "random"}] * 2)
        await finished(ada, table)
        record = await ada.get(f"/api/tables/{table}/record")
        uploaded = await ada.post("/api/records", record, status=201)
        path = f"/api/records/{uploaded['id']}/analysis"
        assert (await nobody.get(path))["state"] == "none"
        await nobody.post(path, status=401)
        found = await ada.post(path)
        assert found["state"] == "running"
        while found["state"] == "running":
            await asyncio.sleep(0.2)
            found = await nobody.get(path)
        _check_review(found, record)
        match = await ada.get(f"/api/tables/{table}/analysis")
        assert match["state"] == "none", "that of the match is another"
        await ada.post("/api/records/none/analysis", status=404)
        cut = {**record, "log": record["log"][:-1], "result": None}
        hidden = {name: part for name, part in record["fairness"].items() if name != "secret"}
        for unfinished in ({**cut, "fairness": hidden}, {**cut, "stopped": "abandoned"}):
            uploaded = await ada.post("/api/records", unfinished, status=201)
            refused = await ada.post(f"/api/records/{uploaded['id']}/analysis", status=409)
            assert refused["reason"] == "not_over", "it may go on elsewhere, where it is rated"
        await ada.close()
        await nobody.close()

    run(story())


def test_nobody_fills_the_queue_of_analyses(tmp_path: Path) -> None:
    async def story(server: ServerProcess) -> None:
        ada, bo = await Person.guest(server.url, "Ada"), await Person.guest(server.url, "Bo")
        table = await ada.table("reworld", *[{"kind": "bot", "level": "random"}] * 2)
        await finished(ada, table)
        record = await ada.get(f"/api/tables/{table}/record")
        paths = []
        for _ in range(3):
            uploaded = await ada.post("/api/records", record, status=201)
            paths.append(f"/api/records/{uploaded['id']}/analysis")
        answers = await asyncio.gather(*(ada.http.post(path) for path in paths))
        at_once = dict(zip(paths, (answer.status_code for answer in answers), strict=True))
        assert sorted(at_once.values()) == [202, 202, 429], "also of what is asked at once"
        left = next(path for path in paths if at_once[path] == 429)
        refused = await ada.post(left, status=429)
        assert refused["reason"] == "analyses_first"
        known = next(path for path in paths if path != left)
        assert (await ada.post(known))["state"] == "running", "one may ask how far it is"
        assert (await bo.post(left))["state"] == "running"
        await ada.request("DELETE", "/api/account")
        with contextlib.closing(sqlite3.connect(tmp_path / "farhaven.db")) as database:
            rows = database.execute("SELECT count(*) FROM analysis").fetchone()
        assert rows == (0,), "nothing is kept of the records of an account that is gone"
        await ada.close()
        await bo.close()

    with serving(tmp_path, analysis="20000") as server:
        run(story(server))


def _check_review(found: Json, record: Json) -> None:
    review, log = found["review"], record["log"]
    assert (found["state"], found["done"], found["lines"]) == ("done", len(log), len(log))
    assert [moment["at"] for moment in review["curve"]] == list(range(len(log) + 1))
    for moment in review["curve"]:
        assert abs(sum(moment["win"]) - 1) < 1e-6
        line = log[moment["at"] - 1] if moment["at"] else {}
        assert moment["outcome"] == line.get("chance")
    for choice in review["choices"]:
        assert log[choice["at"]]["seat"] == choice["seat"]
        assert choice["loss"] >= 0
        assert (choice["best"] is not None) == choice["mistake"]
        if choice["mistake"]:
            assert choice["best"]["entry"]["seat"] == choice["seat"]
    for report in review["seats"]:
        own = [choice for choice in review["choices"] if choice["seat"] == report["seat"]]
        assert report["choices"] == len(own)
        assert report["mistakes"] == sum(choice["mistake"] for choice in own)
        assert abs(report["decisions"]["lead"] + sum(choice["loss"] for choice in own)) < 1e-6


def _let_pass(folder: Path, milliseconds: int) -> None:
    """Analyses were last heard of so much earlier."""
    with contextlib.closing(sqlite3.connect(folder / "farhaven.db")) as database, database:
        moved = database.execute("UPDATE analysis SET moved = moved - ?", (milliseconds,))
        assert moved.rowcount == 1


def test_an_analysis_that_was_lost_with_its_server_is_made_anew(tmp_path: Path) -> None:
    async def begin(server: ServerProcess) -> None:
        ada = await Person.guest(server.url, "Ada")
        table = await ada.table("reworld", *[{"kind": "bot", "level": "random"}] * 2)
        await finished(ada, table)
        await ada.post(f"/api/tables/{table}/analysis")
        server.kill()
        _let_pass(tmp_path, LOST_MS - 1_000)
        with serving(tmp_path, analysis="16") as again:
            path = f"{again.url}/api/tables/{table}/analysis"
            while (await ada.get(path))["state"] == "running":
                await asyncio.sleep(0.1)
            found = await ada.post(path)
            assert found["state"] == "running"
            while found["state"] == "running":
                await asyncio.sleep(0.2)
                found = await ada.get(path)
            assert found["state"] == "done"
        with serving(tmp_path, analysis="0") as without:
            path = f"{without.url}/api/tables/{table}/analysis"
            assert (await ada.get(path)) == found
            refused = await ada.post(path, status=409)
            assert refused["reason"] == "no_analysis"
        await ada.close()

    server = ServerProcess(tmp_path)
    server.start()
    run(begin(server))


def test_a_hint_is_given_up_when_nobody_waits_for_it(tmp_path: Path) -> None:
    with serving(tmp_path, bot_workers="1") as server:

        async def story() -> None:
            ada = await Person.guest(server.url, "Ada")
            table = await ada.table("reworld", "me", {"kind": "here", "name": "Bo"})
            await ada.post(f"/api/tables/{table}/nonce", {"nonce": "a"})
            seat = (await ada.get(f"/api/tables/{table}"))["owing"][0]
            hint = f"/api/tables/{table}/hint?seat={seat}"
            assert await ada.get(hint)  # so that a worker is there, and the next begins at once
            (worker,) = children(server.pid)
            asking = asyncio.create_task(ada.get(hint))
            await asyncio.sleep(0.4)
            asking.cancel()
            async with asyncio.timeout(30):
                while worker in children(server.pid):
                    await asyncio.sleep(0.05)
            assert await ada.get(hint)
            await ada.close()

        run(story())


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in text.split()]


def test_only_its_owner_deletes_a_record_and_lists_it(server: ServerProcess) -> None:
    async def story() -> None:
        ada, bo = await Person.guest(server.url, "Ada"), await Person.guest(server.url, "Bo")
        nobody = Person(server.url)
        table = await ada.table("reworld", *[{"kind": "bot", "level": "random"}] * 2)
        await finished(ada, table)
        record = await ada.get(f"/api/tables/{table}/record")
        uploaded = await ada.post("/api/records", record, status=201)
        path = f"/api/records/{uploaded['id']}"
        assert [one["id"] for one in await ada.get("/api/records")] == [uploaded["id"]]
        assert await bo.get("/api/records") == []
        await nobody.get("/api/records", status=401)
        await nobody.request("DELETE", path, status=401)
        await bo.request("DELETE", path, status=404)
        await bo.get(path)
        await ada.request("DELETE", path, status=200)
        await ada.request("DELETE", path, status=404)
        await ada.get(path, status=404)
        assert await ada.get("/api/records") == []

    run(story())
