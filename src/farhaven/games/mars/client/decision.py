"""What a seat must choose, as a client gets it: compact and complete.

All but the bounds of offers and discards is grouped from the list of legal moves.
"""

from collections.abc import Mapping, Sequence

import msgspec

from farhaven.core.violation import Violation
from farhaven.games.mars.client.view import MarsView
from farhaven.games.mars.rules import moves
from farhaven.games.mars.rules.build import first_cards, places_second
from farhaven.games.mars.rules.names import (
    CARD_NAMES,
    GRID,
    RESOURCE_NAMES,
    WANTED,
    Card,
    Resource,
    Wanted,
    counts_of,
)
from farhaven.games.mars.rules.parts import NONE, RESOURCES, count_of
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.state import ALIENS_MOVE, ANSWERING, DISCARDING, PLACING, ROLLING
from farhaven.games.mars.rules.trade import (
    best_rate,
    has_answered,
    may_counter,
    may_offer,
    may_still_trade,
    offers_left,
)
from farhaven.games.mars.rules.turn import discard_size
from farhaven.games.mars.rules.violations.build import lacking
from farhaven.games.mars.rules.violations.cards import PLAYED_CARD
from farhaven.games.mars.rules.violations.trade import bank_lacking

Counts = Mapping[Resource, int]


class Site(msgspec.Struct, frozen=True):
    """A crossing for a settlement of the set-up, the paths for its road, and what it brings."""

    settlement: str
    roads: Sequence[str]
    brings: Counts | None
    """MA-S3: the cards that come with it; null with a settlement that never brings any."""


class PlaceDecision(msgspec.Struct, frozen=True, tag="place", tag_field="kind"):
    """MA-S2: the first or the second settlement, and the clause that says more about it."""

    number: int
    clause: str
    sites: Sequence[Site]


class RollDecision(msgspec.Struct, frozen=True, tag="roll", tag_field="kind"):
    """MA-1.2: there is no choice but to roll."""


class DiscardDecision(msgspec.Struct, frozen=True, tag="discard", tag_field="kind"):
    """MA-1.4: `count` cards out of `hand`."""

    count: int
    hand: Counts


class Target(msgspec.Struct, frozen=True):
    """A field for the aliens. One of the victims must be chosen; if there is none, null."""

    field: str
    victims: Sequence[int]


class AliensDecision(msgspec.Struct, frozen=True, tag="aliens", tag_field="kind"):
    """MA-5"""

    targets: Sequence[Target]


class OfferBounds(msgspec.Struct, frozen=True):
    """MA-2.1: at least one card on each side, no resource on both.

    `give` is what is held at most; no side has more than `most` of a resource.
    """

    give: Counts
    most: int


class Made(msgspec.Struct, frozen=True):
    """An offer that was made in this turn and cannot be made again (MA-2.1c)."""

    give: Counts
    want: Counts


class FreeTerms(msgspec.Struct, frozen=True):
    """An offer or a counter-offer that a seat may make: the fixed fields of its entry, and bounds.

    MA-2.1: both sides name at least one card, and no resource is on both.
    """

    entry: Mapping[str, int | str]
    """The fields that are fixed; `give` and `want` are free."""
    clause: str
    give_at_most: Counts
    want_at_most: Counts
    not_again: Sequence[Made]
    """Offers of this turn, which cannot be made again (MA-2.1c)."""


class BankTrade(msgspec.Struct, frozen=True):
    """A payment of equal cards, and what the bank has for it."""

    give: Resource
    count: int
    get: Sequence[Resource]


class BankRate(msgspec.Struct, frozen=True):
    """The best rate at which one may pay with a resource, and why not now (MA-2.2, MA-2.3)."""

    give: Resource
    count: int
    missing: int
    """How many cards of it one lacks for that."""
    lacking: Violation | None


class Crew(msgspec.Struct, frozen=True):
    """MA-4.3: none, one or two of the sites, or a site and then one of those that it opens.

    `most` is less than two where the supply is.
    """

    most: int
    sites: Sequence[str]
    opens: Mapping[str, Sequence[str]]


