"""A launch rated at a glance, without trying it: for quick play and for the order of a search.

What is looked at has a weight each. The weights are fitted to the value after each launch by
`python -m benchmarks.fit_glances`; see docs/bots.md.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from farhaven.games.reworld.rules.moves import (
    BOX,
    DEFEND,
    SACRIFICE,
    SETTLE,
    TASK,
    cargo_city,
    cargo_row,
    cargo_size,
    deed,
    launch_choice,
    launch_row,
)
from farhaven.games.reworld.rules.parts import (
    CITY_SHIP,
    COMPANIES_SHIP,
    FARMING,
    FARMING_SHIP,
    NONE,
    RANKS,
    ROWS_SHIP,
    SATELLITES_SHIP,
    SHIELDS_SHIP,
    SHIELDS_TASK,
    SHUTTLES_SHIP,
    is_builder,
    is_satellite,
    is_shuttle,
    is_special,
)
from farhaven.games.reworld.rules.satellites import (
    all_farming,
    best_task_points,
    companies,
    task_points,
)
from farhaven.games.reworld.rules.ships import rows_started
from farhaven.games.reworld.rules.state import Player, State

# What is looked at. Amounts are in tenths.
ROW_SHIP: Final[i64] = 0  # the launch shortens a row whose ship is left
SETTLES: Final[i64] = 1
FOUNDS: Final[i64] = 2
FOUNDS_RANK: Final[i64] = 3  # what the first rank of the new city's letter pays
SETTLE_RIVALS: Final[i64] = 4  # the same, for each player whose city is about as large
SACRIFICES: Final[i64] = 5
SACRIFICES_SPECIAL: Final[i64] = 6
TASK_DONE: Final[i64] = 7
TASK_POINTS: Final[i64] = 8
TASK_EARLY: Final[i64] = 9  # modules that are still to come, twelve at most
TASK_OF_SHIELDS: Final[i64] = 10
DEFENDS: Final[i64] = 11
DEFEND_SHIELDS: Final[i64] = 12
DEFEND_FIRST: Final[i64] = 13
DEFEND_SHUTTLE: Final[i64] = 14
DEFEND_TASK: Final[i64] = 15  # points of the task that is given up
DEFEND_RIVALS: Final[i64] = 16  # players with about as many shields
TRANSPORTS: Final[i64] = 17
EMPTY_SHUTTLE: Final[i64] = 18
UNIT_BOXED: Final[i64] = 19
UNIT: Final[i64] = 20
UNIT_RIVALS: Final[i64] = 21
SPECIAL_UNIT: Final[i64] = 22
SPECIAL_TILES: Final[i64] = 23
FARMING_UNIT: Final[i64] = 24
NEW_COMPANY: Final[i64] = 25
NEW_COMPANY_TILES: Final[i64] = 26
UNIT_TILES: Final[i64] = 27
ONE_UNIT: Final[i64] = 28
UNIT_ROW_SHIP: Final[i64] = 29
EMPTIES_ROW: Final[i64] = 30
UNCOVERS_SHUTTLE: Final[i64] = 31
UNCOVERS_BUILDER: Final[i64] = 32
UNCOVERS_SATELLITE: Final[i64] = 33
UNCOVERS_TERRABOT: Final[i64] = 34
SHIP_WON: Final[i64] = 35
SHIP_NEARER: Final[i64] = 36
GLANCES: Final[i64] = 37

# Hundredths of a point, in this order.
WEIGHTS: Final = vec[i64](
    [
        135,  # row ship
        235,  # settles
        -6,  # founds
        32,  # founds rank
        -10,  # settle rivals
        -91,  # sacrifices
        -165,  # sacrifices special
        57,  # task done
        49,  # task points
        -13,  # task early
        -106,  # task of shields
        -84,  # defends
        124,  # defend shields
        24,  # defend first
        -32,  # defend shuttle
        -31,  # defend task
        29,  # defend rivals
        -116,  # transports
        8,  # empty shuttle
        -191,  # unit boxed
        -57,  # unit
        38,  # unit rivals
        -77,  # special unit
        66,  # special tiles
        -46,  # farming unit
        63,  # new company
        22,  # new company tiles
        4,  # unit tiles
        -1,  # one unit
        115,  # unit row ship
        -15,  # empties row
        -25,  # uncovers shuttle
        -18,  # uncovers builder
        -10,  # uncovers satellite
        33,  # uncovers terrabot
        55,  # ship won
        16,  # ship nearer
    ]
)
TENTHS: Final[i64] = 10
LARGE_CITY: Final[i64] = 8
LATE: Final[i64] = 12


@final
@mypyc_attr(native_class=True, acyclic=True)
class Glance:
    """Looks at one launch after the other; with `noting`, tells what it saw."""

    rating: i64 = 0
    noting: bool = False

    def __init__(self) -> None:
        self.seen: vec[i64] = vec[i64]([0] * GLANCES)

    def rate(self, p: State, player: Player, move: i64) -> i64:
        """The rating of a launch of the player on turn, in hundredths of a point."""
        self.rating = 0
        if self.noting:
            for i in range(GLANCES):
                self.seen[i] = 0
        what = deed(move)
        row = launch_row(move)
        tile = player.open_end[row]
        kind = p.parts.kind[tile]
        self.see(ROW_SHIP, row_ship(p, player, row))
        if what == SETTLE:
            self.settle(p, player, kind)
        elif what == SACRIFICE:
            self.see(SACRIFICES, TENTHS)
            if is_special(kind):
                self.see(SACRIFICES_SPECIAL, TENTHS)
        elif what == TASK:
            self.task(p, player, kind, launch_choice(move))
        elif what == DEFEND:
            self.defence(p, player, kind)
        else:
            self.transport(p, player, move)
            return self.rating // TENTHS
        self.uncover(p, p.beneath[tile])
        return self.rating // TENTHS

    def see(self, what: i64, tenths: i64) -> None:
        self.rating += WEIGHTS[what] * tenths
        if self.noting:
            self.seen[what] += tenths

    def uncover(self, p: State, tile: i64) -> None:
        """What comes to the open end of a row."""
        if tile == NONE:
            self.see(EMPTIES_ROW, TENTHS)
            return
        kind = p.parts.kind[tile]
        if is_shuttle(kind):
            self.see(UNCOVERS_SHUTTLE, TENTHS)
        elif is_builder(kind):
            self.see(UNCOVERS_BUILDER, TENTHS)
        elif is_satellite(kind):
            self.see(UNCOVERS_SATELLITE, TENTHS)
        else:
            self.see(UNCOVERS_TERRABOT, TENTHS)

    def ship(self, p: State, ship: i64, have: i64, more: i64) -> None:
        """A ship's points, where a launch meets its requirement or comes nearer to it."""
        if (p.ships_left >> ship) & 1 == 0:
            return
        need = p.parts.at_least[ship] - have
        if need <= 0:
            return
        points = p.parts.ship_points[ship] * TENTHS
        if more >= need:
            self.see(SHIP_WON, points)
        else:
            self.see(SHIP_NEARER, points * more // need)

    def settle(self, p: State, player: Player, letter: i64) -> None:
        self.see(SETTLES, TENTHS)
        tiles = player.city_tiles(letter)
        more: i64 = 1
        if tiles == 0:
            more = 2  # the sign
            self.see(FOUNDS, TENTHS)
            self.see(FOUNDS_RANK, p.parts.rank_points[(letter + 1) * RANKS])
            self.ship(p, ROWS_SHIP, rows_started(player), 1)
        self.see(SETTLE_RIVALS, city_rivals(p, player, letter))
        self.ship(p, CITY_SHIP, tiles, more)

    def task(self, p: State, player: Player, kind: i64, city: i64) -> None:
        self.see(TASK_DONE, TENTHS)
        self.see(TASK_POINTS, task_points(p, player, kind, city) * TENTHS)
        self.see(TASK_EARLY, min(player.modules, LATE) * TENTHS)
        if kind == SHIELDS_TASK:
            self.see(TASK_OF_SHIELDS, TENTHS)
        self.ship(p, SATELLITES_SHIP, player.satellites, 1)

    def defence(self, p: State, player: Player, kind: i64) -> None:
        shields = p.parts.shields[kind]
        self.see(DEFENDS, TENTHS)
        self.see(DEFEND_SHIELDS, shields * TENTHS)
        if player.defence_top == NONE:
            self.see(DEFEND_FIRST, TENTHS)
            self.ship(p, ROWS_SHIP, rows_started(player), 1)
        if is_shuttle(kind):
            self.see(DEFEND_SHUTTLE, TENTHS)
        else:
            self.see(DEFEND_TASK, best_task_points(p, player, kind) * TENTHS)
        for other in p.players:
            if -2 <= player.shields - other.shields <= 2:
                self.see(DEFEND_RIVALS, TENTHS)
        self.ship(p, SHIELDS_SHIP, player.shields, shields)

    def transport(self, p: State, player: Player, move: i64) -> None:
        """The shuttle, then each of its units."""
        self.see(TRANSPORTS, TENTHS)
        self.ship(p, SHUTTLES_SHIP, player.shuttles, 1)
        units = cargo_size(move)
        row = launch_row(move)
        end = player.open_end[row]
        if is_shuttle(p.parts.kind[end]):
            self.uncover(p, p.beneath[end])
        if units == 0:
            self.see(EMPTY_SHUTTLE, TENTHS)
        elif units == 1:
            self.see(ONE_UNIT, TENTHS)
        before: i64 = NONE
        for unit in range(units):
            from_row = cargo_row(move, unit)
            tile = first_builder(p, player.open_end[from_row])
            if from_row == before and tile != NONE:
                tile = first_builder(p, p.beneath[tile])
            before = from_row
            if tile != NONE:
                if from_row != row:
                    self.see(UNIT_ROW_SHIP, row_ship(p, player, from_row))
                self.uncover(p, p.beneath[tile])
                self.unit(p, player, p.parts.kind[tile], cargo_city(move, unit))

    def unit(self, p: State, player: Player, kind: i64, city: i64) -> None:
        """A builder unit that goes to a city, or to the box."""
        if city == BOX:
            self.see(UNIT_BOXED, TENTHS)
            return
        letter = city - 1
        tiles = player.city_tiles(letter)
        self.see(UNIT, TENTHS)
        self.see(UNIT_RIVALS, city_rivals(p, player, letter))
        self.see(UNIT_TILES, min(tiles, LARGE_CITY) * TENTHS)
        self.ship(p, CITY_SHIP, tiles, 1)
        if is_special(kind):
            self.see(SPECIAL_UNIT, TENTHS)
            self.see(SPECIAL_TILES, tiles * TENTHS)
        if kind == FARMING:
            self.see(FARMING_UNIT, TENTHS)
            farming = all_farming(player)
            if farming == 0:
                self.see(NEW_COMPANY, TENTHS)
            self.ship(p, FARMING_SHIP, farming, 1)
        elif player.company[letter] == 0:
            self.see(NEW_COMPANY, TENTHS)
            self.see(NEW_COMPANY_TILES, tiles * TENTHS)
            self.ship(p, COMPANIES_SHIP, companies(player), 1)


def row_ship(p: State, player: Player, row: i64) -> i64:
    """A row's ship comes nearer as the row gets shorter: its points by the modules left."""
    if (p.ships_left >> row) & 1 == 0:
        return 0
    tile = player.open_end[row]
    length: i64 = 0
    while tile != NONE and length < 3:
        tile = p.beneath[tile]
        length += 1
    return p.parts.ship_points[row] * (6 - 2 * length)


def first_builder(p: State, tile: i64) -> i64:
    """The next builder unit in a row from a tile on, or NONE."""
    while tile != NONE and not is_builder(p.parts.kind[tile]):
        tile = p.beneath[tile]
    return tile


def city_rivals(p: State, player: Player, letter: i64) -> i64:
    """Growing a city counts most where it decides a rank: the rank's points for each rival."""
    mine = player.city_tiles(letter)
    rivals: i64 = 0
    for other in p.players:
        if -2 <= mine - other.city_tiles(letter) <= 2:
            rivals += p.parts.rank_points[(letter + 1) * RANKS]
    return rivals
