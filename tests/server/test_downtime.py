"""The mark that says the server runs, and what is done where it has grown old."""

import asyncio
from pathlib import Path

from structlog.testing import capture_logs

from tests.server.inside import guest, opened, own_time, running


def test_only_a_downtime_that_pauses_matches_is_told(tmp_path: Path) -> None:
    async def main() -> None:
        with capture_logs() as lines:
            async with opened(tmp_path) as services:
                assert lines == [], "nothing ran here before"
                ada, bo = await guest(services, "Ada"), await guest(services, "Bo")
                for _ in range(2):
                    await running(services, ada, bo)
            async with opened(tmp_path):
                pass
        assert [line["paused"] for line in lines if line["event"] == "was_down"] == [2]

    with own_time():
        asyncio.run(main())