class SupplyDrop(msgspec.Struct, frozen=True):
    """MA-4.3: `count` cards out of `bank`."""

    count: int
    bank: Counts


class ActDecision(msgspec.Struct, frozen=True, tag="act", tag_field="kind"):
    """MA-1.1: trade, build, card, or end the turn, which is always possible."""

    offer: OfferBounds | None
    offers_left: int
    offers_made: Sequence[Made]
    bank: Sequence[BankTrade]
    rates: Sequence[BankRate]
    roads: Sequence[str]
    settlements: Sequence[str]
    cities: Sequence[str]
    domes: Sequence[str]
    buy: bool
    play: Sequence[Card]
    """The cards that can be played."""
    cowboy: Sequence[Target] | None
    road_crew: Crew | None
    supply_drop: SupplyDrop | None
    lacking: Mapping[Wanted, Sequence[Violation]]
    """What is missing for each piece that cannot be built now, and for a card."""


class AnswerDecision(msgspec.Struct, frozen=True, tag="answer", tag_field="kind"):
    """MA-2.1a: declining is always possible. The offer is in the view."""

    accept: bool
    counter: OfferBounds


class CloseDecision(msgspec.Struct, frozen=True, tag="close", tag_field="kind"):
    """MA-2.1a: withdrawing is always possible."""

    partners: Sequence[int]
    waiting: Sequence[int]
    """The seats that have not answered yet."""


Decision = (
    PlaceDecision
    | RollDecision
    | DiscardDecision
    | AliensDecision
    | ActDecision
    | AnswerDecision
    | CloseDecision
)


def decision_of(view: MarsView) -> Decision | None:
    """The decision that the view's seat owes, or None."""
    p, seat = view.known, view.seat
    if seat is None or not view.owes():
        return None
    if p.phase == ROLLING:
        return RollDecision()
    if p.phase == DISCARDING:
        count = int(discard_size(p, seat))
        return DiscardDecision(count, counts_of(p.players[seat].hand))
    legal = view.legal_moves()
    if p.phase == PLACING:
        return _place(p, legal)
    if p.phase == ALIENS_MOVE:
        return AliensDecision(_targets(legal))
    if p.phase != ANSWERING:
        return _act(p, seat, legal)
    if seat != p.turn:
        return AnswerDecision(int(moves.ACCEPT) in legal, _bounds(p, seat))
    partners = [int(moves.close_seat(move)) for move in legal]
    waiting = [s for s in range(p.seats) if s != seat and not has_answered(p, s)]
    return CloseDecision([s for s in partners if s != NONE], waiting)


def free_terms(view: MarsView) -> list[FreeTerms]:
    """The offer or the counter-offer that the view's seat may make now."""
    p, seat = view.known, view.seat
    if seat is None:
        return []
    if may_offer(p, seat):
        made = [Made(_give(move), _want(move)) for move in p.offers]
        return [_free(p, seat, {"seat": seat, "do": "offer"}, "MA-2.1", made)]
    if may_counter(p, seat):
        return [_free(p, seat, {"seat": seat, "do": "answer", "answer": "counter"}, "MA-2.1a", [])]
    return []


def _free(
    p: MarsPosition,
    seat: int,
    entry: Mapping[str, int | str],
    clause: str,
    made: Sequence[Made],
) -> FreeTerms:
    held, bank = counts_of(p.players[seat].hand), counts_of(p.parts.bank)
    give = {resource: min(count, bank[resource]) for resource, count in held.items()}
    return FreeTerms(entry, clause, give, bank, made)


def _place(p: MarsPosition, legal: list[int]) -> PlaceDecision:
    sites: dict[int, list[str]] = {}
    for move in legal:
        paths = sites.setdefault(int(moves.place_crossing(move)), [])
        paths.append(GRID.paths[moves.place_path(move)].name)
    is_second = places_second(p)
    brings = {at: counts_of(first_cards(p, at)) if is_second else None for at in sites}
    found = [Site(GRID.crossings[at].name, paths, brings[at]) for at, paths in sites.items()]
    return PlaceDecision(2, "MA-S3", found) if is_second else PlaceDecision(1, "MA-S2", found)


