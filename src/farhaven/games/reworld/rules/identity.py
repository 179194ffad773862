"""A number for a position of chapter two that tells it from all others of its match.

Within a match the docking rows only get shorter, so their lengths say what is left; the order
in which tiles came to a settlement does not matter for what follows.
"""

from mypy_extensions import i64

from farhaven.core.position import mix
from farhaven.games.reworld.rules.parts import LETTERS, NONE, ROWS
from farhaven.games.reworld.rules.state import Player, State


def settlement_identity(p: State) -> i64:
    """All that the rest of the game depends on.

    The signs, too: a launch that founds a city names one of those that are left.
    """
    h = mix(p.turn + 1, p.ships_left << 20 | p.signs_left)
    for player in p.players:
        h = player_identity(player, h)
    return h


def player_identity(player: Player, h: i64) -> i64:
    """A player's points, rows and settlement; no number passes 255 but the points."""
    h = mix(h, (player.score << 16) + (player.shields << 8) + player.ships_taken)
    started: i64 = 0
    if player.defence_top != NONE:
        started = 1
    h = mix(h, (player.shuttles << 16) + (player.satellites << 8) + started)
    for row in range(ROWS):
        h = mix(h, player.open_end[row] + 2)
    for letter in range(LETTERS):
        city = player.terrabots[letter] << 24 | player.construction[letter] << 16
        h = mix(h, city | player.farming[letter] << 8 | player.company[letter])
    return h
