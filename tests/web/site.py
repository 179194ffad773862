"""Tables of the server under test, brought to where a test needs them."""

import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import APIRequestContext

from tests.server.process import ServerProcess

# ruff: noqa: ANN401 - plain JSON, as a foreign client would see it

Json = dict[str, Any]
BOT: Json = {"kind": "bot", "level": "cadet"}
GOOD_BOT: Json = {"kind": "bot", "level": "officer"}
RANDOM_BOT: Json = {"kind": "bot", "level": "random"}
Choice = Callable[[Json, Json, random.Random], Json]


class Site:
    """The server's address and its doors for programs."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.url = server.url

    def name_me(self, request: APIRequestContext, name: str = "Ada") -> None:
        """Become a guest."""
        _ok(request.post("/api/account", data={"name": name}))

    def table(
        self, request: APIRequestContext, title: str, *others: Json, seed: int = 1, **more: Any
    ) -> str:
        """A table with this guest at seat 0, whose chance is fixed by `seed`; its id."""
        self.server.sow(seed)
        seats = [{"kind": "me"}, *others]
        body = {"title": title, "seats": seats, **more}
        table = str(_ok(request.post("/api/tables", data=body))["id"])
        _ok(request.post(f"/api/tables/{table}/nonce", data={"nonce": f"seed {seed}"}))
        return table

    def play_until(
        self,
        request: APIRequestContext,
        table: str,
        is_there: Callable[[Json], bool],
        choice: Choice | None = None,
    ) -> Json:
        """Play seat 0 without a page until its state is as wanted, or the match is over."""
        chance = random.Random(7)
        end = time.monotonic() + 180
        while time.monotonic() < end:
            now = _ok(request.get(f"/api/tables/{table}/state"))
            state: Json = now["state"]
            if state["result"] is not None or (state["decision"] and is_there(state)):
                return state
            if state["decision"] is None:
                request.get(f"/api/tables/{table}/steps?since={now['n']}&wait=1")
                continue
            entry = (choice or choose)(state["view"], state["decision"], chance)
            key = f"{now['n']}-{chance.random()}"
            request.post(f"/api/tables/{table}/act", data={"id": key, "entry": entry})
        raise AssertionError("the match does not get there")


def decides(kind: str) -> Callable[[Json], bool]:
    """Whether it is to be decided on something of a kind."""
    return lambda state: bool(state["decision"]["kind"] == kind)


def _ok(answer: Any) -> Any:
    if not answer.ok:
        pytest.fail(f"{answer.url}: {answer.status} {answer.text()}")
    return answer.json()


def choose(view: Json, decision: Json, chance: random.Random) -> Json:
    """An entry that the decision allows."""
    entry = {"reworld": _reworld, "mars": _mars}[view["game"]](view, decision, chance)
    return {"seat": view["seat"], **entry}


def hoard(view: Json, decision: Json, chance: random.Random) -> Json:
    """Like `choose`, but spends nothing."""
    if decision["kind"] == "act":
        return {"seat": view["seat"], "do": "end"}
    return choose(view, decision, chance)


def _reworld(_: Json, decision: Json, chance: random.Random) -> Json:
    if decision["kind"] == "settlement":
        launch: Json = chance.choice(decision["launches"])["launch"]
        return launch
    if decision["ports"]:
        port = chance.choice(decision["ports"])
        cards = decision["payments"][port["payments"]][0]
        return {"do": "acquire", "port": port["port"], "cards": cards}
    return {"do": "drop_out"}


def _mars(view: Json, decision: Json, chance: random.Random) -> Json:
    match decision["kind"]:
        case "place":
            site = chance.choice(decision["sites"])
            return {
                "do": "place",
                "settlement": site["settlement"],
                "road": chance.choice(site["roads"]),
            }
        case "roll":
            return {"do": "roll"}
        case "discard":
            return {"do": "discard", "cards": _some(decision["hand"], decision["count"])}
        case "aliens":
            target = chance.choice(decision["targets"])
            return {
                "do": "aliens",
                "field": target["field"],
                "victim": (target["victims"] or [None])[0],
            }
        case "answer":
            return {"do": "answer", "answer": "decline"}
        case "close":
            return {"do": "close", "with": None}
    return _mars_act(view, decision)


def _mars_act(view: Json, decision: Json) -> Json:
    for piece, places in (("city", "cities"), ("settlement", "settlements"), ("dome", "domes")):
        if decision[places]:
            entry = {"do": "build", "piece": piece, "at": decision[places][0]}
            grows = "grain" if view["turns"] % 2 else "sheep"
            return {**entry, "grows": grows} if piece == "dome" else entry
    if decision["roads"]:
        return {"do": "build", "piece": "road", "at": decision["roads"][0]}
    return {"do": "buy"} if decision["buy"] else {"do": "end"}


def _some(hand: dict[str, int], count: int) -> dict[str, int]:
    given: dict[str, int] = {}
    for resource, held in hand.items():
        take = min(held, count - sum(given.values()))
        if take:
            given[resource] = take
    return given
