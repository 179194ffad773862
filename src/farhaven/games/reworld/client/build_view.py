"""A position in the words of the wire. Compiled: it is done for every client at every move."""

from typing import Final

from mypy_extensions import i64

from farhaven.games.reworld.client.printed import box_of
from farhaven.games.reworld.client.view_wire import PHASES, City, ReworldWire, Seat, Slot
from farhaven.games.reworld.edition import (
    CATEGORY_NAMES,
    CODES,
    LETTER_NAMES,
    SHIP_NAMES,
    Components,
)
from farhaven.games.reworld.rules.parts import (
    CATEGORIES,
    CITY_SHIP,
    DOCKING_SHIP,
    KINDS,
    LETTERS,
    NONE,
    PORTS,
    ROWS,
    SHIPS,
    SIGNS,
    is_satellite,
)
from farhaven.games.reworld.rules.position import ReworldPosition
from farhaven.games.reworld.rules.satellites import best_task_points
from farhaven.games.reworld.rules.scoring import category_points, total
from farhaven.games.reworld.rules.ships import progress
from farhaven.games.reworld.rules.state import Player, cards_of, one_card, sign_is_left

_CODES: Final[list[str]] = list(CODES)
_SHIPS: Final[list[str]] = list(SHIP_NAMES)
_CATEGORIES: Final[list[str]] = list(CATEGORY_NAMES)
_LETTERS: Final[list[str]] = list(LETTER_NAMES)


# Most of what is shown is the same as before. Equal parts are the same object wherever that is
# easy to see, so that whoever compares two views finds it at once.
_BARE: Final[dict[str, Slot]] = {code: Slot(code, []) for code in CODES}
_GONE: Final = Slot(None, [])
_NOTHING: Final[list[str]] = []


def stack_codes(p: ReworldPosition, top: i64) -> list[str]:
    """The codes of a stack, the tile laid first in front."""
    if top == NONE:
        return _NOTHING
    codes: list[str] = []
    tile = top
    while tile != NONE:
        codes.append(_CODES[p.parts.kind[tile]])
        tile = p.beneath[tile]
    codes.reverse()
    return codes


def ships_of(player: Player) -> list[str]:
    """The ships that a player has, in the order of taking."""
    taken: list[str] = []
    for i in range(player.ships_taken):
        taken.append(_SHIPS[(player.ship_order >> (4 * i)) & 15])
    return taken


def wire_beside(p: ReworldPosition, seat: int | None, other: ReworldWire) -> ReworldWire:
    """The same as `wire_of`, from another's view at the same moment: only hands differ (RW-1.2)."""
    players: list[Seat] = list(other.players)
    for i in range(p.seats):
        player = p.players[i]
        hand: list[int] | None = None
        if i == seat or player.hand_size == 0:
            hand = cards_of(player.hand)
        shown = players[i]
        if hand != shown.hand:
            players[i] = _with_hand(shown, hand)
    return ReworldWire(
        seat=seat,
        phase=other.phase,
        round=other.round,
        turn=other.turn,
        marker=other.marker,
        marker_taken=other.marker_taken,
        ports=other.ports,
        bag=other.bag,
        ships=other.ships,
        signs=other.signs,
        players=players,
        box=other.box,
    )


def _with_hand(shown: Seat, hand: list[int] | None) -> Seat:
    return Seat(
        score=shown.score,
        hand=hand,
        hand_size=shown.hand_size,
        in_round=shown.in_round,
        rows=shown.rows,
        cities=shown.cities,
        defence=shown.defence,
        shields=shown.shields,
        shuttles=shown.shuttles,
        satellites=shown.satellites,
        ships=shown.ships,
        progress=shown.progress,
        tasks=shown.tasks,
        final=shown.final,
    )


def wire_of(components: Components, p: ReworldPosition, seat: int | None) -> ReworldWire:
    """What is known of a position, as the view of a seat or of a spectator (None)."""
    turn: int | None = None
    marker: int | None = None
    if p.turn != NONE:
        turn = int(p.turn)
    if p.marker != NONE:
        marker = int(p.marker)
    owner: i64 = NONE
    if seat is not None:
        owner = seat
    players: list[Seat] = []
    for i in range(p.seats):
        players.append(_seat(components, p, i, owner))
    return ReworldWire(
        seat=seat,
        phase=PHASES[p.phase],
        round=int(p.round),
        turn=turn,
        marker=marker,
        marker_taken=p.marker_taken,
        ports=_ports(p),
        bag=_bag(p),
        ships=_ships_left(p),
        signs=_signs(components, p),
        players=players,
        box=box_of(p.parts),
    )


