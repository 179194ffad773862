"""The web application's files, as its build has written and compressed them."""

import base64
import hashlib
import re
from collections.abc import Mapping
from pathlib import Path

import msgspec
from litestar import MediaType, Response, route

from farhaven.server.basics import not_found
from farhaven.server.http.dependencies import Ask
from farhaven.server.http.security import CSP

STATIC = Path(__file__).parents[1] / "static"
PAGE = "index.html"
HASHED = "assets/"
"""Files in this folder have their hash in their name and never change."""
YEAR = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

COMPRESSED: Mapping[str, str] = {"br": ".br", "gzip": ".gz"}
"""How a file may be sent, the best first, and the name of what the build has put beside it."""
KINDS: Mapping[str, str] = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""Said here, for what an operating system believes of names is not the same everywhere."""

NO_BUILD = b"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Farhaven</title>
<h1>Farhaven</h1>
<p>The server runs, but it was installed without the web app.
In a copy of the source, <code>make setup</code> installs both.</p>
<p><a href="/api/openapi.json">The interface for programs</a></p>
</html>
"""


def is_built() -> bool:
    """Whether the web application is part of this installation."""
    return (STATIC / PAGE).is_file()


class Content(msgspec.Struct, frozen=True):
    """A file's content, as it was when last looked at."""

    changed: int
    body: bytes
    tag: str
    policy: str
    """What the page may run: with its own inline scripts, by their hashes."""


_contents: dict[Path, Content] = {}


def _content(file: Path) -> Content | None:
    """The content of a file, read again only where it has changed; None where there is none."""
    try:
        changed = file.stat().st_mtime_ns
        known = _contents.get(file)
        if known is None or known.changed != changed:
            body = file.read_bytes()
            tag = hashlib.sha256(body).hexdigest()[:20]
            known = _contents[file] = Content(changed, body, f'"{tag}"', policy_for(file, body))
    except OSError:
        return None
    return known


def policy_for(file: Path, body: bytes) -> str:
    """The content security policy for a page that has small scripts of its own in it."""
    if file.suffix != ".html":
        return CSP
    scripts = re.findall(rb"<script>(.*?)</script>", body, re.DOTALL)
    digests = [base64.b64encode(hashlib.sha256(script).digest()).decode() for script in scripts]
    allowed = "".join(f" 'sha256-{digest}'" for digest in digests)
    return CSP.replace("script-src 'self'", f"script-src 'self'{allowed}")


@route(
    ["/", "/{path:path}"],
    http_method=["GET", "HEAD"],
    include_in_schema=False,
    opt={"is_compressed": True},
)
async def web(request: Ask, path: str = "") -> Response[bytes]:
    """A file of the web application, or its page for every address inside it."""
    wanted = path.strip("/")
    parts = wanted.split("/")
    if parts[0] == "api" or any(part.startswith(".") for part in parts):
        raise not_found()
    kind = KINDS.get(Path(wanted).suffix)
    if kind is None and "." in parts[-1]:
        raise not_found()
    # Every address without a file's name is one within the application.
    name = wanted if kind is not None else PAGE
    file = (STATIC / name).resolve()
    if not file.is_relative_to(STATIC.resolve()):
        raise not_found()
    if name == PAGE and not is_built():
        return Response(NO_BUILD, media_type=MediaType.HTML)
    return _sent(request, file, name)


def _sent(request: Ask, file: Path, name: str) -> Response[bytes]:
    """The answer with a file's content, in the best form that the client understands."""
    headers = {"cache-control": YEAR if name.startswith(HASHED) else ASK_AGAIN}
    accepted = encodings(request.headers.get("accept-encoding", ""))
    found = whole = _content(file)
    for encoding, suffix in COMPRESSED.items():
        small = _content(file.with_name(file.name + suffix))
        if small is not None:
            headers["vary"] = "accept-encoding"
            if encoding in accepted:
                headers["content-encoding"] = encoding
                found = small
                break
    if found is None:
        raise not_found()
    headers["etag"] = found.tag
    if name == PAGE and whole is not None:
        headers["content-security-policy"] = whole.policy
    kind = KINDS[Path(name).suffix]
    if found.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=kind)
    return Response(found.body, headers=headers, media_type=kind)


def encodings(header: str) -> set[str]:
    """The encodings that a client understands, by its Accept-Encoding."""
    found = set()
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        if weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            found.add(name.strip())
    return found
