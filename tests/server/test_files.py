"""The web application's files: compressed by the build, and asked for again only where needed."""

import base64
import gzip
import hashlib
import re

import httpx
import pytest

from farhaven.server.http.static_files import ASK_AGAIN, STATIC, YEAR, encodings
from tests.server.process import ServerProcess


def _asset(server: ServerProcess) -> str:
    """The first script of the page."""
    page = httpx.get(f"{server.url}/t/some-table", trust_env=False)
    assert page.headers["cache-control"] == ASK_AGAIN
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    found = re.search(r'src="/(assets/[^"]+\.js)"', page.text)
    assert found is not None
    return found[1]


def _get(server: ServerProcess, path: str, **headers: str) -> tuple[httpx.Response, bytes]:
    """An answer, and its body as it came over the wire."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    with httpx.stream("GET", f"{server.url}/{path}", headers=names, trust_env=False) as answer:
        return answer, b"".join(answer.iter_raw())


@pytest.mark.parametrize(
    ("accepted", "encoding", "suffix"),
    [
        ("gzip, deflate, br, zstd", "br", ".br"),
        ("gzip", "gzip", ".gz"),
        ("br;q=0, gzip;q=0.5", "gzip", ".gz"),
        ("identity", None, ""),
    ],
)
def test_a_script_comes_as_the_build_has_compressed_it(
    server: ServerProcess, accepted: str, encoding: str | None, suffix: str
) -> None:
    name = _asset(server)
    answer, body = _get(server, name, accept_encoding=accepted)
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["vary"] == "accept-encoding"
    assert answer.headers["cache-control"] == YEAR
    assert int(answer.headers["content-length"]) == len(body)
    assert body == (STATIC / f"{name}{suffix}").read_bytes()
    whole = (STATIC / name).read_bytes()
    if encoding is not None:
        assert len(body) < len(whole) / 2
    if encoding == "gzip":
        assert gzip.decompress(body) == whole


def test_what_a_client_has_is_not_sent_again(server: ServerProcess) -> None:
    name = _asset(server)
    tags = set()
    for accepted in ("br", "gzip", "identity"):
        answer, _ = _get(server, name, accept_encoding=accepted)
        tag = answer.headers["etag"]
        again, body = _get(server, name, accept_encoding=accepted, if_none_match=tag)
        assert (again.status_code, body, again.headers["etag"]) == (304, b"", tag)
        other, body = _get(server, name, accept_encoding=accepted, if_none_match='"other"')
        assert (other.status_code, len(body) > 0) == (200, True)
        tags.add(tag)
    assert len(tags) == 3, "each form is another one"
    page, _ = _get(server, "")
    again, _ = _get(server, "", if_none_match=page.headers["etag"])
    assert again.status_code == 304


def test_head_is_answered_without_a_body(server: ServerProcess) -> None:
    name = _asset(server)
    answer = httpx.head(f"{server.url}/{name}", headers={"accept-encoding": "gzip"})
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-length"] == str((STATIC / f"{name}.gz").stat().st_size)


def test_pictures_are_sent_as_they_are(server: ServerProcess) -> None:
    answer, body = _get(server, "icon-192.png", accept_encoding="br, gzip")
    assert answer.headers["content-type"] == "image/png"
    assert "content-encoding" not in answer.headers
    assert body == (STATIC / "icon-192.png").read_bytes()


def test_only_the_applications_files_are_there(server: ServerProcess) -> None:
    name = _asset(server)
    for path in (f"{name}.gz", f"{name}.br", ".gitignore", "assets/none.js", "assets/../../app.py"):
        assert _get(server, path)[0].status_code == 404, path


def test_encodings_that_a_client_understands() -> None:
    assert encodings("gzip, br;q=0.8, *;q=0") == {"gzip", "br"}
    assert encodings("GZIP ; q = 0") == set()
    assert encodings("") == {""}


def test_the_page_may_run_its_own_scripts_and_no_others(server: ServerProcess) -> None:
    page, _ = _get(server, "t/some-table")
    html = (STATIC / "index.html").read_bytes()
    inline = re.findall(rb"<script>(.*?)</script>", html, re.DOTALL)
    assert len(inline) == 1
    digest = base64.b64encode(hashlib.sha256(inline[0]).digest()).decode()
    expected = f"script-src 'self' 'sha256-{digest}';"
    assert expected in page.headers["content-security-policy"]
    again, _ = _get(server, "", if_none_match=page.headers["etag"])
    assert (again.status_code, expected in again.headers["content-security-policy"]) == (304, True)
    for path in (_asset(server), "api/openapi.json"):
        policy = _get(server, path)[0].headers["content-security-policy"]
        assert "script-src 'self';" in policy
