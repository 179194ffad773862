"""What setting up a table costs: statements, and trips to the threads that ask the database."""

import asyncio
import contextlib
import socket
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from farhaven.server.app import create_app, guarded
from farhaven.server.process import Server, config_for
from farhaven.server.settings import Settings
from farhaven.server.storage.database import prepare
from tests.server.client import Person


@contextlib.asynccontextmanager
async def serving(settings: Settings) -> AsyncIterator[str]:
    """A server within the test's own process, so that it can be looked into; its address."""
    prepare(settings.database_url())
    with socket.create_server(("127.0.0.1", 0)) as listener:
        app = create_app(settings)
        server = Server(config_for(guarded(app), settings))
        server.on_stop = app.state.live.close
        task = asyncio.create_task(server.serve([listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        await task


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """Counts statements and trips, as long as the test runs."""
    count: Counter[str] = Counter()
    submit = ThreadPoolExecutor.submit

    def counting(self: ThreadPoolExecutor, *args: object) -> object:
        if (self._thread_name_prefix or "").startswith("store-"):
            count["trips"] += 1
        return submit(self, *args)  # type: ignore[arg-type]  # passed on as they came

    def statement(_connection: object, _cursor: object, text: str, *_more: object) -> None:
        if not text.startswith(("PRAGMA", "BEGIN")):
            count["statements"] += 1

    monkeypatch.setattr(ThreadPoolExecutor, "submit", counting)
    monkeypatch.setattr("farhaven.server.process._spare_the_collector", lambda: None)
    # What the server does by the clock would be counted with the rest.
    monkeypatch.setattr("farhaven.server.scheduling.scheduler.Keeper._sweep", _nothing)
    monkeypatch.setattr("farhaven.server.scheduling.scheduler.Keeper._notice_operator", _nothing)
    event.listen(Engine, "before_cursor_execute", statement)
    interval = sys.getswitchinterval()
    yield count
    sys.setswitchinterval(interval)
    event.remove(Engine, "before_cursor_execute", statement)


async def _nothing(_self: object) -> None:
    """Nothing is due."""


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the library, about itself
def test_a_table_for_two_is_set_up_in_few_trips(tmp_path: Path, counted: Counter[str]) -> None:
    async def main() -> None:
        settings = Settings(
            host="127.0.0.1",
            data=str(tmp_path),
            browser=False,
            rate_limits=0,
            extra_titles=["tests.server.toy:Toy"],
        )
        async with serving(settings) as url:
            ada, bo = await Person.guest(url, "Ada"), await Person.guest(url, "Bo")
            for person in (ada, bo):
                await person.get("/api/account")  # their sessions are known from now on
            counted.clear()
            table = await ada.table("toy", "me", "open")
            await bo.post(f"/api/tables/{table}/join", {"nonce": "b"})
            await ada.post(f"/api/tables/{table}/nonce", {"nonce": "a"})
            async with ada.live(table) as a, bo.live(table) as b:
                await a.receive()
                await b.receive()
                assert a.table["state"] == b.table["state"] == "running"
                spent = dict(counted)
            for person in (ada, bo):
                await person.close()
        # Set up, join, nonce and start are a transaction each; two of them are read again, and
        # each socket asks once for the chat.
        assert spent["trips"] <= 8
        assert spent["statements"] <= 25

    asyncio.run(main())
