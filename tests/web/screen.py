"""A page as a person has it: controls with role and name, used by mouse, touch or keyboard."""

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from playwright.sync_api import Page, Request, WebSocket

SCRIPT = (Path(__file__).parent / "screen.js").read_text("utf-8")
WAIT_SECONDS = 60.0  # a bot's worker has the lowest priority
STALE = "Something happened meanwhile. Look again before you choose."
LOOK_AGAIN_SECONDS = 0.15
"""After so long a page is looked at again, though nothing came from the server."""


class Control(msgspec.Struct, frozen=True):
    """Something that can be pressed, as assistive programs name it."""

    index: int
    role: str
    name: str
    group: str
    on: bool

    def is_a(self, role: str, pattern: str) -> bool:
        """Whether it has the role, and its name the pattern, alone or after that of its group."""
        names = (self.name, f"{self.group} / {self.name}")
        return self.role == role and any(re.search(pattern, name) for name in names)


class Sight(msgspec.Struct, frozen=True):
    """What there is to see at a moment."""

    title: str
    dialog: str | None
    said: list[str]
    """What live regions hold."""
    controls: list[Control]

    @property
    def is_my_turn(self) -> bool:
        return self.title.startswith("●")


def with_mouse(page: Page, control: Control) -> None:
    x, y = page.evaluate("i => farhavenTest.where(i)", control.index)
    page.mouse.click(x, y)


def with_touch(page: Page, control: Control) -> None:
    x, y = page.evaluate("i => farhavenTest.where(i)", control.index)
    page.touchscreen.tap(x, y)


def with_keyboard(page: Page, control: Control) -> None:
    """Tab to the control, with arrow keys within a group, then Enter."""
    way = page.evaluate("i => farhavenTest.steps(i)", control.index)
    key = "Shift+Tab" if way["known"] and way["by"] < 0 else "Tab"
    for _ in range(abs(way["by"]) if way["known"] else 0):
        page.keyboard.press(key)
    stop = "i => farhavenTest.atStop(i)"
    for _ in range(2 * way["all"] + 4):
        if page.evaluate(stop, control.index):
            break
        page.keyboard.press("Tab")
    _follow(page, control)
    if control.role != "radio":
        page.keyboard.press("Enter")


def _follow(page: Page, control: Control) -> None:
    """Arrow keys from where Tab stopped to a control of the same group, as the eye leads.

    Where the eye leads round in a circle, one thing after the other.
    """
    been: list[list[float]] = []
    for _ in range(160):
        heading: list[float] | None
        heading = page.evaluate("i => farhavenTest.heading(i)", control.index)
        if heading is None:
            return
        is_across = abs(heading[0]) >= abs(heading[1])
        times = been.count(heading)
        been.append(heading)
        if times > 1:
            page.keyboard.press("PageDown")
        elif is_across == (times == 0):
            page.keyboard.press("ArrowRight" if heading[0] > 0 else "ArrowLeft")
        else:
            page.keyboard.press("ArrowDown" if heading[1] > 0 else "ArrowUp")
    raise AssertionError(f"the keyboard does not lead to {control.role} “{control.name}”")


Hands = Callable[[Page, Control], None]


class Screen:
    """A page with its live connection watched: what was sent, what was answered."""

    def __init__(self, page: Page, hands: Hands = with_mouse) -> None:
        self.page = page
        self.hands = hands
        self.refused: list[str] = []
        """What the person was told is not allowed, or came too late."""
        self.faults: list[str] = []
        self.strangers: list[str] = []
        self.did: list[str] = []
        """What was sent, as it stands in entries."""
        self._open: set[str] = set()
        self._ids: set[str] = set()
        self._news = True
        self._looked = 0.0
        page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {SCRIPT} }})")
        page.on("websocket", self._watch)
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("request", self._requested)

    def _requested(self, request: Request) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "data:", "blob:")):
            self.strangers.append(request.url)

    def _watch(self, socket: WebSocket) -> None:
        # What was not answered before is sent again, or was before the page was loaded anew.
        self._open.clear()
        socket.on("framesent", self._sent)
        socket.on("framereceived", self._received)

    def _sent(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "act":
            # An entry that came too late is sent again as long as it answers the same question.
            if message["id"] not in self._ids:
                self.did.append(message["entry"]["do"])
            self._ids.add(message["id"])
            self._open.add(message["id"])

    def _received(self, frame: str | bytes) -> None:
        self._news = True
        message = json.loads(frame)
        if message["type"] == "refused" and message["id"] is not None:
            # Whoever decides beside others may be too late: the page deals with that silently.
            if message["reason"] != "stale":
                self.refused.append(f"{message['clause']} {message['reason']}")
            self._open.discard(message["id"])
        elif message["type"] == "done":
            self._open.discard(message["id"])
        elif message["type"] == "steps":
            self._open -= {step.get("id") for step in message["steps"]}

    @property
    def is_answered(self) -> bool:
        """Whether everything that was sent is acknowledged."""
        return not self._open

    def has_news(self) -> bool:
        """Whether something came or was pressed since the last look, or that was long ago."""
        if self._news or time.monotonic() > self._looked + LOOK_AGAIN_SECONDS:
            return True
        self.page.wait_for_timeout(8)
        return self._news

    def look(self) -> Sight:
        """The page after its next frame."""
        self._news = False
        self._looked = time.monotonic()
        sight = msgspec.convert(self.page.evaluate("() => farhavenTest.look()"), Sight)
        if any(STALE in text for text in sight.said):
            self.refused.append(STALE)
        return sight

    def press(self, control: Control) -> None:
        """Use a control."""
        self._news = True
        self.hands(self.page, control)

    def find(self, name: str, role: str = "button") -> Control:
        """The control with a name, once it can be used."""
        seen: list[Control] = []
        for _ in waiting():
            seen = self.look().controls
            for control in seen:
                if control.role == role and control.name.startswith(name):
                    return control
        raise AssertionError(f"no {role} “{name}” among {seen}")

    def text(self) -> str:
        """What the page says, for a failure's message."""
        return self.page.locator("main").inner_text()

    def healthy(self) -> None:
        """Nothing was refused, nothing failed, nothing was fetched from elsewhere."""
        assert self.refused == []
        assert self.faults == []
        assert self.strangers == []


def waiting(seconds: float = WAIT_SECONDS) -> Iterator[None]:
    """Turns of waiting, until it is too long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield
