"""A replay as seen by a seat: its hand is in sight, and nobody else's."""

from typing import Any

import pytest

from farhaven.cli.selfplay_games import Series, play_game
from farhaven.core.match import Match
from farhaven.core.record import encode_record
from tests.web.conftest import LAPTOP, LYING_PHONE, PHONE, Desk
from tests.web.screen import Screen
from tests.web.site import RANDOM_BOT, decides

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
