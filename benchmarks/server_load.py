"""How much one process carries: `python -m benchmarks.server_load [--peer FOLDER]`.

The clients play Reworld by the decisions that they are sent. With --peer, the same work on
boardgame.io's server with its store in memory (see server_peer.py), in the same run; it is put
into the folder by npm where it is not there yet.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from statistics import median
from typing import Any  # plain JSON

import httpx
import msgspec
import uvloop

from benchmarks.server_client import (
    BUSY_CLIENTS,
    CLIENTS_CPU,
    WARM_SECONDS,
    Lanes,
    Meter,
    Socket,
    beat,
    decode,
    lanes,
    memory_bytes,
    most_tables,
    raise_file_limit,
)
from benchmarks.server_peer import Peer

SERVE = (
    "from farhaven.cli.serve import run; from farhaven.server.settings import load; "
    "run(load(), lambda port: print('port', port, flush=True))"
)
encode = msgspec.json.Encoder().encode
HOSTED = 100
TRIAL_ROUNDS = 2
"""Games at each table that show how long one takes on this machine."""
RESERVE = 1.5
"""How many games are set up before the time is measured, as a multiple of what the trial asks."""
SET_UP = "games set up meanwhile"
PACED_FROM = 100
SLOW_TABLES = 20
"""Tables of people beside whom bots think."""
IDLE_TABLES = 300
LOADED_BEFORE = 20
"""Tables that are set up first, so that what is loaded once is not counted."""

Figures = dict[str, float]


class Server:
    """One process of ours, on a database of its own."""

    def __init__(self, folder: str, **settings: str) -> None:
        env = {
            **os.environ,
            "FARHAVEN_DATA": folder,
            "FARHAVEN_HOST": "127.0.0.1",
            "FARHAVEN_PORT": "0",
            "FARHAVEN_BROWSER": "false",
            "FARHAVEN_RATE_LIMITS": "0",
            "FARHAVEN_QUOTAS": "off",
            "FARHAVEN_BOT_DELAY": "0",
            "FARHAVEN_TAKE_BACK": "0",
            "FARHAVEN_NONCE_WAIT": "20",
            "FARHAVEN_LOG_LEVEL": "error",
            **settings,
        }
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE], stdout=subprocess.PIPE, text=True, env=env
        )
        assert self.process.stdout is not None
        self.pid = self.process.pid
        self.port = int(self.process.stdout.readline().split()[1])

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


class Player:
    """A client that plays the first thing that it may, when it is told to."""

    def __init__(self, meter: Meter, seat: int, opponents: int) -> None:
        self.meter = meter
        self.seat = seat
        self.opponents = opponents
        self.socket: Socket | None = None
        self.state: dict[str, Any] = {}
        self.n = 0
        self.on_over: asyncio.Event = asyncio.Event()
        self.answers_at_once = False
        self._acted = -1

    def hear(self, frame: bytes) -> None:
        message = decode(frame)
        kind = message["type"]
        if kind == "steps":
            self.n = message["n"]
            for path, value in message.get("patch", ()):
                if path:
                    at: Any = self.state
                    for key in path[:-1]:
                        at = at[key]
                    at[path[-1]] = value
            if "state" in message:
                self.state = message["state"]
            for step in message["steps"]:
                if step.get("seat") != self.seat and "id" in step:
                    self.meter.note_seen(step["id"])
        elif kind == "snapshot":
            self.n, self.state = message["n"], message["state"]
        elif kind == "refused":
            self.meter.note_fault(frame.decode())
        if self.state.get("result") is not None:
            self.on_over.set()
        elif self.answers_at_once:
            self.act()

    def act(self) -> None:
        decision = self.state.get("decision")
        if decision is None or self._acted == self.n or self.socket is None:
            return
        self._acted = self.n
        name = f"{id(self)}-{self.n}"
        entry = choose(decision, self.seat)
        self.meter.note_sent(name, self.opponents)
        self.socket.send(encode({"type": "act", "id": name, "entry": entry}))

    def leave(self) -> None:
        if self.socket is not None:
            self.socket.close()


def choose(decision: dict[str, Any], seat: int) -> dict[str, Any]:
    """The first launch, or the first payment for a port."""
    if decision["kind"] == "settlement":
        entry: dict[str, Any] = decision["launches"][0]["launch"]
        return entry
    for port in decision["ports"]:
        payments = decision["payments"][port["payments"]]
        if payments:
            return {"do": "acquire", "seat": seat, "port": port["port"], "cards": payments[0]}
    if decision["marker"]:
        return {"do": "marker", "seat": seat, "card": decision["marker"][0]}
    return {"do": "drop_out", "seat": seat}


class Hall:
    """Accounts and tables on a server."""

    def __init__(self, server: Server, meter: Meter) -> None:
        self.server = server
        self.meter = meter
        self.set_up = 0
        """Tables so far."""
        self._cookies: dict[int, list[str]] = {}
        self._hosted: dict[int, int] = {}
        self._is_free = asyncio.Lock()
        self._http = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{server.port}", timeout=60, verify=False
        )

    async def _people(self, count: int) -> list[str]:
        """The cookies of so many accounts; one account may host only so many tables."""
        if self._hosted.get(count, HOSTED) >= HOSTED:
            self._hosted[count] = 0
            self._cookies[count] = []
            for i in range(count):
                self._http.cookies.clear()
                await self._post("/api/account", {"name": f"P{i}"})
                self._cookies[count].append(f"farhaven={self._http.cookies['farhaven']}")
            self._http.cookies.clear()
        self._hosted[count] += 1
        return self._cookies[count]

    async def _post(self, path: str, body: object, cookie: str = "") -> httpx.Response:
        headers = {"cookie": cookie} if cookie else {}
        answer = await self._http.post(path, json=body, headers=headers)
        return answer.raise_for_status()

    async def table(self, people: int, *bots: str) -> list[Player]:
        """A running table of so many people, connected, and bots."""
        async with self._is_free:
            return await self._table(people, bots)

    async def _table(self, people: int, bots: Sequence[str]) -> list[Player]:
        cookies = await self._people(people)
        seats: list[dict[str, str]] = [{"kind": "me"}, *[{"kind": "open"}] * (people - 1)]
        seats += [{"kind": "bot", "level": level} for level in bots]
        body = {"title": "reworld", "seats": seats, "patience": 3600, "chat": False}
        first, *others = cookies
        answer = await self._post("/api/tables", body, first)
        table = answer.json()["id"]
        for cookie in others:
            await self._post(f"/api/tables/{table}/join", {"nonce": "n"}, cookie)
        await self._post(f"/api/tables/{table}/nonce", {"nonce": "n"}, first)
        self.set_up += 1
        return [
            await self._player(table, seat, cookie, people - 1)
            for seat, cookie in enumerate(cookies)
        ]

    async def _player(self, table: str, seat: int, cookie: str, opponents: int) -> Player:
        player = Player(self.meter, seat, opponents)
        host, path = f"127.0.0.1:{self.server.port}", f"/api/tables/{table}/live"
        player.socket = Socket(host, path, cookie, player.hear, self.meter.note_fault)
        await Socket.connect(self.server.port, player.socket)
        return player

    async def close(self) -> None:
        await self._http.aclose()


@contextmanager
def served(**settings: str) -> Iterator[Hall]:
    """A hall on a server of ours, for as long as needed."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, **settings)
        try:
            yield Hall(server, Meter())
        finally:
            server.stop()


