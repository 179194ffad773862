"""Bots play only for somebody: matches rest without people, and downtime is charged to nobody."""

import asyncio
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from farhaven.core.violation import Illegal
from farhaven.server.basics import DAY_MS, Refused, new_id, now_ms
from farhaven.server.live.news_bus import News
from farhaven.server.services import Services
from farhaven.server.storage.models import TableRow
from farhaven.server.tables.live_table import LiveTable
from farhaven.server.wire.tables import NewSeat, NewTable, TableChange
from tests.server.inside import (
    BOT,
    Time,
    a_while,
    choose,
    connect,
    disconnect,
    guest,
    kinds,
    opened,
    own_time,
    running,
    until,
)

MINUTE = 60


async def _due(services: Services, table: LiveTable) -> int | None:
    """When the table is looked at next."""

    def query(session: Session) -> int | None:
        return session.scalars(select(TableRow.due).where(TableRow.id == table.id)).one()

    return await services.store.read(query)


def _reasons(table: LiveTable, kind: str) -> list[str]:
    notes = [msgspec.json.decode(h.step.body) for h in table.history if h.step.kind == kind]
    return [note.get("reason", "") for note in notes]


def test_a_match_is_paused_while_nobody_is_there(tmp_path: Path) -> None:
    """Rather than played out by bots; who comes back finds it as it was."""

    async def main(time: Time) -> None:
        async with opened(tmp_path) as services:
            ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
            table = await running(services, ada, bo, BOT, patience=5, clock=600)
            screens = [await connect(services, table, w, s) for s, w in enumerate((ada, bo))]
            await until(lambda: table.owing() == [0, 1])
            clocks = list(table.clocks or ())
            for screen in screens:
                await disconnect(services, table, screen)
            await time.passes(services, 20 * MINUTE)
            await until(lambda: table.paused)
            await a_while()
            assert _reasons(table, "pause") == ["nobody"]
            assert table.is_running
            assert "away" not in kinds(table)
            assert await _due(services, table) is None, "nobody looks at it any more"

            await connect(services, table, ada, 0)
            assert table.paused, "those who are to decide may be about to come"
            await connect(services, table, bo, 1)
            await until(lambda: not table.paused)
            spent = [before - now for before, now in zip(clocks, table.clocks or (), strict=False)]
            assert max(spent) < MINUTE * 1000, "the clocks stood still"
            await choose(services, table, ada, 0)

    with own_time() as time:
        asyncio.run(main(time))


def test_who_is_there_does_not_wait_for_ever(tmp_path: Path) -> None:
    async def main(time: Time) -> None:
        async with opened(tmp_path) as services:
            ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
            table = await running(services, ada, bo, patience=5, stand_in="random")
            await time.passes(services, MINUTE)
            await until(lambda: table.paused)
            await connect(services, table, ada, 0)
            await choose(services, table, ada, 0)
            assert not table.paused, "who acts does not wait"
            await time.passes(services, 10)
            await until(lambda: 1 in table.away)
            assert _reasons(table, "away") == ["patience"]

    with own_time() as time:
        asyncio.run(main(time))


def test_the_first_who_is_back_waits_some_seconds_for_the_others(tmp_path: Path) -> None:
    async def main(time: Time) -> None:
        async with opened(tmp_path) as services:
            ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
            table = await running(services, ada, bo)
            await time.passes(services, 5 * MINUTE)
            await until(lambda: table.paused)
            await connect(services, table, ada, 0)
            await a_while()
            assert table.paused
            await time.passes(services, 11)
            await until(lambda: not table.paused)

    with own_time() as time:
        asyncio.run(main(time))


def test_bots_do_not_play_for_all_who_are_away(tmp_path: Path) -> None:
    """One after the other leaves: the bots in their places stop with the last of them."""

    async def main(time: Time) -> None:
        async with opened(tmp_path) as services:
            ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
            more = {"patience": 5, "stand_in": "random", "options": {"rounds": 30}}
            table = await running(services, ada, bo, **more)
            screen = await connect(services, table, bo, 1)
            await time.passes(services, MINUTE)
            await until(lambda: table.away == {0})
            await choose(services, table, bo, 1)
            await until(lambda: table.owing() == [1])
            await disconnect(services, table, screen)
            await time.passes(services, MINUTE)
            await until(lambda: table.paused)
            n = table.n
            await a_while()
            assert (table.is_running, table.n) == (True, n)

    with own_time() as time:
        asyncio.run(main(time))


