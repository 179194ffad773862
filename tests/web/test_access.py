"""Every screen for everybody: axe, targets, focus, live region, motion, narrow screens."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.conftest import PHONE, SMALL_PHONE, Desk
from tests.web.players import players, take_turn
from tests.web.screen import Screen, with_touch
from tests.web.site import RANDOM_BOT
from tests.web.test_games import is_narrow, sit_down

WEB = Path(__file__).parents[2] / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
LOOKS = (("en-GB", False), ("de-DE", True), ("fr-FR", False), ("en-GB", True))
"""Languages and whether dark: each screen gets three languages and both themes in turn."""

Json = dict[str, Any]
Way = Callable[[Desk, Screen], str]


def at(path: str) -> Way:
    """A screen with an address of its own."""
    return lambda _desk, _screen: path


def lobby(desk: Desk, screen: Screen) -> str:
    desk.site.name_me(screen.page.request)
    return "/t/" + desk.site.table(screen.page.request, "mars", {"kind": "open"}, RANDOM_BOT)


def match(title: str, is_there: Callable[[Json], bool]) -> Way:
    """A match that was played on until its state is as wanted."""

    def way(desk: Desk, screen: Screen) -> str:
        request = screen.page.request
        desk.site.name_me(request)
        table = desk.site.table(request, title, RANDOM_BOT)
        desk.site.play_until(request, table, is_there)
        return f"/t/{table}"

    return way


def replay(desk: Desk, screen: Screen) -> str:
    return (
        match("reworld", lambda state: state["view"]["round"] == 2)(desk, screen).replace(
            "/t/", "/match/"
        )
        + "?at=20"
    )


SCREENS: dict[str, Way] = {
    "home": at("/"),
    "new table": at("/new/reworld"),
    "lobby": lobby,
    "station": match("reworld", lambda state: state["view"]["round"] == 1),
    "settlement": match("reworld", lambda state: state["decision"]["kind"] == "settlement"),
    "reworld over": match("reworld", lambda _: False),
    "mars set-up": match("mars", lambda state: state["decision"]["kind"] == "place"),
    "mars turn": match("mars", lambda state: state["view"]["turns"] > 20),
    "replay": replay,
    "open a record": at("/replay"),
    "rules of reworld": at("/rules/reworld"),
    "rules of mars": at("/rules/mars"),
    "settings": at("/settings"),
    "about": at("/about"),
    "no such page": at("/nowhere/at/all"),
    "no such table": at("/t/nothing"),
}


def axe(page: Page) -> list[str]:
    """What axe finds, in short."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


def settle(screen: Screen) -> None:
    """Wait until nothing loads any more."""
    screen.page.wait_for_load_state("networkidle")
    screen.look()


@pytest.mark.parametrize("name", SCREENS)
def test_axe_finds_nothing(desk: Desk, name: str) -> None:
    found: dict[str, list[str]] = {}
    screen = desk.window()
    path = SCREENS[name](desk, screen)
    for language, dark in LOOKS[: 3 if list(SCREENS).index(name) % 2 else 4]:
        show(screen, path, language[:2], "dark" if dark else "light")
        assert screen.page.evaluate("document.documentElement.lang") == language[:2]
        faults = axe(screen.page)
        if faults:
            found[f"{language}, {'dark' if dark else 'light'}"] = faults
    assert not found, json.dumps(found, indent=1)


def show(screen: Screen, path: str, language: str, theme: str) -> None:
    """Open a screen as somebody with these settings has it."""
    page = screen.page
    if not page.url.startswith("http"):
        page.goto("/about")
    page.evaluate(
        "([language, theme]) => { localStorage.setItem('farhaven.language', language);"
        " localStorage.setItem('farhaven.settings', JSON.stringify({ theme })) }",
        [language, theme],
    )
    page.goto(path)
    settle(screen)


