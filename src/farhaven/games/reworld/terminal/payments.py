"""Reads and lists the choices of chapter one: acquire, take the marker, drop out."""

import re
from collections.abc import Sequence

from farhaven.core.log_entry import Entry
from farhaven.games.reworld.client.decision import StationDecision
from farhaven.games.reworld.client.view import ReworldView
from farhaven.games.reworld.game import Reworld
from farhaven.games.reworld.records.entries import Acquire, DropOut, TakeMarker
from farhaven.games.reworld.terminal.speech import Speech
from farhaven.games.reworld.terminal.spelling import typed_payment
from farhaven.terminal.title_terminal import Choice, Unreadable

SHOWN_PAYMENTS = 5


def read_station(
    game: Reworld, view: ReworldView, text: str, speech: Speech
) -> Entry | Sequence[Choice]:
    """`4 2+2`: port 4 with two 2s; `4`: its payments; `m 3`: marker; `out`."""
    seat = _seat(view)
    parts = re.fullmatch(r"\s*([^\W\d]*)\s*(.*)", text)
    word, rest = ("", "") if parts is None else (parts[1], parts[2])
    numbers = _numbers(rest, speech)
    command = speech.typed("command", word) if word else "acquire"
    if command == "out" and not numbers:
        return DropOut(seat=seat)
    if command == "marker":
        return _read_marker(game, view, numbers, speech)
    if command != "acquire" or not numbers:
        raise Unreadable(speech.say("read", "station"))
    port, cards = numbers[0], [int(digit) for number in numbers[1:] for digit in str(number)]
    if cards:
        return Acquire(seat=seat, port=port, cards=[cards[0], *sorted(cards[1:])])
    return _complete_port(game, view, port, speech)


def _seat(view: ReworldView) -> int:
    if view.seat is None:
        raise ValueError("a spectator has nothing to choose")
    return view.seat


def _numbers(text: str, speech: Speech) -> list[int]:
    """The numbers of a line; only spaces and plus signs may part them."""
    if re.fullmatch(r"[\d\s+,]*", text) is None or len(text) > 40:
        raise Unreadable(speech.say("read", "station"))
    return [int(number) for number in re.findall(r"\d+", text)]


def _decision(game: Reworld, view: ReworldView) -> StationDecision:
    decision = game.decision(view)
    if not isinstance(decision, StationDecision):
        raise TypeError(type(decision).__name__)
    return decision


def _read_marker(
    game: Reworld, view: ReworldView, numbers: Sequence[int], speech: Speech
) -> Entry | Sequence[Choice]:
    if len(numbers) > 1:
        raise Unreadable(speech.say("read", "marker"))
    if numbers:
        return TakeMarker(seat=_seat(view), card=numbers[0])
    decision = _decision(game, view)
    if not decision.marker:  # the rules say why
        return TakeMarker(seat=_seat(view), card=1)
    points = decision.marker_points
    return [
        Choice(
            f"{speech.command('marker')} {officer}",
            speech.say("choice", "marker", officer=officer, points=points),
        )
        for officer in decision.marker
    ]


def _complete_port(
    game: Reworld, view: ReworldView, port: int, speech: Speech
) -> Entry | Sequence[Choice]:
    """The payments for a port; where there is none, one that the rules refuse and explain."""
    decision = _decision(game, view)
    for choice in decision.ports:
        if choice.port == port:
            slot = view.to_wire().ports[port]
            return [
                Choice(
                    typed_payment(port, cards),
                    speech.say("choice", "acquire", module=_module(slot.module, speech))
                    + speech.say("choice", "to_row", row=cards[0])
                    + gain(choice.points),
                )
                for cards in decision.payments[choice.payments]
            ]
    hand = view.to_wire().players[_seat(view)].hand or (1,)
    return Acquire(seat=_seat(view), port=port, cards=[hand[0]])


def _module(code: str | None, speech: Speech) -> str:
    return "" if code is None else f"{code} {speech.module(code)}"


def gain(points: int) -> str:
    """What a choice scores, if anything."""
    return f"  {points:+d}" if points else ""


def list_station(game: Reworld, view: ReworldView, speech: Speech) -> Sequence[Choice]:
    """Each port that can be paid for with its cheapest payments, the marker, dropping out."""
    decision = _decision(game, view)
    ports = view.to_wire().ports
    choices: list[Choice] = []
    for choice in decision.ports:
        payments = ["+".join(map(str, cards)) for cards in decision.payments[choice.payments]]
        shown = " ".join(payments[:SHOWN_PAYMENTS]) + (
            " …" if len(payments) > SHOWN_PAYMENTS else ""
        )
        module = _module(ports[choice.port].module, speech)
        paid = speech.say("choice", "paid", cards=shown)
        choices.append(Choice(str(choice.port), f"{module}{gain(choice.points)}: {paid}"))
    if decision.marker:
        text = speech.say("choice", "any_marker", points=decision.marker_points)
        choices.append(Choice(speech.command("marker"), text))
    out = speech.say("choice", "out", points=decision.drop_out_points)
    return [*choices, Choice(speech.command("out"), out)]