def _targets(legal: list[int]) -> list[Target]:
    fields: dict[str, list[int]] = {}
    for move in legal:
        victims = fields.setdefault(GRID.fields[moves.aliens_field(move)].name, [])
        if moves.aliens_victim(move) != NONE:
            victims.append(int(moves.aliens_victim(move)))
    return [Target(field, victims) for field, victims in fields.items()]


def _bounds(p: MarsPosition, seat: int) -> OfferBounds:
    return OfferBounds(counts_of(p.players[seat].hand), int(p.parts.bank_cards))


def _act(p: MarsPosition, seat: int, legal: list[int]) -> ActDecision:
    by_deed: dict[int, list[int]] = {deed: [] for deed in range(moves.DEEDS)}
    for move in legal:
        by_deed[moves.deed(move)].append(move)
    made = (Made(_give(move), _want(move)) for move in p.offers)
    crossings = [crossing.name for crossing in GRID.crossings]
    domes = {GRID.fields[moves.dome_field(m)].name: None for m in by_deed[moves.DOME]}
    cowboy = by_deed[moves.PLAY_COWBOY]
    return ActDecision(
        offer=_bounds(p, seat) if may_offer(p, seat) else None,
        offers_left=int(offers_left(p)) if may_still_trade(p) else 0,
        offers_made=list(made),
        bank=_bank_trades(by_deed[moves.BANK]),
        rates=_rates(p, seat),
        roads=[GRID.paths[moves.thing(m)].name for m in by_deed[moves.ROAD]],
        settlements=[crossings[moves.thing(m)] for m in by_deed[moves.SETTLEMENT]],
        cities=[crossings[moves.thing(m)] for m in by_deed[moves.CITY]],
        domes=list(domes),
        buy=bool(by_deed[moves.BUY]),
        play=[CARD_NAMES[card] for deed, card in PLAYED_CARD.items() if by_deed[deed]],
        cowboy=_targets(cowboy) if cowboy else None,
        road_crew=_crew(by_deed[moves.PLAY_ROAD_CREW]),
        supply_drop=_supply_drop(p, by_deed[moves.PLAY_SUPPLY_DROP]),
        lacking={one: lacking(p, one) for one, deed in WANTED.items() if not by_deed[deed]},
    )


def _give(move: int) -> Counts:
    return counts_of(moves.offer_give(move))


def _want(move: int) -> Counts:
    return counts_of(moves.offer_want(move))


def _bank_trades(legal: list[int]) -> list[BankTrade]:
    payments: dict[tuple[int, int], list[Resource]] = {}
    for move in legal:
        payment = int(moves.bank_give(move)), int(moves.bank_count(move))
        payments.setdefault(payment, []).append(RESOURCE_NAMES[moves.bank_get(move)])
    return [BankTrade(RESOURCE_NAMES[give], count, get) for (give, count), get in payments.items()]


def _rates(p: MarsPosition, seat: int) -> list[BankRate]:
    player = p.players[seat]
    rates = []
    for give in range(RESOURCES):
        count = int(best_rate(p.parts, player, give))
        missing = max(0, count - int(count_of(player.hand, give)))
        rates.append(BankRate(RESOURCE_NAMES[give], count, missing, bank_lacking(p, give, count)))
    return rates


def _crew(legal: list[int]) -> Crew | None:
    if not legal:
        return None
    names = [path.name for path in GRID.paths]
    roads = [
        [names[moves.road_crew_path(move, i)] for i in range(moves.road_crew_count(move))]
        for move in legal
    ]
    sites = [crew[0] for crew in roads if len(crew) == 1]
    opens: dict[str, list[str]] = {}
    for crew in roads:
        if len(crew) == 2 and crew[1] not in sites:
            opens.setdefault(crew[0], []).append(crew[1])
    return Crew(max(len(crew) for crew in roads), sites, opens)


def _supply_drop(p: MarsPosition, legal: list[int]) -> SupplyDrop | None:
    if not legal:
        return None
    return SupplyDrop(sum(counts_of(moves.thing(legal[0])).values()), counts_of(p.bank))
