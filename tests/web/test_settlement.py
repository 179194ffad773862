"""Chapter two of Reworld as a person plays it: passengers, other boards, units to give up."""

import random
import re
from collections import defaultdict
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import PHONE, Desk
from tests.web.screen import Screen
from tests.web.site import RANDOM_BOT, Json, choose
from tests.web.test_access import axe
from tests.web.test_deeds import host, log


def fetched_from(state: Json) -> dict[int, set[int]]:
    """The docking rows from which each free shuttle may fetch its first unit."""
    found: dict[int, set[int]] = defaultdict(set)
    for one in state["decision"].get("launches", ()):
        launch = one["launch"]
        if launch["use"] == "transport" and end_of(state, launch["row"]) == one["module"]:
            found[launch["row"]].update(launch["cargo"][:1])
    return found


def end_of(state: Json, row: int) -> str:
    return str(state["view"]["players"][0]["rows"][row - 1][-1])


def keeps_shuttles(view: Json, decision: Json, chance: random.Random) -> Json:
    """Like `choose`, but launches other modules first."""
    if decision["kind"] == "settlement":
        others = [one for one in decision["launches"] if one["launch"]["use"] in {"settle", "task"}]
        decision = {**decision, "launches": others or decision["launches"]}
    return choose(view, decision, chance)


def settling(desk: Desk, is_there: Callable[[Json], bool], screen: Screen | None = None) -> Screen:
    return host(desk, "reworld", is_there, RANDOM_BOT, keeps_shuttles, screen)


def state_of(screen: Screen) -> Json:
    table = screen.page.url.rsplit("/", 1)[1]
    state: Json = screen.page.request.get(f"/api/tables/{table}/state").json()["state"]
    return state


def open_end(screen: Screen, row: int) -> Locator:
    """The tile at the open end of an own row."""
    return screen.page.locator(f"[data-place^='row-0-{row}-']").last


def passenger(screen: Screen, row: int) -> Locator:
    """The unit of a row that is offered."""
    return screen.page.locator(f"[data-place^='row-0-{row}-'].load")


def glowing(screen: Screen) -> set[int]:
    """The rows of the passengers that are offered."""
    places = screen.page.locator(".place.load").evaluate_all("all => all.map(e => e.dataset.place)")
    return {int(place.split("-")[2]) for place in places}


def test_passengers_are_picked_in_any_order(desk: Desk) -> None:
    def is_there(state: Json) -> bool:
        return any(len(rows) > 2 for rows in fetched_from(state).values())

    screen = settling(desk, is_there)
    page = screen.page
    shuttle, rows = next(one for one in fetched_from(state_of(screen)).items() if len(one[1]) > 2)
    for first in rows:
        open_end(screen, shuttle).click()
        page.locator(".carrier [data-use=transport]").click()
        expect(page.locator(".place.load")).to_have_count(len(rows))
        passenger(screen, first).click()
        assert rows - {first} <= glowing(screen), f"after row {first}"
        for _ in ("passenger", "use", "row"):
            page.keyboard.press("Escape")
    low, *_, high = sorted(rows)
    open_end(screen, shuttle).click()
    page.locator(".carrier [data-use=transport]").click()
    for row in (high, low):
        passenger(screen, row).click()
    compose(screen)
    expect(log(screen)).to_contain_text("builder units on board: 2")
    assert own_entries(screen)[-1]["cargo"] == [high, low]


def own_entries(screen: Screen) -> list[Json]:
    """What Ada did in this match."""
    table = screen.page.url.rsplit("/", 1)[1]
    steps = screen.page.request.get(f"/api/tables/{table}/steps?since=0").json()["steps"]
    lines = [step.get("line", {}) for step in steps]
    return [line for line in lines if line.get("seat") == 0 and "do" in line]


def compose(screen: Screen) -> None:
    """Place what is on board, the second unit first where that may be chosen, and launch."""
    page = screen.page
    ready = page.get_by_role("button", name=re.compile("^Transport"))
    units = page.locator(".dock .load > button")
    if ready.count() == 0 and units.nth(1).is_enabled():
        units.nth(1).click()
    while page.locator(".dock .load .options [data-choice]").count() > 0:
        page.locator(".dock .load .options [data-choice]").first.click()
    page.locator(".prompt .primary").click()


