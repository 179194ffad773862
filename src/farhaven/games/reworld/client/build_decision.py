"""The choices of the player on turn, spelt out. Compiled: it is done after every move."""

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from msgspec import UNSET, UnsetType
from mypy_extensions import i64

from farhaven.games.reworld.client.build_view import ships_of
from farhaven.games.reworld.client.decision import (
    Decision,
    LaunchChoice,
    PortChoice,
    Price,
    PriceClause,
    SettlementDecision,
    StationDecision,
)
from farhaven.games.reworld.edition import CODES, LETTER_NAMES, Components
from farhaven.games.reworld.records.entries import Launch, Placed, Use
from farhaven.games.reworld.rules.legal_payments import (
    SITUATION,
    SITUATIONS,
    WAYS,
    WORD,
    WORDS_IN,
    place_of,
    tops_shown,
    ways_to_pay,
)
from farhaven.games.reworld.rules.moves import (
    BOX,
    DEFEND,
    MOST_CARGO,
    SACRIFICE,
    SETTLE,
    TASK,
    TRANSPORT,
    acquire_cards,
    acquire_top,
    cargo_city,
    cargo_row,
    cargo_size,
    deed,
    is_swapped,
    launch_choice,
    launch_row,
)
from farhaven.games.reworld.rules.parts import (
    LETTERS,
    NONE,
    OFFICERS,
    PORTS,
    is_shuttle,
    is_special,
    is_terrabot,
)
from farhaven.games.reworld.rules.position import ReworldPosition
from farhaven.games.reworld.rules.satellites import task_points
from farhaven.games.reworld.rules.settlement import is_coupled, settlement_moves
from farhaven.games.reworld.rules.state import (
    STATION,
    Player,
    cards_of,
    kind_beneath,
    open_kind,
)
from farhaven.games.reworld.rules.station import has_module, has_officer, marker_is_free
from farhaven.games.reworld.rules.transport import placement_fits

MOST_LAUNCHES: Final[i64] = 4096

_CODES: Final[list[str]] = list(CODES)
_LETTERS: Final[list[str]] = list(LETTER_NAMES)


def decision_of(components: Components, p: ReworldPosition, seat: i64) -> Decision:
    """What a seat must choose that is on turn."""
    if p.phase == STATION:
        return _station(p, seat)
    return _settlement(components, p, seat)


# Chapter one


def _spell_payments() -> list[list[int]]:
    """The cards of each way to pay, the one on top first."""
    spelt: list[list[int]] = []
    for i in range(len(WAYS)):
        cards = cards_of(acquire_cards(WAYS[i]))
        top = int(acquire_top(WAYS[i]))
        if top != 0:
            cards.remove(top)
        spelt.append([top, *cards])
    return spelt


_SPELT: Final = _spell_payments()


def _spell_prices() -> list[Price]:
    """The price of each situation, as it is before anybody knows which ports are in it."""
    clauses: list[PriceClause] = ["RW-1.4a", "RW-1.4b", "RW-1.4c"]
    prices = [Price(clauses[0], [], [])] * SITUATIONS
    for x in range(i64(6)):
        for y in range(x + 1):
            tops = sorted({int(x), int(y)} - {0})
            prices[SITUATION[6 * x + y]] = Price(clauses[tops_shown(x, y)], tops, [])
    return prices


_PRICES: Final = _spell_prices()


def _payments(hand: i64, tops: i64) -> list[list[int]]:
    """The payments of a hand in a situation, cheapest first."""
    found: list[list[int]] = []
    for word in range(WORDS_IN[tops]):
        ways = ways_to_pay(hand, tops, word)
        while ways != 0:
            found.append(_SPELT[word * WORD + place_of(ways)])
            ways &= ways - 1
    return found


def _station(p: ReworldPosition, seat: i64) -> StationDecision:
    player = p.players[seat]
    ports: list[PortChoice] = []
    lists: list[list[list[int]]] = []
    alike: list[list[int]] = [[] for _ in range(SITUATIONS)]  # the ports of each situation
    number = vec[i64]([NONE] * SITUATIONS)  # of each situation's list; -2 where it is empty
    for port in range(PORTS):
        if not has_module(p, port):
            continue
        tops = p.around[port]
        alike[tops].append(int(port))
        if number[tops] == NONE:
            payments = _payments(player.hand, tops)
            number[tops] = -2
            if len(payments) > 0:
                number[tops] = len(lists)
                lists.append(payments)
        if number[tops] >= 0:
            ports.append(PortChoice(int(port), int(number[tops]), int(terrabot_points(p, port))))
    officers: list[int] = []
    if marker_is_free(p):
        for officer in range(i64(1), OFFICERS + 1):
            if has_officer(player, officer):
                officers.append(int(officer))
    return StationDecision(
        ports=ports,
        payments=lists,
        prices=_prices(alike),
        marker=officers,
        marker_points=int(p.parts.marker_points),
        drop_out_points=int(player.hand_size * p.parts.card_points),
    )


def _prices(alike: list[list[int]]) -> list[Price]:
    """RW-1.4: what the ports of each situation cost, where there are any."""
    prices: list[Price] = []
    for tops in range(len(alike)):
        if len(alike[tops]) > 0:
            price = _PRICES[tops]
            prices.append(Price(price.clause, price.tops, alike[tops]))
    return prices


def terrabot_points(p: ReworldPosition, port: i64) -> i64:
    """RW-1.7: what acquiring the module at a port scores."""
    if is_terrabot(p.parts.kind[p.port[port]]):
        return p.parts.terrabot_points[p.round - 1]
    return 0


# Chapter two


