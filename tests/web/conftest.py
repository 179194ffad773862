"""The real server with the built application, and Debian's Chromium."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, StorageState, expect, sync_playwright

from tests.server.process import ServerProcess, running
from tests.web.chromium import FLAGS, installed
from tests.web.screen import Hands, Screen, with_mouse
from tests.web.site import Site

LAPTOP = (1100, 760)
WAIT_MS = 15_000
PHONE = (390, 844)
SMALL_PHONE = (360, 640)
LYING_PHONE = (844, 390)


SEEDED = """{
  let state = SEED
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24
  crypto.getRandomValues = (bytes) => {
    bytes.set(bytes.map(next))
    return bytes
  }
}"""

expect.set_options(timeout=WAIT_MS)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser; each test has contexts of its own in it."""
    path = installed()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running(tmp_path_factory.mktemp("web"), nonce_wait="10", analysis="1") as server:
        yield server


class Desk:
    """Opens windows, each of a person of its own."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self._browser = browser
        self.site = site
        self.screens: list[Screen] = []
        self._contexts: list[BrowserContext] = []

    def window(
        self,
        hands: Hands = with_mouse,
        size: tuple[int, int] = LAPTOP,
        *,
        touch: bool = False,
        language: str = "en-GB",
        state: StorageState | None = None,
        workers: bool = False,
        seed: int | None = None,
    ) -> Screen:
        """Without `state`, what a browser keeps, it is of somebody new.

        With a seed its part in the chance of a match is always the same, if it is loaded once.
        """
        context = self._browser.new_context(
            base_url=self.site.url,
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            is_mobile=touch,
            locale=language,
            color_scheme="light",
            reduced_motion="reduce",
            storage_state=state,
            # What a service worker keeps is of use to the next visit only.
            service_workers="allow" if workers else "block",
        )
        context.set_default_timeout(WAIT_MS)
        if seed is not None:
            context.add_init_script(SEEDED.replace("SEED", str(seed)))
        self._contexts.append(context)
        screen = Screen(context.new_page(), hands)
        self.screens.append(screen)
        return screen

    def close(self) -> None:
        folder = os.environ.get("FARHAVEN_TEST_PICTURES")
        for number, screen in enumerate(self.screens):
            if folder:
                screen.page.screenshot(path=Path(folder) / f"{number}.png")
        for context in self._contexts:
            context.close()


@pytest.fixture
def desk(chromium: Browser, process: ServerProcess) -> Iterator[Desk]:
    """Windows for a test. None of them may have failed, been refused or gone elsewhere."""
    desk = Desk(chromium, Site(process))
    yield desk
    desk.close()
    for screen in desk.screens:
        screen.healthy()
