"""Launches rated for a search (chapter two), and quick sensible play."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.chance import Chance
from farhaven.games.reworld.ai.launch_rating import Glance
from farhaven.games.reworld.rules.settlement import settlement_moves
from farhaven.games.reworld.rules.state import State

NOISE: Final[i64] = 200


def rated_launches(p: State, glance: Glance, moves: vec[i64], ratings: vec[i64]) -> i64:
    """All legal launches, rated at a glance."""
    count = settlement_moves(p, moves)
    player = p.players[p.turn]
    for i in range(count):
        ratings[i] = glance.rate(p, player, moves[i])
    return count


def quick_launch(p: State, glance: Glance, chance: Chance, buffer: vec[i64]) -> i64:
    """The launch that looks best at a glance, as far as a little noise lets it."""
    count = settlement_moves(p, buffer)
    if count == 1:
        return buffer[0]
    player = p.players[p.turn]
    best: i64 = -(1 << 40)
    chosen = buffer[0]
    for i in range(count):
        rating = glance.rate(p, player, buffer[i]) + chance.below(NOISE)
        if rating > best:
            best = rating
            chosen = buffer[i]
    return chosen
