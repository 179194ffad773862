"""What a line of the log did, as codes for the message files."""

from collections.abc import Mapping

from farhaven.core.event import Event
from farhaven.core.log_entry import Line
from farhaven.games.mars.records.entries import (
    Answer,
    BoardLaid,
    Build,
    Buy,
    CardDrawn,
    Close,
    Dice,
    Discard,
    MoveAliens,
    Offer,
    Place,
    Play,
    Said,
    Stolen,
    TradeWithBank,
)
from farhaven.games.mars.rules import moves as do
from farhaven.games.mars.rules.names import RESOURCE_NAMES, cards_text, counts_of
from farhaven.games.mars.rules.parts import NONE, VICTORY, count_of
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.state import ANSWERING, MOST_SEATS, OVER
from farhaven.games.mars.rules.trade import agreed, is_counter, terms_get, terms_give
from farhaven.games.mars.rules.turn import discard_size, must_discard, points
from farhaven.games.mars.rules.yields import shortage

Facts = dict[str, int | str]


def events_of(before: MarsPosition, line: Line, after: MarsPosition) -> list[Event]:
    """The events of a line, in the order in which they happen."""
    events: list[Event] = []
    if isinstance(line, BoardLaid):
        events = [Event("board", {"seat": line.first})]
    elif isinstance(line, Dice):
        events = _rolled(before, line, after)
    elif isinstance(line, Stolen):
        events = _stolen(before, line)
    elif isinstance(line, CardDrawn):
        secret = {"seat": int(before.turn), "card": line.card or ""}
        events = [Event("card_drawn", secret, (int(before.turn),))]
    elif isinstance(line, Place):
        facts: Facts = {"seat": line.seat, "crossing": line.settlement, "path": line.road}
        events = [Event("placed", facts), *_gained(before, after)]
    elif isinstance(line, Discard):
        events = [Event("discarded", {"seat": line.seat, "cards": cards_text(line.cards)})]
    elif isinstance(line, MoveAliens):
        events = [_aliens(line.seat, line.field)]
    elif isinstance(line, TradeWithBank):
        paid, got = cards_text({line.give: line.count}), cards_text({line.get: 1})
        events = [Event("bank_trade", {"seat": line.seat, "cards": paid, "wanted": got})]
    elif isinstance(line, Offer | Answer | Close):
        events = _traded(before, line)
    elif isinstance(line, Build):
        events = [_built(line)]
    elif isinstance(line, Buy):
        events = [Event("bought", {"seat": line.seat})]
    elif isinstance(line, Play):
        events = _played(before, line)
    return events + _passages(before, after)


def _gained(before: MarsPosition, after: MarsPosition) -> list[Event]:
    """What each seat got from the bank."""
    events = []
    for seat in range(before.seats):
        cards = int(after.players[seat].hand - before.players[seat].hand)
        if cards:
            facts: Facts = {"seat": int(seat), "cards": cards_text(counts_of(cards))}
            events.append(Event("gained", facts))
    return events


def _rolled(before: MarsPosition, line: Dice, after: MarsPosition) -> list[Event]:
    first, second = line.dice
    total = first + second
    facts: Facts = {"seat": int(before.turn), "first": first, "second": second, "total": total}
    events = [Event("rolled", facts)]
    if total == 7:
        for seat in range(after.seats):
            if must_discard(after, seat):
                owed: Facts = {"seat": int(seat), "count": int(discard_size(after, seat))}
                events.append(Event("must_discard", owed))
        return events
    events += _gained(before, after)
    owed_cards = sum(int(before.yields[total * MOST_SEATS + seat]) for seat in range(before.seats))
    short = shortage(before, owed_cards)
    for resource, name in enumerate(RESOURCE_NAMES):
        if count_of(short, resource):
            events.append(Event("bank_short", {"resource": name}))
    return events


def _stolen(before: MarsPosition, line: Stolen) -> list[Event]:
    thief, victim = int(before.turn), int(before.victim)
    facts: Facts = {"seat": thief, "other_seat": victim}
    return [
        Event("robbed", facts),
        Event("robbed_card", {**facts, "resource": line.card or ""}, (thief, victim)),
    ]


