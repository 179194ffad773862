"""The value of a position for a seat: the points that it may come to in the end; its chance to win.

The value is a weighted sum of the features, the chance to win what a small net makes of them.
Both are fitted to played games (see docs/bots.md), for each number of players: `weights.toml` and
`outlook.toml`. Who is far-sighted goes by a larger net, `foresight.toml`.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.position import write_winners
from farhaven.evaluation.net import Net
from farhaven.games.mars.ai.features import FEATURES, write_features
from farhaven.games.mars.rules.state import DICE, LAYOUT, MOST_SEATS, OVER, State
from farhaven.games.mars.rules.turn import points

UNIT: Final[i64] = 100  # weights and features are both in hundredths
FEWEST_SEATS: Final[i64] = 2
WIN: Final[i64] = 300  # MA-6.1: only the player on turn wins, whatever the others have

_FEATURES: Final = vec[i64]([0] * FEATURES)
_TABLE: Final = vec[i64]([0] * (MOST_SEATS * FEATURES))  # of all seats


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


def own_net(p: State) -> Net:
    """What foretells the chance to win, for the number of players."""
    if p.far_sighted:
        return p.parts.far_nets[p.seats - FEWEST_SEATS]
    return usual_net(p)


def usual_net(p: State) -> Net:
    """What foretells it at a glance."""
    return p.parts.nets[p.seats - FEWEST_SEATS]


def use_net(p: State, net: Net) -> None:
    """Let another net foretell it from now on, in all matches."""
    if p.far_sighted:
        p.parts.far_nets[p.seats - FEWEST_SEATS] = net
    else:
        p.parts.nets[p.seats - FEWEST_SEATS] = net


def outlook(p: State, values: vec[i64], out: vec[float]) -> None:
    """Everybody's chance to win; known once the game is over."""
    if p.phase == OVER:
        write_winners(p.seats, values, out)
        return
    foretell(p, own_net(p), out)


def foretell(p: State, net: Net, out: vec[float]) -> None:
    """Everybody's chance to win, as a net sees it in a game that goes on."""
    features = _FEATURES
    table = _TABLE
    for seat in range(p.seats):
        write_features(p, seat, p.players[seat].hand, features)
        for i in range(FEATURES):
            table[seat * FEATURES + i] = features[i]
    net.judge(table, 0, p.seats)
    for seat in range(p.seats):
        out[seat] = net.chances[seat]


def expected_points(p: State, values: vec[i64], chances: vec[float], out: vec[i64]) -> None:
    """MA-6.1: who wins has the points for it; the others have what they may come to below that."""
    win = p.parts.points_to_win * 100
    for seat in range(p.seats):
        have = points(p, seat) * 100
        out[seat] = have
        if p.phase != OVER:
            below = min(max(values[seat], have), win - 100)
            out[seat] = i64(float(below) + chances[seat] * float(win - below))


def note_features(p: State, seat: i64, out: vec[i64]) -> i64:
    """Write the features of a seat; return where their weights begin.

    Less than 0 before the board is laid out, and while the dice roll: nothing has changed since
    they were asked for.
    """
    if p.phase in (LAYOUT, DICE, OVER):
        return -1
    write_features(p, seat, p.players[seat].hand, out)
    return 0
