"""Whole games through the page: every control is found by its role and name alone."""

import time

import pytest
from playwright.sync_api import expect

from tests.server.process import ServerProcess
from tests.web.conftest import PHONE, SMALL_PHONE, Desk
from tests.web.players import MarsTrader, play, players, take_turn
from tests.web.screen import Screen, with_keyboard, with_touch
from tests.web.site import GOOD_BOT, RANDOM_BOT, Json, decides, hoard

TITLES = ("mars", "reworld")
RIVALS = {"mars": (GOOD_BOT,), "reworld": (GOOD_BOT, GOOD_BOT, GOOD_BOT)}
"""Bots that play well: a game is over sooner, and Reworld has fewer turns for each of several."""
DEEDS = 600
"""Presses after which every kind of deed was possible for long."""
STUCK_SECONDS = 60
"""Nobody needs so long for one move on any machine: a game that hangs ends as a failure."""


def sit_down(desk: Desk, screen: Screen, title: str, *others: Json, seed: int = 1) -> None:
    """A table against bots, opened in the page."""
    desk.site.name_me(screen.page.request)
    table = desk.site.table(screen.page.request, title, *(others or RIVALS[title]), seed=seed)
    screen.page.goto(f"/t/{table}")


def check_result(screen: Screen) -> None:
    """The dialog tells who won, with a table that can be read out."""
    dialog = screen.page.get_by_role("dialog", name="The game is over")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("table")).to_be_visible()
    assert "win" in dialog.inner_text()


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_with_the_mouse(desk: Desk, process: ServerProcess, title: str) -> None:
    screen = desk.window(seed=1)
    page = screen.page
    process.sow(1)
    page.goto(f"/new/{title}")
    screen.press(screen.find(str(1 + len(RIVALS[title])), "radio"))
    for seat, bot in enumerate(RIVALS[title], start=2):
        page.get_by_label(f"Seat {seat}").select_option(bot["level"])
    screen.press(screen.find("Set up the table"))
    play(screen, players(title))
    check_result(screen)


@pytest.mark.parametrize("phone", [False, True])
def test_every_deed_of_mars(desk: Desk, phone: bool) -> None:
    """Cards are given back on a seven, traded with bots and the bank, bought and played."""
    screen = desk.window(with_touch, SMALL_PHONE, touch=True) if phone else desk.window()
    request = screen.page.request
    desk.site.name_me(request)
    # A bot that plays anyhow leaves time for all of it, and makes offers itself.
    table = desk.site.table(request, "mars", RANDOM_BOT, seed=7)
    desk.site.play_until(request, table, decides("discard"), hoard)
    screen.page.goto(f"/t/{table}")
    question = screen.page.get_by_role("dialog", name="A seven: give cards back")
    expect(question).to_be_visible()
    # Browsers heed only the first refusal to close a dialog; this one must be answered.
    for _ in range(3):
        screen.page.keyboard.press("Escape")
    expect(question).to_be_visible()
    player = MarsTrader()
    missing = {"discard", "bank", "offer", "answer", "buy", "play"}
    for _ in range(DEEDS):
        if not missing:
            return
        assert take_turn(screen, player), f"over without {missing}"
        missing -= set(screen.did)
    raise AssertionError(f"never done: {missing}")


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_by_keyboard_alone(desk: Desk, title: str) -> None:
    screen = desk.window(with_keyboard)
    sit_down(desk, screen, title, seed=6)
    play(screen, players(title, seed=6))
    check_result(screen)
    screen.page.keyboard.press("Escape")
    expect(screen.page.get_by_role("dialog", name="The game is over")).to_be_hidden()


@pytest.mark.parametrize(("title", "size"), [("mars", SMALL_PHONE), ("reworld", PHONE)])
def test_a_whole_game_on_a_phone_by_touch(desk: Desk, title: str, size: tuple[int, int]) -> None:
    screen = desk.window(with_touch, size, touch=True)
    sit_down(desk, screen, title, seed=4)
    player = players(title, seed=4)
    while take_turn(screen, player):
        assert is_narrow(screen)
    check_result(screen)
    assert is_narrow(screen)


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_of_two_browsers_before_a_spectator(desk: Desk, title: str) -> None:
    ada, bob, eve = desk.window(), desk.window(seed=5), desk.window()
    desk.site.name_me(ada.page.request)
    others = {"kind": "open"}, *({"mars": 1, "reworld": 2}[title] * [GOOD_BOT])
    table = desk.site.table(ada.page.request, title, *others, seed=4)
    ada.page.goto(f"/t/{table}")
    bob.page.goto(f"/t/{table}")
    bob.press(bob.find("Take this seat"))
    bob.page.get_by_role("heading", name="Seats").wait_for(state="hidden")
    eve.page.goto(f"/t/{table}")
    people = [(ada, players(title, 4)), (bob, players(title, 5))]
    did, last = 0, time.monotonic()
    while people:
        people = [(one, player) for one, player in people if take_turn(one, player, patient=False)]
        if len(ada.did) + len(bob.did) > did:
            did, last = len(ada.did) + len(bob.did), time.monotonic()
        assert time.monotonic() < last + STUCK_SECONDS, f"nobody moves: {ada.text()}\n{bob.text()}"
    for screen in (ada, bob, eve):
        check_result(screen)
    assert eve.did == []


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_with_a_reload_and_a_lost_connection(
    desk: Desk, process: ServerProcess, title: str
) -> None:
    screen = desk.window()
    page = screen.page
    lost = page.get_by_role("alert").filter(has_text="connection is lost")
    sit_down(desk, screen, title, seed=5)
    player = players(title, 5)
    for _ in range(20):
        take_turn(screen, player)
    page.reload()
    for _ in range(20):
        take_turn(screen, player)
    page.context.set_offline(True)
    expect(lost).to_be_visible()
    page.context.set_offline(False)
    expect(lost).to_have_count(0)
    for _ in range(20):
        take_turn(screen, player)
    process.kill()
    expect(lost).to_be_visible()
    process.start()
    expect(lost).to_have_count(0)
    play(screen, player)
    check_result(screen)


def is_narrow(screen: Screen) -> bool:
    """Whether the page does not scroll sideways."""
    root = "document.documentElement"
    return bool(screen.page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth"))
