"""What a seat may know of a game of Reworld (RW-1.2), and positions that fit it."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.chance import Chance, shuffle
from farhaven.core.telling import EVERY_KEY
from farhaven.core.view import View
from farhaven.games.reworld.codec import cards_of
from farhaven.games.reworld.components import (
    CATEGORY_NAMES,
    CODES,
    LETTER_NAMES,
    SHIP_NAMES,
    Category,
    Components,
    Letter,
    ModuleCode,
    Officer,
    ShipName,
)
from farhaven.games.reworld.parts import (
    CITY_SHIP,
    KINDS,
    LETTERS,
    NONE,
    OFFICERS,
    PORTS,
    ROWS,
    SHIPS,
    SIGNS,
    is_satellite,
)
from farhaven.games.reworld.position import ReworldPosition
from farhaven.games.reworld.printed import Box, box_of
from farhaven.games.reworld.satellites import best_task_points
from farhaven.games.reworld.scoring import category_points, total
from farhaven.games.reworld.ships import progress
from farhaven.games.reworld.state import STATION, Player, one_card, sign_is_left

MAX_MOVES = 8192

PHASES: tuple[Literal["start", "round", "station", "settlement", "over"], ...]
PHASES = ("start", "round", "station", "settlement", "over")


class City(msgspec.Struct, frozen=True):
    """A city: its letter, the name on its sign, its tiles in the order of placing."""

    letter: Letter
    sign: str
    tiles: Sequence[ModuleCode]


class Seat(msgspec.Struct, frozen=True):
    """What is known of a player. `hand` is null where it is secret."""

    score: int
    hand: Sequence[Officer] | None
    hand_size: int
    in_round: bool
    rows: Sequence[Sequence[ModuleCode]]
    """Docking rows 1 to 5, the open end last."""
    cities: Sequence[City]
    defence: Sequence[ModuleCode]
    shields: int
    shuttles: Sequence[ModuleCode]
    satellites: Sequence[ModuleCode]
    ships: Sequence[ShipName]
    progress: Mapping[ShipName, int]
    """How much of what each ship from the city ship on counts."""
    tasks: Mapping[ModuleCode, int]
    """What each docked satellite's task would score now, in the best city."""
    final: Annotated[Mapping[Category, int], EVERY_KEY]
    """The final population ship, if it arrived now."""


class Slot(msgspec.Struct, frozen=True):
    """A port: its module while it has one, and the cards laid there, the top one first."""

    module: ModuleCode | None
    cards: Sequence[Officer]


class ReworldWire(msgspec.Struct, frozen=True, tag="reworld", tag_field="game"):
    """The view of a seat, or of a spectator (null)."""

    seat: int | None
    phase: Literal["start", "round", "station", "settlement", "over"]
    round: int
    turn: int | None
    marker: int | None
    marker_taken: bool
    ports: Sequence[Slot]
    bag: Mapping[ModuleCode, int]
    """How many modules of each code are still to come."""
    ships: Sequence[ShipName]
    """The population ships on the board."""
    signs: Annotated[Mapping[Letter, Sequence[str]], EVERY_KEY]
    """The signs in the supply, by letter."""
    players: Sequence[Seat]
    box: Box


class ReworldView(View):
    """A seat's knowledge of a game of Reworld."""

    def __init__(self, components: Components, position: ReworldPosition, seat: int | None) -> None:
        self._components = components
        self._known = known_to(position, seat)
        super().__init__(self._known, seat, MAX_MOVES)

    def sample(self, chance: Chance) -> ReworldPosition:
        """Deal the cards that this seat has not seen to where they may lie, at random."""
        p = self._known.copy()
        if p.phase != STATION:
            return p
        unseen = unseen_cards(p)
        shuffle(unseen, len(unseen), chance)
        dealer = _Dealer(unseen)
        for seat, player in enumerate(p.players):
            if seat != self.seat:
                player.hand = dealer.deal(player.hand_size)
                player.dropped = dealer.deal(player.dropped_size)
        if p.marker_taken and p.marker_card == 0:
            p.marker_card = dealer.next()
        p.undealt = dealer.deal(len(unseen) - dealer.dealt)
        return p

    def to_wire(self) -> ReworldWire:
        return wire_of(self._components, self._known, self.seat)


class _Dealer:
    """Deals cards from the top of a shuffled list."""

    def __init__(self, cards: vec[i64]) -> None:
        self._cards = cards
        self.dealt = 0

    def next(self) -> int:
        self.dealt += 1
        return int(self._cards[self.dealt - 1])

    def deal(self, count: int) -> int:
        """A pile of the next cards."""
        pile = 0
        for _ in range(count):
            pile += one_card(self.next())
        return pile