def _ports(p: ReworldPosition) -> list[Slot]:
    slots: list[Slot] = []
    for port in range(PORTS):
        tile = p.port[port]
        top = p.slot_top[port]
        if top != 0:
            cards = [int(top)]
            cards.extend(cards_of(p.slot[port] - one_card(top)))
            code: str | None = None
            if tile != NONE:
                code = _CODES[p.parts.kind[tile]]
            slots.append(Slot(code, cards))
        elif tile != NONE:
            slots.append(_BARE[_CODES[p.parts.kind[tile]]])
        else:
            slots.append(_GONE)
    return slots


def _bag(p: ReworldPosition) -> dict[str, int]:
    bag: dict[str, int] = {}
    for kind in range(KINDS):
        count = p.bag[kind]
        if count != 0:
            bag[_CODES[kind]] = int(count)
    return bag


def _ships_left(p: ReworldPosition) -> list[str]:
    ships: list[str] = []
    for ship in range(SHIPS):
        if (p.ships_left >> ship) & 1 == 1:
            ships.append(_SHIPS[ship])
    return ships


def _signs(components: Components, p: ReworldPosition) -> dict[str, list[str]]:
    """The signs in the supply, by letter."""
    signs: dict[str, list[str]] = {}
    for letter in range(LETTERS):
        names = components.signs[_LETTERS[letter]]
        left: list[str] = []
        for number in range(SIGNS):
            if sign_is_left(p, letter, number):
                left.append(names[number])
        signs[_LETTERS[letter]] = left
    return signs


def _seat(components: Components, p: ReworldPosition, seat: i64, owner: i64) -> Seat:
    player = p.players[seat]
    hand: list[int] | None = None
    if seat == owner or player.hand_size == 0:
        hand = cards_of(player.hand)
    rows: list[list[str]] = []
    for row in range(ROWS):
        rows.append(stack_codes(p, player.open_end[row]))
    return Seat(
        score=int(total(p, seat)),
        hand=hand,
        hand_size=int(player.hand_size),
        in_round=player.in_round,
        rows=rows,
        cities=_cities(components, p, player),
        defence=stack_codes(p, player.defence_top),
        shields=int(player.shields),
        shuttles=stack_codes(p, player.shuttles_top),
        satellites=stack_codes(p, player.satellites_top),
        ships=ships_of(player),
        progress=_progress(player, rows),
        tasks=_tasks(p, player),
        final=_final(p, seat),
    )


def _cities(components: Components, p: ReworldPosition, player: Player) -> list[City]:
    cities: list[City] = []
    for number in range(LETTERS):
        if player.has_city(number):
            letter = _LETTERS[number]
            sign = components.signs[letter][player.sign[number] % SIGNS]
            tiles = stack_codes(p, player.city_top[number])
            cities.append(City(letter, sign, tiles, int(player.city_tiles(number))))
    return cities


def _progress(player: Player, rows: list[list[str]]) -> dict[str, int]:
    counted: dict[str, int] = {}
    for row in range(ROWS):
        counted[_SHIPS[row]] = len(rows[row])
    counted[_SHIPS[DOCKING_SHIP]] = int(player.modules)
    for ship in range(CITY_SHIP, SHIPS):
        counted[_SHIPS[ship]] = int(progress(player, ship))
    return counted


def _final(p: ReworldPosition, seat: i64) -> dict[str, int]:
    final: dict[str, int] = {}
    for category in range(CATEGORIES):
        final[_CATEGORIES[category]] = int(category_points(p, seat, category))
    return final


def _tasks(p: ReworldPosition, player: Player) -> dict[str, int]:
    """The tasks of the satellites on a player's carrier, with what they are worth."""
    worth: dict[str, int] = {}
    for row in range(ROWS):
        tile = player.open_end[row]
        while tile != NONE:
            kind = p.parts.kind[tile]
            if is_satellite(kind):
                worth[_CODES[kind]] = int(best_task_points(p, player, kind))
            tile = p.beneath[tile]
    return worth
