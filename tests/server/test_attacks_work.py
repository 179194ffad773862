"""Requests that cost the server far more than they cost who sends them."""

import asyncio
import json
from collections.abc import Iterator

import httpx
import msgspec
import pytest
from litestar import Litestar
from litestar.openapi.spec import OpenAPI

from farhaven.core import fair_stream as fairness
from farhaven.core.fair_stream import new_secret, stream_key
from farhaven.core.log_entry import Line
from farhaven.core.record import MAX_LINES, MAX_SEATS, decode_record
from farhaven.core.verify import verify
from farhaven.core.violation import Illegal
from farhaven.games import load
from farhaven.server.basics import Refused
from farhaven.server.http import openapi
from farhaven.server.http import record_routes as routes_records
from farhaven.server.http.rate_limits import ANALYSIS_WORK, HINT_WORK, RATES, Bucket, Limits
from tests.server.client import Json, Person
from tests.server.process import ServerProcess
from tests.server.test_tables import act, running, tell


def _record() -> Json:
    """A small record that is sound but for what a test makes of it."""
    return {
        "format": "farhaven-record/1",
        "game": "reworld",
        "rules_version": 1,
        "options": {},
        "components": load("reworld").digest,
        "players": [{"name": "Ada", "kind": "human"}, {"name": "Bo", "kind": "human"}],
        "fairness": {"commitment": "0" * 64, "secret": None, "nonces": []},
        "log": [],
        "result": None,
    }


HUGE = "x" * 5_000
OVERSIZED: dict[str, Json] = {
    "$.fairness.nonces`": {"fairness": {"commitment": "", "nonces": ["a"] * 700_000}},
    "$.fairness.nonces[0]`": {"fairness": {"commitment": "", "nonces": [HUGE]}},
    "$.fairness.commitment`": {"fairness": {"commitment": HUGE}},
    "$.fairness.secret`": {"fairness": {"commitment": "", "secret": HUGE}},
    "$.players`": {"players": [{"name": "", "kind": ""}] * (MAX_SEATS + 1)},
    "$.players[0].name`": {"players": [{"name": HUGE, "kind": ""}]},
    "$.players[0].kind`": {"players": [{"name": "", "kind": HUGE}]},
    "$.log`": {"log": [{}] * (MAX_LINES + 1)},
    "$.log[1]`": {"log": [{}, {"do": HUGE * 4}]},
    "$.result`": {"result": HUGE * 20},
    "$.options`": {"options": {str(i): 1 for i in range(100)}},
    "key` in `$.options`": {"options": {HUGE: 1}},
    "$.options[...]`": {"options": {"a": HUGE}},
    "$.components`": {"components": HUGE},
    "$.format`": {"format": HUGE},
    "$.game`": {"game": HUGE},
    "$.rules_version`": {"rules_version": 10**30},
    "$.stopped`": {"stopped": HUGE},
}


@pytest.mark.parametrize("field", OVERSIZED)
def test_every_part_of_a_record_is_bounded_and_the_refusal_names_it(field: str) -> None:
    with pytest.raises(Illegal) as refused:
        decode_record(msgspec.json.encode({**_record(), **OVERSIZED[field]}))
    assert refused.value.violation.reason == "field"
    assert field in str(refused.value.violation.params["fault"])


def test_a_refusal_does_not_quote_a_whole_record() -> None:
    with pytest.raises(Illegal) as refused:
        decode_record(msgspec.json.encode({**_record(), "y" * 1_000_000: 1}))
    assert len(str(refused.value.violation.params["fault"])) < 1_000


def test_nonces_are_digested_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """No message is built up: that would be copied again for every nonce."""
    seen: list[int] = []

    class Mac:
        def __init__(self, _key: bytes, message: bytes, _kind: str) -> None:
            seen.append(len(message))

        def update(self, piece: bytes) -> None:
            seen.append(len(piece))

        def digest(self) -> bytes:
            return b""

    monkeypatch.setattr("farhaven.core.fair_stream.hmac.new", Mac)
    stream_key(new_secret(), ["a"] * 100)
    assert len(seen) == 101
    assert max(seen) <= 32


def test_the_key_of_a_stream_is_as_documented() -> None:
    """The value that docs/fairness.md's scheme gives, whatever way it is computed."""
    import hashlib
    import hmac

    parts = b"".join(hashlib.sha256(nonce.encode()).digest() for nonce in ("a", "b"))
    message = b"farhaven-fairness/1/key" + parts
    assert stream_key("07" * 32, ["a", "b"]) == hmac.digest(b"\7" * 32, message, "sha256")


