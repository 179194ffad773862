"""Seats and accounts in the page: free seats, the host's menu, links for others, recovery."""

import re
from random import Random
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.web.conftest import Desk
from tests.web.site import BOT, RANDOM_BOT, Json, choose, decides
from tests.web.test_access import axe

FREE_SEAT = "Take the free seat"


def post(page: Page, path: str, body: Json | None = None) -> Json:
    answer = page.request.post(f"/api{path}", data=body or {})
    assert answer.ok, f"{path}: {answer.status} {answer.text()}"
    found: Json = answer.json() if answer.body() else {}
    return found


def match_of_two(desk: Desk, ada: Page, bo: Page) -> str:
    """A running match of two people and a bot; its id."""
    desk.site.name_me(ada.request)
    desk.site.name_me(bo.request, "Bo")
    table = desk.site.table(ada.request, "reworld", {"kind": "open"}, BOT)
    assert post(bo, f"/tables/{table}/join", {"nonce": "b"})["state"] == "running"
    return table


def test_a_seat_that_was_freed_is_taken_by_somebody_new(desk: Desk) -> None:
    ada, bo, cleo = (desk.window().page for _ in range(3))
    table = match_of_two(desk, ada, bo)
    ada.goto(f"/t/{table}")
    ada.get_by_role("button", name="Table and players").click()
    ada.get_by_role("button", name="Remove", exact=False).click()
    ada.get_by_role("alertdialog").get_by_role("button").last.click()
    expect(ada.get_by_text("Empty seat").first).to_be_visible()
    expect(ada.get_by_role("button", name=FREE_SEAT)).to_have_count(0)
    cleo.goto(f"/t/{table}")
    cleo.get_by_role("button", name=FREE_SEAT).click()
    dialog = cleo.get_by_role("dialog", name=FREE_SEAT)
    expect(dialog).to_be_visible()
    axe(cleo)
    for name, message in (("A\u200bDA", "Please choose another"), ("Bo", "Please choose another")):
        dialog.get_by_label("Your name").fill(name)
        dialog.get_by_role("button", name="Take this seat").click()
        expect(cleo.get_by_text(message).last).to_be_visible()
    dialog.get_by_label("Your name").fill("Cleo")
    dialog.get_by_role("button", name="Take this seat").click()
    expect(cleo.get_by_text("Cleo (you)").first).to_be_visible()
    assert cleo.request.get(f"/api/tables/{table}").json()["mine"] == [1]
    expect(ada.get_by_text("Cleo").first).to_be_visible()


def test_the_host_seats_a_bot_at_a_free_seat(desk: Desk) -> None:
    ada, bo = desk.window().page, desk.window().page
    table = match_of_two(desk, ada, bo)
    ada.request.put(f"/api/tables/{table}/seats/1", data={"kind": "open"})
    ada.goto(f"/t/{table}")
    ada.get_by_role("button", name="Seat a bot").click()
    menu = ada.get_by_role("dialog", name="Table and players")
    expect(menu.get_by_text("Empty seat")).to_be_visible()
    menu.get_by_label("Level of the bot").select_option("captain")
    menu.get_by_role("button", name="Seat a bot").click()
    menu.get_by_role("alertdialog").get_by_role("button", name="Seat a bot").click()
    expect(menu).to_be_hidden()
    seat = ada.request.get(f"/api/tables/{table}").json()["seats"][1]
    assert (seat["kind"], seat["level"]) == ("bot", "captain")


def test_the_menu_offers_only_what_the_server_does(desk: Desk) -> None:
    ada, bo = desk.window().page, desk.window().page
    table = match_of_two(desk, ada, bo)
    end = "End without a result"
    for page in (ada, bo):
        page.goto(f"/t/{table}")
        page.get_by_role("button", name="Table and players").click()
        expect(page.get_by_role("button", name="Leave the match")).to_be_visible()
        expect(page.get_by_role("button", name=end)).to_have_count(0)
    ada.get_by_role("button", name="Leave the match").click()
    ada.get_by_role("alertdialog").get_by_role("button", name="Leave").click()
    # The next person is the host, and nobody else plays any more.
    bo.get_by_role("button", name=end).click()
    bo.get_by_role("alertdialog").get_by_role("button", name=end).click()
    expect(bo.get_by_role("dialog", name="The game is over")).to_be_visible()


