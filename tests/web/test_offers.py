"""Offers in the page: answered and closed from any panel, and free of races between several."""

import pytest
from playwright.sync_api import expect

from tests.web.conftest import LAPTOP, PHONE, Desk
from tests.web.offers import Trio
from tests.web.screen import Screen, with_touch
from tests.web.test_access import axe

SIZES = (LAPTOP, PHONE)


def window(desk: Desk, size: tuple[int, int]) -> Screen:
    return desk.window(with_touch, size, touch=True) if size == PHONE else desk.window(size=size)


def offered(desk: Desk, *windows: Screen) -> Trio:
    """Ada's offer is open."""
    trio = Trio(desk, *windows)
    trio.play_until_trade()
    trio.offer()
    return trio


def until_answered(trio: Trio, screen: Screen, seat: int, answer: str) -> None:
    for _ in range(200):
        if trio.answers().get(seat) == answer:
            return
        screen.look()
    raise AssertionError(f"not answered: {trio.answers()}")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("panel", ["Log", "Chat"])
def test_an_offer_is_answered_whatever_panel_is_open(
    desk: Desk, panel: str, size: tuple[int, int]
) -> None:
    trio = offered(desk, desk.window(), window(desk, size))
    bob = trio.open(1)
    bob.press(bob.find(panel, "tab"))
    prompt = bob.page.locator(".prompt")
    expect(prompt.locator(".now")).to_contain_text("Ada offers 1")
    for name in ("Accept", "Decline", "Counter-offer"):
        expect(prompt.get_by_role("button", name=name)).to_be_enabled()
    tab = bob.page.get_by_role("tab", name="Mars" if size == PHONE else "Play")
    expect(tab.locator(".badge")).to_have_text("!")
    bob.press(bob.find("Accept"))
    until_answered(trio, bob, 1, "accept")


@pytest.mark.parametrize("size", SIZES)
def test_the_key_for_trade_works_from_any_panel(desk: Desk, size: tuple[int, int]) -> None:
    trio = offered(desk, desk.window(), window(desk, size))
    bob = trio.open(1)
    bob.press(bob.find("Log", "tab"))
    bob.page.keyboard.press("t")
    expect(bob.page.get_by_role("button", name="Accept")).to_be_focused()
    expect(bob.page.get_by_role("region", name="Ada offers")).to_be_visible()
    bob.press(bob.find("Counter-offer"))
    expect(bob.page.get_by_role("group", name="You give")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_the_maker_closes_whatever_panel_is_open(desk: Desk, size: tuple[int, int]) -> None:
    trio = offered(desk, window(desk, size))
    ada = trio.open(0)
    ada.press(ada.find("Log", "tab"))
    ada.find("Withdraw")
    trio.answer(2, "accept")
    ada.press(ada.find("Trade with Zoë"))
    expect(ada.page.get_by_role("list", name="Log")).to_contain_text("You trade with Zoë")


def test_the_terms_of_a_counter_offer_are_told_to_listeners_too(desk: Desk) -> None:
    trio = offered(desk)
    give, want = trio.wanted() or ([], "")
    counter = {"give": {want: 1}, "want": {give[1]: 1}}
    ada = trio.open(0)
    prompt = ada.page.locator(".prompt .now")
    expect(prompt).to_contain_text("Waiting for: Bob, Zoë")
    trio.act(2, {"do": "answer", "answer": "counter", **counter})
    terms = f"you give 1 {give[1]}, you get 1 {want}"
    expect(prompt).to_have_text(f"Zoë makes a counter-offer: {terms}.")
    close = ada.page.get_by_role("button", name=f"Trade with Zoë: {terms}", exact=True)
    expect(close).to_be_enabled()
    trio.answer(1, "accept")
    expect(prompt).to_contain_text("Who do you want to trade with?")
    expect(ada.page.get_by_role("button", name="Trade with Bob", exact=True)).to_be_enabled()
    assert axe(ada.page) == []
    close.click()
    ada.find("End the turn")


def test_on_a_phone_an_offer_leaves_the_board_in_sight(desk: Desk) -> None:
    trio = offered(desk, desk.window(), window(desk, PHONE))
    bob = trio.open(1)
    bob.find("Accept")
    strip, board = bob.page.evaluate(BOXES, [".float", ".panel .board"])
    assert strip["height"] <= board["height"] / 5
    assert bob.page.evaluate(HITS, [".float", ".zoom, .board button"]) == []


BOXES = "(all) => all.map((one) => document.querySelector(one).getBoundingClientRect().toJSON())"
# What of a selector overlaps something.
HITS = """([what, other]) => {
  const box = document.querySelector(what).getBoundingClientRect()
  return [...document.querySelectorAll(other)].filter((el) => el.checkVisibility()).filter((el) => {
    const { left, top, right, bottom } = el.getBoundingClientRect()
    return left < box.right && box.left < right && top < box.bottom && box.top < bottom
  }).map((el) => el.outerHTML)
}"""


def late(screen: Screen) -> None:
    """From now on news arrive late, as on a slow line."""
    screen.page.evaluate("late = true")


def arrive(screen: Screen) -> None:
    """The press was sent, refused as too late, and now the news are there."""
    screen.page.wait_for_timeout(300)
    screen.page.evaluate("arrive()")
    screen.look()


def test_an_answer_counts_though_another_came_first(desk: Desk) -> None:
    trio = offered(desk)
    bob = trio.open(1)
    decline = bob.find("Decline")
    late(bob)
    trio.answer(2, "decline")
    bob.press(decline)
    arrive(bob)
    until_answered(trio, bob, 1, "decline")
    assert bob.did == ["answer"]


def test_an_answer_is_never_given_to_another_offer(desk: Desk) -> None:
    trio = offered(desk)
    bob = trio.open(1)
    accept = bob.find("Accept")
    late(bob)
    trio.act(0, {"do": "close", "with": None})
    trio.offer(1)
    bob.press(accept)
    arrive(bob)
    expect(bob.page.get_by_role("button", name="Accept")).to_be_enabled()
    assert trio.answers() == {1: None, 2: None}
    bob.press(bob.find("Decline"))
    until_answered(trio, bob, 1, "decline")


def test_a_trade_is_closed_though_another_answers_meanwhile(desk: Desk) -> None:
    trio = offered(desk)
    trio.answer(1, "accept")
    ada = trio.open(0)
    close = ada.find("Trade with Bob")
    late(ada)
    trio.answer(2, "decline")
    ada.press(close)
    arrive(ada)
    ada.find("End the turn")
    assert trio.state(0)["view"]["offer"] is None


def test_an_offer_is_not_withdrawn_by_itself_once_an_answer_is_taken_back(desk: Desk) -> None:
    trio = offered(desk)
    trio.answer(1, "decline")
    ada = trio.screens[0]
    ada.page.clock.install()
    trio.open(0)
    ada.find("Withdraw")
    trio.answer(2, "decline")
    expect(ada.page.locator(".prompt")).to_contain_text("Everybody declines")
    expect(ada.page.get_by_role("button", name="Withdraw")).to_have_count(0)
    late(ada)
    undo = f"/api/tables/{trio.table}/undo"
    assert trio.screens[2].page.request.post(undo, data={"id": "back", "seat": 2}).ok
    ada.page.clock.fast_forward(3000)
    arrive(ada)
    ada.find("Withdraw")
    assert trio.answers() == {1: "decline", 2: None}