def known_to(position: ReworldPosition, seat: int | None) -> ReworldPosition:
    """A copy without what a seat may not know (RW-1.2)."""
    p = position.copy()
    for other, player in enumerate(p.players):
        if other != seat:
            player.hand = 0
            player.dropped = 0
    if p.marker != seat:
        p.marker_card = 0
    p.undealt = 0
    return p


def unseen_cards(p: ReworldPosition) -> vec[i64]:
    """The cards that the owner of a view has not seen, ascending."""
    seen = sum(one_card(o) * p.parts.officer_copies for o in range(1, OFFICERS + 1))
    for port in range(PORTS):
        seen -= p.slot[port]
    for player in p.players:
        seen -= player.hand + player.dropped
    if p.marker_card:
        seen -= one_card(p.marker_card)
    return vec[i64](cards_of(seen))


# The wire form


def stack_codes(p: ReworldPosition, top: i64) -> list[str]:
    """The codes of a stack, the tile laid first in front."""
    codes: list[str] = []
    tile = int(top)
    while tile != NONE:
        codes.append(CODES[p.parts.kind[tile]])
        tile = int(p.beneath[tile])
    codes.reverse()
    return codes


def ships_of(player: Player) -> list[str]:
    """The ships that a player has, in the order of taking."""
    order = int(player.ship_order)
    return [SHIP_NAMES[order >> (4 * i) & 15] for i in range(player.ships_taken)]


def wire_of(components: Components, p: ReworldPosition, seat: int | None) -> ReworldWire:
    signs = {
        letter: [name for i, name in enumerate(components.signs[letter]) if sign_is_left(p, n, i)]
        for n, letter in enumerate(LETTER_NAMES)
    }
    return ReworldWire(
        seat=seat,
        phase=PHASES[p.phase],
        round=int(p.round),
        turn=None if p.turn == NONE else int(p.turn),
        marker=None if p.marker == NONE else int(p.marker),
        marker_taken=p.marker_taken,
        ports=[_slot(p, port) for port in range(PORTS)],
        bag={CODES[kind]: int(p.bag[kind]) for kind in range(KINDS) if p.bag[kind]},
        ships=[SHIP_NAMES[ship] for ship in range(SHIPS) if p.ships_left >> ship & 1],
        signs=signs,
        players=[_seat(components, p, i, seat) for i in range(p.seats)],
        box=box_of(p.parts),
    )


def _slot(p: ReworldPosition, port: int) -> Slot:
    tile = int(p.port[port])
    module = None if tile == NONE else CODES[p.parts.kind[tile]]
    top = int(p.slot_top[port])
    cards = [top, *cards_of(p.slot[port] - one_card(top))] if top else []
    return Slot(module, cards)


def _seat(components: Components, p: ReworldPosition, seat: int, owner: int | None) -> Seat:
    player = p.players[seat]
    final = {name: int(category_points(p, seat, i)) for i, name in enumerate(CATEGORY_NAMES)}
    counted = {SHIP_NAMES[s]: int(progress(player, s)) for s in range(CITY_SHIP, SHIPS)}
    return Seat(
        score=int(total(p, seat)),
        hand=cards_of(player.hand) if seat == owner or player.hand_size == 0 else None,
        hand_size=int(player.hand_size),
        in_round=player.in_round,
        rows=[stack_codes(p, player.open_end[row]) for row in range(ROWS)],
        cities=[_city(components, p, player, n) for n in range(LETTERS) if player.has_city(n)],
        defence=stack_codes(p, player.defence_top),
        shields=int(player.shields),
        shuttles=stack_codes(p, player.shuttles_top),
        satellites=stack_codes(p, player.satellites_top),
        ships=ships_of(player),
        progress=counted,
        tasks=_tasks(p, player),
        final=final,
    )


def _tasks(p: ReworldPosition, player: Player) -> dict[str, int]:
    """The tasks of the satellites on a player's carrier, with what they are worth."""
    worth = {}
    for row in range(ROWS):
        tile = int(player.open_end[row])
        while tile != NONE:
            kind = p.parts.kind[tile]
            if is_satellite(kind):
                worth[CODES[kind]] = int(best_task_points(p, player, kind))
            tile = int(p.beneath[tile])
    return worth


def _city(components: Components, p: ReworldPosition, player: Player, number: int) -> City:
    letter = LETTER_NAMES[number]
    sign = components.signs[letter][player.sign[number] % SIGNS]
    return City(letter, sign, stack_codes(p, player.city_top[number]))
