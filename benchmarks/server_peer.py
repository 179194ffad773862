"""The same work on boardgame.io's server; `python -m benchmarks.server_peer FOLDER` installs it.

It is installed by npm into a folder of its own and keeps its matches in memory; its game is a
counter. Messages are those of its own client: socket.io over WebSocket.
"""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec

from benchmarks.server_client import (
    WARM_SECONDS,
    Meter,
    Socket,
    beat,
    decode,
    family,
    lanes,
    memory_bytes,
    most_tables,
)

encode = msgspec.json.Encoder().encode

PACKAGE = {
    "private": True,
    "dependencies": {"boardgame.io": "0.50.2"},
    # Without this its lobby answers 404.
    "overrides": {"koa-compose": "4.1.0"},
}
SERVER = """
const { Server, Origins } = require('boardgame.io/server');
const game = {
  name: 'counter',
  setup: () => ({ count: 0 }),
  moves: { add: ({ G, events }) => { G.count += 1; events.endTurn(); } },
};
const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => {
  console.log('port ' + appServer.address().port);
});
"""


def install(folder: Path) -> None:
    """Set up the environment, once."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text(json.dumps(PACKAGE))
    (folder / "server.js").write_text(SERVER)
    if not (folder / "node_modules" / "boardgame.io").is_dir():
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund"]
        subprocess.run(command, cwd=folder, check=True)


class PeerPlayer:
    """A client of theirs that moves whenever it may."""

    def __init__(self, meter: Meter, match: str, seat: int, people: int, credentials: str) -> None:
        self.meter = meter
        self.match = match
        self.seat = str(seat)
        self.people = people
        self.credentials = credentials
        self.socket: Socket | None = None
        self.answers_at_once = False
        self._number = -1
        """The number of the state in which it is this player's turn."""
        self._moved = -1

    def hear(self, frame: bytes) -> None:
        if self.socket is None:
            return
        if frame.startswith(b"0"):  # engine.io is open: join the namespace of the game
            self.socket.send(b"40/counter,")
        elif frame.startswith(b"40/counter"):
            self._emit("sync", self.match, self.seat, self.credentials, self.people)
        elif frame == b"2":  # engine.io's ping
            self.socket.send(b"3")
        elif frame.startswith(b"42/counter,"):
            self._message(decode(frame[len(b"42/counter,") :]))

    def _message(self, message: list[object]) -> None:
        kind = message[0]
        state = message[2]
        if not isinstance(state, dict):
            return
        if kind == "sync":
            state = state["state"]
        elif kind != "update":
            return
        number = state["_stateID"]
        if number and self._moved != number - 1:
            self.meter.note_seen(f"{self.match} {number - 1}")
        self._number = number if state["ctx"]["currentPlayer"] == self.seat else -1
        if self.answers_at_once:
            self.act()

    def act(self) -> None:
        number = self._number
        if number < 0:
            return
        self._number, self._moved = -1, number
        self.meter.note_sent(f"{self.match} {number}", self.people - 1)
        payload = {
            "type": "add",
            "args": [],
            "playerID": self.seat,
            "credentials": self.credentials,
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._emit("update", action, number, self.match, self.seat)

    def _emit(self, *parts: object) -> None:
        if self.socket is not None:
            self.socket.send(b"42/counter," + encode(parts))


class Peer:
    """boardgame.io's server, installed in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        install(folder)

    @contextmanager
    def _served(self) -> Iterator["PeerHall"]:
        process = subprocess.Popen(
            ["node", "server.js"], cwd=self._folder, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        line = ""
        while not line.startswith("port "):
            line = process.stdout.readline()
        # Where `node` is a script it has started the real one, which would outlive it.
        pids = family(process.pid)
        try:
            yield PeerHall(process.pid, int(line.split()[1]))
        finally:
            for pid in reversed(pids):
                os.kill(pid, signal.SIGTERM)
            process.wait()

    async def saturation(self, tables: int, seconds: float) -> dict[str, float]:
        """Tables of two clients, each answering at once."""
        with self._served() as hall:
            for _ in range(tables):
                for player in await hall.table(2):
                    player.answers_at_once = True
                    player.act()
            await asyncio.sleep(WARM_SECONDS)
            figures = await hall.meter.measure(hall.pid, seconds)
            hall.meter.is_over = True
            await hall.close()
        return figures

    async def paced(self, seconds: float, first: int) -> dict[str, float]:
        """Tables of four clients, one move per second at each: how many can there be?"""
        with self._served() as hall:
            async with lanes(hall.meter) as load:

                async def add() -> None:
                    players = await hall.table(4)
                    # Its counter never ends.
                    load.add(beat([player.act for player in players], lambda: False))

                figures = await most_tables(hall.meter, hall.pid, seconds, first, add)
            await hall.close()
        return figures

    async def idle_memory(self, tables: int) -> dict[str, float]:
        """Matches with two clients connected, and nothing happening."""
        with self._served() as hall:
            for _ in range(20):
                await hall.table(2)
            before = memory_bytes(hall.pid)
            for _ in range(tables):
                await hall.table(2)
            await asyncio.sleep(1)
            after = memory_bytes(hall.pid)
            await hall.close()
        return {"tables": tables, "kB per table": (after - before) / tables / 1000}


class PeerHall:
    """Matches on a running server of theirs."""

    def __init__(self, pid: int, port: int) -> None:
        self.pid = pid
        self.meter = Meter()
        self._port = port
        self._http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", verify=False)

    async def table(self, people: int) -> list[PeerPlayer]:
        """A match of so many people, connected."""
        made = await self._http.post("/games/counter/create", json={"numPlayers": people})
        match = made.json()["matchID"]
        return [await self._player(match, seat, people) for seat in range(people)]

    async def _player(self, match: str, seat: int, people: int) -> PeerPlayer:
        body = {"playerID": str(seat), "playerName": f"P{seat}"}
        joined = await self._http.post(f"/games/counter/{match}/join", json=body)
        credentials = joined.json()["playerCredentials"]
        player = PeerPlayer(self.meter, match, seat, people, credentials)
        path = "/socket.io/?EIO=4&transport=websocket"
        host = f"localhost:{self._port}"
        player.socket = Socket(host, path, "", player.hear, self.meter.note_fault)
        await Socket.connect(self._port, player.socket)
        return player

    async def close(self) -> None:
        await self._http.aclose()


if __name__ == "__main__":
    install(Path(sys.argv[1]))