def test_with_days_bots_move_on_without_anybody_there(tmp_path: Path) -> None:
    async def main(time: Time) -> None:
        async with opened(tmp_path) as services:
            ada = await guest(services, "Ada")
            more = {"days": 1, "stand_in": "random", "options": {"rounds": 30}}
            table = await running(services, ada, BOT, **more)
            await time.passes(services, 3 * 3600)
            await choose(services, table, ada, 0)
            await until(lambda: table.owing() == [0])
            assert not table.paused
            # Once all have missed their deadline nobody is left to play for.
            await time.passes(services, 25 * 3600)
            await until(lambda: table.paused)
            n = table.n
            await a_while()
            assert (table.n, table.is_running) == (n, True)
            assert _reasons(table, "away") == ["days"]
            await connect(services, table, ada, 0)
            assert (table.paused, table.away) == (False, set())
            await choose(services, table, ada, 0)

    with own_time() as time:
        asyncio.run(main(time))


def test_bots_among_themselves_play_only_while_somebody_watches(tmp_path: Path) -> None:
    async def main(time: Time) -> None:
        async with opened(tmp_path) as services:
            ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
            new = NewTable(title="toy", seats=[BOT, BOT], options={"rounds": 100})
            table = await services.lobby.create(ada, new)
            await until(lambda: table.is_running)
            await a_while()
            assert kinds(table) == ["start", "outcome"]
            assert await _due(services, table) is None

            screen = await connect(services, table, bo, None)
            await until(lambda: table.n > 20)
            await disconnect(services, table, screen)
            await time.passes(services, MINUTE)
            await until(lambda: not table.thinking)
            n = table.n
            await a_while()
            assert table.n == n

    with own_time() as time:
        asyncio.run(main(time))


def test_downtime_is_charged_to_nobody(tmp_path: Path) -> None:
    async def main(time: Time) -> None:
        async with opened(tmp_path) as services:
            ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
            table = await running(services, ada, bo, patience=5, clock=600, stand_in="random")
            for seat, who in enumerate((ada, bo)):
                await connect(services, table, who, seat)
            await time.passes(services, 100)
            await services.keeper.presence.mark_seen()
            await choose(services, table, ada, 0)
            n = table.n
        time.is_lost(3600)
        async with opened(tmp_path) as services:
            table = await services.hall.get(table.id)
            await a_while()
            assert (kinds(table)[n:], table.away) == (["pause"], set())
            await connect(services, table, ada, 0)
            await connect(services, table, bo, 1)
            assert kinds(table)[n:] == ["pause", "resume"]
            assert _reasons(table, "pause") == ["downtime"]
            assert table.clocks is not None
            assert 440_000 < table.clocks[1] <= 500_000
            await time.passes(services, 50)
            await choose(services, table, bo, 1)
            assert 390_000 < table.clocks[1] <= 450_000, "and they run on"
            assert "away" not in kinds(table)

    with own_time() as time:
        asyncio.run(main(time))


def test_who_does_not_come_back_after_a_restart_is_away_in_the_end(tmp_path: Path) -> None:
    async def main(time: Time) -> None:
        async with opened(tmp_path) as services:
            ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
            table = await running(services, ada, bo, patience=30, stand_in="random")
        async with opened(tmp_path) as services:
            table = await services.hall.get(table.id)
            await connect(services, table, ada, 0)
            await time.passes(services, 11)
            await until(lambda: not table.paused)
            assert table.away == set(), "patience begins anew"
            await time.passes(services, 31)
            await until(lambda: table.away == {1})

    with own_time() as time:
        asyncio.run(main(time))


def test_deadlines_in_days_do_not_pass_while_the_server_is_down(tmp_path: Path) -> None:
    async def main(time: Time) -> None:
        async with opened(tmp_path) as services:
            ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
            table = await running(services, ada, bo, days=1, stand_in="random")
            since = table.timing.since[0]
            await time.passes(services, 20 * 3600)
            n = table.n
        time.is_lost(60)
        async with opened(tmp_path) as services:
            table = await services.hall.get(table.id)
            assert table.n == n, "not worth a step"
        time.is_lost(48 * 3600)
        async with opened(tmp_path) as services:
            table = await services.hall.get(table.id)
            assert kinds(table)[n:] == ["pause", "resume"]
            assert abs(table.timing.since[0] - since - 2 * DAY_MS) < 10_000
            await a_while()
            assert table.away == set()
            await time.passes(services, 5 * 3600)
            await until(lambda: table.away == {0, 1})

    with own_time() as time:
        asyncio.run(main(time))


