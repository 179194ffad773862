"""Plays the guided tour of Mars by the rules and writes its moments for the web application.

    PYTHONPATH=src python web/scripts/make_mars_tour.py

Each moment is what the learner sees and may choose; it offers only what its text speaks of. A
moment is kept as the changes since the one before it, in the form in which the server sends them.
"""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from farhaven.core.log_entry import Entry, Line
from farhaven.core.match import Match
from farhaven.core.record import PlayerInfo
from farhaven.games import load
from farhaven.games.mars.client.decision import ActDecision, AliensDecision, Decision, PlaceDecision
from farhaven.games.mars.client.view import MarsView
from farhaven.games.mars.edition import Resource
from farhaven.games.mars.records.entries import (
    Answer,
    BoardLaid,
    Build,
    Buy,
    CardDrawn,
    Close,
    Dice,
    EndTurn,
    MoveAliens,
    Offer,
    Place,
    Roll,
    Stolen,
)
from farhaven.server.wire.patch import diff

FILE = Path(__file__).parents[1] / "src/lib/games/mars/tour/moments.json"
ME, KEPLER, HALLEY = 0, 1, 2


class Shown(msgspec.Struct):
    """What stands before the learner."""

    view: object
    decision: object


class Tour:
    """The match of the tour, and the moments that were shown."""

    def __init__(self) -> None:
        people = [PlayerInfo(name, "human") for name in ("Ada", "Kepler", "Halley")]
        options = {"layout": "beginners", "order": "strict"}
        self.match = Match.new(load("mars"), people, "0" * 64, options=options)
        drawn = Match.new(load("mars"), people, "0" * 64, options=options)
        drawn.roll()
        board = drawn.log[0]
        self.shown = Shown(None, None)
        self.moments: list[dict[str, object]] = []
        assert isinstance(board, BoardLaid)
        self.match.take(msgspec.structs.replace(board, first=ME))

    def others(self, *lines: Line) -> None:
        """What the others and chance do in between."""
        for line in lines:
            self.match.take(line)

    def read(self, name: str) -> None:
        """A moment in which there is only something to read."""
        self._show(name, None, None)

    def do(self, name: str, entry: Entry, *then: Line) -> None:
        """A moment in which the learner does this, and what follows at once."""
        view = self.match.view(ME)
        assert isinstance(view, MarsView)
        decision = self.match.game.decision(view)
        assert decision is not None
        self._show(name, only(decision, entry), entry)
        self.others(entry, *then)

    def _show(self, name: str, decision: Decision | None, entry: Entry | None) -> None:
        view = self.match.view(ME)
        assert isinstance(view, MarsView)
        shown = Shown(view.to_wire(), decision)
        patch = [[["view"], shown.view], [["decision"], decision]]
        if self.moments:
            patch = diff(self.shown, shown)
        self.shown = shown
        self.moments.append({"name": name, "patch": patch, "expect": entry})


def only(decision: Decision, entry: Entry) -> Decision:
    """A decision with no other choice than this one, where choices are listed."""
    if isinstance(decision, PlaceDecision) and isinstance(entry, Place):
        site = next(site for site in decision.sites if site.settlement == entry.settlement)
        sites = [msgspec.structs.replace(site, roads=[entry.road])]
        return msgspec.structs.replace(decision, sites=sites)
    if isinstance(decision, AliensDecision) and isinstance(entry, MoveAliens):
        return AliensDecision(
            [target for target in decision.targets if target.field == entry.field]
        )
    if not isinstance(decision, ActDecision):
        return decision
    nothing = msgspec.structs.replace(
        decision,
        offer=None,
        bank=[],
        roads=[],
        settlements=[],
        cities=[],
        domes=[],
        buy=False,
        play=[],
    )
    if isinstance(entry, Build):
        lists = {"road": "roads", "settlement": "settlements", "city": "cities", "dome": "domes"}
        return msgspec.structs.replace(nothing, **{lists[entry.piece]: [entry.at]})
    if isinstance(entry, Offer) and decision.offer is not None:
        bounds = msgspec.structs.replace(decision.offer, give=entry.give, most=1)
        return msgspec.structs.replace(nothing, offer=bounds)
    return msgspec.structs.replace(nothing, buy=isinstance(entry, Buy))


def one(resource: Resource) -> Mapping[Resource, int]:
    return {resource: 1}


def play() -> Tour:
    tour = Tour()
    tour.read("welcome")
    tour.do("place", Place(seat=ME, settlement="0,2,N", road="1,1,W"))
    tour.others(
        Place(seat=KEPLER, settlement="0,0,N", road="0,0,NE"),
        Place(seat=HALLEY, settlement="-1,0,N", road="-1,0,NE"),
        Place(seat=HALLEY, settlement="-2,2,N", road="-2,2,NW"),
        Place(seat=KEPLER, settlement="-1,2,N", road="-1,2,NW"),
    )
    tour.do("place_again", Place(seat=ME, settlement="2,-2,S", road="2,-1,NW"))
    tour.do("roll", Roll(seat=ME), Dice(dice=[4, 6]))
    tour.do("dome", Build(seat=ME, piece="dome", at="0,1", grows="grain"))
    tour.do("end", EndTurn(seat=ME))
    tour.others(Roll(seat=KEPLER), Dice(dice=[5, 3]))
    tour.others(Offer(seat=KEPLER, give=one("brick"), want=one("glass")))
    tour.others(Answer(seat=HALLEY, answer="decline"))
    tour.do("answer", Answer(seat=ME, answer="accept"), Close(seat=KEPLER, partner=ME))
    tour.others(EndTurn(seat=KEPLER), Roll(seat=HALLEY), Dice(dice=[2, 3]))
    tour.others(Build(seat=HALLEY, piece="dome", at="2,-1", grows="sheep"), EndTurn(seat=HALLEY))
    tour.do("seven", Roll(seat=ME), Dice(dice=[3, 4]))
    tour.do("aliens", MoveAliens(seat=ME, field="0,-1", victim=HALLEY), Stolen(card="brick"))
    tour.do("road", Build(seat=ME, piece="road", at="1,1,NW"))
    tour.others(EndTurn(seat=ME), Roll(seat=KEPLER), Dice(dice=[4, 5]), EndTurn(seat=KEPLER))
    tour.others(Roll(seat=HALLEY), Dice(dice=[5, 3]), EndTurn(seat=HALLEY))
    tour.do("roll_again", Roll(seat=ME), Dice(dice=[1, 3]))
    tour.do("offer", Offer(seat=ME, give=one("glass"), want=one("grain")))
    tour.others(Answer(seat=HALLEY, answer="decline"), Answer(seat=KEPLER, answer="accept"))
    tour.do("close", Close(seat=ME, partner=KEPLER))
    tour.do("settlement", Build(seat=ME, piece="settlement", at="1,1,N"))
    tour.others(EndTurn(seat=ME), Roll(seat=KEPLER), Dice(dice=[4, 5]), EndTurn(seat=KEPLER))
    tour.others(Roll(seat=HALLEY), Dice(dice=[6, 6]), EndTurn(seat=HALLEY))
    tour.others(Roll(seat=ME), Dice(dice=[1, 2]))
    tour.do("buy", Buy(seat=ME), CardDrawn(card="cowboy"))
    tour.read("finish")
    return tour


if __name__ == "__main__":
    played = play()
    FILE.write_bytes(msgspec.json.encode(played.moments) + b"\n")
    print(f"{len(played.moments)} moments, {FILE.stat().st_size} bytes")
