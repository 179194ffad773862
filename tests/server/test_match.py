"""Undo, records, moments, fairness, clocks, absence, bots: the match around the rules."""

import asyncio
import json
import os
import signal
from pathlib import Path

from farhaven.core.fair_stream import FairChance, commitment, stream_key
from farhaven.core.match import replay
from farhaven.core.record import decode_record
from tests.server.client import Json, Person, Wire
from tests.server.process import ServerProcess
from tests.server.process import running as serving
from tests.server.test_tables import act, play_out, running, tell
from tests.server.toy import Toy

BOT: Json = {"kind": "bot", "level": "random"}


def test_undo_is_a_step_and_not_a_deletion(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        async with ada.live(table) as wire:
            await wire.receive()
            before = json.dumps(wire.state)
            await wire.send("act", id="1", entry={"do": "choose", "seat": 0, "keep": True})
            await wire.until("steps")
            assert wire.state["undo"]
            await wire.send("undo", id="2")
            message = await wire.until("steps")
            assert message["steps"][0]["kind"] == "undo"
            assert json.dumps(wire.state) == before
            await wire.send("act", id="3", entry={"do": "choose", "seat": 0, "keep": False})
            await wire.until("steps")
            await act(bo, table, 1)
            await wire.until("steps")
            await wire.send("undo", id="4")
            refused = await wire.until("refused")
            assert (refused["clause"], refused["reason"]) == ("record", "undo_chance")
        kinds = [s["kind"] for s in (await ada.get(f"/api/tables/{table}/steps"))["steps"]]
        assert kinds[:6] == ["start", "outcome", "entry", "undo", "entry", "entry"]
        record = await ada.get(f"/api/tables/{table}/record")
        assert [line.get("do") for line in record["log"]] == [None, "choose", "choose", None]

    tell(server, story)


def test_undo_of_anothers_choice_is_refused(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        await act(ada, table, 0)
        refused = await bo.post(f"/api/tables/{table}/undo", {"id": "u"}, status=422)
        assert refused["reason"] == "undo_others"
        refused = await bo.post(f"/api/tables/{table}/undo", {"id": "u", "seat": 0}, status=403)
        assert refused["reason"] == "not_your_seat"

    tell(server, story)


def test_bots_leave_time_to_take_back(tmp_path: Path) -> None:
    with serving(tmp_path, take_back="600") as server:

        async def story(ada: Person, _bo: Person) -> None:
            table = await ada.table("reworld", {"kind": "me"}, BOT)
            async with ada.live(table) as wire:
                # Only a change of mind is told: the bot has not moved before it.
                for turn in range(2):
                    await acquire_first(wire, f"act {turn}")
                    await wire.until("steps")
                    assert (wire.state["undo"], wire.state["grace"]) == (True, 600_000)
                    await wire.send("undo", id=f"undo {turn}")
                    message = await wire.until("steps")
                    assert [step["kind"] for step in message["steps"]] == ["undo"]
                    assert (wire.state["undo"], wire.state["grace"]) == (False, 0)

        tell(server, story)


def test_bots_go_on_once_the_time_to_take_back_is_over(tmp_path: Path) -> None:
    with serving(tmp_path, take_back="0.05") as server:

        async def story(ada: Person, _bo: Person) -> None:
            table = await ada.table("reworld", {"kind": "me"}, BOT)
            async with ada.live(table) as wire:
                for turn in range(2):
                    await acquire_first(wire, f"act {turn}")
                    while wire.state["decision"] is not None:
                        await wire.receive()

        tell(server, story)


async def acquire_first(wire: Wire, entry_id: str) -> None:
    """Wait for one's turn, in which nothing can be taken back yet, and acquire something."""
    while wire.state.get("decision") is None:
        await wire.receive()
    assert not wire.state["undo"]
    decision = wire.state["decision"]
    port = decision["ports"][0]
    cards = decision["payments"][port["payments"]][0]
    seat = 0  # of the one who sets up a table
    entry = {"do": "acquire", "seat": seat, "port": port["port"], "cards": cards}
    await wire.send("act", id=entry_id, entry=entry)


def test_record_moments_upload_and_proof_of_fairness(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        shown = (await ada.get(f"/api/tables/{table}"))["fairness"]["commitment"]
        running_record = await ada.get(f"/api/tables/{table}/record")
        assert running_record["fairness"]["secret"] is None
        assert running_record["log"][0]["numbers"][1] is None
        moment = await ada.get(f"/api/tables/{table}/at/1")
        assert moment["view"]["numbers"][1] is None
        await ada.get(f"/api/tables/{table}/at/1?seat=1", status=403)
        async with ada.live(table) as a, bo.live(table) as b:
            await a.receive()
            await b.receive()
            await asyncio.gather(play_out(a, 0), play_out(b, 1))
        answer = await ada.http.get(f"/api/tables/{table}/record")
        record = decode_record(answer.content)
        secret = record.fairness.secret
        assert secret is not None
        assert commitment(secret) == record.fairness.commitment == shown
        assert list(record.fairness.nonces) == ["a", "b"]
        key = stream_key(secret, record.fairness.nonces)
        position = Toy().start_with(2, {})
        position.roll(FairChance(key, 0))
        assert json.loads(bytes(record.log[0]))["numbers"] == position.numbers  # type: ignore[attr-defined]  # the toy's
        assert replay(Toy(), record).is_over
        uploaded = await bo.request("POST", "/api/records", json.loads(answer.content))
        last = uploaded["lines"]
        moment = await Person(server.url).get(f"/api/records/{uploaded['id']}/at/{last}?seat=0")
        assert moment["result"] is not None
        await ada.get(f"/api/records/{uploaded['id']}/at/{last + 1}", status=422)
        forged = json.loads(answer.content)
        forged["log"][0]["numbers"] = [1]
        refused = await bo.request("POST", "/api/records", forged, status=422)
        assert (refused["clause"], refused["params"]["line"]) == ("TOY-2", 1)

    tell(server, story)


def test_who_is_away_is_played_for_and_may_come_back(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo, patience=5, stand_in="random")
        async with ada.live(table) as wire:
            await wire.receive()
            await act(ada, table, 0)
            while 1 not in wire.state["away"]:
                await wire.receive(30)
            # The bot moves for Bo, so that the next round begins.
            while wire.state["view"]["round"] == 0:
                await wire.receive()
            async with bo.live(table) as back:
                while True:
                    await back.receive()
                    if back.state["away"] == []:
                        break
                await back.send("act", id="b", entry={"do": "choose", "seat": 1, "keep": True})
                while not any(step.get("id") == "b" for step in back.steps):
                    message = await back.receive()
                    if message["type"] == "refused":
                        assert message["clause"] == "TOY-1", "the bot was quicker"
                        break
            reasons = [s["note"]["reason"] for s in wire.steps if s["kind"] == "away"]
            assert reasons[0] == "patience"

    tell(server, story)


def test_a_clock_that_runs_out_hands_over(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo, clock=10, stand_in="random")
        async with ada.live(table) as wire:
            await wire.receive()
            assert wire.state["clocks"] == [10_000, 10_000]
            await act(ada, table, 0)
            await wire.until("steps")
            assert 9_000 < wire.state["clocks"][0] <= 10_000
            while 1 not in wire.state["away"]:
                await wire.receive(30)
            assert wire.state["clocks"][1] == 0
            refused = await bo.post(
                f"/api/tables/{table}/act",
                {"id": "late", "entry": {"do": "choose", "seat": 1, "keep": True}},
                status=409,
            )
            assert refused["reason"] == "time_over"

    tell(server, story)


def test_a_crashed_bot_worker_is_replaced_and_its_move_redone(tmp_path: Path) -> None:
    with serving(tmp_path, bot_workers="1", bot_delay="0.05") as server:

        async def story(ada: Person, _bo: Person) -> None:
            bots = [{"kind": "bot", "level": "random"}] * 3
            table = await ada.table("toy", *bots, options={"rounds": 40})
            killed = 0
            async with ada.live(table) as wire:
                await wire.receive()
                while wire.state["result"] is None:
                    for pid in _children(server.pid) if wire.n % 10 == 0 and killed < 3 else ():
                        os.kill(pid, signal.SIGKILL)
                        killed += 1
                    await wire.receive()
            assert killed == 3
            metrics = (await ada.http.get("/metrics")).text
            assert "farhaven_bot_crashes_total 0.0" not in metrics

        tell(server, story)


def _children(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in text.split()]


def test_a_match_with_bots_goes_on_after_a_kill(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, bot_delay="0.02")
    server.start()
    try:

        async def begin() -> tuple[Person, str]:
            ada = await Person.guest(server.url, "Ada")
            bots = [{"kind": "bot", "level": "random"}] * 2
            table = await ada.table("toy", *bots, options={"rounds": 60})
            async with ada.live(table) as wire:
                while wire.n < 10:
                    await wire.receive()
            return ada, table

        async def end(ada: Person, table: str) -> None:
            async with asyncio.timeout(60), ada.live(table) as wire:
                await wire.receive()
                assert wire.state["result"] is None
                while wire.state["result"] is None:
                    await wire.receive()

        with asyncio.Runner() as runner:
            ada, table = runner.run(begin())
            server.kill()
            server.start()
            runner.run(end(ada, table))
    finally:
        server.stop()
