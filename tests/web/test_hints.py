"""What a person does with a hint: read it, play it, see it where it is done."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.web.conftest import LYING_PHONE, PHONE, Desk
from tests.web.screen import Screen, with_touch
from tests.web.site import BOT, RANDOM_BOT, Json, choose, decides, hoard
from tests.web.test_access import axe
from tests.web.test_deeds import ACQUIRED, host, log, press
from tests.web.test_games import sit_down
from tests.web.test_sight import HIDDEN


def test_a_hint_is_played(desk: Desk) -> None:
    screen = desk.window()
    sit_down(desk, screen, "mars", BOT)
    press(screen, "Hint", "Play this")
    expect(log(screen)).to_contain_text("You")
    assert screen.did == ["place"]


def test_a_hint_tells_which_cards_to_give_up(desk: Desk) -> None:
    """Where a question bars the page, the advice is in the question."""
    screen = host(desk, "mars", decides("discard"), choice=hoard)
    dialog = screen.page.get_by_role("dialog")
    give_up = dialog.get_by_role("button", name="Give back", exact=True)
    expect(give_up).to_be_disabled()
    dialog.get_by_role("button", name="Hint").click()
    expect(give_up).to_be_enabled()
    expect(screen.page.get_by_role("dialog")).to_have_count(1)
    give_up.click()
    expect(dialog).to_be_hidden()


def on_first_hint(screen: Screen, deed: Callable[[], object]) -> list[str]:
    """Do something in the match after a hint was first asked for; the questions, as they come."""
    asked: list[str] = []

    def hold(route: Route) -> None:
        asked.append(route.request.url)
        answer = route.fetch()
        if len(asked) == 1:
            deed()
        route.fulfill(response=answer)

    screen.page.route("**/hint?*", hold)
    return asked


def test_while_a_hint_is_looked_for_the_prompt_says_so(desk: Desk) -> None:
    screen = desk.window()
    sit_down(desk, screen, "reworld", BOT)
    prompt = screen.page.locator(".prompt .now")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    screen.page.route("**/hint?*", hold)
    press(screen, "Hint")
    expect(prompt).to_have_text("Looking for a hint …")
    held[0].continue_()
    expect(screen.page.get_by_role("button", name="Play this")).to_be_visible()
    expect(prompt).not_to_contain_text("Looking for a hint …")


def play_elsewhere(screen: Screen) -> str:
    """Make a choice for seat 0 without the page; the table."""
    request = screen.page.request
    table = screen.page.url.rsplit("/", 1)[1]
    state = request.get(f"/api/tables/{table}/state?seat=0").json()["state"]
    entry = choose(state["view"], state["decision"], random.Random(7))
    answer = request.post(f"/api/tables/{table}/act", data={"id": "elsewhere", "entry": entry})
    assert answer.ok, answer.text()
    return table


def test_a_hint_is_asked_for_again_if_the_match_goes_on_meanwhile(desk: Desk) -> None:
    screen = desk.window()
    sit_down(desk, screen, "reworld", BOT)

    def go_on() -> None:
        table = play_elsewhere(screen)
        desk.site.play_until(screen.page.request, table, decides("station"))

    asked = on_first_hint(screen, go_on)
    # The first one is no longer right; what is played is accepted, as a desk sees to.
    press(screen, "Hint", "Play this")
    expect(log(screen)).to_contain_text(ACQUIRED)
    assert len(asked) == 2


def test_it_is_told_that_a_hint_came_too_late(desk: Desk) -> None:
    """At a device with two players it is soon the other one's turn."""
    screen = desk.window()
    sit_down(desk, screen, "reworld", {"kind": "here", "name": "Bob"})
    on_first_hint(screen, lambda: play_elsewhere(screen))
    press(screen, "Hint")
    told = screen.page.get_by_role("status").filter(has_text="The match has gone on")
    expect(told).to_be_visible()
    expect(screen.page.get_by_role("dialog")).to_have_count(0)


