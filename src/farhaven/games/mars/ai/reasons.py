"""Why a move of Mars is good or bad."""

from collections.abc import Iterable, Sequence

from farhaven.core.event import Event
from farhaven.evaluation.reasons import Course, Reasons, Step
from farhaven.games.mars.ai.features import site_rate, ways
from farhaven.games.mars.rules import moves as do
from farhaven.games.mars.rules.build import cost_of
from farhaven.games.mars.rules.names import HARBOUR_NAMES, RESOURCE_NAMES, WANTED, Wanted
from farhaven.games.mars.rules.parts import (
    COWBOY,
    NONE,
    RESOURCES,
    THREE_TO_ONE,
    VICTORY,
    count_of,
    size_of,
)
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.state import ACCEPTED, MOST_SEATS, OVER, PLACING, State
from farhaven.games.mars.rules.turn import points

GOOD_SITE = 8  # of 36 rolls: fewer cards are no reason to go there
PIECES = {deed: piece for piece, deed in WANTED.items() if piece != "card"}
LONG_CHAIN = 3  # roads, from which on a longer chain is worth telling
TALKS = (do.OFFER, do.ACCEPT)  # after which others have yet to agree
TRADES = (do.BANK, do.CLOSE, do.PLAY_SUPPLY_DROP, do.PLAY_REQUISITION)
DEAREST: Sequence[Wanted] = ("city", "settlement", "card", "dome", "road")


class MarsReasons(Reasons):
    """Reasons from what lies on the table before and after a move, and from what follows."""

    against = ("risks_discard",)

    def of(self, course: Course, otherwise: Course) -> Sequence[Event]:
        before, seat, move, after = course[0]
        if not isinstance(before, MarsPosition) or not isinstance(after, MarsPosition):
            raise TypeError(type(before).__name__)
        if after.phase == OVER and after.turn == seat:  # MA-6.1: else the next player has won
            return [Event("wins", {})]
        planned = _planned(course)
        # What the other move comes to as well is a plan, but hardly a reason for this one.
        shared = [plan for plan in planned if plan in _planned(otherwise)]
        rivals = _others_trade(course, otherwise)
        trade = [] if rivals and do.deed(move) == do.DECLINE else _trade(before, seat, move, after)
        return [
            *_points(before, seat, after),
            *_taken_next(seat, move, otherwise),
            *rivals,
            *(plan for plan in planned if plan not in shared),
            *(reason for reason in trade if not _is_said(reason, planned)),
            *_sites(before, seat, after),
            *_harbours(before, seat, after),
            *_rates(before, seat, after),
            *_aliens(before, seat, move, after),
            *_waiting(before, seat, move, after),
            *shared,
        ]


REASONS = MarsReasons


def _points(p: MarsPosition, seat: int, after: MarsPosition) -> list[Event]:
    """Points and a longer chain; of the set-up every place brings the same."""
    if p.phase == PLACING:
        return []
    gained = int(points(after, seat) - points(p, seat))
    reasons = [Event("points", {"points": gained})] if gained > 0 else []
    chain = int(after.players[seat].chain)
    takes_road = after.road_holder == seat != p.road_holder  # which is told as an event
    if chain > p.players[seat].chain and chain >= LONG_CHAIN and not takes_road:
        reasons.append(Event("chain", {"count": chain}))
    return reasons


def _planned(course: Course) -> list[Event]:
    """What the same player is expected to build before the dice are rolled again."""
    if not course or int(do.deed(course[0].move)) in PIECES:
        return []
    before, seat, move, _ = course[0]
    piece = _built_by(seat, course)
    if piece is None or not isinstance(before, MarsPosition):
        return []
    if do.deed(move) not in TALKS:
        return [Event("then_builds", {"piece": piece})]
    is_new = _missing(before, int(before.players[seat].hand), piece) > 0
    return [Event("if_pays_for", {"piece": piece})] if is_new else []


