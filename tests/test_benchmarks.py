"""The load generator of the server: what it does, never how fast."""

import asyncio
from collections.abc import Callable, Coroutine

import pytest
from benchmarks import server_client, server_load
from benchmarks.server_client import CLIENTS_CPU, LoadError, Meter, lanes
from benchmarks.server_load import SET_UP, Figures, Player

SECONDS = 0.3


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_load, "WARM_SECONDS", 0.1)
    monkeypatch.setattr(server_client, "WARM_SECONDS", 0.1)
    monkeypatch.setattr(server_load, "LOADED_BEFORE", 1)
    monkeypatch.setattr(server_load, "SLOW_TABLES", 2)
    # The search for the most tables ends with the first.
    monkeypatch.setattr(server_client, "PACED_MS", 0.0)


@pytest.mark.parametrize(
    ("part", "told"),
    [
        (lambda: server_load.saturation(2, SECONDS), {"moves per second", CLIENTS_CPU, SET_UP}),
        (lambda: server_load.paced(SECONDS, 1), {"tables"}),
        (lambda: server_load.idle_memory(2), {"tables", "kB per table"}),
        (lambda: server_load.beside_bots(SECONDS), {"p99 ms alone", "p99 ms beside bots", "ratio"}),
    ],
    ids=["saturation", "paced", "memory", "bots"],
)
def test_each_part_runs(
    part: Callable[[], Coroutine[object, object, Figures]], told: set[str]
) -> None:
    assert told <= set(asyncio.run(part()))


def test_the_load_lasts_after_the_games_that_were_set_up() -> None:
    """Each table is followed by another when its game is over, however many that takes."""

    async def play() -> int:
        over = 0
        with server_load.served() as hall:
            is_enough = asyncio.Event()

            async def next_table() -> list[Player]:
                nonlocal over
                over += 1
                if over > 5:
                    is_enough.set()
                return await hall.table(2)

            async with lanes(hall.meter) as load:
                for _ in range(2):
                    first = await hall.table(2)
                    load.add(
                        server_load.one_after_the_other(server_load.play_at_once, next_table, first)
                    )
                await hall.meter.wait_for(is_enough.wait())
                running = len(load)
            await hall.close()
        return running

    assert asyncio.run(play()) == 2


def test_the_search_goes_on_until_opponents_wait_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no number of tables at which it stops by itself."""
    monkeypatch.setattr(server_client, "PACED_MS", 100.0)
    monkeypatch.setattr(server_client, "WARM_SECONDS", 0.0)
    most = 3000

    class Machine(Meter):
        """Carries so many tables, and no more."""

        async def measure(self, _pid: int, _seconds: float) -> Figures:
            return {"p99 ms": 20.0 if tables <= most else 500.0, "moves per second": tables}

    tables = 0

    async def add() -> None:
        nonlocal tables
        tables += 1

    found = asyncio.run(server_client.most_tables(Machine(), 0, SECONDS, 100, add))
    assert most * 0.8 <= found["tables"] <= most < tables


def test_a_fault_of_the_load_is_no_measurement() -> None:
    meter = Meter()
    meter.note_fault("refused")

    async def forever() -> None:
        await asyncio.Event().wait()

    with pytest.raises(LoadError, match="refused"):
        asyncio.run(meter.wait_for(forever()))