@pytest.mark.parametrize("result", ["1" * 5_000, "1e999"])
def test_a_result_that_no_program_can_read_is_a_wrong_result(result: str) -> None:
    text = msgspec.json.encode(_record()).replace(b'"result":null', b'"result":' + result.encode())
    fault = verify(load("reworld"), decode_record(text))
    assert fault is not None
    assert fault.violation.reason == "result"


def test_one_upload_does_not_freeze_the_process(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        secret = "00" * 32
        attack = {
            **_record(),
            "fairness": {
                "commitment": fairness.commitment(secret),
                "secret": secret,
                "nonces": ["a"] * 700_000,
            },
        }
        upload = asyncio.create_task(ada.post("/api/records", attack, status=422))
        await bo.get("/api/account")
        assert "$.fairness.nonces" in (await upload)["params"]["fault"]

    tell(server, story)


def test_replays_let_others_have_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1_000_000))
    monkeypatch.setattr(routes_records, "perf_counter", lambda: next(clock) * 0.004)
    turns = 0

    async def other() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    def lines() -> Iterator[Line]:
        for _ in range(100):
            yield Line()

    async def main() -> None:
        beside = asyncio.create_task(other())
        async for _ in routes_records.in_turns(lines()):
            pass
        beside.cancel()

    asyncio.run(main())
    assert turns >= 49


def test_costly_requests_weigh_more() -> None:
    """A hundred hints or replays are not a hundred glances at a list."""
    assert RATES["work"].at_once / HINT_WORK < RATES["request"].at_once / 4
    assert RATES["work"].at_once / ANALYSIS_WORK < 10
    bucket = Bucket(1e-9, 10)
    assert bucket.take(6)
    assert not bucket.take(6)
    assert bucket.take(4)
    assert Bucket(1e-9, 10).take(11), "what costs more than a full bucket may still pass once"


def test_replays_uploads_and_records_are_charged_by_their_length(server: ServerProcess) -> None:
    async def story(ada: Person, bo: Person) -> None:
        async def charged(path: str) -> float:
            before = await _work(ada)
            assert (await ada.http.get(path)).status_code == 200
            return await _work(ada) - before

        table = await running(ada, bo)
        await act(ada, table, 0)
        assert await charged(f"/api/tables/{table}/at/0") == 0
        assert await charged(f"/api/tables/{table}/at/2") == 2
        assert await charged(f"/api/tables/{table}/record") >= 2
        assert await charged("/api/titles") == 0
        before = await _work(ada)
        await ada.post("/api/records", {"format": "x" * 10_000}, status=422)
        assert await _work(ada) - before >= 10

    tell(server, story)


async def _work(person: Person) -> float:
    """What all requests of a server have been charged so far."""
    lines = (await person.http.get("/metrics")).text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("farhaven_work_total"))


def test_who_makes_too_much_work_waits() -> None:
    limits = Limits(1.0)

    async def main() -> None:
        await limits.check_address("work", "192.0.2.1", RATES["work"].at_once)
        with pytest.raises(Refused) as refused:
            await limits.check_address("work", "192.0.2.1", HINT_WORK)
        assert refused.value.status == 429
        assert refused.value.headers["retry-after"] == "1"
        await limits.check_address("work", "192.0.2.2", HINT_WORK)

    asyncio.run(main())


def test_the_openapi_document_is_made_once() -> None:
    class App(Litestar):
        made = 0

        @property
        def openapi_schema(self) -> OpenAPI:
            App.made += 1
            return super().openapi_schema

    app = App([])
    assert openapi.document(app) is openapi.document(app)
    assert App.made == 1


def test_the_interface_for_programs_is_a_document_and_no_page(server: ServerProcess) -> None:
    document = httpx.get(f"{server.url}/api/openapi.json").json()
    for path in ("", "/openapi.json"):
        answer = httpx.get(f"{server.url}/api/schema{path}")
        assert answer.headers["content-type"].startswith("application/")
        assert json.loads(answer.content) == document
    for path in ("swagger", "redoc", "elements", "rapidoc", "scalar", "openapi.yaml"):
        answer = httpx.get(f"{server.url}/api/schema/{path}")
        assert answer.status_code == 404
        assert "script" not in answer.text