def test_a_machine_that_slept_charges_nobody(tmp_path: Path) -> None:
    """The process goes on where it was, hours later, with the same people."""

    async def main(time: Time) -> None:
        async with opened(tmp_path) as services:
            ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
            table = await running(services, ada, bo, patience=5, clock=600)
            for seat, who in enumerate((ada, bo)):
                await connect(services, table, who, seat)
            time.is_lost(4 * 3600)
            await until(lambda: "resume" in kinds(table))
            assert "away" not in kinds(table)
            assert table.clocks is not None
            assert min(table.clocks) > 500_000

    with own_time() as time:
        asyncio.run(main(time))


def test_the_host_pauses_a_rated_match_for_a_limited_time(tmp_path: Path) -> None:
    async def main(time: Time) -> None:
        async with opened(tmp_path) as services:
            ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
            table = await running(services, ada, bo, rated=True, clock=600)
            for seat, who in enumerate((ada, bo)):
                await connect(services, table, who, seat)
            stop, go_on = TableChange(paused=True), TableChange(paused=False)
            await services.lobby.change_table(table, ada, stop)
            await time.passes(services, 6 * MINUTE)
            await a_while()
            assert table.paused
            await services.lobby.change_table(table, ada, go_on)
            await services.lobby.change_table(table, ada, stop)
            assert table.pause is not None
            assert table.pause.until is not None
            await time.passes(services, 3 * MINUTE)
            await a_while()
            assert table.paused, "ten minutes in all"
            await time.passes(services, MINUTE + 1)
            await until(lambda: not table.paused)
            with pytest.raises(Refused, match="pause_used"):
                await services.lobby.change_table(table, ada, stop)

    with own_time() as time:
        asyncio.run(main(time))


def _without_rebuilds(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    async def rebuild(table: LiveTable, since: int | None = None) -> None:
        raise AssertionError(f"{table.id} is played again from its beginning, for {since}")

    monkeypatch.setattr(services.hall, "rebuild", rebuild)


def test_what_is_refused_at_a_resting_match_does_not_play_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main(time: Time) -> None:
        async with opened(tmp_path) as services:
            ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
            table = await running(services, ada, bo)
            screen = await connect(services, table, ada, 0)
            await choose(services, table, ada, 0)
            await disconnect(services, table, screen)
            await time.passes(services, 10 * MINUTE)
            await until(lambda: table.paused)
            _without_rebuilds(services, monkeypatch)
            before = kinds(table)
            with pytest.raises(Illegal):
                await choose(services, table, ada, 0)
            with pytest.raises(Illegal, match="undo"):
                await services.hall.undo(table, bo.account, 1, new_id())
            assert (kinds(table), table.paused) == (before, True)
            await choose(services, table, bo, 1)
            assert kinds(table)[len(before) :][:2] == ["resume", "entry"]

    with own_time() as time:
        asyncio.run(main(time))


def test_what_is_refused_to_who_was_away_does_not_play_the_match_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main(time: Time) -> None:
        async with opened(tmp_path) as services:
            ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
            table = await running(services, ada, bo, patience=5, stand_in="random")
            await connect(services, table, ada, 0)
            await time.passes(services, MINUTE)
            await until(lambda: table.away == {1} and kinds(table)[-1] == "entry")
            _without_rebuilds(services, monkeypatch)
            with pytest.raises(Illegal):
                await choose(services, table, bo, 1)  # a bot has chosen for Bo already
            assert table.away == {1}

    with own_time() as time:
        asyncio.run(main(time))


def test_two_people_at_one_device_are_both_here(tmp_path: Path) -> None:
    """Another process has seen them go, from the device that they left for this one."""

    async def main() -> None:
        async with opened(tmp_path) as services:
            ada = await guest(services, "Ada")
            here = NewSeat(kind="here", name="Bo")
            new = NewTable(title="toy", seats=[NewSeat(kind="me"), here])
            table = await services.lobby.create(ada, new)
            await services.lobby.seating.give_nonce(table, ada.account, "a")
            await connect(services, table, ada, 0)
            for seat in (0, 1):
                gone = News(table.id, "gone", seat=seat, seen=now_ms())
                await services.hall.hear(gone)
            assert table.gone == set()
            table.gone.add(1)
            await services.keeper.presence.mark_seen()
            assert table.gone == set(), "whoever is here is not gone for long"

    asyncio.run(main())
