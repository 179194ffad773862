"""Record entries and outcomes of Reworld, to moves and back."""

from collections.abc import Sequence

from msgspec import UNSET

from farhaven.core.log_entry import Entry, Outcome
from farhaven.core.violation import RECORD, illegal
from farhaven.games.reworld.client.build_decision import launch_of
from farhaven.games.reworld.edition import (
    CODES,
    LETTER_NAMES,
    Components,
)
from farhaven.games.reworld.records.entries import (
    Acquire,
    DropOut,
    Launch,
    Round,
    Start,
    TakeMarker,
    Use,
)
from farhaven.games.reworld.rules import moves
from farhaven.games.reworld.rules.legal_payments import MOST_CARDS
from farhaven.games.reworld.rules.parts import LETTERS, OFFICERS, PORTS, ROUNDS, ROWS
from farhaven.games.reworld.rules.position import ReworldPosition, begin
from farhaven.games.reworld.rules.satellites import chooses_city, has_any_city
from farhaven.games.reworld.rules.state import (
    SETTLEMENT,
    START,
    STATION,
    cards_of,
    count_of,
    one_card,
    open_kind,
)
from farhaven.games.reworld.rules.station import deal_hand, open_station, put_at_port

USES: dict[Use, int] = {
    "settle": moves.SETTLE,
    "defend": moves.DEFEND,
    "task": moves.TASK,
    "sacrifice": moves.SACRIFICE,
    "transport": moves.TRANSPORT,
}


def pile_of(cards: Sequence[int]) -> int:
    """A pile of officers, each of which must exist (RW-C6)."""
    pile = 0
    for officer in cards:
        if not 1 <= officer <= OFFICERS:
            raise illegal("RW-C6", "no_such_officer", officer=officer)
        pile += one_card(officer)
    return pile


# Entry to move


def move_of(components: Components, p: ReworldPosition, entry: Entry) -> int:
    """The move that an entry spells."""
    if isinstance(entry, Acquire):
        return _acquire_move(entry)
    if isinstance(entry, TakeMarker):
        if entry.card is None:
            raise illegal(RECORD, "hidden", field="card")
        pile_of([entry.card])
        return int(moves.marker(entry.card))
    if isinstance(entry, DropOut):
        return int(moves.DROP_OUT)
    if isinstance(entry, Launch):
        return _launch_move(components, p, entry)
    raise TypeError(type(entry).__name__)


def _acquire_move(entry: Acquire) -> int:
    if not 0 <= entry.port < PORTS:
        raise illegal("RW-S2", "no_such_port", port=entry.port)
    if not 1 <= len(entry.cards) <= MOST_CARDS:
        raise illegal("RW-1.4d", "never", count=len(entry.cards))
    pile = pile_of(entry.cards)
    if list(entry.cards[1:]) != sorted(entry.cards[1:]):
        raise illegal(RECORD, "ascending", field="cards")
    return int(moves.acquire(entry.port, entry.cards[0], pile))


def _launch_move(components: Components, p: ReworldPosition, entry: Launch) -> int:
    if not 1 <= entry.row <= ROWS:
        raise illegal("RW-C6", "no_such_row", row=entry.row)
    _check_fields(entry)
    row = entry.row - 1
    if entry.use == "transport":
        return _transport_move(entry, row)
    choice = 0
    if entry.sign is not UNSET:
        choice = 1 + _sign_number(components, p, entry.seat, row, entry.sign)
    if entry.city is not UNSET:
        choice = _city_number(entry.city)
    return int(moves.launch(USES[entry.use], row, choice))


def _check_fields(entry: Launch) -> None:
    """Each use has its own fields and no others."""
    wanted = {"settle": {"sign"}, "task": {"city"}, "transport": {"cargo", "placed"}}
    for field in ("sign", "city", "cargo", "placed"):
        present = getattr(entry, field) is not UNSET
        if present and field not in wanted.get(entry.use, set()):
            raise illegal(RECORD, "unwanted", field=field, use=entry.use)
        if not present and field in {"cargo", "placed"} and entry.use == "transport":
            raise illegal(RECORD, "missing", field=field)


def _sign_number(components: Components, p: ReworldPosition, seat: int, row: int, sign: str) -> int:
    """A sign's number within its letter, which must be that of the terrabot to be launched."""
    kind = int(open_kind(p, p.players[seat], row))
    settles = p.phase == SETTLEMENT and p.turn == seat and 0 <= kind < LETTERS
    for letter, names in components.signs.items():
        if sign in names:
            if settles and LETTER_NAMES.index(letter) != kind:
                raise illegal("RW-2.3", "other_letter", sign=sign)
            return names.index(sign)
    raise illegal("RW-C7", "no_such_sign", sign=sign[:40])


def _city_number(city: str | None) -> int:
    """A city, 1 to 5, or the box."""
    if city is None:
        return int(moves.BOX)
    if len(city) != 1 or city not in LETTER_NAMES:
        raise illegal("RW-C2", "no_such_letter", letter=city[:40])
    return LETTER_NAMES.index(city) + 1


def _transport_move(entry: Launch, row: int) -> int:
    if entry.cargo is UNSET or entry.placed is UNSET:
        raise illegal(RECORD, "missing", field="cargo")
    units = len(entry.cargo)
    if units > moves.MOST_CARGO:
        raise illegal("RW-2.5", "too_much_cargo", count=units)
    for cargo_row in entry.cargo:
        if not 1 <= cargo_row <= ROWS:
            raise illegal("RW-C6", "no_such_row", row=cargo_row)
    if sorted(p.unit for p in entry.placed) != list(range(units)):
        raise illegal("RW-2.5", "all_cargo_placed", count=units)
    rows = [r - 1 for r in entry.cargo] + [0, 0]
    cities = {p.unit: _city_number(p.city) for p in entry.placed}
    swapped = int(units == moves.MOST_CARGO and entry.placed[0].unit == 1)
    city0, city1 = cities.get(0, 0), cities.get(1, 0)
    return int(moves.transport(row, units, rows[0], rows[1], swapped, city0, city1))


# Move to entry


def entry_of(components: Components, p: ReworldPosition, seat: int, move: int) -> Entry:
    """The entry that spells a move."""
    deed = moves.deed(move)
    if deed == moves.ACQUIRE:
        top = int(moves.acquire_top(move))
        rest = moves.acquire_cards(move) - one_card(top)
        port = int(moves.acquire_port(move))
        return Acquire(seat=seat, port=port, cards=[top, *cards_of(rest)])
    if deed == moves.MARKER:
        return TakeMarker(seat=seat, card=int(moves.marker_officer(move)))
    if deed == moves.DROP_OUT:
        return DropOut(seat=seat)
    return launch_of(components, p, seat, move)


def wants_city(p: ReworldPosition, seat: int, kind: int) -> bool:
    """Whether the city of a task is to be named (RW-2.8)."""
    return chooses_city(kind) and has_any_city(p.players[seat])


# Outcomes


def outcome_of(p: ReworldPosition) -> Outcome:
    """What chance has just done."""
    if p.phase != STATION:
        return Start(seat=int(p.marker))
    modules = [CODES[p.parts.kind[p.port[port]]] for port in range(PORTS)]
    hands = [cards_of(player.hand) for player in p.players]
    return Round(round=int(p.round), modules=modules, hands=hands)


def take_outcome(p: ReworldPosition, outcome: Outcome) -> None:
    """Carry out an outcome that was written down."""
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
