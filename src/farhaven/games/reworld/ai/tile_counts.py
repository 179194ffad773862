"""What each player's tiles promise: everything placed and docked, counted for the value.

In chapter two every module is used in the end, so terrabots, shields and satellites that are
docked can be counted ahead. What may be lost is a builder unit that no shuttle comes for.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.games.reworld.rules.parts import (
    BUILDER,
    BUILDERS_TASK,
    COMPANIES,
    COMPANIES_TASK,
    COMPANY_TASK,
    FARMING,
    INDUSTRY_TASK,
    KINDS,
    LETTER_TASK,
    LETTERS,
    METROPOLIS_TASK,
    NONE,
    ROWS,
    SHIELDS_TASK,
    SPECIAL,
    TERRABOTS_TASK,
    is_builder,
    is_satellite,
    is_shuttle,
)
from farhaven.games.reworld.rules.state import Player, State

# Sorts of module, for what lies in front of what.
SORTS: Final[i64] = 4


def _sorts() -> vec[i64]:
    """The sort of each kind: terrabot, shuttle, builder unit, satellite."""
    sorts = vec[i64]([0] * KINDS)
    for kind in range(KINDS):
        if is_shuttle(kind):
            sorts[kind] = 1
        elif is_builder(kind):
            sorts[kind] = 2
        elif is_satellite(kind):
            sorts[kind] = 3
    return sorts


SORT: Final = _sorts()

# A player's prospects are one stretch of numbers.
KIND0: Final[i64] = 0  # docked modules of each kind
BEFORE0: Final[i64] = KINDS  # how often sort x lies in front of sort y: 4 * x + y
SORT0: Final[i64] = BEFORE0 + SORTS * SORTS  # docked modules of each sort
LENGTH0: Final[i64] = SORT0 + SORTS  # of each docking row
TERRABOT0: Final[i64] = LENGTH0 + ROWS  # of each letter, settled and docked
CITY0: Final[i64] = TERRABOT0 + LETTERS  # tiles each city may come to, in tenths
COMPANY0: Final[i64] = CITY0 + LETTERS  # units of each company, placed and docked
SHIELD: Final[i64] = COMPANY0 + COMPANIES  # shields that are still docked
STRENGTH: Final[i64] = SHIELD + 1  # the defence it may come to, in tenths
FARM: Final[i64] = STRENGTH + 1  # farming units, placed and docked
CITIES: Final[i64] = FARM + 1  # cities, founded or to be founded
CARRIED: Final[i64] = CITIES + 1  # the share of docked builder units with a shuttle, in tenths
GROUPS: Final[i64] = CARRIED + 1  # companies with a city, now or to come, farming included
TASKS: Final[i64] = GROUPS + 1  # points of the docked satellites' tasks, in tenths
WIDTH: Final[i64] = TASKS + 1


def write_prospects(p: State, seat: i64, out: vec[i64]) -> None:
    """Write a player's prospects to their stretch of `out`."""
    player = p.players[seat]
    at = seat * WIDTH
    for i in range(at, at + WIDTH):
        out[i] = 0
    for row in range(ROWS):
        count_row(p, player, row, at, out)
    count_cities(player, at, out)
    count_companies(player, at, out)
    out[at + TASKS] = count_tasks(p, player, at, out)


def count_row(p: State, player: Player, row: i64, at: i64, out: vec[i64]) -> None:
    """Count the modules of a docking row, and for each what lies in front of it."""
    kinds = p.parts.kind
    tile = player.open_end[row]
    length: i64 = 0
    front0: i64 = 0
    front1: i64 = 0
    front2: i64 = 0
    front3: i64 = 0
    while tile != NONE:
        kind = kinds[tile]
        sort = SORT[kind]
        out[at + KIND0 + kind] += 1
        out[at + SORT0 + sort] += 1
        before = at + BEFORE0 + sort
        out[before] += front0
        out[before + 4] += front1
        out[before + 8] += front2
        out[before + 12] += front3
        if sort == 0:
            front0 += 1
        elif sort == 1:
            front1 += 1
            out[at + SHIELD] += p.parts.shields[kind]
        elif sort == 2:
            front2 += 1
        else:
            front3 += 1
            out[at + SHIELD] += p.parts.shields[kind]
        length += 1
        tile = p.beneath[tile]
    out[at + LENGTH0 + row] = length


