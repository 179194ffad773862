"""What makes a match pleasant: hints, and the course of points afterwards."""

import asyncio

from tests.server.client import Person
from tests.server.process import ServerProcess


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
        assert 0 <= hints[0]["win"] <= 1
        await ada.post(f"/api/tables/{table}/act", {"id": "1", "entry": hints[0]["entry"]})
        await ada.get(f"/api/tables/{table}/hint?seat=1", status=403)

        await ada.post(f"/api/tables/{table}/leave", {})
        info = await ada.get(f"/api/tables/{table}")
        while info["state"] == "running":
            await asyncio.sleep(0.2)
            info = await ada.get(f"/api/tables/{table}")
        course = await ada.get(f"/api/tables/{table}/course")
        record = await ada.get(f"/api/tables/{table}/record")
        assert len(course["scores"]) == len(record["log"]) + 1
        assert course["scores"][0] == [0, 0]
        assert course["scores"][-1] == record["result"]["scores"]
        await ada.close()

    async def main() -> None:
        async with asyncio.timeout(60):
            await story()

    asyncio.run(main())
