"""The value of a position for a seat: the points that it may come to in the end.

A weighted sum of the features; the weights are fitted to played games (see docs/bots.md) and
stand in `weights.toml` for each number of players.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.games.mars.features import FEATURES, write_features
from farhaven.games.mars.state import OVER, State
from farhaven.games.mars.turn import points

UNIT: Final[i64] = 100  # weights and features are both in hundredths
FEWEST_SEATS: Final[i64] = 2
WIN: Final[i64] = 300  # MA-6.1: only the player on turn wins, whatever the others have

_FEATURES: Final = vec[i64]([0] * FEATURES)


def own_weights(p: State) -> vec[i64]:
    """The weights for the number of players."""
    return p.parts.weights[p.seats - FEWEST_SEATS]


def value(p: State, seat: i64) -> i64:
    """The points that a seat may come to, in hundredths."""
    if p.phase == OVER:
        if p.turn == seat:
            return points(p, seat) * 100 + WIN
        return points(p, seat) * 100
    features = _FEATURES
    weights = own_weights(p)
    write_features(p, seat, features)
    worth: i64 = 0
    for i in range(FEATURES):
        worth += features[i] * weights[i]
    return worth // UNIT


def doubt(p: State) -> i64:
    """How far the values may still be off: less, the nearer the leader is to winning."""
    if p.phase == OVER:
        return 1
    most: i64 = 0
    for seat in range(p.seats):
        most = max(most, points(p, seat))
    return 60 + max(p.parts.points_to_win - most, 0) * 20


def note_features(p: State, seat: i64, out: vec[i64]) -> i64:
    """Write the features of a seat; return where their weights begin."""
    if p.phase == OVER:
        return -1
    write_features(p, seat, out)
    return 0