_LAUNCHES: Final = vec[i64]([0] * MOST_LAUNCHES)


def _settlement(components: Components, p: ReworldPosition, seat: i64) -> SettlementDecision:
    buffer = _LAUNCHES
    count = settlement_moves(p, buffer)
    choices: list[LaunchChoice] = []
    for i in range(count):
        choices.append(_choice(components, p, seat, buffer[i]))
    return SettlementDecision(launches=choices)


def _choice(components: Components, p: ReworldPosition, seat: i64, move: i64) -> LaunchChoice:
    """A launch with what it brings: it is tried on a copy."""
    trial = p.copy()
    trial.play(seat, move)
    before = p.players[seat]
    after = trial.players[seat]
    ships: list[str] = []
    if after.ships_taken > before.ships_taken:
        ships = ships_of(after)[before.ships_taken :]
    docked = False
    placed = False
    alike = False
    cities: Sequence[str] = ()
    if deed(move) == TRANSPORT and cargo_size(move) == MOST_CARGO:
        kind0, kind1 = _cargo_kinds(p, before, move)
        docked = _docked_in_any_order(p, before, move)
        placed = _placed_in_any_order(before, move, kind0, kind1)
        alike = kind0 == kind1 and cargo_city(move, 0) != cargo_city(move, 1)
    elif deed(move) == TASK and launch_choice(move) != BOX:
        cities = _cities_alike(p, before, move)
    return LaunchChoice(
        launch=launch_of(components, p, seat, move),
        module=_CODES[launched(p, before, move)],
        points=int(after.score - before.score),
        ships=ships,
        docked_in_any_order=docked,
        placed_in_any_order=placed,
        interchangeable=alike,
        cities=cities,
    )


# Which other spellings of a launch have the same effect.


def _cargo_kinds(p: ReworldPosition, player: Player, move: i64) -> tuple[i64, i64]:
    """The kinds of a transport's two units, in the order of docking."""
    row = launch_row(move)
    ends = player.open_end[:]
    unit0: i64 = NONE
    if is_coupled(p, player, row):  # RW-2.5a: the first unit lies in front of the shuttle
        unit0 = ends[row]
        ends[row] = p.beneath[p.beneath[unit0]]
    else:
        ends[row] = p.beneath[ends[row]]
        row0 = cargo_row(move, 0)
        unit0 = ends[row0]
        ends[row0] = p.beneath[unit0]
    unit1 = ends[cargo_row(move, 1)]
    return p.parts.kind[unit0], p.parts.kind[unit1]


def _docked_in_any_order(p: ReworldPosition, player: Player, move: i64) -> bool:
    """RW-2.5: neither unit covers the other, and RW-2.5a does not say which is the first."""
    if is_coupled(p, player, launch_row(move)):
        return False
    return cargo_row(move, 0) != cargo_row(move, 1)


def _placed_in_any_order(player: Player, move: i64, kind0: i64, kind1: i64) -> bool:
    """RW-2.6: the other order is legal too, and scores the same."""
    city0 = cargo_city(move, 0)
    city1 = cargo_city(move, 1)
    if city0 == city1:
        return city0 == BOX or not (is_special(kind0) or is_special(kind1))
    if city0 == BOX:
        return placement_fits(player, kind0, BOX)
    if city1 == BOX:
        return placement_fits(player, kind1, BOX)
    return True


def _cities_alike(p: ReworldPosition, player: Player, move: i64) -> list[str]:
    """RW-2.8: the cities in which a task scores the same."""
    kind = open_kind(p, player, launch_row(move))
    worth = task_points(p, player, kind, launch_choice(move))
    cities: list[str] = []
    for letter in range(LETTERS):
        if player.has_city(letter) and task_points(p, player, kind, letter + 1) == worth:
            cities.append(_LETTERS[letter])
    return cities


def launched(p: ReworldPosition, player: Player, move: i64) -> i64:
    """The kind of the module that a move launches: a shuttle also behind a builder (RW-2.5a)."""
    row = launch_row(move)
    kind = open_kind(p, player, row)
    if deed(move) == TRANSPORT and not is_shuttle(kind):
        return kind_beneath(p, player.open_end[row])
    return kind


def launch_of(components: Components, p: ReworldPosition, seat: i64, move: i64) -> Launch:
    """The entry that spells a launch."""
    what = deed(move)
    row = launch_row(move)
    if what == TRANSPORT:
        return _transport(seat, row, move)
    choice = launch_choice(move)
    sign: str | UnsetType = UNSET
    city: str | UnsetType = UNSET
    use: Use = "sacrifice"
    if what == SETTLE:
        use = "settle"
        if choice != 0:
            letter = _LETTERS[open_kind(p, p.players[seat], row)]
            sign = components.signs[letter][choice - 1]
    elif what == TASK:
        use = "task"
        if choice != 0:
            city = _LETTERS[choice - 1]
    elif what == DEFEND:
        use = "defend"
    elif what != SACRIFICE:
        raise ValueError(move)
    return Launch(seat=int(seat), row=int(row + 1), use=use, sign=sign, city=city)


def _transport(seat: i64, row: i64, move: i64) -> Launch:
    cargo: list[int] = []
    placed: list[Placed] = []
    for unit in range(cargo_size(move)):
        cargo.append(int(cargo_row(move, unit) + 1))
        city = cargo_city(move, unit)
        letter: str | None = None
        if city != 0:
            letter = _LETTERS[city - 1]
        placed.append(Placed(int(unit), letter))
    if is_swapped(move):
        placed.reverse()
    return Launch(seat=int(seat), row=int(row + 1), use="transport", cargo=cargo, placed=placed)
