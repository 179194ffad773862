"""A search of frames for what their viewer may not know, by the rule books and nothing else."""

import json
from collections.abc import Iterable, Iterator

from tests.server.client import Json, patch

Viewer = int | None
Found = tuple[str, bool]
"""Something secret that a frame holds, and whether it is the viewer's own to know."""


def secrets_in(title: str, frames: Iterable[str], viewer: Viewer) -> Iterator[Found]:
    """All hidden cards in the frames of one viewer, in order, until the match is over."""
    state: Json = {}
    lines: dict[int, Json] = {}
    for frame in frames:
        message = json.loads(frame)
        if message["type"] not in ("snapshot", "steps"):
            continue
        if "state" in message:
            state = message["state"]
        else:
            patch(state, message["patch"])
        if state["result"] is not None:
            return
        for step in message["steps"]:
            lines[step["n"]] = step.get("line", {})
            yield from _in_step(title, step, lines.get(step["n"] - 1, {}), viewer)
        if state["view"] is not None:
            yield from _in_view(state["view"], viewer)


def _in_view(view: Json, viewer: Viewer) -> Iterator[Found]:
    """RW-1.2, MA-1.1: hands, and cards bought and not played."""
    for seat, player in enumerate(view["players"]):
        for pile in ("hand", "cards"):
            if player.get(pile):
                yield f"{pile} of {seat}", seat == viewer


def _in_step(title: str, step: Json, before: Json, viewer: Viewer) -> Iterator[Found]:
    finders = {"reworld": _in_reworld_line, "mars": _in_mars_line}
    yield from finders[title](step.get("line", {}), before, viewer)
    for event in step.get("events", ()):
        params = event["params"]
        if event["code"] in ("dealt", "marker_card", "card_drawn"):
            yield event["code"], params["seat"] == viewer
        elif event["code"] == "robbed_card":
            yield event["code"], viewer in (params["seat"], params["other_seat"])


def _in_reworld_line(line: Json, _before: Json, viewer: Viewer) -> Iterator[Found]:
    for seat, hand in enumerate(line.get("hands", ())):
        if hand is not None:
            yield f"dealt to {seat}", seat == viewer
    if line.get("do") == "marker" and line["card"] is not None:
        yield "under the marker", line["seat"] == viewer


def _in_mars_line(line: Json, before: Json, viewer: Viewer) -> Iterator[Found]:
    if line.get("chance") == "card" and line["card"] is not None:
        yield "card bought", before["seat"] == viewer
    if line.get("chance") == "steal" and line["card"] is not None:
        yield "card stolen", viewer in (before["seat"], before["victim"])
