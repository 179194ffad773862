"""Makes the pictures of both boards that README.md shows.

After `make setup`, `.venv/bin/python -m benchmarks.pictures` plays matches of both titles against
bots until the board is well filled, and writes reworld.webp, settlement.webp and mars.webp.
"""

import base64
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import APIRequestContext, Browser, Page, sync_playwright
from tests.server.process import running
from tests.web.chromium import FLAGS, installed
from tests.web.site import Site

OUT = Path(__file__).parents[1] / "docs/images"
SIZE = (1280, 800)
QUALITY = 0.86
BOTS = ({"kind": "bot", "level": "greedy"},) * 3
# A PNG of these boards is several times as large; the browser itself packs it tighter.
PACK = """async ([png, quality]) => {
  const picture = await createImageBitmap(await (await fetch(png)).blob())
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  canvas.getContext('2d').drawImage(picture, 0, 0)
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality })
  const bytes = Array.from(new Uint8Array(await blob.arrayBuffer()), (b) => String.fromCharCode(b))
  return btoa(bytes.join(''))
}"""

State = dict[str, Any]


def half_bought(state: State) -> bool:
    """Round three at the station, half of its slots taken."""
    taken = sum(1 for port in state["view"]["ports"] if port["cards"])
    return state["view"]["round"] == 3 and taken >= 8


def well_settled(state: State) -> bool:
    """Three cities, and a choice of launches."""
    mine = state["view"]["players"][0]
    settles = state["decision"]["kind"] == "settlement"
    return settles and len(mine["cities"]) >= 3


def well_built(state: State) -> bool:
    """A Mars with domes, on one's own turn."""
    view, decision = state["view"], state["decision"]
    domes = sum(1 for field in view["fields"] if field["dome"])
    acts = decision["kind"] == "act" and bool(decision["roads"])
    return acts and view["turns"] > 40 and domes > 1


PICTURES: dict[str, tuple[str, Callable[[State], bool]]] = {
    "reworld": ("reworld", half_bought),
    "settlement": ("reworld", well_settled),
    "mars": ("mars", well_built),
}


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), nonce_wait="0.05") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=installed(), args=list(FLAGS))
        for name, (title, is_there) in PICTURES.items():
            picture = take(browser, Site(server), title, is_there)
            (OUT / f"{name}.webp").write_bytes(picture)
            print(f"{name}.webp: {len(picture) // 1000} kB")
        browser.close()


def take(browser: Browser, site: Site, title: str, is_there: Callable[[State], bool]) -> bytes:
    """A match of a title when it has come to where it is worth a picture."""
    context = browser.new_context(
        base_url=site.url,
        viewport={"width": SIZE[0], "height": SIZE[1]},
        locale="en-GB",
        color_scheme="dark",
        reduced_motion="reduce",
    )
    site.name_me(context.request, "Ada")
    table = site.table(context.request, title, *BOTS, days=1)
    play_until(context.request, table, is_there)
    page = context.new_page()
    page.goto(f"/t/{table}")
    page.locator(".prompt .now.mine").wait_for()
    page.wait_for_timeout(500)
    picture = packed(page)
    context.close()
    return picture


def play_until(request: APIRequestContext, table: str, is_there: Callable[[State], bool]) -> None:
    """Play seat 0 as the hints say until its state is as wanted."""
    while True:
        now = request.get(f"/api/tables/{table}/state").json()
        state: State = now["state"]
        if state["result"] is not None or (state["decision"] and is_there(state)):
            return
        if state["decision"] is None:
            request.get(f"/api/tables/{table}/steps?since={now['n']}&wait=1")
            continue
        entry = request.get(f"/api/tables/{table}/hint?seat=0").json()[0]["entry"]
        request.post(f"/api/tables/{table}/act", data={"id": str(now["n"]), "entry": entry})


def packed(page: Page) -> bytes:
    """What the page shows, as WebP."""
    png = "data:image/png;base64," + base64.b64encode(page.screenshot()).decode()
    blank = page.context.new_page()
    return base64.b64decode(blank.evaluate(PACK, [png, QUALITY]))


if __name__ == "__main__":
    main()
