"""What chance does in Reworld: read off a position, or taken from a record if it is possible."""

from collections.abc import Sequence

from farhaven.core.log_entry import Outcome
from farhaven.core.violation import RECORD, illegal
from farhaven.games.reworld.edition import CODES
from farhaven.games.reworld.records.codec import pile_of
from farhaven.games.reworld.records.entries import Round, Start
from farhaven.games.reworld.rules.parts import OFFICERS, PORTS, ROUNDS
from farhaven.games.reworld.rules.position import ReworldPosition, begin
from farhaven.games.reworld.rules.state import START, STATION, cards_of, count_of, one_card
from farhaven.games.reworld.rules.station import deal_hand, open_station, put_at_port


def outcome_of(p: ReworldPosition) -> Outcome:
    """What chance has just done."""
    if p.phase != STATION:
        return Start(seat=int(p.marker))
    modules = [CODES[p.parts.kind[p.port[port]]] for port in range(PORTS)]
    hands = [cards_of(player.hand) for player in p.players]
    return Round(round=int(p.round), modules=modules, hands=hands)


def take_outcome(p: ReworldPosition, outcome: Outcome) -> None:
    """Carry out an outcome from a record, if it is possible."""
    if isinstance(outcome, Start) and p.phase == START:
        if not 0 <= outcome.seat < p.seats:
            raise illegal("RW-S1", "no_such_seat", seat=outcome.seat)
        begin(p, outcome.seat)
    elif isinstance(outcome, Round) and p.phase != START:
        _take_round(p, outcome)
    else:
        raise illegal("RW-1.1" if p.phase != START else "RW-S1", "other_chance")


def _take_round(p: ReworldPosition, outcome: Round) -> None:
    if outcome.round != p.round + 1 or not 1 <= outcome.round <= ROUNDS:
        raise illegal("RW-1.1", "other_round", round=outcome.round, expected=int(p.round) + 1)
    kinds = _drawn_kinds(p, outcome.modules)
    hands = _dealt_hands(p, outcome.hands)
    for port, kind in enumerate(kinds):
        put_at_port(p, port, kind)
    undealt = sum(one_card(o) * p.parts.officer_copies for o in range(1, OFFICERS + 1))
    for player, hand in zip(p.players, hands, strict=True):
        deal_hand(p, player, hand)
        undealt -= hand
    p.undealt = undealt
    open_station(p)


def _drawn_kinds(p: ReworldPosition, modules: Sequence[str]) -> list[int]:
    """RW-S4: the kinds of the modules, which must be in the bag."""
    if len(modules) != PORTS:
        raise illegal("RW-1.1", "module_count", count=len(modules), ports=int(PORTS))
    left = [int(n) for n in p.bag]
    kinds = []
    for code in modules:
        if code not in CODES:
            raise illegal("RW-C1", "no_such_module", code=code[:40])
        kind = CODES.index(code)
        left[kind] -= 1
        if left[kind] < 0:
            raise illegal("RW-S4", "not_in_bag", module=code)
        kinds.append(kind)
    return kinds


def _dealt_hands(p: ReworldPosition, hands: Sequence[Sequence[int] | None]) -> list[int]:
    """RW-1.1: the hands, which must come out of the 30 cards."""
    if len(hands) != p.seats:
        raise illegal("RW-1.1", "hand_count", count=len(hands), seats=int(p.seats))
    piles = []
    for hand in hands:
        if hand is None:
            raise illegal(RECORD, "hidden", field="hands")
        if len(hand) != p.parts.dealt:
            raise illegal("RW-1.1", "hand_size", count=len(hand), dealt=int(p.parts.dealt))
        if list(hand) != sorted(hand):
            raise illegal(RECORD, "ascending", field="hands")
        piles.append(pile_of(hand))
    for officer in range(1, OFFICERS + 1):
        if sum(int(count_of(pile, officer)) for pile in piles) > p.parts.officer_copies:
            raise illegal("RW-C6", "too_many_dealt", officer=officer)
    return piles