def _aliens(seat: int, field: str) -> Event:
    return Event("aliens", {"seat": seat, "field": field})


def _traded(before: MarsPosition, line: Offer | Answer | Close) -> list[Event]:
    facts: Facts = {"seat": line.seat}
    if isinstance(line, Close):
        if line.partner is None:
            return [Event("withdrawn", facts)]
        give = cards_text(counts_of(terms_give(before, line.partner)))
        get = cards_text(counts_of(terms_get(before, line.partner)))
        trade = {**facts, "other_seat": line.partner, "cards": give, "wanted": get}
        return [Event("traded", trade)]
    if isinstance(line, Answer) and line.answer != "counter":
        return [Event("accepted" if line.answer == "accept" else "declined", facts)]
    sides = {"cards": cards_text(line.give or {}), "wanted": cards_text(line.want or {})}
    return [Event("countered" if isinstance(line, Answer) else "offered", {**facts, **sides})]


def open_trade(p: MarsPosition, seat: int) -> list[Event]:
    """What is said to a seat, as it was told: the offer, or who would trade and for what."""
    if p.phase != ANSWERING:
        return []
    if seat != p.turn:
        give, want = counts_of(do.offer_give(p.offer)), counts_of(do.offer_want(p.offer))
        return _traded(p, Offer(seat=int(p.turn), give=give, want=want))
    events: list[Event] = []
    for other in range(p.seats):
        if other != seat and agreed(p, other):
            give, want = counts_of(terms_get(p, other)), counts_of(terms_give(p, other))
            said: Said = "counter" if is_counter(p.answers[other]) else "accept"
            events += _traded(p, Answer(seat=other, answer=said, give=give, want=want))
    return events


def _built(line: Build) -> Event:
    facts: Facts = {"seat": line.seat}
    if line.piece == "road":
        return Event("built_road", {**facts, "path": line.at})
    if line.piece == "dome":
        return Event("built_dome", {**facts, "field": line.at, "resource": line.grows or ""})
    return Event(f"built_{line.piece}", {**facts, "crossing": line.at})


def _played(before: MarsPosition, line: Play) -> list[Event]:
    seat = line.seat
    events = [Event("played", {"seat": seat, "card": line.card})]
    if line.field:
        events.append(_aliens(seat, line.field))
    for path in line.roads or ():
        events.append(Event("built_road", {"seat": seat, "path": path}))
    if line.take:
        events.append(Event("gained", {"seat": seat, "cards": cards_text(line.take)}))
    if line.resource:
        resource = RESOURCE_NAMES.index(line.resource)
        for other in range(before.seats):
            count = int(count_of(before.players[other].hand, resource))
            if other != seat and count:
                given: Facts = {"seat": int(other), "other_seat": seat}
                given["cards"] = cards_text({line.resource: count})
                events.append(Event("handed_over", given))
    return events


def _passages(before: MarsPosition, after: MarsPosition) -> list[Event]:
    """What follows without a choice: special cards that change hands, and the end."""
    events: list[Event] = []
    if after.road_holder == NONE != before.road_holder:
        events.append(Event("longest_road_lost", {"seat": int(before.road_holder)}))
    elif after.road_holder != before.road_holder:
        events.append(Event("longest_road", {"seat": int(after.road_holder)}))
    if after.cowboy_holder != before.cowboy_holder:
        events.append(Event("cowboy_power", {"seat": int(after.cowboy_holder)}))
    if after.phase == OVER:
        events += _final(after)
    return events


def _final(p: MarsPosition) -> list[Event]:
    """MA-4.4: the victory cards come to light, and the player on turn has won."""
    events = []
    for seat in range(p.seats):
        count = int(count_of(p.players[seat].cards, VICTORY))
        if count:
            events.append(Event("victory_cards", {"seat": int(seat), "count": count}))
    winner: Mapping[str, int | str] = {"seat": int(p.turn), "points": int(points(p, p.turn))}
    return [*events, Event("won", winner)]
