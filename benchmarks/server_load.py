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
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from statistics import median
from typing import Any  # plain JSON

import httpx
import msgspec
import uvloop

from benchmarks.server_client import Meter, Socket, beat, decode, memory_bytes, most_tables
from benchmarks.server_peer import Peer

SERVE = (
    "from farhaven.cli.serve import run; from farhaven.server.settings import load; "
    "run(load(), lambda port: print('port', port, flush=True))"
)
encode = msgspec.json.Encoder().encode
HOSTED = 100
WARM_SECONDS = 2.0
GAME_SECONDS = 1.5
"""No server ends fifty games that are played at once sooner; so many are set up."""
PACED_FROM = 100
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
            raise RuntimeError(frame)
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
        self.cookies: list[str] = []
        self._made = 0
        self._http = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{server.port}", timeout=60, verify=False
        )

    async def _people(self, count: int) -> None:
        """New accounts for the next tables; one account may host only so many."""
        self._made = 0
        self.cookies.clear()
        for i in range(count):
            self._http.cookies.clear()
            await self._http.post("/api/account", json={"name": f"P{i}"})
            self.cookies.append(f"farhaven={self._http.cookies['farhaven']}")

    async def table(self, people: int, *bots: str) -> list[Player]:
        """A running table of so many people, connected, and bots."""
        self._made += 1
        if len(self.cookies) != people or self._made > HOSTED:
            await self._people(people)
        self._http.cookies.clear()
        seats: list[dict[str, str]] = [{"kind": "me"}, *[{"kind": "open"}] * (people - 1)]
        seats += [{"kind": "bot", "level": level} for level in bots]
        body = {"title": "reworld", "seats": seats, "patience": 3600, "chat": False}
        first, *others = self.cookies
        answer = await self._http.post("/api/tables", json=body, headers={"cookie": first})
        table = answer.json()["id"]
        for cookie in others:
            path = f"/api/tables/{table}/join"
            await self._http.post(path, json={"nonce": "n"}, headers={"cookie": cookie})
        path = f"/api/tables/{table}/nonce"
        await self._http.post(path, json={"nonce": "n"}, headers={"cookie": first})
        return [await self._player(table, i, cookie) for i, cookie in enumerate(self.cookies)]

    async def _player(self, table: str, seat: int, cookie: str) -> Player:
        player = Player(self.meter, seat, len(self.cookies) - 1)
        address = f"/api/tables/{table}/live"
        player.socket = socket = Socket(
            f"127.0.0.1:{self.server.port}", address, cookie, player.hear
        )
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: socket, "127.0.0.1", self.server.port)
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


async def play_on(ready: list[list[Player]]) -> None:
    """One table after the other, each client answering at once."""
    while ready:
        players = ready.pop()
        for player in players:
            player.answers_at_once = True
            player.act()
        await players[0].on_over.wait()


async def saturation(tables: int, seconds: float) -> Figures:
    """Tables of two clients, each answering at once."""
    with served() as hall:
        # All games are set up before, so that only moves are measured.
        rounds = 1 + ceil((WARM_SECONDS + seconds) / GAME_SECONDS)
        ready = [await hall.table(2) for _ in range(rounds * tables)]
        tasks = [asyncio.create_task(play_on(ready)) for _ in range(tables)]
        await asyncio.sleep(WARM_SECONDS)
        figures = await hall.meter.measure(hall.server.pid, seconds)
        assert len(ready) > 0, "the games were over before the time was"
        await _end(tasks, hall)
    return figures


async def paced(seconds: float) -> Figures:
    """Tables of four clients, one move per second at each: how many can there be?"""
    with served() as hall:
        tasks: list[asyncio.Task[None]] = []

        async def add() -> None:
            players = await hall.table(4)
            tasks.append(asyncio.create_task(beat([player.act for player in players])))

        figures = await most_tables(hall.meter, hall.server.pid, seconds, PACED_FROM, add)
        await _end(tasks, hall)
    return figures


async def idle_memory(tables: int) -> Figures:
    """Running tables with two clients connected, and nothing happening."""
    with served() as hall:
        for _ in range(LOADED_BEFORE):
            await hall.table(2)
        before = memory_bytes(hall.server.pid)
        for _ in range(tables):
            await hall.table(2)
        await asyncio.sleep(1)
        after = memory_bytes(hall.server.pid)
        await hall.close()
    return {"tables": tables, "kB per table": (after - before) / tables / 1000}


async def beside_bots(seconds: float) -> Figures:
    """People's moves, one per second at each of 20 tables, without and with bots that think.

    As many tables as there are processors, and one more, have a person who answers at once
    among bots, so that every worker always has a question.
    """
    cores = os.cpu_count() or 1
    with served(FARHAVEN_BOT_WORKERS=str(cores)) as hall:
        tasks = []
        for _ in range(20):
            players = await hall.table(2)
            tasks.append(asyncio.create_task(beat([player.act for player in players])))
        await asyncio.sleep(WARM_SECONDS)
        alone = await hall.meter.measure(hall.server.pid, seconds)
        others = [await hall.table(1, "captain", "captain", "captain") for _ in range(cores + 1)]
        tasks += [asyncio.create_task(play_on([players])) for players in others]
        await asyncio.sleep(WARM_SECONDS)
        # Only what reaches other people is measured: who plays among bots has none.
        beside = await hall.meter.measure(hall.server.pid, seconds)
        await _end(tasks, hall)
    return {
        "p99 ms alone": alone["p99 ms"],
        "p99 ms beside bots": beside["p99 ms"],
        "ratio": beside["p99 ms"] / alone["p99 ms"],
    }


async def _end(tasks: list[asyncio.Task[None]], hall: Hall) -> None:
    for task in tasks:
        task.cancel()
    await hall.close()


def show(name: str, values: Figures) -> None:
    text = ", ".join(f"{key} {value:,.{2 if value < 10 else 1}f}" for key, value in values.items())
    print(f"{name}: {text}", flush=True)


Work = Coroutine[object, object, Figures]


def medians(runs: list[Figures]) -> Figures:
    return {key: median(run[key] for run in runs) for key in runs[0]}


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
                {key: one[key] / other[key] for key in one}
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
