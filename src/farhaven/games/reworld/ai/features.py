"""What the value of a position looks at, for one player, as numbers in hundredths.

The names are those of `weights.toml` and `search.toml`, in the same order.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.games.reworld.ai import tile_counts as of
from farhaven.games.reworld.ai.tile_counts import SORTS, WIDTH
from farhaven.games.reworld.rules.parts import (
    CATEGORIES,
    CITY_SHIP,
    COMPANIES,
    DOCKING_SHIP,
    FARMING,
    FARMING_SHIP,
    LETTERS,
    NONE,
    OFFICERS,
    POINTS_SHIP,
    PORTS,
    RANKS,
    ROUNDS,
    ROWS,
    ROWS_SHIP,
    SATELLITES_SHIP,
    SHIELDS_SHIP,
    SHUTTLES_SHIP,
    SPECIAL,
)
from farhaven.games.reworld.rules.ships import progress
from farhaven.games.reworld.rules.state import STATION, Player, State, count_of
from farhaven.games.reworld.rules.station import NEIGHBOURS

NAMES: Final = (
    "score",
    "rounds_left",
    "one",
    "cards",
    "cards_wanted",
    "card_variety",
    "cheap_ports",
    "marker",
    "terrabots",
    "shuttles",
    "builders",
    "satellites",
    "farming",
    "specials",
    "shields",
    "carried",
    "tasks",
    "cities",
    "companies",
    "crowded",
    "final_ship",
    "absent",
    "row_ships",
    "docking_ship",
    "city_ship",
    "farming_ship",
    "shields_ship",
    "companies_ship",
    "shuttles_ship",
    "satellites_ship",
    "rows_ship",
    "points_ship",
    "terrabot_before_terrabot",
    "terrabot_before_shuttle",
    "terrabot_before_builder",
    "terrabot_before_satellite",
    "shuttle_before_terrabot",
    "shuttle_before_shuttle",
    "shuttle_before_builder",
    "shuttle_before_satellite",
    "builder_before_terrabot",
    "builder_before_shuttle",
    "builder_before_builder",
    "builder_before_satellite",
    "satellite_before_terrabot",
    "satellite_before_shuttle",
    "satellite_before_builder",
    "satellite_before_satellite",
)
FEATURES: Final[i64] = 48

SCORE: Final[i64] = 0
ROUNDS_LEFT: Final[i64] = 1
ONE: Final[i64] = 2
CARDS: Final[i64] = 3
CARDS_WANTED: Final[i64] = 4
CARD_VARIETY: Final[i64] = 5
CHEAP_PORTS: Final[i64] = 6
MARKER: Final[i64] = 7
SORT: Final[i64] = 8
FARM: Final[i64] = 12
SPECIALS: Final[i64] = 13
SHIELDS: Final[i64] = 14
CARRIED: Final[i64] = 15
TASKS: Final[i64] = 16
CITIES: Final[i64] = 17
GROUPS: Final[i64] = 18
CROWDED: Final[i64] = 19
FINAL_SHIP: Final[i64] = 20
ABSENT: Final[i64] = 21
ROW_SHIPS: Final[i64] = 22
DOCKING: Final[i64] = 23
SHIP: Final[i64] = 24  # city ship to points ship
BEFORE: Final[i64] = 32


def write_features(p: State, seat: i64, seen: vec[i64], out: vec[i64]) -> None:
    """Write a player's features; `seen` holds the prospects of all players."""
    player = p.players[seat]
    at = seat * WIDTH
    out[SCORE] = player.score * 100
    out[ROUNDS_LEFT] = (ROUNDS - p.round) * 100
    out[ONE] = 100
    write_hand(p, player, seat, out)
    for sort in range(SORTS):
        out[SORT + sort] = seen[at + of.SORT0 + sort] * 100
    out[FARM] = seen[at + of.KIND0 + FARMING] * 100
    specials: i64 = 0
    for company in range(COMPANIES):
        specials += seen[at + of.KIND0 + SPECIAL + company]
    out[SPECIALS] = specials * 100
    out[SHIELDS] = seen[at + of.SHIELD] * 100
    out[CARRIED] = seen[at + of.SORT0 + 2] * seen[at + of.CARRIED] * 10
    out[TASKS] = seen[at + of.TASKS] * 10
    out[CITIES] = seen[at + of.CITIES] * 100
    out[GROUPS] = seen[at + of.GROUPS] * 100
    out[CROWDED] = crowded(at, seen) * 100
    write_final_ship(p, seat, seen, out)
    write_ships(p, seat, seen, out)
    for i in range(SORTS * SORTS):
        out[BEFORE + i] = seen[at + of.BEFORE0 + i] * 100


