"""Random games of Mars with some sense: people build when they can, and offer trades."""

from collections.abc import Iterator
from random import Random

from farhaven.core.event import Event
from farhaven.core.log_entry import Entry, Line
from farhaven.core.match import Match
from farhaven.core.record import PlayerInfo
from farhaven.games import load
from farhaven.games.mars.game import Mars
from farhaven.games.mars.records.entries import (
    Answer,
    Build,
    Buy,
    Close,
    EndTurn,
    Offer,
    Play,
    TradeWithBank,
)
from farhaven.games.mars.rules.names import RESOURCE_NAMES
from farhaven.games.mars.rules.position import MarsPosition

LIKING = {Build: 12.0, Buy: 4.0, Play: 0.3, TradeWithBank: 0.3, EndTurn: 1.0, Close: 1.0}
"""How much likelier a choice is taken than others of its moment."""


def own(match: Match) -> MarsPosition:
    assert isinstance(match.position, MarsPosition)
    return match.position


def new_match(seed: int, players: int, *, order: str = "strict") -> Match:
    people = [PlayerInfo(f"Player {seat}", "human") for seat in range(players)]
    return Match.new(load("mars"), people, f"{seed:064x}", options={"order": order})


def wander(match: Match, random: Random, most: int) -> Iterator[tuple[Line, list[Event]]]:
    """Play up to `most` lines and tell each with its events, right after it has happened."""
    while not match.is_over and len(match.log) < most:
        count = len(match.log)
        if match.position.awaits_chance():
            events = match.roll()
        else:
            events = match.act(choose(match, random))
        assert len(match.log) == count + 1
        yield match.log[-1], events


def choose(match: Match, random: Random) -> Entry:
    """A legal choice of one of the seats that owe one."""
    seat = random.choice(match.owing())
    proposal = propose(match, seat, random) if random.random() < 0.15 else None
    if proposal is not None:
        return proposal
    legal = match.game.legal_entries(match.position, seat)
    return random.choices(legal, [LIKING.get(type(entry), 1.0) for entry in legal])[0]


def propose(match: Match, seat: int, random: Random) -> Entry | None:
    """An offer or counter-offer, if it is legal."""
    p, game = own(match), match.game
    assert isinstance(game, Mars)
    give, *want = random.sample(RESOURCE_NAMES, random.choice((2, 2, 3)))
    sides = {give: random.choice((1, 1, 2))}, {name: random.choice((1, 1, 2)) for name in want}
    entry: Entry = Offer(seat=seat, give=sides[0], want=sides[1])
    if p.offer:
        entry = Answer(seat=seat, answer="counter", give=sides[0], want=sides[1])
    return entry if game.explain(p, seat, game.move(p, entry)) is None else None
