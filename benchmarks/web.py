"""How long the page takes from a press to the next picture, on the fullest boards.

`python -m benchmarks.web` starts the server and Debian's Chromium, brings a match of each title
to its fullest board and reports interaction to next paint, layout shift and start-up.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.table import Table
from tests.server.process import running
from tests.web.chromium import FLAGS, installed
from tests.web.players import players, take_turn
from tests.web.screen import Screen
from tests.web.site import BOT, Site

PRESSES = 30
FULLEST: dict[str, Callable[[dict[str, Any]], bool]] = {
    "reworld": lambda state: state["decision"]["kind"] == "settlement",
    "mars": lambda state: state["view"]["turns"] > 50 and state["decision"]["kind"] == "roll",
}
OBSERVE = """() => {
  window.times = []
  window.shifts = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) times.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifts += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}"""
SCRIPTS = """() => performance.getEntriesByType('resource')
  .filter((one) => one.name.endsWith('.js')).reduce((all, one) => all + one.encodedBodySize, 0)"""
START = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


def main() -> None:
    table = Table(title="The page on its fullest board")
    for heading in ("title", "first picture", "median", "slowest", "layout shift"):
        table.add_column(heading, justify="left" if heading == "title" else "right")
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), nonce_wait="0.05") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=installed(), args=list(FLAGS))
        for title in FULLEST:
            table.add_row(title, *measure(browser, Site(server), title))
        page = browser.new_page(base_url=server.url)
        page.goto("/", wait_until="networkidle")
        scripts = int(page.evaluate(SCRIPTS))
        browser.close()
    Console().print(table)
    Console().print(f"JavaScript of the first page, as it is sent: {scripts / 1000:.1f} kB")


def measure(browser: Browser, site: Site, title: str) -> list[str]:
    """One line of the report."""
    context = browser.new_context(
        base_url=site.url, viewport={"width": 1440, "height": 900}, locale="en-GB"
    )
    screen = Screen(context.new_page())
    page = screen.page
    site.name_me(page.request)
    table = site.table(page.request, title, BOT)
    site.play_until(page.request, table, FULLEST[title])
    page.goto(f"/t/{table}")
    screen.look()
    start = float(page.evaluate(START))
    page.evaluate(OBSERVE)
    player = players(title)
    for _ in range(PRESSES):
        if not take_turn(screen, player):
            break
    page.wait_for_timeout(500)
    times: list[float] = sorted(page.evaluate("times")) or [0.0]
    shifts = float(page.evaluate("shifts"))
    context.close()
    return [
        f"{start:.0f} ms",
        f"{times[len(times) // 2]:.0f} ms",
        f"{times[-1]:.0f} ms",
        f"{shifts:.4f}",
    ]


if __name__ == "__main__":
    main()
