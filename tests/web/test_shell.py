"""The frame of the app: its first paint, a cut connection, a server that was renewed meanwhile."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.web.conftest import Desk
from tests.web.site import GOOD_BOT


@pytest.mark.parametrize(
    ("chosen", "theme"), [(None, "light"), ("dark", "dark"), ("auto", "light")]
)
def test_the_theme_is_there_before_the_program(desk: Desk, chosen: str | None, theme: str) -> None:
    """Else whoever likes it light sees the dark one flash up."""
    page = desk.window().page
    if chosen:
        kept = f"localStorage.setItem('farhaven.settings', '{{\"theme\": \"{chosen}\"}}')"
        page.add_init_script(kept)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.route("**/assets/*.js", lambda route: route.abort())
    page.goto("/")
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    assert not [text for text in said if "Content Security Policy" in text]


def test_what_was_said_during_a_cut_is_heard_after_it(desk: Desk) -> None:
    ada, bob = desk.window(), desk.window()
    desk.site.name_me(ada.page.request)
    table = desk.site.table(ada.page.request, "reworld", {"kind": "open"}, GOOD_BOT)
    ada.page.goto(f"/t/{table}")
    bob.page.goto(f"/t/{table}")
    bob.press(bob.find("Take this seat"))
    bob.page.get_by_role("heading", name="Seats").wait_for(state="hidden")
    for screen in (ada, bob):
        screen.press(screen.find("Chat", "tab"))
    ada.page.context.set_offline(True)
    lost = ada.page.get_by_role("alert").filter(has_text="connection is lost")
    expect(lost).to_be_visible()
    said = bob.page.request.post(f"/api/tables/{table}/chat", data={"text": "Are you there?"})
    assert said.ok
    expect(bob.page.get_by_text("Are you there?")).to_be_visible()
    ada.page.context.set_offline(False)
    expect(lost).to_have_count(0)
    expect(ada.page.get_by_text("Are you there?")).to_have_count(1)


def test_a_page_of_an_older_release_is_loaded_anew(desk: Desk) -> None:
    """Its parts are gone from the server, which has others in their place."""
    screen = desk.window()
    page = screen.page
    page.goto("/")
    screen.find("Play against bots")
    is_old = True

    def part(route: Route) -> None:
        if is_old:
            route.fulfill(status=404)
        else:
            route.continue_()

    def whole(route: Route) -> None:
        """The server's page as it is after another build."""
        nonlocal is_old
        answer = route.fetch()
        text = answer.text()
        if route.request.resource_type == "document":
            is_old = False
        else:
            text = text.replace("/assets/index-", "/assets/index-newer-")
        route.fulfill(response=answer, body=text)

    page.route(re.compile(r"^http://[^/]+/(settings)?$"), whole)
    page.route("**/assets/Settings-*.js", part)
    with page.expect_event("load"):
        page.get_by_role("link", name="Settings").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    assert page.url.endswith("/settings")
    assert not is_old


def test_the_address_follows_a_quick_replay(desk: Desk) -> None:
    """Seldom enough for every browser, and at last to the moment that is shown."""
    screen = desk.window()
    page = screen.page
    desk.site.name_me(page.request)
    table = desk.site.table(page.request, "reworld", GOOD_BOT)
    desk.site.play_until(page.request, table, lambda state: state["view"]["round"] > 1)
    page.goto(f"/match/{table}?at=0")
    expect(page.get_by_role("slider")).to_be_visible()
    page.evaluate(
        "() => { const write = history.replaceState; window.written = 0;"
        " history.replaceState = function (...all) { written++; write.apply(this, all) } }"
    )
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"at=12\b"))
    assert page.evaluate("written") < 12
