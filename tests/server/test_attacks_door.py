"""Who a request says it comes from, what it says it is for, and what it shows to prove itself."""

import asyncio
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from farhaven.server.http.forwarding import Hosts, Proxies
from farhaven.server.settings import Settings
from tests.server.client import Person
from tests.server.process import ServerProcess
from tests.server.process import running as serving
from tests.server.test_tables import running, tell

METRICS = "farhaven_steps_total"


@pytest.mark.parametrize(
    ("setting", "peer", "forwarded", "client"),
    [
        ("*", "10.0.0.1", ["127.0.0.1", "203.0.113.9"], "203.0.113.9"),
        ("*", "10.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("*", "10.0.0.1", [], "10.0.0.1"),
        ("*", "10.0.0.1", ["127.0.0.1", "nonsense"], "10.0.0.1"),
        ("10.0.0.0/8", "10.0.0.1", ["127.0.0.1", "203.0.113.9", "10.0.0.2"], "203.0.113.9"),
        ("10.0.0.0/8", "10.0.0.1", ["127.0.0.1", "nonsense", "10.0.0.2"], "10.0.0.2"),
        ("10.0.0.1, ::1", "::1", ["127.0.0.1", "[2001:db8::1]:443"], "2001:db8::1"),
        ("10.0.0.1", "::ffff:10.0.0.1", ["203.0.113.9:5000"], "203.0.113.9"),
    ],
)
def test_the_rightmost_address_that_no_believed_proxy_has_is_the_clients(
    setting: str, peer: str, forwarded: list[str], client: str
) -> None:
    proxies = Proxies(setting)
    assert proxies.trusts(peer)
    assert proxies.client(peer, forwarded) == client


def test_others_are_not_believed() -> None:
    assert not Proxies("10.0.0.1").trusts("10.0.0.2")
    assert not Proxies("10.0.0.1").trusts("unix")


def test_metrics_stay_closed_to_who_says_to_be_this_machine(tmp_path: Path) -> None:
    """The client invents an entry; the proxy appends where it saw the client."""
    with serving(tmp_path, proxies="*") as server:
        for said in ("127.0.0.1, 203.0.113.9", "::1,203.0.113.9"):
            answer = httpx.get(f"{server.url}/metrics", headers={"x-forwarded-for": said})
            assert answer.status_code == 404
        twice = [("x-forwarded-for", "127.0.0.1"), ("x-forwarded-for", "203.0.113.9")]
        assert httpx.get(f"{server.url}/metrics", headers=twice).status_code == 404
        assert METRICS in httpx.get(f"{server.url}/metrics").text


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("127.0.0.1:8420", True),
        ("192.168.1.7", True),
        ("[fe80::1]:8420", True),
        ("localhost:8420", True),
        ("games.localhost", True),
        ("raspberry.local:8420", True),
        ("raspberry", True),
        ("games.example.org", True),
        ("Games.Example.org.", True),
        ("pages.example.org:8443", True),
        ("club.example.net:8420", True),
        ("evil.example", False),
        ("evil.example:8420", False),
        ("127.0.0.1.evil.example", False),
        ("local.evil.example", False),
        ("games.example.org.evil.example", False),
        ("", True),
    ],
)
def test_names_that_are_ours(host: str, is_ours: bool) -> None:
    settings = Settings(
        public_url="https://games.example.org",
        origins=["https://pages.example.org:8443"],
        hosts=["club.example.net"],
    )
    assert Hosts(settings).allows(host) is is_ours
    assert Hosts(Settings(hosts=["*"])).allows(host)


def test_a_name_that_was_bent_to_this_machine_leads_nowhere(server: ServerProcess) -> None:
    """DNS rebinding: the page and the request have the same name, but it is not ours."""
    evil = {"host": "evil.example:8420", "origin": "http://evil.example:8420"}
    for path in ("/api/account", "/api/titles", "/health", "/metrics"):
        answer = httpx.get(f"{server.url}{path}", headers=evil)
        assert answer.status_code == 403
    page = httpx.get(server.url, headers=evil)
    assert page.status_code == 403
    assert "farhaven serve --hosts evil.example\n" in page.text
    assert page.headers["content-type"].startswith("text/plain")
    body = {"name": "Eve"}
    answer = httpx.post(f"{server.url}/api/account", headers=evil, json=body)
    assert answer.status_code == 403
    assert answer.json()["reason"] == "unknown_host"
    assert answer.json()["params"]["setting"] == "hosts"

    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        with pytest.raises(InvalidStatus) as refused:
            async with connect(
                ada.live_address(table), additional_headers={"host": "evil.example"}
            ):
                pass
        assert refused.value.response.status_code in (400, 403)

    tell(server, story)


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"Host: x\r\nOrigin: http://[\r\n", b"403"),
        (b"Host: x\r\nOrigin: http://[::1\r\n", b"403"),
        (b"Host: x\r\nOrigin: \xff\xfe\r\n", b"403"),
        (b"Host: " + b"a" * 5_000 + b"\r\n", b"400"),
        (b"Host: " + b"a." * 20_000 + b"\r\n", b"4"),
        (b"Host: x\r\nHost: evil.example\r\n", b"400"),
        (b"Host: [\r\n", b"2"),
    ],
)
def test_strange_heads_are_refused_not_faults(
    server: ServerProcess, head: bytes, status: bytes
) -> None:
    async def main() -> None:
        body = b'{"name":"Ada"}'
        for extra in (b"Content-Type: application/json\r\nContent-Length: 14\r\n\r\n" + body,):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            request = b"POST /api/account HTTP/1.1\r\n" + head + b"Connection: close\r\n" + extra
            writer.write(request)
            assert (await reader.read()).startswith(b"HTTP/1.1 " + status)
            writer.close()

    asyncio.run(main())


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "https://evil.example"])
def test_strange_origins_open_no_socket(server: ServerProcess, origin: str) -> None:
    async def story(ada: Person, bo: Person) -> None:
        table = await running(ada, bo)
        with pytest.raises(InvalidStatus) as refused:
            async with connect(ada.live_address(table), additional_headers={"origin": origin}):
                pass
        assert refused.value.response.status_code == 403

    tell(server, story)


def test_a_sessions_token_is_never_one_for_programs(server: ServerProcess) -> None:
    """Neither before nor after the session was looked up."""

    async def story(ada: Person, bo: Person) -> None:
        token = ada.http.cookies["farhaven"].rpartition(".")[0]
        stranger = Person(server.url)
        stranger.http.headers["authorization"] = f"Bearer {token}"
        await stranger.get("/api/account", status=401)
        assert (await ada.get("/api/account"))["id"] == ada.id
        await stranger.get("/api/account", status=401)
        secret = (await bo.post("/api/account/tokens", {"name": "bot"}))["token"]
        program = Person(server.url)
        program.http.headers["authorization"] = f"Bearer {secret}"
        assert (await program.get("/api/account"))["id"] == bo.id
        await stranger.close()
        await program.close()

    tell(server, story)
