"""How much one process carries: `python -m benchmarks.server_load [--peer FOLDER]`.

The clients play Reworld by the decisions that they are sent. With --peer, the same work on
boardgame.io's server with its store in memory (see server_peer.py), in the same run.
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any  # plain JSON

import httpx
import msgspec

from benchmarks.server_client import Meter, Socket, cpu_seconds, decode

SERVE = (
    "from farhaven.cli.serve import run; from farhaven.server.settings import load; "
    "run(load(), lambda port: print('port', port, flush=True))"
)
encode = msgspec.json.Encoder().encode
HOSTED = 100


class Server:
    """One process of ours, on a database of its own."""

    def __init__(self, folder: str) -> None:
        env = {
            **os.environ,
            "FARHAVEN_DATA": folder,
            "FARHAVEN_HOST": "127.0.0.1",
            "FARHAVEN_PORT": "0",
            "FARHAVEN_BROWSER": "false",
            "FARHAVEN_RATE_LIMITS": "0",
            "FARHAVEN_BOT_DELAY": "0",
            "FARHAVEN_NONCE_WAIT": "0",
            "FARHAVEN_LOG_LEVEL": "error",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE], stdout=subprocess.PIPE, text=True, env=env
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().split()[1])

    def memory(self) -> int:
        """Resident bytes."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) * 1024
        return 0

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


class Player:
    """A client that plays the first thing that it may, when it is told to."""

    def __init__(self, meter: Meter, seat: int) -> None:
        self.meter = meter
        self.seat = seat
        self.socket: Socket | None = None
        self.state: dict[str, Any] = {}
        self.n = 0
        self.is_over = False
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
        self.meter.note_sent(name)
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
        self._count = self._made = 0
        self._http = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{server.port}", timeout=60, verify=False
        )

    async def people(self, count: int) -> None:
        """New accounts for the next tables; one account may host only so many."""
        self._count, self._made = count, 0
        self.cookies.clear()
        for i in range(count):
            self._http.cookies.clear()
            await self._http.post("/api/account", json={"name": f"P{i}"})
            self.cookies.append(f"farhaven={self._http.cookies['farhaven']}")

    async def table(self) -> list[Player]:
        """A running table of all people, connected."""
        self._made += 1
        if self._made > HOSTED:
            await self.people(self._count)
        self._http.cookies.clear()
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (len(self.cookies) - 1)]
        body = {"title": "reworld", "seats": seats, "patience": 3600, "chat": False}
        first, *others = self.cookies
        answer = await self._http.post("/api/tables", json=body, headers={"cookie": first})
        table = answer.json()["id"]
        for cookie in others:
            path = f"/api/tables/{table}/join"
            await self._http.post(path, json={"nonce": "n"}, headers={"cookie": cookie})
        path = f"/api/tables/{table}/nonce"
        await self._http.post(path, json={"nonce": "n"}, headers={"cookie": first})
        players = []
        for seat, cookie in enumerate(self.cookies):
            player = Player(self.meter, seat)
            address = f"/api/tables/{table}/live"
            socket = Socket(f"127.0.0.1:{self.server.port}", address, cookie, player.hear)
            player.socket = socket
            loop = asyncio.get_running_loop()
            await loop.create_connection(lambda s=socket: s, "127.0.0.1", self.server.port)  # type: ignore[misc]  # bound now
            players.append(player)
        return players

    async def close(self) -> None:
        await self._http.aclose()


async def saturation(tables: int, seconds: float) -> dict[str, float]:
    """Tables of two clients, each answering at once."""
    meter = Meter()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        hall = Hall(server, meter)
        await hall.people(2)

        # All games are set up before, so that only moves are measured.
        ready = [await hall.table() for _ in range(4 * tables)]

        async def again() -> None:
            while ready:
                players = ready.pop()
                for player in players:
                    player.answers_at_once = True
                    player.act()
                await players[0].on_over.wait()

        tasks = [asyncio.create_task(again()) for _ in range(tables)]
        await asyncio.sleep(2)
        meter.is_on, used = True, cpu_seconds(server.process.pid)
        await asyncio.sleep(seconds)
        meter.is_on, used = False, cpu_seconds(server.process.pid) - used
        for task in tasks:
            task.cancel()
        await hall.close()
        server.stop()
    return meter.report(seconds, used)


async def paced(tables: int, seconds: float) -> dict[str, float]:
    """Tables of four clients, one move per second at each."""
    meter = Meter()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        hall = Hall(server, meter)
        await hall.people(4)
        groups = [await hall.table() for _ in range(tables)]
        start = time.perf_counter() + 1

        async def beat(players: list[Player]) -> None:
            offset = random.random()
            tick = 0
            while True:
                await asyncio.sleep(max(0.0, start + offset + tick - time.perf_counter()))
                tick += 1
                for player in players:
                    player.act()

        tasks = [asyncio.create_task(beat(players)) for players in groups]
        await asyncio.sleep(3)
        meter.is_on, used = True, cpu_seconds(server.process.pid)
        await asyncio.sleep(seconds)
        meter.is_on, used = False, cpu_seconds(server.process.pid) - used
        for task in tasks:
            task.cancel()
        await hall.close()
        server.stop()
    return {"tables": tables, **meter.report(seconds, used)}


async def idle_memory(tables: int) -> dict[str, float]:
    """Running tables with two clients connected, and nothing happening."""
    meter = Meter()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        hall = Hall(server, meter)
        await hall.people(2)
        for _ in range(20):  # so that what is loaded once is not counted
            await hall.table()
        before = server.memory()
        for _ in range(tables):
            await hall.table()
        await asyncio.sleep(1)
        after = server.memory()
        await hall.close()
        server.stop()
    return {"tables": tables, "kB per table": (after - before) / tables / 1000}


def show(name: str, values: dict[str, float]) -> None:
    text = ", ".join(f"{key} {value:,.1f}" for key, value in values.items())
    print(f"{name}: {text}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer", help="folder with boardgame.io installed by server_peer.py")
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--tables", type=int, nargs="*", default=[100, 200, 300])
    parser.add_argument("--only", choices=("saturation", "paced", "memory"))
    options = parser.parse_args()
    if options.only in (None, "saturation"):
        ours = asyncio.run(saturation(50, options.seconds))
        show("saturation, 50 tables of two", ours)
        if options.peer:
            from benchmarks.server_peer import peer_saturation  # noqa: PLC0415

            theirs = asyncio.run(peer_saturation(Path(options.peer), 50, options.seconds))
            show("the same on boardgame.io", theirs)
            show("ratio", {key: ours[key] / theirs[key] for key in ours})
    if options.only in (None, "paced"):
        for tables in options.tables:
            show("one move per second, four clients", asyncio.run(paced(tables, options.seconds)))
    if options.only in (None, "memory"):
        show("idle", asyncio.run(idle_memory(300)))


if __name__ == "__main__":
    main()