def write_hand(p: State, player: Player, seat: i64, out: vec[i64]) -> None:
    """What the cards in hand are good for."""
    out[CARDS] = player.hand_size * 100
    out[CARDS_WANTED] = 0
    out[CARD_VARIETY] = 0
    out[CHEAP_PORTS] = 0
    out[MARKER] = 0
    if p.marker == seat and p.round < ROUNDS:
        out[MARKER] = 100
    if p.phase != STATION or player.hand_size == 0:
        return
    modules: i64 = 0
    cheap: i64 = 0
    for port in range(PORTS):
        if p.port[port] != NONE:
            modules += 1
            cheap += pays_alone(p, player, port)
    variety: i64 = 0
    for officer in range(i64(1), OFFICERS + 1):
        if count_of(player.hand, officer) > 0:
            variety += 1
    out[CARDS_WANTED] = min(player.hand_size * 10, modules * 10) * 10
    out[CARD_VARIETY] = variety * 100
    out[CHEAP_PORTS] = min(cheap, player.hand_size) * 100


def pays_alone(p: State, player: Player, port: i64) -> i64:
    """1 where a single card of the hand pays for a port (RW-1.4a and b), else 0."""
    left = p.slot_top[NEIGHBOURS[2 * port]]
    right = p.slot_top[NEIGHBOURS[2 * port + 1]]
    if left == 0 and right == 0:
        return 1
    if left != 0 and right not in (0, left):
        return 0
    if count_of(player.hand, left | right) > 0:
        return 1
    return 0


def crowded(at: i64, seen: vec[i64]) -> i64:
    """Companies that will find no city of their own."""
    companies: i64 = 0
    for company in range(COMPANIES):
        if seen[at + of.COMPANY0 + company] > 0:
            companies += 1
    return max(companies - seen[at + of.CITIES], 0)


# The final population ship (RW-3): expected points with the prospects of all players.


def strength(at: i64, category: i64, seen: vec[i64]) -> i64:
    """What may count in a category in the end, in tenths."""
    if category == 0:
        return seen[at + of.STRENGTH]
    return seen[at + of.CITY0 + category - 1]


