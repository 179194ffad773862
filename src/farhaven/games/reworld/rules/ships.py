"""The population ships (RW-C8, RW-2.9)."""

from mypy_extensions import i64

from farhaven.games.reworld.rules.parts import (
    CITY_SHIP,
    COMPANIES_SHIP,
    DOCKING_SHIP,
    FARMING_SHIP,
    LETTERS,
    NONE,
    ROWS_SHIP,
    SATELLITES_SHIP,
    SHIELDS_SHIP,
    SHIPS,
    SHUTTLES_SHIP,
)
from farhaven.games.reworld.rules.satellites import all_farming, companies
from farhaven.games.reworld.rules.state import Player, State


def meets(p: State, player: Player, ship: i64) -> bool:
    """Whether a player meets a ship's requirement."""
    if ship < DOCKING_SHIP:
        return player.open_end[ship] == NONE
    if ship == DOCKING_SHIP:
        return player.modules == 0
    return progress(player, ship) >= p.parts.at_least[ship]


def progress(player: Player, ship: i64) -> i64:
    """How many of what a ship from the city ship on counts a player has."""
    if ship == CITY_SHIP:
        return largest_city(player)
    if ship == FARMING_SHIP:
        return all_farming(player)
    if ship == SHIELDS_SHIP:
        return player.shields
    if ship == COMPANIES_SHIP:
        return companies(player)
    if ship == SHUTTLES_SHIP:
        return player.shuttles
    if ship == SATELLITES_SHIP:
        return player.satellites
    if ship == ROWS_SHIP:
        return rows_started(player)
    return player.score


def largest_city(player: Player) -> i64:
    """The tiles of the player's largest city, sign included."""
    most: i64 = 0
    for letter in range(LETTERS):
        tiles = player.city_tiles(letter)
        most = max(most, tiles)
    return most


def rows_started(player: Player) -> i64:
    """How many of the defence row and the five cities have been started."""
    n: i64 = 0
    if player.defence_top != NONE:
        n = 1
    for letter in range(LETTERS):
        if player.has_city(letter):
            n += 1
    return n


def take_ships(p: State, player: Player) -> None:
    """RW-2.9: take every ship whose requirement is met, the points ship last."""
    left = p.ships_left
    for ship in range(SHIPS):
        if (left >> ship) & 1 == 1 and meets(p, player, ship):
            p.ships_left -= 1 << ship
            player.ship_order |= ship << (4 * player.ships_taken)
            player.ships_taken += 1
            player.ship_points += p.parts.ship_points[ship]
            player.score += p.parts.ship_points[ship]
