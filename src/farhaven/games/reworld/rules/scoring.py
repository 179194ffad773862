"""The end: the final population ship and who has won (RW-3)."""

from typing import Final

from mypy_extensions import i64

from farhaven.games.reworld.rules.parts import CATEGORIES, NONE, RANKS
from farhaven.games.reworld.rules.state import Player, State

DEFENCE: Final[i64] = 0


def strength(player: Player, category: i64) -> i64:
    """RW-3.1: what counts in a category: shields, or the tiles of a city."""
    if category == DEFENCE:
        return player.shields
    return player.city_tiles(category - 1)


def takes_part(player: Player, category: i64) -> bool:
    """RW-3.2: whether the player has a tile at all in the category's row."""
    if category == DEFENCE:
        return player.defence_top != NONE
    return player.has_city(category - 1)


def category_points(p: State, seat: i64, category: i64) -> i64:
    """RW-3.2 and RW-3.3: a player's points in a category if it ended now."""
    player = p.players[seat]
    if not takes_part(player, category):
        return p.parts.absent_points
    mine = strength(player, category)
    ahead: i64 = 0
    tied: i64 = 0
    for other in p.players:
        if takes_part(other, category):
            theirs = strength(other, category)
            if theirs > mine:
                ahead += 1
            elif theirs == mine:
                tied += 1
    shared: i64 = 0
    for rank in range(ahead, ahead + tied):
        shared += p.parts.rank_points[category * RANKS + rank]
    return shared // tied


def score_final_ship(p: State) -> None:
    """Write down everybody's points in every category."""
    for seat in range(p.seats):
        for category in range(CATEGORIES):
            p.final[seat * CATEGORIES + category] = category_points(p, seat, category)


def total(p: State, seat: i64) -> i64:
    """The points on the track and, once it has arrived, from the final ship."""
    points = p.players[seat].score
    for category in range(CATEGORIES):
        points += p.final[seat * CATEGORIES + category]
    return points


def winners(p: State) -> list[int]:
    """RW-3.4: most points, then more population ships, then shared."""
    best = max((total(p, seat), p.players[seat].ships_taken) for seat in range(p.seats))
    return [
        int(seat)
        for seat in range(p.seats)
        if (total(p, seat), p.players[seat].ships_taken) == best
    ]
