"""A number for a position of chapter two that tells it from all others of its match.

Within a match the docking rows only get shorter, so their lengths say what is left; the order
in which tiles came to a settlement does not matter for what follows.
"""

from mypy_extensions import i64

from farhaven.games.reworld.parts import LETTERS, NONE, ROWS
from farhaven.games.reworld.state import Player, State


def stir(h: i64, value: i64) -> i64:
    """One more number into a 60-bit sum, in two halves so that nothing overflows."""
    high = ((h >> 30) * 1000003 + value + 7919) % 1073741789
    low = ((h & 0x3FFFFFFF) * 998244353 + value * 31 + 104729) % 1073741783
    return high << 30 | low


def settlement_identity(p: State) -> i64:
    """All that the rest of the game depends on, in sixty bits."""
    h = stir(p.turn + 1, p.ships_left)
    for player in p.players:
        h = player_identity(player, h)
    return h


def player_identity(player: Player, h: i64) -> i64:
    """A player's points, rows and settlement; no number passes 255 but the points."""
    h = stir(h, (player.score << 16) + (player.shields << 8) + player.ships_taken)
    started: i64 = 0
    if player.defence_top != NONE:
        started = 1
    h = stir(h, (player.shuttles << 16) + (player.satellites << 8) + started)
    for row in range(ROWS):
        h = stir(h, player.open_end[row] + 2)
    for letter in range(LETTERS):
        city = player.terrabots[letter] << 24 | player.construction[letter] << 16
        h = stir(h, city | player.farming[letter] << 8 | player.company[letter])
    return h
