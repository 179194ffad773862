"""Every screen for everybody: axe, targets, focus, live region, motion, narrow screens."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.process import ServerProcess
from tests.web.conftest import PHONE, SMALL_PHONE, Desk
from tests.web.players import Player, players, take_turn
from tests.web.screen import Screen, waiting, with_touch
from tests.web.screens import SCREENS, Place, Way, settle, show
from tests.web.site import BOT, RANDOM_BOT, Site
from tests.web.test_games import is_narrow, sit_down

WEB = Path(__file__).parents[2] / "web"
AXE = (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
Theme = Literal["light", "dark"]
LOOKS: tuple[tuple[str, Theme], ...] = (("en", "light"), ("fr", "light"), ("de", "dark"))
"""Languages differ in words and themes in colours: all is right in each of them, or in none."""


class House:
    """Windows that stay open while one screen after the other is looked at in them."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._windows: dict[tuple[str, bool], Screen] = {}
        self._paths: dict[Way, str] = {}

    def at(self, place: Place, *, phone: bool) -> Screen:
        """A window at a place, of the person whose place it is."""
        screen = self._window(place, phone=phone)
        if place.way not in self._paths:
            desktop = self._window(place, phone=False)
            speak(desktop, "en")
            self._paths[place.way] = place.way(self.desk, desktop)
        show(screen, place, self._paths[place.way])
        return screen

    def _window(self, place: Place, *, phone: bool) -> Screen:
        if (place.who, phone) not in self._windows:
            self._windows[place.who, phone] = self._open(place, phone=phone)
        return self._windows[place.who, phone]

    def _open(self, place: Place, *, phone: bool) -> Screen:
        workers = place.cut == "before"
        if not phone:
            screen = self.desk.window(workers=workers)
            if place.who == "host":
                self.desk.site.name_me(screen.page.request)
        else:
            state = self._window(place, phone=False).page.context.storage_state()
            screen = self.desk.window(
                with_touch, SMALL_PHONE, touch=True, state=state, workers=workers
            )
        screen.page.goto("/about")
        screen.page.context.new_page().goto("/icon.svg")
        screen.page.bring_to_front()
        return screen


@pytest.fixture(scope="module")
def shared(chromium: Browser, process: ServerProcess) -> Iterator[House]:
    desk = Desk(chromium, Site(process))
    yield House(desk)
    desk.close()


@pytest.fixture
def house(shared: House, desk: Desk, name: str) -> Iterator[House]:
    """Where a screen is looked at: nothing may fail, be refused or go elsewhere on the way."""
    house = House(desk) if SCREENS[name].who == "other" else shared
    yield house
    for screen in house.desk.screens:
        screen.healthy()


