"""What a person does in the page besides playing on: ask, take back, drag, look back, learn."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Desk
from tests.web.players import players, take_turn
from tests.web.screen import Screen, waiting, with_keyboard
from tests.web.site import BOT, RANDOM_BOT, Choice, Json, choose, decides
from tests.web.test_access import axe
from tests.web.test_games import sit_down

TOURS = Path(__file__).parents[2] / "web" / "src" / "lib" / "games"


def host(
    desk: Desk,
    title: str,
    is_there: Callable[[Json], bool],
    bot: Json = BOT,
    choice: Choice = choose,
    screen: Screen | None = None,
) -> Screen:
    """Somebody at a table that was played on until its state is as wanted, and looks at it."""
    screen = screen or desk.window()
    request = screen.page.request
    desk.site.name_me(request)
    table = desk.site.table(request, title, bot)
    desk.site.play_until(request, table, is_there, choice)
    screen.page.goto(f"/t/{table}")
    return screen


def press(screen: Screen, *names: str) -> None:
    """One control after the other, each once it is there."""
    for name in names:
        screen.press(screen.find(name))


def log(screen: Screen) -> Locator:
    screen.press(screen.find("Log", "tab"))
    return screen.page.get_by_role("list", name="Log")


@pytest.mark.parametrize(
    ("title", "first"), [("Reworld", "Port "), ("Settlers of Mars", "Crossing")]
)
def test_a_newcomer_plays_with_one_click(desk: Desk, title: str, first: str) -> None:
    screen = desk.window()
    page = screen.page
    page.goto("/")
    cover = page.get_by_role("article").filter(has_text=title)
    cover.get_by_label("Level of the bots").select_option("officer")
    cover.get_by_role("button", name="Play against bots").click()
    page.wait_for_url("**/t/*")
    screen.find(first)
    table = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()
    assert [seat["level"] for seat in table["seats"]] == [None, "officer", "officer"]
    page.goto("/")
    expect(cover.get_by_label("Level of the bots")).to_have_value("officer")


HELD = "!['BODY', 'MAIN'].includes(document.activeElement.tagName)"


def test_the_keyboard_keeps_its_place_from_move_to_move(desk: Desk) -> None:
    """After each move something has the focus, and a hint is played with H and Enter alone."""
    screen = desk.window(with_keyboard)
    page = screen.page
    sit_down(desk, screen, "mars", BOT)
    screen.find("Crossing")
    page.keyboard.press("h")
    expect(page.get_by_role("button", name="Play this")).to_be_focused()
    page.keyboard.press("Enter")
    player = players("mars")
    for done in range(1, 11):
        for _ in waiting():
            if len(screen.did) >= done and screen.is_answered:
                break
            take_turn(screen, player)
        screen.look()
        assert page.evaluate(HELD), f"nothing has the focus after {screen.did}"
    assert screen.did[0] == "place"


def test_a_move_is_taken_back(desk: Desk) -> None:
    screen = host(desk, "mars", lambda state: decides("act")(state) and state["decision"]["roads"])
    press(screen, "Road", "Path", "Take back")
    expect(log(screen).locator("s")).to_contain_text("road")
    screen.press(screen.find("Play", "tab"))
    screen.find("Road")
    assert screen.did == ["build"]


ACQUIRED = re.compile(r"You acquire (a \w+|the \w+|(company )?satellite \w) ")


def test_a_move_counts_once_it_is_confirmed(desk: Desk) -> None:
    screen = desk.window()
    screen.page.goto("/settings")
    screen.page.get_by_text("Confirm moves").click()
    sit_down(desk, screen, "reworld", BOT)
    press(screen, "Port", "Acquire")
    expect(screen.page.get_by_text("Make this move?")).to_be_visible()
    assert axe(screen.page) == []
    press(screen, "Take back")
    assert screen.did == []
    press(screen, "Acquire", "Confirm")
    expect(log(screen)).to_contain_text(ACQUIRED)
    assert screen.did == ["acquire"]


def test_cards_are_dragged_onto_a_port(desk: Desk) -> None:
    screen = desk.window()
    sit_down(desk, screen, "reworld", BOT)
    screen.find("Port")
    table = screen.page.url.rsplit("/", 1)[1]
    state = screen.page.request.get(f"/api/tables/{table}/state").json()["state"]
    choices = state["decision"]["ports"]
    prices = {one["port"]: state["decision"]["payments"][one["payments"]][0] for one in choices}
    port, (card,) = next(one for one in prices.items() if len(one[1]) == 1)
    shut = next(one for one in range(len(state["view"]["ports"])) if one not in prices)
    drag(screen, card, shut)
    look_up(screen)
    assert len(screen.refused) == 1
    screen.refused.clear()
    press(screen, "Close")
    drag(screen, card, port)
    expect(log(screen)).to_contain_text("You")
    assert screen.did == ["acquire", "acquire"]


def look_up(screen: Screen) -> None:
    """A refusal leads to its clause, beside the match, and from there back to it."""
    clause = screen.page.get_by_role("status").get_by_role("link")
    expect(clause).to_contain_text("RW-1.4")
    name = clause.inner_text()
    clause.click()
    rules = screen.page.get_by_role("dialog", name="Reworld: the rules")
    expect(rules.locator(f"[id='{name}']")).to_be_in_viewport()
    assert axe(screen.page) == []
    screen.page.keyboard.press("Escape")
    expect(rules).to_be_hidden()
    screen.find("Port")


def drag(screen: Screen, card: int, port: int) -> None:
    mouse = screen.page.mouse
    for what, deed in (
        (f"[data-place=hand-{card}]", mouse.down),
        (f"[data-port='{port}']", mouse.up),
    ):
        box = screen.page.locator(what).first.bounding_box()
        assert box is not None
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        deed()


def test_a_match_is_played_again(desk: Desk) -> None:
    screen = host(desk, "reworld", lambda _: False, RANDOM_BOT)
    before = screen.page.url
    press(screen, "Rematch")
    expect(screen.page).not_to_have_url(before)
    screen.find("Port")


DROP = """([name, text]) => {
  const data = new DataTransfer()
  data.items.add(new File([text], name, { type: 'application/json' }))
  for (const type of ['dragover', 'drop'])
    document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true }))
}"""


def test_a_record_is_dropped_on_the_page_and_shown(desk: Desk) -> None:
    screen = host(desk, "reworld", lambda _: False, RANDOM_BOT)
    page = screen.page
    table = page.url.rsplit("/", 1)[1]
    record = page.request.get(f"/api/tables/{table}/record").text()
    page.goto("/replay")
    # The screen comes after the page, and nothing takes a file before it.
    expect(page.get_by_text("Choose a file")).to_be_visible()
    page.evaluate(DROP, ["broken.json", record[:-9]])
    expect(page.get_by_text("This file is not a record.")).to_be_visible()
    false = json.loads(record)
    false["log"] = false["log"][:-1] + false["log"][:1]
    page.evaluate(DROP, ["false.json", json.dumps(false)])
    last = len(false["log"])
    told = f"Line {last} of the log: A player comes next, not chance."
    expect(page.get_by_role("alert")).to_contain_text(told)
    assert axe(page) == []
    page.evaluate(DROP, ["broken.json", record[:-9]])
    expect(page.get_by_role("alert")).to_be_hidden()
    several = f"{json.dumps(json.loads(record))}\n" * 2
    page.evaluate(DROP, ["matches.jsonl", several])
    page.wait_for_url("**/record/*")
    expect(page.get_by_text("This file holds 2 records: this is the first.")).to_be_visible()
    screen.find("To the end")
    page.evaluate(DROP, ["false.json", json.dumps(false)])
    expect(page.get_by_role("status").filter(has_text=told)).to_be_visible()
    press(screen, "To the end")
    expect(page).to_have_url(re.compile(r"at=[1-9]\d+"))
    ended = page.url
    screen.press(screen.find("Analysis", "tab"))
    press(screen, "Analyse the match")
    analysis = page.locator("#main .analysis")
    expect(analysis.get_by_role("table")).to_be_visible(timeout=180_000)
    analysis.get_by_role("button", name="Show").first.click()
    expect(page).not_to_have_url(ended)


def mistakes(screen: Screen, table: str) -> list[Json]:
    """What the analysis of a match finds, once it is there."""
    request = screen.page.request
    path = f"/api/tables/{table}/analysis"
    assert request.post(path, data={}).ok
    for _ in waiting(180):
        found: Json = request.get(path).json()
        if found["state"] == "done":
            return [one for one in found["review"]["choices"] if one["mistake"]]
        screen.page.wait_for_timeout(300)
    raise AssertionError("no analysis")


LOWER_PORTS = 10
"""From this one on they lie in the lower part of the station, which may have to be scrolled to."""
PAGE_BEYOND_WINDOW = "document.documentElement.scrollHeight - innerHeight"


def test_a_replay_shows_what_would_have_been_better(desk: Desk) -> None:
    """At the moment before a mistake, however one comes there; on a phone the list gives way."""
    screen = host(desk, "reworld", lambda _: False, RANDOM_BOT)
    page = screen.page
    table = page.url.rsplit("/", 1)[1]
    found = mistakes(screen, table)
    wrong = {one["at"] for one in found}
    advised = [one for one in found if one["best"]["entry"]["do"] == "acquire"]
    lower_first = sorted(advised, key=lambda one: one["best"]["entry"]["port"] < LOWER_PORTS)
    mistake = next(one for one in lower_first if one["at"] + 1 not in wrong)
    entry, at = mistake["best"]["entry"], mistake["at"]
    name = re.compile(f"Port {entry['port']}: .*Advice of the analysis: acquire it")
    port = page.get_by_role("button", name=name)
    better = page.locator(".timeline").get_by_text("Better:")
    page.goto(f"/match/{table}?at={at}")
    expect(port).to_be_visible()
    expect(better).to_be_visible()
    assert axe(page) == []
    press(screen, "One step on")
    expect(page).to_have_url(re.compile(f"at={at + 1}$"))
    expect(port).to_be_hidden()
    expect(better).to_be_hidden()
    analysis = page.locator("#main .analysis")
    row = [one["at"] for one in found].index(at)
    for size in ((1440, 900), (1024, 600), (390, 844)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        screen.press(screen.find("Analysis", "tab"))
        analysis.get_by_text("As played").click()
        analysis.get_by_role("button", name="Show").nth(row).click()
        expect(port).to_be_in_viewport()
        expect(better).to_be_in_viewport()
        assert page.evaluate(PAGE_BEYOND_WINDOW) == 0
        press(screen, "One step on")


def review_of(at: int, better: Json, seat: int = 0) -> Json:
    """An analysis that finds one mistake."""
    chances = {"win": 0.4, "win_low": 0.4, "win_high": 0.4, "points": 5, "exact": False}
    told: Json = {**chances, "reasons": [], "events": []}
    mistake = {"at": at, "seat": seat, "loss": 1.6, "win_loss": 0.08, "cost": 2, "mistake": True}
    hints = {"asked": [], "played": {**told, "entry": {}}, "best": {**told, "entry": better}}
    review = {"choices": [{**mistake, **hints}], "curve": [], "seats": []}
    return {"state": "done", "done": 1, "lines": 1, "review": review}


def test_a_replay_shows_the_offer_that_was_answered_wrongly(desk: Desk) -> None:
    screen = host(desk, "mars", lambda _: False, RANDOM_BOT)
    page = screen.page
    table = page.url.rsplit("/", 1)[1]
    lines = page.request.get(f"/api/tables/{table}/record").json()["log"]
    at = next(n for n, line in enumerate(lines) if line.get("do") == "answer")
    review = review_of(at, {"do": "answer", "seat": 0, "answer": "accept"})
    page.route("**/analysis", lambda route: route.fulfill(json=review))
    page.goto(f"/match/{table}?at={at}")
    offer = page.get_by_role("region", name="Bot (random) offers")
    expect(offer.get_by_role("listitem")).to_contain_text("advice of the analysis, Better: Accept")
    assert axe(page) == []
    screen.press(screen.find("Analysis", "tab"))
    expect(page.locator("#main .analysis")).to_contain_text("Cost: 1.6 points of lead, 8% chance")
    press(screen, "One step on")
    expect(offer).to_be_hidden()


def test_a_replay_stands_still_behind_the_rule_book(desk: Desk) -> None:
    screen = host(desk, "reworld", lambda _: False, RANDOM_BOT)
    page = screen.page
    page.clock.install()
    page.goto(f"/match/{page.url.rsplit('/', 1)[1]}?at=0")
    press(screen, "Play")
    page.clock.run_for(1600)
    expect(page).to_have_url(re.compile(r"\?at=[1-9]"))
    # A port that cannot be chosen now tells what it is.
    page.locator("[data-port]").first.click(force=True)
    page.get_by_role("link", name="RW-").click()
    rules = page.get_by_role("dialog", name="Reworld: the rules")
    field = rules.get_by_role("searchbox")
    field.fill("city")
    opened = page.url
    # Long enough for five steps; each would show in the address.
    page.clock.run_for(8000)
    assert page.url == opened
    expect(field).to_be_focused()
    expect(field).to_have_value("city")
    rules.get_by_role("button", name="Close").click()
    expect(rules).to_be_hidden()
    expect(page).to_have_url(opened)
    screen.find("Play")


def do(screen: Screen, entry: Json) -> None:
    """Do in the page what a tour asks for; where it is to be done is all that may be chosen."""
    match entry["do"]:
        case "acquire":
            press(screen, f"Port {entry['port']}", "Acquire")
        case "marker":
            press(screen, "Take the marker", f"Officer {entry['card']}")
        case "drop_out":
            press(screen, "Drop out", "Drop out")
        case "launch":
            launch(screen, entry)
        case "place":
            press(screen, "Crossing", "Path")
        case "build":
            press(screen, entry["piece"].capitalize(), PLACES[entry["piece"]])
            if "grows" in entry:
                press(screen, entry["grows"].capitalize())
        case "aliens":
            press(screen, "Mountains", "Take a card from Halley")
        case "offer":
            offer(screen, entry)
        case done:
            press(screen, *WORDS[done])


PLACES = {"dome": "Sand", "road": "Path", "settlement": "Crossing"}
WORDS = {
    "roll": ("Roll the dice",),
    "end": ("End the turn",),
    "answer": ("Accept",),
    "close": ("Trade with",),
    "buy": ("Development card", "Buy a card"),
}


def offer(screen: Screen, entry: Json) -> None:
    screen.press(screen.find("Trade", "radio"))
    for group, resources in (("You give", entry["give"]), ("You get", entry["want"])):
        for resource in resources:
            name = re.compile(f"One more {resource}")
            screen.page.get_by_role("group", name=group).get_by_role("button", name=name).click()
    press(screen, "Make the offer")


def launch(screen: Screen, entry: Json) -> None:
    screen.page.locator(f"[data-place^=row-0-{entry['row']}-].target").first.click()
    # The first unit comes with the shuttle on which it stands.
    for _ in entry.get("cargo", [])[1:]:
        screen.page.locator(".dock .more").click()
    # The last one goes to the only city that is left for it.
    for _ in entry.get("placed", [])[1:]:
        screen.page.locator(".dock [aria-label$='tap a city.'] .option").first.click()
    press(screen, entry["use"].capitalize())


@pytest.mark.parametrize(("title", "file"), [("mars", "moments"), ("reworld", "frames")])
def test_a_tour_is_played_to_its_end(desk: Desk, title: str, file: str) -> None:
    asked: list[Json] = json.loads((TOURS / title / "tour" / f"{file}.json").read_text("utf-8"))
    steps = [step.get("expect") for step in asked if "step" in step or "name" in step]
    screen = desk.window()
    screen.page.clock.install()
    screen.page.goto(f"/tour/{title}")
    coach = screen.page.get_by_role("region", name="Guided tour")
    for number, entry in enumerate(steps[:-1], start=1):
        # What happens by itself in between is shown for a second or so each time.
        for _ in waiting():
            if not coach.get_by_text("Watch what happens").count():
                break
            screen.page.clock.fast_forward(1500)
        expect(coach).to_contain_text(f"Step {number} of {len(steps)}")
        if entry:
            do(screen, entry)
        else:
            press(screen, "Next")
    press(screen, "Play a real game")
    screen.page.wait_for_url("**/t/*")
    table = screen.page.request.get(f"/api/tables/{screen.page.url.rsplit('/', 1)[1]}").json()
    assert [seat["kind"] for seat in table["seats"]] == ["human", "bot", "bot"]
    assert table["state"] in ("starting", "running")