# Pieces on a board explain themselves and are as large as the board allows; what acts is beside.
TARGETS = """() => [...document.querySelectorAll(
    'button, a[href], input, select, [role=button], [role=tab]')]
  .filter((el) => !el.closest('svg, p, li p, [data-place]'))
  .filter((el) => el.checkVisibility({ visibilityProperty: true }))
  .map((el) => [el, el.type === 'radio' || el.type === 'checkbox' ? el.labels[0] : el])
  .map(([el, shown]) => [el, shown.getBoundingClientRect()])
  .filter(([el, box]) => box.width > 1 && (box.width < 43.5 || box.height < 43.5))
  .map(([el, box]) => `${el.computedRole} “${el.computedName}” ${box.width} × ${box.height}`)"""


@pytest.mark.parametrize("name", [name for name in SCREENS if "rules" not in name])
def test_fingers_have_room_and_nothing_scrolls_sideways(desk: Desk, name: str) -> None:
    screen = desk.window(with_touch, SMALL_PHONE, touch=True)
    screen.page.goto(SCREENS[name](desk, screen))
    settle(screen)
    small = screen.page.evaluate(TARGETS)
    assert is_narrow(screen), "the page scrolls sideways"
    assert small == []
    assert axe(screen.page) == []


def test_tab_goes_through_the_page_in_order_and_is_seen(desk: Desk) -> None:
    screen = desk.window()
    page = screen.page
    sit_down(desk, screen, "reworld")
    settle(screen)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.computedName") == "Skip to content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.evaluate("[...document.querySelectorAll('[tabindex]')].every(e => e.tabIndex <= 0)")
    unseen: list[str] = []
    for _ in range(40):
        page.keyboard.press("Tab")
        unseen += page.evaluate(FOCUS)
    assert unseen == []


FOCUS = """() => {
  const el = document.activeElement
  if (el === document.body) return []
  const around = [el, ...(el.labels ?? []), ...el.querySelectorAll('*'), el.parentElement]
  const marked = around.some((one) => {
    const style = getComputedStyle(one)
    const outlined = style.outlineStyle !== 'none' && style.outlineWidth !== '0px'
    return outlined || style.stroke !== 'none'
  })
  return marked ? [] : [`${el.computedRole} “${el.computedName}”`]
}"""

HEARD = """() => {
  window.heard = []
  const note = () => {
    for (const el of document.querySelectorAll('[aria-live], [role=status], [role=alert]'))
      if (el.textContent.trim()) heard.push(el.textContent.trim())
  }
  const all = { subtree: true, childList: true, characterData: true }
  new MutationObserver(note).observe(document.body, all)
  note()
}"""


@pytest.mark.parametrize("title", ["mars", "reworld"])
def test_turns_are_announced_and_nothing_moves_by_itself(desk: Desk, title: str) -> None:
    screen = desk.window()
    sit_down(desk, screen, title)
    screen.page.evaluate(HEARD)
    player = players(title)
    moving: set[str] = set()
    for _ in range(12):
        take_turn(screen, player)
        moving |= set(screen.page.evaluate(RUNNING))
    assert any("our turn" in text for text in screen.page.evaluate("heard"))
    assert moving == set()


RUNNING = """() => document.getAnimations()
  .filter((one) => one.playState === 'running' && one.effect.getComputedTiming().duration > 1)
  .map((one) => `${one.effect.target?.tagName}: ${one.animationName ?? one.transitionProperty}`)"""

SHIFTS = """() => {
  window.shifts = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}"""


@pytest.mark.parametrize("size", [(1100, 760), PHONE])
def test_nothing_jumps_while_it_loads_and_while_bots_play(
    desk: Desk, size: tuple[int, int]
) -> None:
    screen = desk.window(size=size)
    page = screen.page
    page.goto("/")
    settle(screen)
    page.evaluate(SHIFTS)
    page.wait_for_timeout(200)
    assert page.evaluate("shifts") < 0.02
    sit_down(desk, screen, "mars")
    settle(screen)
    page.evaluate(SHIFTS)
    player = players("mars")
    for _ in range(8):
        take_turn(screen, player)
    page.wait_for_timeout(200)
    assert page.evaluate("shifts") < 0.02