def axe(page: Page) -> list[str]:
    """What axe finds, in short."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    # To find a selector for each element would take a third of the time.
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'], selectors: false })")
    return [
        f"{rule['id']}: {node['html']} {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


# Exempt (WCAG 2.5.5) are links within a sentence (inline), and what lies on a map, where a press
# takes the nearest of what may be chosen (essential).
TARGETS = """() => [...document.querySelectorAll(
    'button, a[href], input, select, textarea, summary, [role=button], [role=tab]')]
  .filter((el) => !(getComputedStyle(el).display === 'inline'
    && el.parentElement.textContent.trim() !== el.textContent.trim()))
  .filter((el) => !el.closest('svg'))
  .filter((el) => el.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .map((el) => [el, el.labels?.[0] && el.getBoundingClientRect().width <= 1 ? el.labels[0] : el])
  .map(([el, shown]) => [el, shown.getBoundingClientRect()])
  .filter(([el, box]) => box.width > 1 && (box.width < 43.5 || box.height < 43.5))
  .map(([el, box]) => `${farhavenTest.tell(el)} ${box.width} × ${box.height}`)"""


# What is read or heard with two marks at the end of a sentence, as in "Please wait ….".
ENDS_TWICE = r"""() => [
  ...[...document.querySelectorAll('[aria-label], [title]')]
    .flatMap((el) => [el.ariaLabel, el.title]),
  ...[...document.querySelectorAll('*')].flatMap((el) => [...el.childNodes])
    .filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data),
].filter((text) => text && /[.!?…:;]\s?\.(?!\w)|\.\s?[,;:]/.test(text))"""


def speak(screen: Screen, language: str) -> None:
    """Choose a language in another window of the same browser: this one follows."""
    page = screen.page
    other = page.context.pages[1]
    other.evaluate("(one) => localStorage.setItem('farhaven.language', one)", language)
    page.wait_for_function("(one) => document.documentElement.lang === one", arg=language)


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_for_everybody(house: House, name: str) -> None:
    """Axe finds nothing in any language and theme; fingers have room; nothing scrolls sideways."""
    place = SCREENS[name]
    found: dict[str, list[str]] = {}
    screen = house.at(place, phone=place.narrow)
    for language, theme in LOOKS:
        speak(screen, language)
        settle(screen, place)
        dress(screen, theme)
        found[f"{language}, {theme}"] = axe(screen.page) + screen.page.evaluate(ENDS_TWICE)
    phone = screen if place.narrow else house.at(place, phone=True)
    speak(phone, "de")
    settle(phone, place)
    dress(phone, "light")
    found["phone"] = axe(phone.page) + phone.page.evaluate(ENDS_TWICE)
    found["fingers"] = phone.page.evaluate(TARGETS)
    found["sideways"] = [] if is_narrow(phone) else ["the page scrolls sideways"]
    assert not any(found.values()), json.dumps(found, indent=1)


def dress(screen: Screen, theme: Theme) -> None:
    """Have the theme that the system asks for."""
    screen.page.emulate_media(color_scheme=theme)
    screen.page.wait_for_function(THEME, arg=theme)
    screen.look()


THEME = "(one) => document.documentElement.dataset.theme === one"


def test_a_match_is_analysed_and_its_mistakes_lead_to_their_moment(desk: Desk) -> None:
    screen = desk.window()
    page = screen.page
    desk.site.name_me(page.request)
    table = desk.site.table(page.request, "reworld", RANDOM_BOT)
    desk.site.play_until(page.request, table, lambda _: False)
    page.goto(f"/t/{table}")
    screen.press(screen.find("Analyse the match"))
    analysis = page.locator("dialog .analysis")
    expect(analysis.get_by_role("table")).to_be_visible(timeout=180_000)
    assert axe(page) == []
    mistake = analysis.get_by_role("link", name="Show").first
    path = mistake.get_attribute("href") or ""
    assert path.startswith(f"/match/{table}?at=")
    mistake.click()
    page.wait_for_url(f"**{path}")
    screen.press(screen.find("Analysis", "tab"))
    expect(page.locator("#main .analysis").get_by_role("table")).to_be_visible()
    assert axe(page) == []


def test_tab_goes_through_the_page_in_order_and_is_seen(desk: Desk) -> None:
    screen = desk.window()
    page = screen.page
    sit_down(desk, screen, "reworld", BOT)
    screen.find("Port")
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED) == "link “Skip to content”"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.evaluate("[...document.querySelectorAll('[tabindex]')].every(e => e.tabIndex <= 0)")
    unseen: list[str] = []
    for _ in range(40):
        page.keyboard.press("Tab")
        unseen += page.evaluate(FOCUS)
    assert unseen == []
    # Another page begins at its top and says what it is.
    page.get_by_role("link", name="Rules").first.click()
    expect(page).to_have_title("Rules – Farhaven")
    page.wait_for_function("document.activeElement.id === 'main'")
    assert "Rules – Farhaven" in screen.look().said


FOCUSED = "farhavenTest.tell(document.activeElement)"
# What has the focus looks otherwise than without it.
FOCUS = """() => {
  const el = document.activeElement
  if (el === document.body) return []
  const around = [el, ...(el.labels ?? []), ...el.querySelectorAll('*')]
  const looks = () => JSON.stringify(around.map((one) => {
    const { outline, boxShadow, stroke, strokeWidth, fill, filter, opacity } = getComputedStyle(one)
    return [outline, boxShadow, stroke, strokeWidth, fill, filter, opacity]
  }))
  const on = looks()
  el.blur()
  const off = looks()
  el.focus({ preventScroll: true })
  return on === off ? [farhavenTest.tell(el)] : []
}"""

# What is spoken to those who do not see the page: not what stands in it for everybody.
HEARD = """() => {
  window.heard = []
  const voice = document.querySelector('.sr-only[aria-live]')
  const note = () => heard.push(voice.textContent.trim())
  new MutationObserver(note).observe(voice, { subtree: true, childList: true, characterData: true })
}"""


@pytest.mark.parametrize("title", ["mars", "reworld"])
def test_turns_are_announced_and_nothing_moves_by_itself(desk: Desk, title: str) -> None:
    screen = desk.window()
    sit_down(desk, screen, title, BOT)
    screen.page.evaluate(HEARD)
    player = players(title)
    moving: set[str] = set()
    for _ in range(12):
        take_turn(screen, player)
        moving |= set(screen.page.evaluate(RUNNING))
    heard = screen.page.evaluate("heard")
    assert any(re.search(r"^Bot \(cadet\) .*Your turn\.$", text) for text in heard), heard
    assert moving == set()
    if title == "reworld":
        screen.press(screen.find("Drop out"))
        screen.press(screen.find("Drop out"))
        expect(screen.page.locator(".banner")).to_contain_text("Round 2")
        assert any("Round 2" in text for text in screen.page.evaluate("heard"))
    else:
        check_why_not(screen, player)


def check_why_not(screen: Screen, player: Player) -> None:
    """A piece that cannot be built says what is missing, and does not hide what is to be done."""
    page = screen.page
    city = page.get_by_role("button", name=re.compile("^City.*You lack: "))
    for _ in waiting():
        if screen.look().is_my_turn and screen.is_answered and city.count():
            break
        take_turn(screen, player, patient=False)
    city.dispatch_event("click")
    told = page.get_by_role("dialog", name="City")
    expect(told).to_contain_text("You lack: ")
    expect(told.get_by_role("link", name="Rule MA-3.1")).to_be_focused()
    box, prompt = page.evaluate(f"['[role=dialog]', '.prompt'].map({BOX})")
    assert box["bottom"] <= prompt["top"] or box["left"] >= prompt["right"]
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)


BOX = "(one) => document.querySelector(one).getBoundingClientRect().toJSON()"


RUNNING = """() => document.getAnimations()
  .filter((one) => one.playState === 'running' && one.effect.getComputedTiming().duration > 1)
  .map((one) => `${one.effect.target?.tagName}: ${one.animationName ?? one.transitionProperty}`)"""

SHIFTS = """() => {
  window.shifts = []
  // Cards in hand close their ranks; the parts of the page stay where they are.
  const counts = ({ node }) => node?.closest
    && (!node.closest('.match') || node.parentElement.matches('.match'))
  const told = ({ node, previousRect: from, currentRect: to }) =>
    `${node?.nodeName} ${node?.className?.baseVal ?? node?.className}: `
    + `${from.x},${from.y} ${from.width}×${from.height} to ${to.x},${to.y} ${to.width}×${to.height}`
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      shifts.push(...entry.sources.filter(counts).map(told))
  }).observe({ type: 'layout-shift', buffered: true })
}"""


@pytest.mark.parametrize("size", [(1100, 760), PHONE])
def test_nothing_jumps_while_a_page_loads(desk: Desk, size: tuple[int, int]) -> None:
    screen = desk.window(size=size)
    screen.page.goto("/")
    screen.find("Play against bots")
    screen.page.evaluate(SHIFTS)
    screen.look()
    assert screen.page.evaluate("shifts") == []
    # What does jump is noticed.
    screen.page.evaluate("document.querySelector('main').style.marginTop = '90px'")
    screen.page.wait_for_function("() => shifts.length > 0")


@pytest.mark.parametrize("size", [(1100, 760), PHONE])
@pytest.mark.parametrize("title", ["mars", "reworld"])
def test_nothing_jumps_while_a_match_goes_on(desk: Desk, title: str, size: tuple[int, int]) -> None:
    """It is played from elsewhere: what follows on a press may move, and is not counted here."""
    screen = desk.window(size=size, touch=size == PHONE)
    page = screen.page
    sit_down(desk, screen, title, BOT)
    screen.find("Port" if title == "reworld" else "Crossing")
    page.evaluate(SHIFTS)
    begun = {"mars": lambda view: view["turns"] > 8, "reworld": lambda view: view["round"] == 2}
    table = page.url.rsplit("/", 1)[1]
    desk.site.play_until(page.request, table, lambda state: bool(begun[title](state["view"])))
    screen.look()
    assert page.evaluate("shifts") == []
