"""The value of a position for a seat: the points that it may come to in the end.

A weighted sum of the features; the weights are fitted to played games (see docs/bots.md) and
stand in `weights.toml`, for each chapter and number of players. A search, which makes more of its
modules, has weights of its own for the moment between two rounds, at which it judges: those of
`search.toml`.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.games.reworld.ai.features import FEATURES, write_features
from farhaven.games.reworld.ai.tile_counts import WIDTH, write_prospects
from farhaven.games.reworld.rules.parts import ROUNDS
from farhaven.games.reworld.rules.scoring import total
from farhaven.games.reworld.rules.state import OVER, ROUND_SETUP, SETTLEMENT, State

MOST_SEATS: Final[i64] = 4
UNIT: Final[i64] = 100  # weights and features are both in hundredths

_SEEN: Final = vec[i64]([0] * (WIDTH * MOST_SEATS))
_FEATURES: Final = vec[i64]([0] * FEATURES)


def chapter_weights(p: State) -> i64:
    """Where the weights of the running chapter begin."""
    if p.phase == SETTLEMENT:
        return FEATURES
    return 0


def final_value(p: State, seat: i64) -> i64:
    """The final points; RW-3.4 breaks ties by ships, which count a hundredth each."""
    return total(p, seat) * 100 + p.players[seat].ships_taken


def doubt(p: State) -> i64:
    """How far the values may still be off: what chance and the players have yet to do."""
    if p.phase == OVER:
        return 1
    modules: i64 = 0
    for player in p.players:
        modules += player.modules
    if p.phase == SETTLEMENT:
        return 150 + modules * 30 * 2 // p.seats
    return 1500 + (ROUNDS - p.round) * 250


def value(p: State, seat: i64) -> i64:
    """The points that a seat may come to, in hundredths."""
    if p.phase == OVER:
        return final_value(p, seat)
    for i in range(p.seats):
        write_prospects(p, i, _SEEN)
    return weighed(p, seat, p.parts.weights, chapter_weights(p))


def write_values(p: State, out: vec[i64]) -> None:
    """The value for every seat, at less cost than one by one."""
    if p.phase == OVER:
        for seat in range(p.seats):
            out[seat] = final_value(p, seat)
    else:
        write_weighed(p, p.parts.weights, chapter_weights(p), out)


def write_judgement(p: State, out: vec[i64]) -> None:
    """The same for a search, where it rests."""
    if p.phase == ROUND_SETUP:
        write_weighed(p, p.parts.search_weights, 0, out)
    else:
        write_values(p, out)


def write_weighed(p: State, weights: vec[i64], first: i64, out: vec[i64]) -> None:
    """Everybody's weighted sum, with the weights from `first` on."""
    for seat in range(p.seats):
        write_prospects(p, seat, _SEEN)
    for seat in range(p.seats):
        out[seat] = weighed(p, seat, weights, first)


def weighed(p: State, seat: i64, weights: vec[i64], first: i64) -> i64:
    """The weighted sum of a seat's features, with prospects already written."""
    features = _FEATURES
    write_features(p, seat, _SEEN, features)
    points: i64 = 0
    for i in range(FEATURES):
        points += features[i] * weights[first + i]
    return points // UNIT


def note_features(p: State, seat: i64, out: vec[i64]) -> i64:
    """Write the features of a seat; return where their weights begin."""
    if p.phase == OVER:
        return -1
    for i in range(p.seats):
        write_prospects(p, i, _SEEN)
    write_features(p, seat, _SEEN, out)
    return chapter_weights(p)


def note_judged(p: State, seat: i64, out: vec[i64]) -> i64:
    """The same for a search's own judgement: there is one between two rounds."""
    if p.phase != ROUND_SETUP or p.round == 0:
        return -1
    note_features(p, seat, out)
    return 0
