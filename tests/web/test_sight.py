"""What is in sight: a whole board on a phone, and explanations that hide nothing one may choose."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import LYING_PHONE, PHONE, SMALL_PHONE, Desk
from tests.web.screen import with_touch
from tests.web.site import BOT, RANDOM_BOT, Json, decides
from tests.web.test_games import sit_down

LOW = (1024, 768)
# What of a selector is not wholly within the window, or lies below something else.
HIDDEN = """(what) => [...document.querySelectorAll(what)].flatMap((el) => {
  const { left, top, right, bottom } = el.getBoundingClientRect()
  const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
  const ends = [left + 5, right - 5].flatMap((x) => [[x, top + 5], [x, bottom - 5]])
  const free = ends.every(([x, y]) => el.contains(document.elementFromPoint(x, y)))
  return inside && free ? [] : [el.textContent.trim()]
})"""


# Which part of the window's height something has, as far as what it lies in shows it.
HEIGHT_IN_SIGHT = """(whats) => {
  const boxes = whats.map((what) => document.querySelector(what).getBoundingClientRect())
  const bottom = Math.min(innerHeight, ...boxes.map((box) => box.bottom))
  return (bottom - Math.max(0, ...boxes.map((box) => box.top))) / innerHeight
}"""
SMALLER_THAN_A_FINGER = """() => [
  ...document.querySelectorAll('.match :is(button, a.home)')
].filter((el) => {
  const { width, height } = el.getBoundingClientRect()
  return el.checkVisibility() && Math.min(width, height) < 44
}).map((el) => el.textContent.trim())"""


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
def test_a_phone_shows_the_whole_station_with_hand_and_buttons(
    desk: Desk, size: tuple[int, int]
) -> None:
    screen = desk.window(with_touch, size, touch=True)
    sit_down(desk, screen, "reworld", BOT)
    screen.find("Port")
    for what, least in ((".port", 20), (".hand .stack", 1), (".prompt button", 2)):
        assert screen.page.locator(what).count() >= least
        assert screen.page.evaluate(HIDDEN, what) == []
    screen.press(screen.find("Port"))
    screen.find("Acquire")
    assert screen.page.evaluate(HIDDEN, ".prompt button") == []
    # What there is to pay with is seen: in the hand, or where it is low in the payments alone.
    assert screen.page.locator(".choice label").count() > 1
    assert screen.page.evaluate(HIDDEN, ".choice label") == []
    assert screen.page.locator(".hand .stack").first.is_visible() == (size == PHONE)
    screen.press(screen.find("Cancel"))
    screen.find("Drop out")


def test_a_hint_in_a_low_window_leaves_carrier_prompt_and_hand_in_sight(desk: Desk) -> None:
    screen = desk.window(size=LOW)
    sit_down(desk, screen, "reworld", BOT)
    screen.press(screen.find("Hint"))
    screen.find("Play this")
    for what, least in ((".carrier li", 5), (".hand .stack", 1), (".prompt button", 3)):
        assert screen.page.locator(what).count() >= least
        assert screen.page.evaluate(HIDDEN, what) == []


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE, LYING_PHONE])
@pytest.mark.parametrize("title", ["reworld", "mars"])
def test_a_hint_on_a_phone_hides_neither_prompt_nor_board(
    desk: Desk, title: str, size: tuple[int, int]
) -> None:
    screen = desk.window(with_touch, size, touch=True)
    page = screen.page
    sit_down(desk, screen, title, BOT)
    screen.press(screen.find("Hint"))
    screen.find("Play this")
    assert page.evaluate(COVERED, ["dialog.beside", ".panel, .match > .dock, .prompt"]) == []
    assert page.evaluate(HIDDEN, "dialog.beside button") == []
    # Where a window is too low for all of it the page is longer than the window.
    parts = [".prompt .now", ".prompt button", *([".port"] if title == "reworld" else [])]
    for what in parts if size != SMALL_PHONE else []:
        assert page.locator(what).count() > 0
        assert page.evaluate(HIDDEN, what) == []
    # The prompt has the hint's move ready: it is made there as well as in the hint.
    page.locator(".prompt .primary").tap()
    expect(page.locator("dialog.beside")).to_be_hidden()
    assert len(screen.did) == 1


@pytest.mark.parametrize("title", ["reworld", "mars"])
def test_a_phone_on_its_side_keeps_the_board_high_and_the_actions_in_sight(
    desk: Desk, title: str
) -> None:
    screen = desk.window(with_touch, LYING_PHONE, touch=True)
    page = screen.page
    desk.site.name_me(page.request)
    table = desk.site.table(page.request, title, BOT)
    if title == "mars":
        desk.site.play_until(page.request, table, decides("act"))
    page.goto(f"/t/{table}")
    screen.find({"reworld": "Drop out", "mars": "End the turn"}[title])
    assert page.evaluate(HEIGHT_IN_SIGHT, [".side.board .panel", ".panel .board"]) >= 0.5
    assert page.evaluate(HIDDEN, ".prompt button") == []
    if title == "reworld":
        assert page.evaluate(HIDDEN, ".port") == []
    assert page.evaluate(SMALLER_THAN_A_FINGER) == []


BOARD = "document.querySelector('.panel .board').getBoundingClientRect().toJSON()"


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "fr-FR"])
@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
def test_the_board_stays_where_it_is_between_the_taps_of_a_placement(
    desk: Desk, size: tuple[int, int], language: str
) -> None:
    screen = desk.window(with_touch, size, touch=True, language=language)
    page = screen.page
    sit_down(desk, screen, "mars", BOT)
    tap_on_board(page, ".target")
    tap_on_board(page, ".target:has(rect)")
    page.locator(".prompt .primary").tap()
    table = page.url.rsplit("/", 1)[1]
    desk.site.play_until(page.request, table, may_build)
    for number in range(1, 5):
        tool = page.locator(f".tools .compact li:nth-child({number}) button.target")
        if tool.count():
            before = page.evaluate(BOARD)
            tool.tap()
            tap_on_board(page, ".target", before)
            expect(page.locator(".prompt .quiet")).to_be_visible()
            page.locator(".prompt .quiet").tap()


def may_build(state: Json) -> bool:
    return decides("act")(state) and bool(state["decision"]["roads"] and state["decision"]["domes"])


def tap_on_board(page: Page, what: str, before: Json | None = None) -> None:
    """Tap on one of what may be chosen: the board stays as it was."""
    spot = page.locator(f".board svg {what}").first
    spot.wait_for()
    before = before or page.evaluate(BOARD)
    spot.tap(force=True)
    page.evaluate("farhavenTest.look()")
    assert page.evaluate(BOARD) == before


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "fr-FR"])
@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
@pytest.mark.parametrize(("title", "step"), [("mars", 14), ("reworld", 33)])
def test_the_last_step_of_a_tour_fits_a_phone(
    desk: Desk, title: str, step: int, size: tuple[int, int], language: str
) -> None:
    screen = desk.window(with_touch, size, touch=True, language=language)
    page = screen.page
    page.add_init_script(f"localStorage.setItem('farhaven.tour.{title}', '{step}')")
    page.goto(f"/tour/{title}")
    if title == "mars":
        page.locator(".tools .compact li:last-child button").tap()
        page.locator(".prompt .primary").tap()
    else:
        page.locator(".coach .primary").tap()
    page.locator(".coach.last").wait_for()
    words, coach = page.evaluate(BOXES, [".coach p", ".coach"])
    assert words["width"] > 0.85 * coach["width"]
    assert page.evaluate(HIDDEN, ".coach .button") == []
    assert page.evaluate(HEIGHT_IN_SIGHT, [".side.board .panel"]) >= 0.4


BOXES = "(all) => all.map((one) => document.querySelector(one).getBoundingClientRect().toJSON())"


def test_fingers_ask_about_modules_that_lie_close_together(desk: Desk) -> None:
    screen = desk.window(with_touch, SMALL_PHONE, touch=True)
    page = screen.page
    desk.site.name_me(page.request)
    table = desk.site.table(page.request, "reworld", RANDOM_BOT)
    state = desk.site.play_until(page.request, table, decides("settlement"))
    rows: list[list[str]] = state["view"]["players"][0]["rows"]
    number, row = max(enumerate(rows, 1), key=lambda one: len(one[1]))
    page.goto(f"/t/{table}")
    screen.press(screen.find(f"Docking row {number}: "))
    sheet = page.get_by_role("dialog", name=f"Docking row {number}")
    assert sheet.get_by_role("listitem").count() == len(row)
    assert sheet.get_by_role("link", name="RW-2.").count() == len(row)


def test_a_mouse_that_stays_asks_and_the_answer_hides_nothing_to_choose(desk: Desk) -> None:
    screen = desk.window()
    page = screen.page
    page.clock.install()
    sit_down(desk, screen, "reworld", BOT)
    screen.find("Port")
    told = page.get_by_role("tooltip")
    port = page.locator(".port.target").nth(4).bounding_box()
    assert port is not None
    middle = (port["x"] + port["width"] / 2, port["y"] + port["height"] / 3)
    page.mouse.move(port["x"] - 200, middle[1])
    page.mouse.move(*middle, steps=5)
    told.wait_for()
    assert page.evaluate(COVERED, ["[role=tooltip]", ".target, .prompt"]) == []
    page.mouse.move(2, 2, steps=3)
    told.wait_for(state="detached")
    # Below a mouse that only rests a board may change: that is no question.
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.up()
    screen.find("Acquire")
    page.clock.fast_forward(5000)
    screen.look()
    assert told.count() == 0


# What of a selector something lies over, or would if it were opaque.
COVERED = """([what, below]) => {
  const box = document.querySelector(what).getBoundingClientRect()
  return [...document.querySelectorAll(below)].filter((el) => {
    const { left, top, right, bottom } = el.getBoundingClientRect()
    return left < box.right && box.left < right && top < box.bottom && box.top < bottom
  }).map((el) => el.className)
}"""
