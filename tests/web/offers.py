"""Three people at a table of Mars, with an offer to decide on."""

import random
import time

from tests.web.conftest import Desk
from tests.web.screen import Screen
from tests.web.site import Json, choose

NAMES = ("Ada", "Bob", "Zoë")

LATE_NEWS = """{
  // While `late` is set, what the server sends waits; `arrive` delivers it.
  const news = []
  window.late = false
  window.arrive = () => {
    window.late = false
    for (const deliver of news.splice(0)) deliver()
  }
  const own = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage')
  Object.defineProperty(WebSocket.prototype, 'onmessage', {
    set(take) {
      const held = (event) => (window.late ? news.push(() => take(event)) : take(event))
      own.set.call(this, held)
    },
  })
}"""


class Trio:
    """Ada, Bob and Zoë: each has a window, and acts without it until it is opened."""

    def __init__(self, desk: Desk, *windows: Screen) -> None:
        self.screens = [*windows, *(desk.window() for _ in NAMES[len(windows) :])]
        for screen, name in zip(self.screens, NAMES, strict=True):
            desk.site.name_me(screen.page.request, name)
            screen.page.add_init_script(LATE_NEWS)
        seats: list[Json] = [{"kind": "open"}, {"kind": "open"}]
        self.table = desk.site.table(self.screens[0].page.request, "mars", *seats)
        for screen in self.screens[1:]:
            path = f"/api/tables/{self.table}/join"
            assert screen.page.request.post(path, data={"nonce": "seed"}).ok
        self._chance = random.Random(3)

    def state(self, seat: int) -> Json:
        path = f"/api/tables/{self.table}/state"
        state: Json = self.screens[seat].page.request.get(path).json()["state"]
        return state

    def act(self, seat: int, entry: Json) -> None:
        """Do something without the window."""
        data = {"id": f"{self._chance.random()}", "entry": {"seat": seat, **entry}}
        path = f"/api/tables/{self.table}/act"
        answer = self.screens[seat].page.request.post(path, data=data)
        assert answer.ok, answer.text()

    def open(self, seat: int) -> Screen:
        screen = self.screens[seat]
        screen.page.goto(f"/t/{self.table}")
        screen.page.wait_for_selector(".prompt")
        return screen

    def hand(self, seat: int) -> dict[str, int]:
        hand: dict[str, int] = self.state(seat)["view"]["players"][seat]["hand"]
        return hand

    def play_until_trade(self) -> None:
        """On to where Ada may offer two different cards, and both others can accept either."""
        end = time.monotonic() + 120
        while time.monotonic() < end:
            for seat in range(3):
                state = self.state(seat)
                decision = state["decision"]
                if decision is None:
                    continue
                if seat == 0 and decision["kind"] == "act" and self._is_there(decision):
                    return
                self.act(seat, choose(state["view"], decision, self._chance))
        raise AssertionError("nobody can trade")

    def _is_there(self, decision: Json) -> bool:
        return bool(decision["offer"]) and self.wanted() is not None

    def wanted(self) -> tuple[list[str], str] | None:
        """Two resources that Ada can give, and one that both others hold and she does not give."""
        mine = self.hand(0)
        if len(mine) < 2:
            return None
        for want in self.hand(1).keys() & self.hand(2).keys():
            give = [one for one in mine if one != want]
            if len(give) > 1:
                return give, want
        return None

    def offer(self, number: int = 0) -> None:
        """Ada offers the first or the second of what she can give."""
        found = self.wanted()
        assert found is not None
        give, want = found
        self.act(0, {"do": "offer", "give": {give[number]: 1}, "want": {want: 1}})

    def answer(self, seat: int, answer: str) -> None:
        self.act(seat, {"do": "answer", "answer": answer})

    def answers(self) -> dict[int, str | None]:
        """What everybody has said to the open offer."""
        offer = self.state(0)["view"]["offer"]
        return {} if offer is None else {one["seat"]: one["answer"] for one in offer["answers"]}