async def play_at_once(players: list[Player]) -> None:
    """One game, each client answering at once."""
    for player in players:
        player.answers_at_once = True
        player.act()
    await players[0].on_over.wait()
    for player in players:
        player.leave()


async def play_slowly(players: list[Player]) -> None:
    """One game with one move per second."""
    await beat([player.act for player in players], players[0].on_over.is_set)
    for player in players:
        player.leave()


async def one_after_the_other(
    play: Callable[[list[Player]], Awaitable[None]],
    next_table: Callable[[], Awaitable[list[Player]]],
    first: list[Player] | None = None,
) -> None:
    """A game, then the next, for as long as it is let."""
    players = first
    while True:
        await play(players or await next_table())
        players = None


async def saturation(tables: int, seconds: float) -> Figures:
    """Tables of two clients, each answering at once.

    A trial tells how many games this machine plays in the time. They are set up before, so that
    only moves are measured. Where that was too few, further games are set up meanwhile.
    """
    with served() as hall:
        ready = [await hall.table(2) for _ in range(TRIAL_ROUNDS * tables)]
        begun = time.perf_counter()
        await hall.meter.wait_for(asyncio.gather(*map(play_at_once, ready)))
        pace = len(ready) / (time.perf_counter() - begun)
        games = tables + ceil(RESERVE * pace * (WARM_SECONDS + seconds))
        ready = [await hall.table(2) for _ in range(games)]

        async def next_table() -> list[Player]:
            return ready.pop() if ready else await hall.table(2)

        async with lanes(hall.meter) as load:
            for _ in range(tables):
                load.add(one_after_the_other(play_at_once, next_table))
            await asyncio.sleep(WARM_SECONDS)
            before = hall.set_up
            figures = await hall.meter.measure(hall.server.pid, seconds)
            meanwhile = hall.set_up - before
        await hall.close()
    return {**figures, SET_UP: meanwhile}


async def paced(seconds: float, first: int = PACED_FROM) -> Figures:
    """Tables of four clients, one move per second at each: how many can there be?"""
    with served() as hall:
        async with lanes(hall.meter) as load:

            async def add() -> None:
                await add_slow_table(hall, load, 4)

            figures = await most_tables(hall.meter, hall.server.pid, seconds, first, add)
        await hall.close()
    return figures


