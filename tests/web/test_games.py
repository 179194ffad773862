"""Whole games through the page: every control is found by its role and name alone."""

import pytest
from playwright.sync_api import expect

from tests.web.conftest import PHONE, Desk
from tests.web.players import play, players, take_turn
from tests.web.screen import Screen, with_keyboard, with_touch
from tests.web.site import RANDOM_BOT

TITLES = ("mars", "reworld")


def sit_down(desk: Desk, screen: Screen, title: str, name: str = "Ada") -> str:
    """A table against one bot, opened in the page."""
    request = screen.page.request
    desk.site.name_me(request, name)
    table = desk.site.table(request, title, RANDOM_BOT)
    screen.page.goto(f"/t/{table}")
    return table


def check_result(screen: Screen) -> None:
    """The dialog tells who won, with a table that can be read out."""
    dialog = screen.page.get_by_role("dialog", name="The game is over")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("table")).to_be_visible()
    assert "win" in dialog.inner_text()


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_with_the_mouse(desk: Desk, title: str) -> None:
    screen = desk.window()
    page = screen.page
    page.goto(f"/new/{title}")
    screen.press(screen.find("2", "radio"))
    page.get_by_label("Seat 2").select_option("random")
    screen.press(screen.find("Set up the table"))
    play(screen, players(title))
    check_result(screen)


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_by_keyboard_alone(desk: Desk, title: str) -> None:
    screen = desk.window(with_keyboard)
    sit_down(desk, screen, title)
    play(screen, players(title, seed=2))
    check_result(screen)
    screen.page.keyboard.press("Escape")
    expect(screen.page.get_by_role("dialog", name="The game is over")).to_be_hidden()


def test_a_whole_game_on_a_phone_by_touch(desk: Desk) -> None:
    screen = desk.window(with_touch, PHONE, touch=True)
    sit_down(desk, screen, "mars")
    play(screen, players("mars", seed=3))
    check_result(screen)
    assert is_narrow(screen)


def test_a_whole_game_of_two_browsers_before_a_spectator(desk: Desk) -> None:
    ada, bob, eve = (desk.window() for _ in range(3))
    desk.site.name_me(ada.page.request, "Ada")
    table = desk.site.table(ada.page.request, "reworld", {"kind": "open"})
    ada.page.goto(f"/t/{table}")
    bob.page.goto(f"/t/{table}")
    bob.press(bob.find("Take this seat"))
    eve.page.goto(f"/t/{table}")
    people = [(ada, players("reworld", 4)), (bob, players("reworld", 5))]
    while people:
        people = [(one, player) for one, player in people if take_turn(one, player, patient=False)]
    for screen in (ada, bob, eve):
        check_result(screen)
    assert eve.acts == 0


def test_a_whole_game_with_a_reload_and_a_lost_connection(desk: Desk) -> None:
    screen = desk.window()
    page = screen.page
    sit_down(desk, screen, "reworld")
    player = players("reworld", 6)
    for _ in range(20):
        take_turn(screen, player)
    page.reload()
    for _ in range(20):
        take_turn(screen, player)
    page.context.set_offline(True)
    expect(page.get_by_role("alert")).to_contain_text("connection is lost")
    page.context.set_offline(False)
    expect(page.get_by_role("alert")).to_have_count(0)
    play(screen, player)
    check_result(screen)


def is_narrow(screen: Screen) -> bool:
    """Whether the page does not scroll sideways."""
    root = "document.documentElement"
    return bool(screen.page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth"))
