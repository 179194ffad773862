"""Lists what can be chosen: first by kind, then each way to do it."""

from collections.abc import Iterator, Sequence
from typing import Literal

from farhaven.core.log_entry import Entry
from farhaven.games.mars.client.decision import (
    ActDecision,
    AliensDecision,
    AnswerDecision,
    CloseDecision,
    DiscardDecision,
    PlaceDecision,
    RollDecision,
)
from farhaven.games.mars.client.view import MarsView
from farhaven.games.mars.game import Mars
from farhaven.games.mars.records.entries import (
    Answer,
    Build,
    Buy,
    Close,
    Discard,
    EndTurn,
    MoveAliens,
    Place,
    Play,
    Roll,
    TradeWithBank,
)
from farhaven.games.mars.rules.names import RESOURCE_NAMES, Resource
from farhaven.games.mars.terminal.board import harbour_lines
from farhaven.games.mars.terminal.labels import crossing_label, field_label, path_label
from farhaven.games.mars.terminal.sites import harbour_at, pips_at, yields_at
from farhaven.games.mars.terminal.speech import Speech
from farhaven.games.mars.terminal.spelling import typed_form
from farhaven.games.mars.terminal.styles import player_mark
from farhaven.terminal.title_terminal import Choice

GROWN: tuple[Literal["grain", "sheep"], ...] = ("grain", "sheep")  # MA-3.7


