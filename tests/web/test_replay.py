"""A replay as seen by a seat: its hand is in sight, and nobody else's."""

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from farhaven.cli.selfplay_games import Series, play_game
from farhaven.core.match import Match
from farhaven.core.record import encode_record
from tests.web.conftest import LAPTOP, LYING_PHONE, PHONE, Desk
from tests.web.screen import Screen
from tests.web.site import RANDOM_BOT, decides
from tests.web.test_deeds import review_of

Json = dict[str, Any]
HANDS = {
    "reworld": """() => [...document.querySelectorAll('.seat-hand .stack')].map((el) => [
      el.dataset.place.replace('hand-', ''), el.querySelectorAll('.card').length
    ])""",
    "mars": """() => [...document.querySelectorAll('.seat-hand [data-resource]')].map((el) => [
      el.dataset.resource, Number(el.querySelector('.count').textContent)
    ]).filter(([, count]) => count > 0)""",
}
IN_SIGHT = """(what) => [...document.querySelectorAll(what)].every((el) => {
  const { left, top, right, bottom } = el.getBoundingClientRect()
  const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
  return inside && el.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
})"""


@pytest.fixture(scope="module")
def matches() -> dict[str, Match]:
    return {name: play_game(Series(name, ["greedy"] * 3, 5), 0) for name in HANDS}


def upload(desk: Desk, screen: Screen, match: Match) -> str:
    desk.site.name_me(screen.page.request)
    body = encode_record(match.record())
    answer = screen.page.request.post(
        "/api/records", data=body, headers={"content-type": "application/json"}
    )
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def hand_of(view: Json, seat: int) -> dict[str, int]:
    """A seat's hand as counts; both titles tell a hand of one's own."""
    hand = view["players"][seat]["hand"]
    if isinstance(hand, dict):
        return {kind: count for kind, count in hand.items() if count}
    return {str(card): hand.count(card) for card in sorted(set(hand))}


def moment_with_hand(match: Match, seat: int) -> int:
    """A moment in the middle of the game where another is to choose and the seat has cards."""
    for at in range(len(match.log) // 3, len(match.log)):
        then = match.at(at)
        if then.owing() and seat not in then.owing():
            seen: Any = then.view(seat).to_wire()
            if seen.players[seat].hand and seen.players[seat].hand_size > 3:
                return at
    raise AssertionError("nobody ever has cards")


@pytest.mark.parametrize("size", [LAPTOP, PHONE, LYING_PHONE])
@pytest.mark.parametrize("title", HANDS)
def test_a_replay_seen_by_a_seat_shows_its_hand(
    desk: Desk, matches: dict[str, Match], title: str, size: tuple[int, int]
) -> None:
    match = matches[title]
    screen = desk.window(size=size)
    page = screen.page
    record, at = upload(desk, screen, match), moment_with_hand(match, 1)
    told = page.request.get(f"/api/records/{record}/at/{at}?seat=1").json()
    page.goto(f"/record/{record}?at={at}&seat=1")
    page.locator(".seat-hand").wait_for()
    assert dict(page.evaluate(HANDS[title])) == hand_of(told["view"], 1)
    what = ".seat-hand .stack" if title == "reworld" else ".seat-hand [data-resource]"
    if size != LYING_PHONE:  # where what stands beside the board is scrolled
        assert page.evaluate(IN_SIGHT, what)
    page.get_by_label("Seen by").select_option("0")
    page.wait_for_url("**seat=0")
    other = page.request.get(f"/api/records/{record}/at/{at}?seat=0").json()
    page.wait_for_function(
        f"want => JSON.stringify(Object.fromEntries(({HANDS[title]})())) === JSON.stringify(want)",
        arg=hand_of(other["view"], 0),
    )
    page.get_by_label("Seen by").select_option("-1")
    page.locator(".seat-hand").wait_for(state="detached")


def test_who_looks_back_at_a_running_match_sees_the_own_hand(desk: Desk) -> None:
    screen = desk.window()
    page = screen.page
    desk.site.name_me(page.request)
    table = desk.site.table(page.request, "reworld", RANDOM_BOT)
    desk.site.play_until(page.request, table, decides("station"))
    page.goto(f"/match/{table}?at=2")
    page.locator(".seat-hand .stack").first.wait_for()
    told = page.request.get(f"/api/tables/{table}/at/2").json()
    assert dict(page.evaluate(HANDS["reworld"])) == hand_of(told["view"], 0)


def test_a_match_that_was_stopped_is_seen_by_any_seat(
    desk: Desk, matches: dict[str, Match]
) -> None:
    stopped = matches["reworld"].at(6)
    stopped.stop("turn_limit")
    screen = desk.window()
    page = screen.page
    record = upload(desk, screen, stopped)
    page.goto(f"/record/{record}?at=6")
    page.get_by_label("Seen by").select_option("1")
    page.locator(".seat-hand .stack").first.wait_for()


def test_a_seat_finds_back_to_its_own_settlement_from_advice_for_another(
    desk: Desk, matches: dict[str, Match]
) -> None:
    match = matches["reworld"]
    screen = desk.window()
    page = screen.page
    record = upload(desk, screen, match)
    log = page.request.get(f"/api/records/{record}").json()["log"]
    at = next(n for n, line in enumerate(log) if line.get("do") == "launch" and line["seat"] == 1)
    review = review_of(at, log[at], seat=1)
    page.route("**/analysis", lambda route: route.fulfill(json=review))
    page.goto(f"/record/{record}?at={at}&seat=0")
    names = [
        player["name"] for player in page.request.get(f"/api/records/{record}").json()["players"]
    ]
    whose = [page.get_by_role("region", name=f"Settlement of {name}") for name in names[:2]]
    expect(whose[1]).to_be_visible()
    page.get_by_role("button", name=f"Settlement of {names[0]}").click()
    expect(whose[0]).to_be_visible()
    expect(whose[1]).to_be_hidden()
    expect(page.get_by_role("button", name="Your settlement")).to_have_count(0)


def test_the_link_to_a_moment_leads_where_others_find_it(
    desk: Desk, matches: dict[str, Match]
) -> None:
    screen = desk.window()
    page = screen.page
    page.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', "
        "{ value: { writeText: async (text) => { window.copied = text } } })"
    )
    page.route("**/api/home", lambda route: route.fulfill(json={"url": "https://farhaven.example"}))
    record = upload(desk, screen, matches["mars"])
    page.goto(f"/record/{record}?at=3&seat=1")
    screen.press(screen.find("Copy a link to this moment"))
    expect(page.get_by_text("The link is copied.")).to_be_visible()
    assert page.evaluate("copied") == f"https://farhaven.example/record/{record}?at=3&seat=1"


def test_whoever_steps_too_fast_waits_and_is_not_scolded(
    desk: Desk, matches: dict[str, Match]
) -> None:
    screen = desk.window()
    page = screen.page
    record = upload(desk, screen, matches["reworld"])
    refused = {"clause": "server", "reason": "too_many", "params": {"limit": "work", "seconds": 1}}
    times = 2

    def refuse(route: Route) -> None:
        nonlocal times
        times -= 1
        if times < 0:
            route.continue_()
        else:
            route.fulfill(status=429, json=refused, headers={"retry-after": "1"})

    page.goto(f"/record/{record}?at=5")
    page.get_by_text("5 / ").wait_for()
    page.route("**/at/9", refuse)
    page.goto(f"/record/{record}?at=8")
    page.get_by_text("8 / ").wait_for()
    page.keyboard.press("ArrowRight")
    page.get_by_text("9 / ").wait_for()
    assert times < 0
    assert page.locator(".toast").count() == 0
