"""Reads a typed line: a command with what belongs to it, or a short form where one is asked for."""

import re
from collections.abc import Callable, Sequence

from farhaven.core.log_entry import Entry
from farhaven.games.mars.client.decision import (
    ActDecision,
    AliensDecision,
    DiscardDecision,
    PlaceDecision,
    Target,
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
    Offer,
    Place,
    Play,
    Roll,
    TradeWithBank,
)
from farhaven.games.mars.rules.names import Resource
from farhaven.games.mars.terminal.labels import (
    path_between,
    read_crossing,
    read_field,
    read_path,
)
from farhaven.games.mars.terminal.listing import Lister
from farhaven.games.mars.terminal.speech import Speech
from farhaven.games.mars.terminal.spelling import NO_ROADS
from farhaven.terminal.title_terminal import Choice, Unreadable

Reading = Entry | Sequence[Choice]


class Reader:
    """Reads the lines of one seat at one moment."""

    def __init__(self, game: Mars, view: MarsView, speech: Speech) -> None:
        if view.seat is None:
            raise ValueError("a spectator has nothing to choose")
        self.seat = view.seat
        self.seats = len(view.to_wire().players)
        self.speech = speech
        self.decision = game.decision(view)
        self.lister = Lister(game, view, speech)

    def read(self, text: str) -> Reading:
        words = text.split()
        if not words:
            raise self._fault("line")
        short = self._short_form(words)
        if short is not None:
            return short
        key = self.speech.typed("command", words[0])
        if key is None:
            raise self._fault("place" if isinstance(self.decision, PlaceDecision) else "line")
        return self._commands()[key](words[1:])

    def _short_form(self, words: list[str]) -> Reading | None:
        """Where one thing is asked for, it needs no command: a letter is a field then."""
        decision, first = self.decision, words[0]
        if isinstance(decision, PlaceDecision) and read_crossing(first) is not None:
            return self._place(words)
        if isinstance(decision, AliensDecision) and read_field(first) is not None:
            return self._aliens(words)
        if isinstance(decision, DiscardDecision):
            named = first[0].isdigit() or self.speech.resource(first) is not None
            return Discard(seat=self.seat, cards=self._pile(words)) if named else None
        return None

    def _commands(self) -> dict[str, Callable[[list[str]], Reading]]:
        return {
            "roll": lambda _: Roll(seat=self.seat),
            "buy": lambda _: Buy(seat=self.seat),
            "end": lambda _: EndTurn(seat=self.seat),
            "road": self._road,
            "settlement": self._settlement,
            "city": self._city,
            "dome": self._dome,
            "bank": self._bank,
            "offer": self._offer,
            "counter": self._counter,
            "accept": lambda _: Answer(seat=self.seat, answer="accept"),
            "decline": lambda _: Answer(seat=self.seat, answer="decline"),
            "close": self._close,
            "withdraw": lambda _: Close(seat=self.seat, partner=None),
            "aliens": self._aliens,
            "cowboy": self._cowboy,
            "road_crew": self._crew,
            "supply_drop": self._supply,
            "requisition": self._requisition,
            "victory": lambda _: Play(seat=self.seat, card="victory"),
            "for": self._stray,
        }

    # Parts of a line

    def _fault(self, key: str) -> Unreadable:
        return Unreadable(self.speech.say("read", key))

    def _stray(self, _: list[str]) -> Reading:
        raise self._fault("line")

    def _pile(self, words: Sequence[str]) -> dict[Resource, int]:
        """`2 glass 1 brick`, `2g, b`: a number is for the word after it, else it is one."""
        pile: dict[Resource, int] = {}
        count = 1
        for number, name in re.findall(r"(\d+)|([^\W\d_]+)", " ".join(words)):
            if number:
                count = int(number[:4])
                continue
            resource = self._resource(name)
            pile[resource] = pile.get(resource, 0) + count
            count = 1
        return {name: n for name, n in pile.items() if n}

    def _resource(self, text: str) -> Resource:
        resource = self.speech.resource(text)
        if resource is None:
            raise Unreadable(self.speech.say("read", "resource", word=text[:20]))
        return resource

    def _found(self, name: str | None, key: str) -> str:
        if name is None:
            raise self._fault(key)
        return name

    def _player(self, text: str) -> int:
        if not (text.isascii() and text.isdigit() and 1 <= int(text[:3]) <= self.seats):
            raise self._fault("player")
        return int(text) - 1

    def _listed(self, key: str) -> Sequence[Choice]:
        """The ways to complete a command."""
        choices = self.lister.ways(key)
        if not choices:
            raise self._fault("nothing")
        return choices

    # Set-up and aliens

    def _place(self, words: list[str]) -> Reading:
        settlement = self._found(read_crossing(words[0]), "place")
        if len(words) == 1:
            return self.lister.roads_from(settlement) or self._listed("place")
        path = read_path(words[1])
        other = read_crossing(words[1])
        if path is None and other is not None:
            path = path_between(settlement, other)
        return Place(seat=self.seat, settlement=settlement, road=self._found(path, "place"))

    def _target(self, words: list[str], targets: Sequence[Target]) -> tuple[str, list[int | None]]:
        """A field, and who can be robbed there or was named."""
        field = self._found(read_field(words[0]), "field")
        if len(words) > 1:
            return field, [self._player(words[1])]
        victims = next((t.victims for t in targets if t.field == field), ())
        return field, list(victims) or [None]

    def _aliens(self, words: list[str]) -> Reading:
        targets = self.decision.targets if isinstance(self.decision, AliensDecision) else ()
        if not words:
            return self._listed("aliens")
        field, victims = self._target(words, targets)
        if len(victims) > 1:
            return self.lister.victims(field, victims, cowboy=False)
        return MoveAliens(seat=self.seat, field=field, victim=victims[0])

    def _cowboy(self, words: list[str]) -> Reading:
        decision = self.decision
        targets = decision.cowboy if isinstance(decision, ActDecision) else None
        if not words:
            return self._listed("cowboy")
        field, victims = self._target(words, targets or ())
        if len(victims) > 1:
            return self.lister.victims(field, victims, cowboy=True)
        return Play(seat=self.seat, card="cowboy", field=field, victim=victims[0])

    # Building

    def _road(self, words: list[str]) -> Reading:
        if not words:
            return self._listed("road")
        path = self._found(read_path("-".join(words)), "road")
        return Build(seat=self.seat, piece="road", at=path)

    def _settlement(self, words: list[str]) -> Reading:
        if not words:
            return self._listed("settlement")
        crossing = self._found(read_crossing(words[0]), "crossing")
        return Build(seat=self.seat, piece="settlement", at=crossing)

    def _city(self, words: list[str]) -> Reading:
        if not words:
            return self._listed("city")
        crossing = self._found(read_crossing(words[0]), "crossing")
        return Build(seat=self.seat, piece="city", at=crossing)

    def _dome(self, words: list[str]) -> Reading:
        if not words:
            return self._listed("dome")
        field = self._found(read_field(words[0]), "field")
        if len(words) == 1:
            return self.lister.domes(field)
        grows = self._resource(words[1])
        if grows == "grain":
            return Build(seat=self.seat, piece="dome", at=field, grows="grain")
        if grows == "sheep":
            return Build(seat=self.seat, piece="dome", at=field, grows="sheep")
        raise self._fault("dome")

    # Trade

    def _bank(self, words: list[str]) -> Reading:
        """`bank 4 glass brick`, or `bank glass brick` at the best rate."""
        names = [
            word
            for word in words
            if not word.isdigit() and self.speech.typed("command", word) != "for"
        ]
        counts = [int(word[:4]) for word in words if word.isascii() and word.isdigit()]
        if not words:
            return self._listed("bank")
        give = self._resource(names[0]) if names else None
        if give is None or len(names) > 2 or len(counts) > 2:
            raise self._fault("bank")
        if len(names) == 1:
            return self.lister.bank_for(give) or self._listed("bank")
        count = counts[0] if counts else self.lister.best_rate(give)
        return TradeWithBank(seat=self.seat, give=give, count=count, get=self._resource(names[1]))

    def _sides(self, words: list[str]) -> tuple[dict[Resource, int], dict[Resource, int]]:
        for number, word in enumerate(words):
            if self.speech.typed("command", word) == "for" or word in (">", "/"):
                return self._pile(words[:number]), self._pile(words[number + 1 :])
        raise self._fault("offer")

    def _offer(self, words: list[str]) -> Reading:
        give, want = self._sides(words)
        return Offer(seat=self.seat, give=give, want=want)

    def _counter(self, words: list[str]) -> Reading:
        give, want = self._sides(words)
        return Answer(seat=self.seat, answer="counter", give=give, want=want)

    def _close(self, words: list[str]) -> Reading:
        if not words:
            return self._listed("close")
        return Close(seat=self.seat, partner=self._player(words[0]))

    # Cards

    def _crew(self, words: list[str]) -> Reading:
        if not words:
            return self._listed("road_crew")
        named = [word for word in words if word != NO_ROADS]
        roads = [self._found(read_path(word), "road") for word in named]
        return Play(seat=self.seat, card="road_crew", roads=roads)

    def _supply(self, words: list[str]) -> Reading:
        if not words:
            return self._listed("supply_drop")
        return Play(seat=self.seat, card="supply_drop", take=self._pile(words))

    def _requisition(self, words: list[str]) -> Reading:
        if not words:
            return self._listed("requisition")
        resource = self._resource(words[0])
        return Play(seat=self.seat, card="requisition", resource=resource)