def write_final_ship(p: State, seat: i64, seen: vec[i64], out: vec[i64]) -> None:
    """Ranks are uncertain: three tiles ahead is a safe lead, level is half."""
    points: i64 = 0
    absent: i64 = 0
    for category in range(CATEGORIES):
        mine = strength(seat * WIDTH, category, seen)
        if mine == 0:
            absent += 1
            continue
        rank: i64 = 0  # in hundredths, 0 for the first
        for other in range(p.seats):
            if other != seat:
                lead = mine - strength(other * WIDTH, category, seen)
                rank += min(max(50 - lead * 5 // 3, 0), 100)
        place = rank // 100
        part = rank % 100
        here = p.parts.rank_points[category * RANKS + place]
        below: i64 = 0
        if place < RANKS - 1:
            below = p.parts.rank_points[category * RANKS + place + 1]
        points += here * (100 - part) + below * part
    out[FINAL_SHIP] = points
    out[ABSENT] = absent * 100


# The population ships (RW-2.9): who is likely to be first.


def write_ships(p: State, seat: i64, seen: vec[i64], out: vec[i64]) -> None:
    """Expected points from the ships that are still on the board."""
    rows: i64 = 0
    for row in range(ROWS):
        if (p.ships_left >> row) & 1 == 1:
            rows += p.parts.ship_points[row] * shortest(p, seat, of.LENGTH0 + row, seen)
    out[ROW_SHIPS] = rows
    out[DOCKING] = 0
    if (p.ships_left >> DOCKING_SHIP) & 1 == 1:
        out[DOCKING] = p.parts.ship_points[DOCKING_SHIP] * fewest_modules(p, seat)
    for ship in range(CITY_SHIP, POINTS_SHIP + 1):
        chance: i64 = 0
        if (p.ships_left >> ship) & 1 == 1:
            chance = ship_chance(p, seat, ship, seen)
        out[SHIP + ship - CITY_SHIP] = p.parts.ship_points[ship] * chance


def shortest(p: State, seat: i64, what: i64, seen: vec[i64]) -> i64:
    """The chance in percent to empty a row first: the shorter, the likelier."""
    mine = seen[seat * WIDTH + what]
    chance: i64 = 100
    for other in range(p.seats):
        if other != seat:
            lead = seen[other * WIDTH + what] - mine
            chance = chance * min(max(50 + lead * 25, 0), 100) // 100
    return chance


def fewest_modules(p: State, seat: i64) -> i64:
    """The chance in percent to be the first without modules."""
    mine = p.players[seat].modules
    chance: i64 = 100
    for other in range(p.seats):
        if other != seat:
            lead = p.players[other].modules - mine
            chance = chance * min(max(50 + lead * 12, 0), 100) // 100
    return chance


def ship_chance(p: State, seat: i64, ship: i64, seen: vec[i64]) -> i64:
    """The chance in percent to be the first who meets a requirement."""
    chance = reach(p, seat, ship, seen)
    if chance == 0:
        return 0
    mine = progress(p.players[seat], ship)
    for other in range(p.seats):
        if other != seat:
            lead = mine - progress(p.players[other], ship)
            behind = min(max(50 - lead * 12, 0), 100)
            chance = chance * (100 - reach(p, other, ship, seen) * behind // 100) // 100
    return chance


def reach(p: State, seat: i64, ship: i64, seen: vec[i64]) -> i64:
    """How likely a player is to meet a requirement at all, in percent."""
    at = seat * WIDTH
    need = p.parts.at_least[ship] * 10
    player = p.players[seat]
    if ship == CITY_SHIP:
        have: i64 = 0
        for letter in range(LETTERS):
            have = max(have, seen[at + of.CITY0 + letter])
    elif ship == FARMING_SHIP:
        placed = progress(player, ship)
        have = placed * 10 + (seen[at + of.FARM] - placed) * max(seen[at + of.CARRIED], 4)
    elif ship == SHIELDS_SHIP:
        have = player.shields * 10 + seen[at + of.SHIELD] * 7
    elif ship == SHUTTLES_SHIP:
        have = player.shuttles * 10 + seen[at + of.SORT0 + 1] * 8
    elif ship == SATELLITES_SHIP:
        have = player.satellites * 10 + seen[at + of.SORT0 + 3] * 8
    elif ship == ROWS_SHIP:
        have = seen[at + of.CITIES] * 10
        if seen[at + of.STRENGTH] > 0:
            have += 10
    elif ship == POINTS_SHIP:
        return min(max(50 + (player.score - p.parts.at_least[ship] + modules_worth(player)), 0), 95)
    else:
        have = seen[at + of.GROUPS] * 10
    return min(max(60 + (have - need) * 2, 0), 100)


def modules_worth(player: Player) -> i64:
    """A rough number of points still to come before the end."""
    return player.modules + player.modules // 2
