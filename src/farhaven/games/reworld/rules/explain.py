"""Why a move is not legal: the clause, from the same predicates that list the legal moves."""

from farhaven.core.violation import Violation
from farhaven.games.reworld.edition import CODES, LETTER_NAMES
from farhaven.games.reworld.rules import moves
from farhaven.games.reworld.rules.legal_payments import payment_fits, tops_shown
from farhaven.games.reworld.rules.parts import (
    FARMING,
    NONE,
    OFFICERS,
    company_of,
    is_builder,
    is_satellite,
    is_shuttle,
    is_terrabot,
)
from farhaven.games.reworld.rules.position import ReworldPosition
from farhaven.games.reworld.rules.satellites import wants_city
from farhaven.games.reworld.rules.settlement import can_defend, founds_city, is_coupled, place
from farhaven.games.reworld.rules.state import (
    STATION,
    Player,
    count_of,
    holds,
    kind_beneath,
    open_kind,
    sign_is_left,
    size_of,
)
from farhaven.games.reworld.rules.station import (
    has_module,
    has_officer,
    marker_is_free,
    top_left_of,
    top_right_of,
)
from farhaven.games.reworld.rules.transport import builder_at, home_of, placement_fits


def explain(p: ReworldPosition, seat: int, move: int) -> Violation | None:
    """The clause that a move breaks, or None if it is legal."""
    in_station = p.phase == STATION
    if p.turn != seat:
        clause = "RW-1.3" if in_station else "RW-2.1"
        return Violation(clause, "not_your_turn", {"turn": int(p.turn)})
    deed = moves.deed(move)
    if in_station:
        if deed == moves.ACQUIRE:
            return _explain_acquire(p, seat, move)
        if deed == moves.MARKER:
            return _explain_marker(p, seat, move)
        return None if deed == moves.DROP_OUT else Violation("RW-1.3", "chapter_one")
    if deed in (moves.ACQUIRE, moves.MARKER, moves.DROP_OUT):
        return Violation("RW-2.2", "chapter_two")
    row = int(moves.launch_row(move))
    if open_kind(p, p.players[seat], row) == NONE:
        return Violation("RW-2.2", "row_is_empty", {"row": row + 1})
    if deed == moves.TRANSPORT:
        return _explain_transport(p, seat, move)
    return _explain_launch(p, seat, move)


# Chapter one


def _missing_card(hand: int, cards: int) -> int:
    """An officer of whom the hand has too few cards."""
    return next(o for o in range(1, OFFICERS + 1) if count_of(cards, o) > count_of(hand, o))


def _explain_acquire(p: ReworldPosition, seat: int, move: int) -> Violation | None:
    """RW-1.4: the port, the cards held, the neighbours."""
    port = int(moves.acquire_port(move))
    cards = int(moves.acquire_cards(move))
    hand = int(p.players[seat].hand)
    if not has_module(p, port):
        return Violation("RW-1.4", "no_module", {"port": port})
    if not holds(hand, cards):
        return Violation("RW-1.4", "not_held", {"officer": _missing_card(hand, cards)})
    x, y = int(top_left_of(p, port)), int(top_right_of(p, port))
    size = int(size_of(cards))
    if payment_fits(x, y, cards, size):
        return None
    shown = tops_shown(x, y)
    if shown == 0:
        return Violation("RW-1.4a", "one_card", {"port": port, "count": size})
    if shown == 1:
        if size == 1:
            return Violation("RW-1.4b", "match_or_two", {"officer": x or y})
        return Violation("RW-1.4d", "one_or_two", {"count": size})
    if size == 2:
        return Violation("RW-1.4c", "both", {"officer": x, "other_officer": y})
    if size == 3:
        return Violation("RW-1.4c", "one_of_three", {"officer": x, "other_officer": y})
    return Violation("RW-1.4d", "two_to_four", {"count": size})


def _explain_marker(p: ReworldPosition, seat: int, move: int) -> Violation | None:
    """RW-1.8: once a round, with a card that is held."""
    officer = int(moves.marker_officer(move))
    if not marker_is_free(p):
        return Violation("RW-1.8", "taken")
    if not has_officer(p.players[seat], officer):
        return Violation("RW-1.8", "not_held", {"officer": officer})
    return None


# Chapter two


