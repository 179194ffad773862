"""The same work on boardgame.io's server: `python -m benchmarks.server_peer FOLDER`.

It is installed by npm into a folder of its own and keeps its matches in memory; its game is a
counter. Messages are those of its own client: socket.io over WebSocket.
"""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import httpx

from benchmarks.server_client import Meter, Socket, cpu_seconds, decode

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

    def __init__(self, meter: Meter, match: str, seat: int, credentials: str) -> None:
        self.meter = meter
        self.match = match
        self.seat = str(seat)
        self.credentials = credentials
        self.socket: Socket | None = None

    def hear(self, frame: bytes) -> None:
        if self.socket is None:
            return
        if frame.startswith(b"0"):  # engine.io is open: join the namespace of the game
            self.socket.send(b"40/counter,")
        elif frame.startswith(b"40/counter"):
            self._emit("sync", self.match, self.seat, self.credentials, 2)
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
        if state["ctx"]["currentPlayer"] == self.seat:
            if number:
                self.meter.note_seen(f"{self.match} {number - 1}")
            self._move(number)

    def _move(self, number: int) -> None:
        self.meter.note_sent(f"{self.match} {number}")
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
            self.socket.send(b"42/counter," + json.dumps(parts).encode())


async def peer_saturation(folder: Path, tables: int, seconds: float) -> dict[str, float]:
    """Tables of two clients, each answering at once."""
    install(folder)
    process = subprocess.Popen(["node", "server.js"], cwd=folder, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = ""
    while not line.startswith("port "):
        line = process.stdout.readline()
    port = int(line.split()[1])
    meter = Meter()
    loop = asyncio.get_running_loop()
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", verify=False) as http:
            for _ in range(tables):
                made = await http.post("/games/counter/create", json={"numPlayers": 2})
                match = made.json()["matchID"]
                for seat in range(2):
                    body = {"playerID": str(seat), "playerName": f"P{seat}"}
                    joined = await http.post(f"/games/counter/{match}/join", json=body)
                    player = PeerPlayer(meter, match, seat, joined.json()["playerCredentials"])
                    path = "/socket.io/?EIO=4&transport=websocket"
                    player.socket = Socket(f"localhost:{port}", path, "", player.hear)
                    made_socket = player.socket
                    await loop.create_connection(lambda s=made_socket: s, "127.0.0.1", port)  # type: ignore[misc]  # bound now
        await asyncio.sleep(2)
        meter.is_on, used = True, cpu_seconds(process.pid)
        await asyncio.sleep(seconds)
        meter.is_on, used = False, cpu_seconds(process.pid) - used
    finally:
        process.terminate()
        process.wait()
    return meter.report(seconds, used)


if __name__ == "__main__":
    install(Path(sys.argv[1]))
    print(asyncio.run(peer_saturation(Path(sys.argv[1]), 50, 8)))