class Lister:
    """The choices of one seat at one moment, as lines that can be typed."""

    def __init__(self, game: Mars, view: MarsView, speech: Speech) -> None:
        if view.seat is None:
            raise ValueError("a spectator has nothing to choose")
        self.seat = view.seat
        self.wire = view.to_wire()
        self.speech = speech
        self.decision = game.decision(view)

    def _choice(self, entry: Entry, key: str, **params: int | str) -> Choice:
        text = self.speech.say("choice", key, **params)
        return Choice(typed_form(entry, self.speech), text)

    def _open(self, key: str, count: int) -> Choice:
        """A command that leaves something open."""
        text = self.speech.say("open", key, count=count)
        return Choice(self.speech.command(key), text)

    # By kind

    def overview(self) -> list[Choice]:
        decision, seat = self.decision, self.seat
        if isinstance(decision, RollDecision):
            return [self._choice(Roll(seat=seat), "roll")]
        if isinstance(decision, PlaceDecision):
            return self.ways("place")
        if isinstance(decision, DiscardDecision):
            return [self._discard(decision)]
        if isinstance(decision, AliensDecision):
            return self.ways("aliens")
        if isinstance(decision, AnswerDecision):
            accept = [self._choice(Answer(seat=seat, answer="accept"), "accept")]
            decline = self._choice(Answer(seat=seat, answer="decline"), "decline")
            return [*(accept if decision.accept else ()), decline]
        if isinstance(decision, CloseDecision):
            return [*self.ways("close"), self._choice(Close(seat=seat, partner=None), "withdraw")]
        return list(self._acts(decision)) if isinstance(decision, ActDecision) else []

    def _acts(self, decision: ActDecision) -> Iterator[Choice]:
        """A line for each kind of act; where there is one way only, that one."""
        for key in ("road", "settlement", "city", "dome", "bank"):
            ways = self.ways(key)
            if len(ways) == 1:
                yield ways[0]
            elif ways:
                yield self._open(key, len(ways))
        if decision.buy:
            yield self._choice(Buy(seat=self.seat), "buy")
        for card in decision.play:
            yield self._open(card, len(self.ways(card)))
        yield self._choice(EndTurn(seat=self.seat), "end")

    def _discard(self, decision: DiscardDecision) -> Choice:
        """One way of many: of what one has most of."""
        hand = dict(decision.hand)
        given: dict[Resource, int] = {}
        for _ in range(decision.count):
            most = max(hand, key=lambda name: hand[name])
            hand[most] -= 1
            given[most] = given.get(most, 0) + 1
        cards = {name: given[name] for name in RESOURCE_NAMES if name in given}
        return self._choice(
            Discard(seat=self.seat, cards=cards), "discard", cards=self.speech.cards(cards)
        )

    # Each way

    def ways(self, key: str) -> list[Choice]:
        """All ways to complete a command."""
        decision = self.decision
        if isinstance(decision, PlaceDecision) and key == "place":
            return self._sites([site.settlement for site in decision.sites])
        if isinstance(decision, AliensDecision) and key == "aliens":
            return [
                choice
                for t in decision.targets
                for choice in self.victims(t.field, t.victims or [None], cowboy=False)
            ]
        if isinstance(decision, CloseDecision) and key == "close":
            return [self._partner(seat) for seat in decision.partners]
        if isinstance(decision, ActDecision):
            return list(self._ways(decision, key))
        return []

    def _ways(self, decision: ActDecision, key: str) -> Iterator[Choice]:
        seat = self.seat
        if key == "road":
            for path in decision.roads:
                entry = Build(seat=seat, piece="road", at=path)
                yield self._choice(entry, "road", path=path_label(path))
        elif key == "settlement":
            for at in decision.settlements:
                entry = Build(seat=seat, piece="settlement", at=at)
                yields = self._yields(at)
                yield self._choice(entry, "settlement", crossing=crossing_label(at), yields=yields)
        elif key == "city":
            for at in decision.cities:
                entry = Build(seat=seat, piece="city", at=at)
                yield self._choice(entry, "city", crossing=crossing_label(at))
        elif key == "dome":
            for field in decision.domes:
                yield from self.domes(field)
        elif key == "bank":
            for trade in decision.bank:
                for get in trade.get:
                    yield self._bank(trade.give, trade.count, get)
        else:
            yield from self._cards(decision, key)

    def _cards(self, decision: ActDecision, key: str) -> Iterator[Choice]:
        if key == "cowboy":
            for t in decision.cowboy or ():
                yield from self.victims(t.field, t.victims or [None], cowboy=True)
        elif key == "road_crew" and decision.road_crew is not None:
            crew = decision.road_crew
            yield self._crew([])
            for path in crew.sites if crew.most else ():
                yield self._crew([path])
            for path, opened in crew.opens.items() if crew.most > 1 else ():
                for other in opened:
                    yield self._crew([path, other])
        elif key == "supply_drop" and decision.supply_drop is not None:
            yield from self._supplies(decision.supply_drop.count)
        elif key == "requisition" and "requisition" in decision.play:
            for name in RESOURCE_NAMES:
                entry = Play(seat=self.seat, card="requisition", resource=name)
                yield self._choice(entry, "requisition", resource=self._name(name))

    def _name(self, resource: str) -> str:
        return self.speech.name("resource", resource)

    def _sites(self, crossings: Sequence[str]) -> list[Choice]:
        """The crossings of the set-up with what they would yield, the likeliest first."""
        likeliest = sorted(crossings, key=lambda at: -pips_at(at, self.wire))
        return [Choice(crossing_label(at), self._yields(at)) for at in likeliest]

    def _yields(self, crossing: str) -> str:
        """`glass 8, oxide 5 (9 •), harbour 3:1`: with the chips, and the pips of them all."""
        say = self.speech.say
        found = yields_at(crossing, self.wire)
        yields = ", ".join(f"{self._name(one.resource)}\u00a0{one.chip}" for one in found)
        sum_of_pips = pips_at(crossing, self.wire)
        text = f"{yields} ({sum_of_pips}\u00a0•)" if found else say("choice", "no_yield")
        kind = harbour_at(crossing, self.wire)
        if kind is None:
            return text
        rate = " ".join(harbour_lines(kind, self.wire.box.rates, self.speech))
        return f"{text}, {say('choice', 'harbour', rate=rate)}"

    def roads_from(self, crossing: str) -> list[Choice]:
        """The roads that can be placed with a settlement of the set-up."""
        if not isinstance(self.decision, PlaceDecision):
            return []
        return [
            self._choice(
                Place(seat=self.seat, settlement=crossing, road=path),
                "place",
                crossing=crossing_label(crossing),
                path=path_label(path),
            )
            for site in self.decision.sites
            if site.settlement == crossing
            for path in site.roads
        ]

    def victims(self, field: str, victims: Sequence[int | None], *, cowboy: bool) -> list[Choice]:
        return [self._victim(field, victim, cowboy) for victim in victims]

    def _victim(self, field: str, victim: int | None, cowboy: bool) -> Choice:
        entry: Entry = MoveAliens(seat=self.seat, field=field, victim=victim)
        if cowboy:
            entry = Play(seat=self.seat, card="cowboy", field=field, victim=victim)
        label = field_label(field)
        if victim is None:
            return self._choice(entry, "aliens", field=label)
        return self._choice(entry, "rob", field=label, player=player_mark(victim))

    def _partner(self, partner: int) -> Choice:
        entry = Close(seat=self.seat, partner=partner)
        return self._choice(entry, "close", player=player_mark(partner))

    def domes(self, field: str) -> list[Choice]:
        """Both things that can grow under a dome."""
        seat, label = self.seat, field_label(field)
        return [
            self._choice(
                Build(seat=seat, piece="dome", at=field, grows=grows),
                "dome",
                field=label,
                resource=self._name(grows),
            )
            for grows in GROWN
        ]

    def _bank(self, give: Resource, count: int, get: Resource) -> Choice:
        entry = TradeWithBank(seat=self.seat, give=give, count=count, get=get)
        cards = self.speech.cards
        return self._choice(entry, "bank", give=cards({give: count}), get=cards({get: 1}))

    def bank_for(self, give: Resource) -> list[Choice]:
        """The trades with the bank that pay with a resource."""
        if not isinstance(self.decision, ActDecision):
            return []
        return [
            self._bank(give, trade.count, get)
            for trade in self.decision.bank
            if trade.give == give
            for get in trade.get
        ]

    def best_rate(self, give: Resource) -> int:
        """The fewest cards that the bank takes for one; as for space trade where it takes none."""
        trades = self.decision.bank if isinstance(self.decision, ActDecision) else ()
        space = self.wire.box.rates.space
        return min((trade.count for trade in trades if trade.give == give), default=space)

    def _crew(self, roads: list[str]) -> Choice:
        entry = Play(seat=self.seat, card="road_crew", roads=roads)
        paths = ", ".join(path_label(path) for path in roads) or "–"
        return self._choice(entry, "road_crew", paths=paths)

    def _supplies(self, count: int) -> Iterator[Choice]:
        """All ways to take so many cards from the bank."""
        names = list(self.wire.bank)
        piles: list[dict[Resource, int]] = [{}]
        for _ in range(count):
            piles = [
                {**pile, name: pile.get(name, 0) + 1}
                for pile in piles
                for name in names
                if all(names.index(name) >= names.index(other) for other in pile)
                and pile.get(name, 0) < self.wire.bank[name]
            ]
        for pile in piles:
            entry = Play(seat=self.seat, card="supply_drop", take=pile)
            yield self._choice(entry, "supply_drop", cards=self.speech.cards(pile))