def test_a_hint_marks_the_answer_to_an_offer(desk: Desk) -> None:
    screen = host(desk, "mars", decides("answer"), RANDOM_BOT)
    page = screen.page
    screen.press(screen.find("Log", "tab"))
    press(screen, "Hint")
    marked = page.get_by_role("button", name=re.compile(r"^(\S+) \(the bot’s hint\)$"))
    expect(marked).to_have_class(re.compile("primary"))
    said = {"Accept": "accept", "Decline": "decline", "Counter-offer": "offer"}
    expect(page.get_by_role("dialog")).to_contain_text(said[marked.inner_text().split()[0]])
    # Nothing else about the offer is made as much of.
    expect(page.locator(".deal .primary")).to_have_count(1)
    assert axe(page) == []


def may_trade(state: Json) -> bool:
    """Whether something can be offered to others, and something traded with the bank."""
    decision = state["decision"]
    return bool(decision["kind"] == "act" and decision["offer"] and decision["bank"])


def bank(decision: Json) -> Json:
    """The last trade with the bank that may be made."""
    trade = decision["bank"][-1]
    get = trade["get"][-1]
    return {"seat": 0, "do": "bank", "give": trade["give"], "count": trade["count"], "get": get}


def offer(decision: Json) -> Json:
    """One card for another."""
    give = next(resource for resource, most in decision["offer"]["give"].items() if most)
    want = "sheep" if give != "sheep" else "grain"
    return {"seat": 0, "do": "offer", "give": {give: 1}, "want": {want: 1}}


DEALS = [("bank", "Trade with the bank", bank), ("offer", "Make the offer", offer)]


def hinted(page: Page, entry: Callable[[Json], Json]) -> None:
    """Have an entry advised, else to end the turn: what a bot finds best hangs on its time."""

    def answer(route: Route) -> None:
        table = page.url.rsplit("/", 1)[1]
        state = page.request.get(f"/api/tables/{table}/state?seat=0").json()["state"]
        first = route.fetch().json()[0]
        ideas = entry(state["decision"]), {"seat": 0, "do": "end"}
        route.fulfill(json=[{**first, "entry": idea, "events": []} for idea in ideas])

    page.route("**/hint?*", answer)


def advised(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=f"{name} (the bot’s hint)", exact=True)


@pytest.mark.parametrize(("do", "name", "entry"), DEALS)
def test_a_hint_for_a_trade_is_ready_in_its_form(
    desk: Desk, do: str, name: str, entry: Callable[[Json], Json]
) -> None:
    screen = host(desk, "mars", may_trade, choice=hoard)
    page = screen.page
    hinted(page, entry)
    screen.press(screen.find("Log", "tab"))
    press(screen, "Hint")
    expect(advised(page, name)).to_have_class(re.compile("primary"))
    assert page.evaluate(HIDDEN, ".trade .button:has(.advised)") == []
    assert axe(page) == []
    press(screen, "Another idea")
    expect(advised(page, name)).to_have_count(0)
    expect(advised(page, "End the turn")).to_be_visible()
    assert page.evaluate(HIDDEN, ".prompt .button:has(.advised)") == []
    press(screen, "Another idea")
    advised(page, name).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert screen.did == [do]


def test_a_form_that_was_changed_is_no_longer_the_advised_one(desk: Desk) -> None:
    screen = host(desk, "mars", may_trade, choice=hoard)
    page = screen.page
    hinted(page, offer)
    press(screen, "Hint")
    expect(advised(page, "Make the offer")).to_be_visible()
    page.get_by_role("group", name="You get").get_by_role("button", name="One more").first.click()
    expect(advised(page, "Make the offer")).to_have_count(0)
    expect(page.get_by_role("button", name="Make the offer", exact=True)).to_be_enabled()


@pytest.mark.parametrize("size", [PHONE, LYING_PHONE])
@pytest.mark.parametrize(("do", "name", "entry"), DEALS)
def test_on_a_phone_a_hint_for_a_trade_is_found_behind_its_button(
    desk: Desk, do: str, name: str, entry: Callable[[Json], Json], size: tuple[int, int]
) -> None:
    phone = desk.window(with_touch, size, touch=True)
    page = host(desk, "mars", may_trade, choice=hoard, screen=phone).page
    hinted(page, entry)
    press(phone, "Hint")
    expect(page.get_by_role("button", name="Play this")).to_be_visible()
    assert page.evaluate(HIDDEN, ".tool:has(.advised)") == []
    advised(page, "Trade").tap()
    advised(page, name).tap()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert phone.did == [do]