def count_cities(player: Player, at: i64, out: vec[i64]) -> None:
    """Terrabots and cities to come, and which share of the builder units will be carried."""
    cities: i64 = 0
    for letter in range(LETTERS):
        count = player.terrabots[letter] + out[at + KIND0 + letter]
        out[at + TERRABOT0 + letter] = count
        if count > 0:
            cities += 1
    out[at + CITIES] = cities
    units = out[at + SORT0 + 2]
    seats = out[at + SORT0 + 1] * 3 // 2
    carried: i64 = 0
    if units > 0 and cities > 0:
        carried = min(seats * 10 // units, 9)
    out[at + CARRIED] = carried
    out[at + STRENGTH] = player.shields * 10 + out[at + SHIELD] * 5


def count_companies(player: Player, at: i64, out: vec[i64]) -> None:
    """Units by company, and the tiles that each city may come to."""
    carried = out[at + CARRIED]
    housed: i64 = 0
    homeless: i64 = 0
    for letter in range(LETTERS):
        if player.company[letter] != 0:
            housed += 1
            out[at + COMPANY0 + player.company[letter] - 1] = player.construction[letter]
    for company in range(COMPANIES):
        docked = out[at + KIND0 + BUILDER + company] + out[at + KIND0 + SPECIAL + company]
        if docked > 0 and out[at + COMPANY0 + company] == 0:
            homeless += 1
        out[at + COMPANY0 + company] += docked
    farms: i64 = 0
    for letter in range(LETTERS):
        farms += player.farming[letter]
        tiles = out[at + TERRABOT0 + letter]
        if tiles > 0:
            tiles += 1 + player.construction[letter] + player.farming[letter]
            tiles *= 10
            company = player.company[letter] - 1
            if company >= 0:
                docked = out[at + COMPANY0 + company] - player.construction[letter]
                tiles += docked * carried
        out[at + CITY0 + letter] = tiles
    out[at + FARM] = farms + out[at + KIND0 + FARMING]
    groups = min(housed + homeless, out[at + CITIES])
    if out[at + FARM] > 0:
        groups += 1
    out[at + GROUPS] = groups


def count_tasks(p: State, player: Player, at: i64, out: vec[i64]) -> i64:
    """The points of all docked satellites if launched for their tasks last, in tenths."""
    points: i64 = 0
    for kind in range(LETTER_TASK, KINDS):
        if out[at + KIND0 + kind] > 0:
            points += p.parts.task_points[kind] * task_prospect(player, kind, at, out)
    return points


def task_prospect(player: Player, kind: i64, at: i64, out: vec[i64]) -> i64:
    """How many of what its task counts a satellite may find, in tenths."""
    if kind < COMPANY_TASK:
        return out[at + TERRABOT0 + kind - LETTER_TASK] * 10
    carried = out[at + CARRIED]
    if kind < COMPANIES_TASK:
        return out[at + COMPANY0 + kind - COMPANY_TASK] * max(carried, 3)
    if kind == COMPANIES_TASK:
        return out[at + GROUPS] * 8
    if kind == SHIELDS_TASK:
        return out[at + STRENGTH]
    most: i64 = 0
    terrabots: i64 = 0
    units = out[at + SORT0 + 2] * carried
    for letter in range(LETTERS):
        most = max(most, out[at + CITY0 + letter])
        terrabots += out[at + TERRABOT0 + letter]
        units += player.builders(letter) * 10
    if kind == TERRABOTS_TASK:
        return terrabots * 10
    if kind == BUILDERS_TASK:
        return units
    if kind == METROPOLIS_TASK:
        return most + units // 8
    if kind == INDUSTRY_TASK:
        return industry_prospect(most, units)
    return 0


def industry_prospect(most: i64, units: i64) -> i64:
    """Half of the largest city times its share of builder units, in tenths."""
    return most * (units // 4 + 5) // 20