def _built_by(seat: int, course: Course) -> Wanted | None:
    """What a player builds first after the first move of a course."""
    for step in course[1:]:
        piece = PIECES.get(int(do.deed(step.move)))
        if step.seat == seat and piece is not None:
            return piece
    return None


def _is_said(reason: Event, planned: Sequence[Event]) -> bool:
    """Whether it is told already what the cards are for."""
    return any(reason.params.get("piece") == plan.params["piece"] for plan in planned)


# What others would do after the best other move


def _taken_next(seat: int, move: int, otherwise: Course) -> list[Event]:
    """Who would settle there, or so near that nobody else may (MA-3.4)."""
    what = do.deed(move)
    if what not in (do.PLACE, do.SETTLEMENT):
        return []
    site = int(do.place_crossing(move) if what == do.PLACE else do.thing(move))
    for step in otherwise:
        if isinstance(step.after, MarsPosition) and not int(step.after.free) >> site & 1:
            return [] if step.seat == seat else [Event("taken_next", {"seat": step.seat})]
    return []


def _others_trade(course: Course, otherwise: Course) -> list[Event]:
    """MA-2.1: who would trade instead; what only these cards build for who has offered others."""
    _, seat, move, _ = course[0]
    what = do.deed(move)
    if what not in (do.ACCEPT, do.DECLINE):
        return []
    for number, step in enumerate(otherwise):
        partner = _partner(step)
        if partner == NONE:
            continue
        if what == do.ACCEPT and partner not in (seat, *map(_partner, course)):
            return [Event("else_trades", {"seat": partner})]
        piece = _built_by(step.seat, otherwise[number:])
        if piece is None or piece == _built_by(step.seat, course):
            continue
        if what == do.DECLINE and partner == seat:
            return [Event("denies_piece", {"seat": step.seat, "piece": piece})]
    return []


def _partner(step: Step) -> int:
    """With whom an offer is closed as it was made; NONE for a counter-offer and all else."""
    if do.deed(step.move) != do.CLOSE or not isinstance(step.before, MarsPosition):
        return int(NONE)
    partner = int(do.close_seat(step.move))
    if partner == NONE or step.before.answers[partner] != ACCEPTED:
        return int(NONE)
    return partner


# Cards


def _trade(p: MarsPosition, seat: int, move: int, after: MarsPosition) -> list[Event]:
    """What the cards after a trade pay for that those before it did not; what a discard keeps."""
    what = do.deed(move)
    hand = int(after.players[seat].hand)
    if what == do.OFFER:
        hand += int(do.offer_want(move) - do.offer_give(move))
    elif what == do.ACCEPT:
        hand += int(do.offer_give(p.offer) - do.offer_want(p.offer))
    elif what == do.DISCARD:
        paid = [piece for piece in DEAREST if _missing(p, hand, piece) == 0]
        return [Event("still_pays", {"piece": piece}) for piece in paid][:1]
    elif what == do.DECLINE:
        return [Event("gives_nothing", {"seat": int(p.turn)})]
    elif what not in TRADES:
        return []
    return _afforded(p, int(p.players[seat].hand), hand, is_sure=what not in TALKS)


def _afforded(p: MarsPosition, had: int, hand: int, *, is_sure: bool) -> list[Event]:
    """What another hand pays for, or comes nearer to."""
    for piece in DEAREST:
        if _missing(p, had, piece) > 0 == _missing(p, hand, piece):
            return [Event("pays_for" if is_sure else "if_pays_for", {"piece": piece})]
    nearer = [piece for piece in DEAREST if _missing(p, hand, piece) < _missing(p, had, piece)]
    if not nearer:
        return []
    piece = min(nearer, key=lambda wanted: _missing(p, hand, wanted))
    code = "nearer" if is_sure else "if_nearer"
    return [Event(code, {"piece": piece, "count": _missing(p, hand, piece)})]


def _missing(p: MarsPosition, hand: int, wanted: Wanted) -> int:
    """How many cards a hand lacks for something."""
    cost = int(cost_of(p.parts, WANTED[wanted]))
    return sum(max(int(count_of(cost, r) - count_of(hand, r)), 0) for r in range(RESOURCES))