async def add_slow_table(hall: Hall, load: Lanes, people: int) -> None:
    """A table with one move per second, and one after it when its game is over."""
    table = await hall.table(people)
    load.add(one_after_the_other(play_slowly, lambda: hall.table(people), table))


async def idle_memory(tables: int) -> Figures:
    """Running tables with two clients connected, and nothing happening."""
    with served() as hall:
        for _ in range(LOADED_BEFORE):
            await hall.table(2)
        before = memory_bytes(hall.server.pid)
        for _ in range(tables):
            await hall.table(2)
        await asyncio.sleep(1)
        hall.meter.check()
        after = memory_bytes(hall.server.pid)
        await hall.close()
    return {"tables": tables, "kB per table": (after - before) / tables / 1000}


async def beside_bots(seconds: float) -> Figures:
    """People's moves, one per second at each of some tables, without and with bots that think.

    As many tables as there are processors, and one more, have a person who answers at once
    among bots, so that every worker always has a question.
    """
    cores = os.cpu_count() or 1
    with served(FARHAVEN_BOT_WORKERS=str(cores)) as hall:
        async with lanes(hall.meter) as load:
            for _ in range(SLOW_TABLES):
                await add_slow_table(hall, load, 2)
            await asyncio.sleep(WARM_SECONDS)
            alone = await hall.meter.measure(hall.server.pid, seconds)

            async def among_bots() -> list[Player]:
                return await hall.table(1, "captain", "captain", "captain")

            for _ in range(cores + 1):
                load.add(one_after_the_other(play_at_once, among_bots, await among_bots()))
            await asyncio.sleep(WARM_SECONDS)
            # Only what reaches other people is measured: who plays among bots has none.
            beside = await hall.meter.measure(hall.server.pid, seconds)
        await hall.close()
    return {
        "p99 ms alone": alone["p99 ms"],
        "p99 ms beside bots": beside["p99 ms"],
        "ratio": beside["p99 ms"] / alone["p99 ms"],
    }


def show(name: str, values: Figures) -> None:
    text = ", ".join(f"{key} {value:,.{2 if value < 10 else 1}f}" for key, value in values.items())
    print(f"{name}: {text}", flush=True)
    if values.get(CLIENTS_CPU, 0) > BUSY_CLIENTS:
        print("  the clients had no time to spare: the server may carry more", flush=True)
    if values.get(SET_UP, 0):
        print("  not moves alone: games were over and others set up meanwhile", flush=True)


Work = Coroutine[object, object, Figures]


def medians(runs: list[Figures]) -> Figures:
    keys = [key for key in runs[0] if all(key in run for run in runs)]
    return {key: median(run[key] for run in runs) for key in keys}


class Bench:
    """Work that is done in turns by both servers, and told as medians and their ratio."""

    def __init__(self, peer: Peer | None, times: int) -> None:
        self._peer = peer
        self._times = times

    def compare(
        self, name: str, ours: Callable[[], Work], theirs: Callable[[Peer], Work] | None = None
    ) -> None:
        found: list[Figures] = []
        others: list[Figures] = []
        for _ in range(self._times):
            found.append(uvloop.run(ours()))
            if self._peer is not None and theirs is not None:
                others.append(uvloop.run(theirs(self._peer)))
        show(name, medians(found))
        if others:
            show("  on boardgame.io", medians(others))
            ratios = [
                {key: one[key] / other[key] for key in one if other.get(key)}
                for one, other in zip(found, others, strict=True)
            ]
            show("  ratio", medians(ratios))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer", help="folder for boardgame.io")
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--times", type=int, default=1, help="repeat, and tell the medians")
    parser.add_argument("--only", choices=("saturation", "paced", "memory", "bots"))
    options = parser.parse_args()
    seconds: float = options.seconds
    raise_file_limit()
    bench = Bench(Peer(Path(options.peer)) if options.peer else None, options.times)
    if options.only in (None, "saturation"):
        bench.compare(
            "saturation, 50 tables of two",
            lambda: saturation(50, seconds),
            lambda peer: peer.saturation(50, seconds),
        )
    if options.only in (None, "paced"):
        bench.compare(
            "four clients, one move per second, p99 below 100 ms",
            lambda: paced(seconds),
            lambda peer: peer.paced(seconds, PACED_FROM),
        )
    if options.only in (None, "memory"):
        bench.compare(
            "idle",
            lambda: idle_memory(IDLE_TABLES),
            lambda peer: peer.idle_memory(IDLE_TABLES),
        )
    if options.only in (None, "bots"):
        bench.compare("people beside bots", lambda: beside_bots(seconds))


if __name__ == "__main__":
    main()
