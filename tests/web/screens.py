"""Every screen of the application, and how a test gets there."""

import random
from collections.abc import Callable
from typing import Any, Literal

import msgspec
from playwright.sync_api import Page

from tests.web.conftest import Desk
from tests.web.players import players, take_turn
from tests.web.screen import Screen, waiting
from tests.web.site import BOT, RANDOM_BOT, Choice, choose, decides, hoard

Json = dict[str, Any]
Way = Callable[[Desk, Screen], str]


class Place(msgspec.Struct, frozen=True):
    """A screen: the way to its address, and what opens it there in any language."""

    way: Way
    who: Literal["host", "newcomer", "other"] = "host"
    """The host of tables, somebody new, or somebody with a browser of their own."""
    keys: tuple[str, ...] = ()
    press: str | None = None
    """What is pressed there, as a selector."""
    shows: str = "h1"
    """What is there once all has come, as a selector."""
    cut: Literal["after", "before"] | None = None
    """The network is lost after the page was shown, or before it is shown once more."""
    keeps: tuple[str, str] | None = None
    """What the browser keeps from before, as a name and its text."""
    narrow: bool = False
    """There is such a screen only on a phone."""


def at(path: str) -> Way:
    """An address that is always the same."""
    return lambda _desk, _screen: path


def lobby(desk: Desk, screen: Screen) -> str:
    return "/t/" + desk.site.table(screen.page.request, "mars", {"kind": "open"}, BOT)


def guest(desk: Desk, _screen: Screen) -> str:
    """The lobby as somebody sees it who has only got the link."""
    host = desk.window()
    desk.site.name_me(host.page.request)
    return lobby(desk, host)


def together(desk: Desk, screen: Screen) -> str:
    """Two people at one device, of whom the other one is to decide."""
    table = desk.site.table(screen.page.request, "reworld", {"kind": "here", "name": "Bob"})
    go(screen, f"/t/{table}")
    player = players("reworld")
    for _ in waiting():
        if screen.page.locator("#handover-title").count() > 0:
            return f"/t/{table}"
        take_turn(screen, player, patient=False)
    raise AssertionError(f"nobody is handed anything: {screen.text()}")


def match(
    title: str,
    is_there: Callable[[Json], bool],
    bot: Json = BOT,
    choice: Choice = choose,
    then: str = "/t/{}",
) -> Way:
    """A match that was played on until its state is as wanted."""

    def way(desk: Desk, screen: Screen) -> str:
        request = screen.page.request
        table = desk.site.table(request, title, bot)
        desk.site.play_until(request, table, is_there, choice)
        return then.format(table)

    return way


def then(way: Way, deed: str, **more: object) -> Way:
    """The same, after the host did something with the table."""

    def after(desk: Desk, screen: Screen) -> str:
        path = way(desk, screen)
        url = f"/api/tables/{path.removeprefix('/t/')}{deed}"
        answer = screen.page.request.fetch(url, method="PATCH" if more else "POST", data=more)
        assert answer.ok, answer.text()
        return path

    return after


def watched(desk: Desk, _screen: Screen) -> str:
    """Somebody else's match."""
    host = desk.window()
    desk.site.name_me(host.page.request)
    return TURN(desk, host)


def member(desk: Desk, screen: Screen) -> str:
    """Somebody with a password."""
    request = screen.page.request
    desk.site.name_me(request)
    name = f"Ada {random.random()}"
    answer = request.post("/api/account/register", data={"name": name, "password": "long enough"})
    assert answer.ok, answer.text()
    return "/settings"


def station(desk: Desk, screen: Screen) -> str:
    desk.site.name_me(screen.page.request)
    return STATION(desk, screen)


def home(desk: Desk, screen: Screen) -> str:
    """With a match that runs, and an open table of somebody else."""
    other = desk.window()
    desk.site.name_me(other.page.request, "Eve")
    desk.site.table(other.page.request, "mars", {"kind": "open"}, listed=True)
    desk.site.name_me(screen.page.request)
    match("mars", decides("roll"))(desk, screen)
    return "/"


def public(
    path: str,
    press: str | None = None,
    shows: str = "h1",
    keeps: tuple[str, str] | None = None,
) -> Place:
    """A screen at an address that is always the same, as somebody new sees it."""
    return Place(at(path), who="newcomer", press=press, shows=shows, keeps=keeps)


def tour(title: str, step: int = 0) -> Place:
    """A tour that was left at a step."""
    return public(f"/tour/{title}", keeps=(f"farhaven.tour.{title}", str(step)))


STATION = match("reworld", lambda state: state["view"]["round"] == 1)
SETTLEMENT = match("reworld", decides("settlement"))
TURN = match("mars", lambda state: decides("act")(state) and state["view"]["turns"] > 20)
OVER = "dialog[open] table"

