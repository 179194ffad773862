"""The value of a position for a seat: the points that it may come to in the end; its chance to win.

Weighted sums of the features; the weights are fitted to played games (see docs/bots.md) and
stand in `weights.toml` for each number of players: those of the value, and for the chance to win
others for each stage of the game, by the points that its leader lacks.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.position import OUTLOOK_UNIT, write_chances
from farhaven.games.mars.features import FEATURES, write_features
from farhaven.games.mars.state import MOST_SEATS, OVER, State
from farhaven.games.mars.turn import points

UNIT: Final[i64] = 100  # weights and features are both in hundredths
FEWEST_SEATS: Final[i64] = 2
WIN: Final[i64] = 300  # MA-6.1: only the player on turn wins, whatever the others have

# The chance to win has weights for each stage, in thousandths.
STAGE_NAMES: Final = ("win_far", "win_under_way", "win_near", "win_close")
STAGES: Final[i64] = 4

_FEATURES: Final = vec[i64]([0] * FEATURES)
_SUMS: Final = vec[i64]([0] * MOST_SEATS)


def own_weights(p: State) -> vec[i64]:
    """The weights for the number of players."""
    return p.parts.weights[p.seats - FEWEST_SEATS]


def value(p: State, seat: i64) -> i64:
    """The points that a seat may come to, in hundredths."""
    return value_with(p, seat, p.players[seat].hand)


def value_with(p: State, seat: i64, hand: i64) -> i64:
    """The same if the seat had other cards."""
    if p.phase == OVER:
        if p.turn == seat:
            return points(p, seat) * 100 + WIN
        return points(p, seat) * 100
    features = _FEATURES
    weights = own_weights(p)
    write_features(p, seat, hand, features)
    worth: i64 = 0
    for i in range(FEATURES):
        worth += features[i] * weights[i]
    return worth // UNIT


def missing_points(p: State) -> i64:
    """How many points the leader lacks."""
    most: i64 = 0
    for seat in range(p.seats):
        most = max(most, points(p, seat))
    return max(p.parts.points_to_win - most, 0)


def doubt(p: State) -> i64:
    """How far the values may still be off: less, the nearer the leader is to winning."""
    if p.phase == OVER:
        return 1
    return 60 + missing_points(p) * 20


def outlook_at(p: State) -> i64:
    """Where the weights of the chance to win begin; none are needed once the game is over."""
    if p.phase == OVER:
        return -1
    passed = (8 - missing_points(p)) >> 1  # with 10 to win: from 4, 6 and 8 points on
    return (1 + min(max(passed, 0), STAGES - 1)) * FEATURES


def outlook(p: State, values: vec[i64], out: vec[float]) -> None:
    """Everybody's chance to win: a logistic fit."""
    at = outlook_at(p)
    if at < 0:
        write_chances(p.seats, values, float(doubt(p)), out)
        return
    sums = _SUMS
    features = _FEATURES
    weights = own_weights(p)
    for seat in range(p.seats):
        write_features(p, seat, p.players[seat].hand, features)
        total: i64 = 0
        for i in range(FEATURES):
            total += features[i] * weights[at + i]
        sums[seat] = total
    write_chances(p.seats, sums, float(UNIT * OUTLOOK_UNIT), out)


def note_features(p: State, seat: i64, out: vec[i64]) -> i64:
    """Write the features of a seat; return where their weights begin."""
    if p.phase == OVER:
        return -1
    write_features(p, seat, p.players[seat].hand, out)
    return 0