def _explain_launch(p: ReworldPosition, seat: int, move: int) -> Violation | None:
    """RW-2.3, RW-2.4, RW-2.7 and RW-2.8: one module with one use."""
    player = p.players[seat]
    kind = int(open_kind(p, player, moves.launch_row(move)))
    code = {"module": CODES[kind]}
    choice = int(moves.launch_choice(move))
    deed = moves.deed(move)
    if deed == moves.SETTLE:
        if not is_terrabot(kind):
            return Violation("RW-2.3", "not_a_terrabot", code)
        return _explain_sign(p, player, kind, choice)
    if deed == moves.DEFEND:
        if can_defend(p, kind):
            return None
        return Violation("RW-2.4", "no_shield" if is_shuttle(kind) else "cannot_defend", code)
    if deed == moves.SACRIFICE:
        return None if is_builder(kind) else Violation("RW-2.7", "not_a_builder", code)
    if not is_satellite(kind):
        return Violation("RW-2.8", "not_a_satellite", code)
    if wants_city(player, kind) != (choice != moves.BOX):
        return Violation("RW-2.8", "no_city_wanted" if choice else "which_city", code)
    if choice and not player.has_city(choice - 1):
        return Violation("RW-2.8", "no_such_city", {"letter": LETTER_NAMES[choice - 1]})
    return None


def _explain_sign(p: ReworldPosition, player: Player, letter: int, choice: int) -> Violation | None:
    """RW-2.3: a sign exactly when a city is founded, and one that is left."""
    facts = {"letter": LETTER_NAMES[letter]}
    if founds_city(player, letter) != (choice > 0):
        return Violation("RW-2.3", "city_exists" if choice else "which_sign", facts)
    if choice and not sign_is_left(p, letter, choice - 1):
        return Violation("RW-2.3", "sign_is_gone", facts)
    return None


def _explain_transport(p: ReworldPosition, seat: int, move: int) -> Violation | None:
    """RW-2.5: the shuttle, its cargo one by one, then the places one by one."""
    player = p.players[seat].copy()
    row = int(moves.launch_row(move))
    units = int(moves.cargo_size(move))
    kind = int(open_kind(p, player, row))
    ends = [int(end) for end in player.open_end]
    cargo: list[int] = []
    if is_shuttle(kind):
        ends[row] = int(p.beneath[ends[row]])
    elif is_coupled(p, player, row):
        if units == 0 or moves.cargo_row(move, 0) != row:
            return Violation("RW-2.5a", "coupled_first", {"row": row + 1})
        cargo.append(ends[row])
        ends[row] = int(p.beneath[p.beneath[ends[row]]])
    elif is_builder(kind) and is_builder(kind_beneath(p, ends[row])):
        return Violation("RW-2.5a", "two_in_front", {"row": row + 1})
    else:
        return Violation("RW-2.5", "not_a_shuttle", {"module": CODES[kind]})
    for unit in range(len(cargo), units):
        cargo_row = int(moves.cargo_row(move, unit))
        tile = ends[cargo_row]
        if not builder_at(p, tile):
            return Violation("RW-2.5", "no_builder_there", {"row": cargo_row + 1})
        cargo.append(tile)
        ends[cargo_row] = int(p.beneath[tile])
    return _explain_places(p.copy(), seat, move, cargo)


def _explain_places(
    trial: ReworldPosition, seat: int, move: int, cargo: list[int]
) -> Violation | None:
    """RW-2.6, on a copy of the position, in the order of placing."""
    player = trial.players[seat]
    order = list(range(len(cargo)))
    if moves.is_swapped(move):
        order.reverse()
    for unit in order:
        kind = int(trial.parts.kind[cargo[unit]])
        city = int(moves.cargo_city(move, unit))
        if not placement_fits(player, kind, city):
            return _explain_place(player, kind, city)
        place(trial, player, cargo[unit], city)
    return None


def _explain_place(player: Player, kind: int, city: int) -> Violation:
    facts = {"module": CODES[kind]}
    if city == moves.BOX:
        return Violation("RW-2.6", "must_be_placed", facts)
    facts["letter"] = LETTER_NAMES[city - 1]
    if not player.has_city(city - 1):
        return Violation("RW-2.6a" if kind == FARMING else "RW-2.6b", "no_such_city", facts)
    home = int(home_of(player, company_of(kind)))
    if home != moves.BOX:
        facts["home"] = LETTER_NAMES[home - 1]
        return Violation("RW-2.6b", "company_is_elsewhere", facts)
    return Violation("RW-2.6b", "city_has_a_company", facts)