def _waiting(p: MarsPosition, seat: int, move: int, after: MarsPosition) -> list[Event]:
    """What is left to the end of the turn: cards that are kept, or a card that is bought."""
    what = do.deed(move)
    if what == do.BUY:
        hoped = [card for card in (VICTORY, COWBOY) if count_of(after.deck, card) > 0]
        return [Event("buys", {})] if hoped else []
    count = int(size_of(p.players[seat].hand))
    if what != do.END or count == 0:
        return []
    code = "risks_discard" if count > after.parts.hand_limit else "keeps_hand"
    return [Event(code, {"count": count})]


# The board


def rate(p: MarsPosition, seat: int, resource: int) -> int:
    """Cards of a resource to be expected of 36 rolls."""
    return sum(
        int(count_of(p.yields[total * MOST_SEATS + seat], resource) * ways(total))
        for total in range(2, 13)
    )


def _rates(p: MarsPosition, seat: int, after: MarsPosition) -> list[Event]:
    """Resources that the fields will yield more of; where there were none at all, how much."""
    reasons: list[Event] = []
    rates = [(rate(p, seat, r), rate(after, seat, r)) for r in range(RESOURCES)]
    if not any(was for was, _ in rates) and p.phase == PLACING:
        count = sum(now for _, now in rates)
        return [Event("rich_site", {"count": count})] if count >= GOOD_SITE else []
    for resource, (was, now) in enumerate(rates):
        params = {"resource": RESOURCE_NAMES[resource]}
        if was == 0 and now > 0 and p.aliens == after.aliens:  # else it was only blocked
            reasons.insert(0, Event("new_resource", params))
        elif now > was:
            reasons.append(Event("more_of", params))
    return reasons


def _harbours(p: MarsPosition, seat: int, after: MarsPosition) -> list[Event]:
    """Harbours that are reached (MA-2.3)."""
    new = int(after.players[seat].harbours & ~p.players[seat].harbours)
    reasons = []
    for kind in range(THREE_TO_ONE + 1):
        if new >> kind & 1:
            code = "harbour" if kind == THREE_TO_ONE else "special_harbour"
            params = {} if kind == THREE_TO_ONE else {"resource": HARBOUR_NAMES[kind]}
            reasons.append(Event(code, params))
    return reasons


def _sites(p: MarsPosition, seat: int, after: MarsPosition) -> list[Event]:
    """Places for a settlement: those that a road leads to, those that others have lost."""
    new = _reached(after, seat) - _reached(p, seat)
    reasons = [Event("opens_site", {})] if _good(after, new) else []
    if after.free == p.free:
        return reasons
    for other in range(p.seats):
        lost = _reached(p, other) - _reached(after, other)
        if other != seat and _good(p, lost):
            reasons.append(Event("denies_site", {"seat": other}))
    return reasons


def _reached(p: State, seat: int) -> set[int]:
    """The crossings where a seat could build a settlement, if it paid (MA-3.3, MA-3.4)."""
    sites = int(p.players[seat].reached & p.free)
    return {crossing for crossing in range(sites.bit_length()) if sites >> crossing & 1}


def _good(p: State, crossings: Iterable[int]) -> bool:
    return any(site_rate(p, crossing) >= GOOD_SITE for crossing in crossings)


def _aliens(p: MarsPosition, seat: int, move: int, after: MarsPosition) -> list[Event]:
    """Whom the aliens hurt most, and from whom a card is taken."""
    if p.aliens in (after.aliens, NONE):
        return []
    losses = {
        other: sum(rate(p, other, r) - rate(after, other, r) for r in range(RESOURCES))
        for other in range(p.seats)
        if other != seat
    }
    other = max(losses, key=lambda o: losses[o])
    reasons = [Event("blocks", {"seat": other})] if losses[other] > 0 else []
    victim = int(do.aliens_victim(move))
    if victim != NONE:
        reasons.append(Event("robs", {"seat": victim}))
    return reasons
