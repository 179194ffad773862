"""Record entries of Reworld to moves and back. What chance does is in `outcomes.py`."""

from collections.abc import Sequence

from msgspec import UNSET

from farhaven.core.log_entry import Entry
from farhaven.core.violation import RECORD, illegal
from farhaven.games.reworld.client.build_decision import launch_of
from farhaven.games.reworld.edition import LETTER_NAMES, Components
from farhaven.games.reworld.records.entries import (
    Acquire,
    DropOut,
    Launch,
    TakeMarker,
    Use,
)
from farhaven.games.reworld.rules import moves
from farhaven.games.reworld.rules.legal_payments import MOST_CARDS
from farhaven.games.reworld.rules.parts import NONE, OFFICERS, PORTS, ROWS, is_terrabot
from farhaven.games.reworld.rules.position import ReworldPosition
from farhaven.games.reworld.rules.state import (
    SETTLEMENT,
    cards_of,
    one_card,
    open_kind,
)

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
    settles = p.phase == SETTLEMENT and p.turn == seat and kind != NONE and is_terrabot(kind)
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