SCREENS: dict[str, Place] = {
    "home": Place(home, who="other"),
    "home of a newcomer": public("/"),
    "new table of reworld": public("/new/reworld"),
    "new table of mars": public("/new/mars"),
    "lobby": Place(lobby),
    "lobby of a guest": Place(guest, who="newcomer"),
    "station": Place(STATION),
    "station with a port chosen": Place(STATION, press=".port.target"),
    "settlement": Place(SETTLEMENT),
    "settlement with a module chosen": Place(SETTLEMENT, press=".carrier .target"),
    "reworld over": Place(match("reworld", lambda _: False), shows=OVER),
    "mars set-up": Place(match("mars", decides("place"))),
    "mars turn": Place(TURN),
    "mars trade": Place(TURN, keys=("t",)),
    "mars trade sheet": Place(TURN, press=".dock .tool", shows="dialog[open]", narrow=True),
    "mars watched": Place(watched, who="newcomer"),
    "match paused": Place(then(STATION, "", paused=True), shows=".prompt .primary"),
    "match stopped": Place(then(STATION, "/stop"), shows="dialog[open]"),
    "table closed": Place(then(lobby, "/leave")),
    "mars cards": Place(TURN, press=".dock .tool:last-child", shows="dialog[open]", narrow=True),
    "mars answer": Place(match("mars", decides("answer"), bot=RANDOM_BOT)),
    "mars discard": Place(match("mars", decides("discard"), choice=hoard), shows="dialog[open]"),
    "mars aliens": Place(match("mars", decides("aliens"))),
    "mars over": Place(match("mars", lambda _: False), shows=OVER),
    "table menu": Place(STATION, press="button.menu", shows="dialog[open]"),
    "log": Place(TURN, keys=("l",)),
    "chat": Place(STATION, keys=("c",)),
    "keyboard help": Place(STATION, keys=("?",), shows="dialog[open]"),
    "hint": Place(STATION, keys=("h",), shows="dialog[open]"),
    "several at one device": Place(together, shows="#handover-title"),
    "replay of reworld": Place(
        match("reworld", lambda state: state["view"]["round"] == 2, then="/match/{}?at=20")
    ),
    "replay of mars": Place(
        match("mars", lambda state: state["view"]["turns"] > 12, then="/match/{}?at=20")
    ),
    "open a record": public("/replay"),
    "tour of reworld": tour("reworld"),
    "tour of mars": tour("mars"),
    **{
        f"tour of {title}, step {step}": tour(title, step)
        for title, steps in (("mars", (4, 7, 11)), ("reworld", (8, 10, 21)))
        for step in steps
    },
    "rule books": public("/rules"),
    "rules of reworld": public("/rules/reworld"),
    "rules of mars": public("/rules/mars"),
    "settings": public("/settings"),
    "new account": public("/settings", press="button[aria-expanded]", shows="main form"),
    "account": Place(member, who="other", press="button[aria-expanded]", shows="main form"),
    "about": public("/about"),
    "no such page": public("/nowhere/at/all"),
    "no such table": public("/t/nothing"),
    "no such match": public("/match/nothing"),
    "recover": public("/recover#nothing"),
    "match cut off": Place(station, who="other", shows="[role=alert]", cut="after"),
    "home without a network": Place(at("/"), who="other", shows="[role=alert]", cut="before"),
    "match without a network": Place(station, who="other", shows="[role=alert]", cut="before"),
}


def go(screen: Screen, path: str) -> None:
    """Have an address shown as a link within the application does, without loading it anew."""
    screen.page.evaluate(FOLLOW, path)


# By way of a screen that has nothing, since the same screen would stay as it was left.
FOLLOW = """async (path) => {
  for (const one of ['/nowhere', path]) {
    history.pushState(null, '', one)
    dispatchEvent(new PopStateEvent('popstate'))
    await new Promise((done) => requestAnimationFrame(done))
  }
  scrollTo(0, 0)
}"""


def show(screen: Screen, place: Place, path: str) -> None:
    """Go there, and wait until all of it has come."""
    page = screen.page
    if place.keeps:
        page.evaluate("([name, text]) => localStorage.setItem(name, text)", place.keeps)
    if place.cut:
        page.goto(path)
    else:
        go(screen, path)
    plain = place.shows == "h1" or place.press or place.keys or place.cut
    page.wait_for_function(READY, arg="main h1" if plain else place.shows)
    for key in place.keys:
        page.keyboard.press(key)
    if place.press:
        page.locator(place.press).first.click()
    if place.cut:
        cut(page, place)
    settle(screen, place)


def cut(page: Page, place: Place) -> None:
    """Lose the network; what a worker keeps of the application is there by then."""
    if place.cut == "before":
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    page.context.set_offline(True)
    if place.cut == "before":
        page.reload()


def settle(screen: Screen, place: Place) -> None:
    """Wait until all is there, as after a change of language."""
    screen.page.wait_for_function(READY, arg=place.shows)
    screen.look()


READY = """(what) => document.querySelector(what)?.checkVisibility()
  && !document.querySelector('.loading') && document.fonts.status === 'loaded'"""