def test_lists_tell_the_terms_and_offer_no_seat_at_ones_own_table(desk: Desk) -> None:
    ada, bo = desk.window().page, desk.window().page
    desk.site.name_me(ada.request)
    seats = [{"kind": "me"}, {"kind": "open"}]
    live: Json = {"title": "mars", "seats": seats, "listed": True, "rated": True}
    post(ada, "/tables", {**live, "clock": 1200, "increment": 10})
    slow = post(ada, "/tables", {"title": "reworld", "seats": seats, "listed": True, "days": 3})
    ada.goto("/")
    tables = ada.locator("section, div").filter(has=ada.get_by_role("heading", name="Open tables"))
    rows = tables.last.get_by_role("listitem").filter(has_text="Ada")
    expect(rows.filter(has_text="Rated · 20 min + 10 s")).to_be_visible()
    expect(rows.filter(has_text="Days per move: 3")).to_be_visible()
    expect(rows.get_by_role("button", name=re.compile("^Join"))).to_have_count(0)
    bo.goto("/")
    row = bo.get_by_role("listitem").filter(has_text="Days per move: 3").first
    expect(row.get_by_role("button", name="Join (free: 1)")).to_be_visible()
    post(ada, f"/tables/{slow['id']}/nonce", {"nonce": "a"})
    desk.site.name_me(bo.request, "Bo")
    post(bo, f"/tables/{slow['id']}/join", {"nonce": "b"})
    bo.reload()
    expect(bo.get_by_text("Move by").first).to_be_visible()
    bo.goto(f"/t/{slow['id']}")
    expect(bo.get_by_title(re.compile("^Move by"))).to_be_visible()


def test_a_link_is_copied_without_the_clipboard_of_safe_pages(desk: Desk) -> None:
    page = desk.window().page
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.add_init_script("addEventListener('copy', () => (window.copied = getSelection() + ''))")
    desk.site.name_me(page.request)
    table = desk.site.table(page.request, "mars", {"kind": "open"})
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("The link is copied.")).to_be_visible()
    page.get_by_label("Your message").click()
    page.keyboard.press("Control+V")
    expect(page.get_by_label("Your message")).to_have_value(re.compile(f"/t/{table}$"))
    page.evaluate("document.execCommand = () => false")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("did not let us copy")).to_contain_text(table)


def test_a_forgotten_password_is_recovered_by_the_link(desk: Desk) -> None:
    old, new = desk.window().page, desk.window().page
    desk.site.name_me(old.request, "Dan")
    name = f"Dan {old.request.get('/api/account').json()['id'][:6]}"
    post(old, "/account/register", {"name": name, "password": "forgotten soon"})
    old.goto("/settings")
    old.get_by_role("button", name="Make a recovery link").click()
    link = old.get_by_label("Recovery link").input_value()
    new.goto("/recover#" + link.split("#")[1])
    expect(new.get_by_text(f"Welcome back, {name}")).to_be_visible()
    axe(new)
    new.reload()  # the link is still good
    new.get_by_label("New password").fill("battery staple")
    new.get_by_role("button", name="Set the password and sign in").click()
    expect(new.get_by_text("You are back in your account.")).to_be_visible()
    assert new.request.get("/api/account").json()["name"] == name
    assert old.request.get("/api/account").json() is None
    other = desk.window().page
    other.goto("/recover#" + link.split("#")[1])
    expect(other.get_by_text("This recovery link does not work")).to_be_visible()
    other.goto("/settings")
    other.get_by_role("button", name="Sign in").click()
    form = other.locator("form").filter(has=other.get_by_label("Password"))
    form.get_by_label("Your name").fill(name)
    form.get_by_label("Password").fill("battery staple")
    form.get_by_role("button", name="Sign in").click()
    expect(
        other.get_by_text("You are signed in.").or_(other.get_by_text(name)).first
    ).to_be_visible()


def test_a_match_against_bots_asks_for_no_deadline(desk: Desk) -> None:
    """It has days for a move as every table has, and nobody who waits."""
    page = desk.window().page
    desk.site.name_me(page.request)
    table = desk.site.table(page.request, "reworld", RANDOM_BOT, days=3)
    desk.site.play_until(page.request, table, decides("station"))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.goto(f"/t/{table}")
    prompt = page.locator(".prompt .now.mine")
    expect(prompt).to_be_visible()
    state = page.request.get(f"/api/tables/{table}/state").json()
    assert page.request.get(f"/api/tables/{table}").json()["days"] is not None
    entry = choose(state["state"]["view"], state["state"]["decision"], Random(1))
    assert page.request.post(f"/api/tables/{table}/act", data={"id": "one", "entry": entry}).ok
    page.get_by_role("tab", name="Log").click()
    expect(page.get_by_role("list", name="Log")).to_contain_text("Bot (random)")
    assert f"/api/tables/{table}" not in asked