def test_it_is_plain_whose_settlement_is_shown(desk: Desk) -> None:
    screen = settling(desk, lambda state: bool(state["decision"]["kind"] == "settlement"))
    page = screen.page
    theirs = page.get_by_role("heading", name="Settlement of Bot (random)")
    panel = page.locator(".strip").get_by_role("button", name="Bot (random)")
    mine = page.get_by_role("region", name="Settlement of Ada")
    expect(mine).to_be_visible()
    panel.click()
    expect(theirs).to_be_visible()
    expect(mine).to_be_hidden()
    assert axe(page) == []
    page.get_by_role("button", name="Your settlement").click()
    expect(mine).to_be_visible()
    expect(theirs).to_be_hidden()
    panel.click()
    page.locator(".dock .options button").first.click()
    expect(mine).to_be_visible()
    expect(theirs).to_be_hidden()
    expect(page.locator(".carrier .place.chosen")).to_be_visible()


def stranded(state: Json) -> list[int]:
    """Rows whose unit no shuttle can fetch now."""
    launches = [one["launch"] for one in state["decision"].get("launches", ())]
    fetched = {row for launch in launches for row in launch.get("cargo", ())}
    given_up = {launch["row"] for launch in launches if launch["use"] == "sacrifice"}
    return sorted(given_up - fetched)


def has_shuttle_later(state: Json, row: int) -> bool:
    """Whether a shuttle of another row comes free in a later turn."""
    rows = enumerate(state["view"]["players"][0]["rows"], 1)
    return any(code[0] == "H" for number, codes in rows if number != row for code in codes)


@pytest.mark.parametrize(
    ("is_later", "why"),
    [
        (True, "No shuttle can fetch it yet: one is still behind other modules."),
        (False, "No shuttle can fetch it. It can only be sacrificed."),
    ],
)
def test_to_give_a_unit_up_is_not_the_golden_button(desk: Desk, is_later: bool, why: str) -> None:
    def rows_of(state: Json) -> list[int]:
        return [row for row in stranded(state) if has_shuttle_later(state, row) == is_later]

    screen = settling(desk, lambda state: bool(rows_of(state)))
    page = screen.page
    open_end(screen, rows_of(state_of(screen))[0]).click()
    expect(page.locator(".prompt .now")).to_have_text(why)
    expect(page.get_by_text("Ready for launch")).to_be_hidden()
    expect(page.locator(".prompt .primary")).to_have_count(0)
    assert axe(page) == []
    page.get_by_role("button", name="Sacrifice the unit").click()
    expect(log(screen)).to_contain_text("You sacrifice")


def deep(state: Json) -> list[tuple[int, int]]:
    """Modules with two in front of them that only the open end could launch: row and place."""
    rows = state["view"]["players"][0]["rows"]
    return [
        (number, len(row) - 3)
        for number, row in enumerate(rows, 1)
        if state["decision"]["kind"] == "settlement" and len(row) > 2 and row[-3][0] in "TLK"
    ]


MIDDLE = """(place) => {
  const tile = document.querySelector(`[data-place='${place}']`)
  const { left, top, height } = tile.getBoundingClientRect()
  return [left + 4, top + height / 2]
}"""


def test_a_module_that_is_blocked_says_why(desk: Desk) -> None:
    screen = settling(desk, lambda state: bool(deep(state)))
    page = screen.page
    row, at = deep(state_of(screen))[0]
    tile = page.locator(f"[data-place='row-0-{row}-{at}']")
    why = page.get_by_text("2 modules in front of it must leave first.", exact=True)
    tile.hover(position={"x": 4, "y": 20})
    page.mouse.move(*[part + 1 for part in page.evaluate(MIDDLE, f"row-0-{row}-{at}")])
    expect(why).to_be_visible()
    page.mouse.move(1, 1)
    expect(why).to_be_hidden()
    open_end(screen, row).focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("One module in front of it must leave first.")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(why).to_be_visible()
    tile.click(position={"x": 4, "y": 20})
    expect(why).to_be_visible()
    expect(page.get_by_role("link", name="RW-2.2")).to_be_visible()
    assert axe(page) == []
    table = page.url
    phone = desk.window(size=PHONE, touch=True, state=page.context.storage_state())
    phone.page.goto(table)
    phone.page.locator("li", has=phone.page.locator(f"[data-place='row-0-{row}-{at}']")).locator(
        ".whole"
    ).tap()
    sheet = phone.page.get_by_role("dialog", name=f"Docking row {row}")
    expect(sheet.get_by_text("The module docked last is launched first.")).to_be_visible()
