"""One turn ahead: each legal move is played on a copy, and the result judged."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.chance import Chance
from farhaven.core.position import Position, chance_after

WORST: Final[i64] = -(1 << 60)


def lead(position: Position, seat: i64, values: vec[i64]) -> i64:
    """A seat's value against the mean of the others', in hundredths of a point."""
    position.values(values)
    others: i64 = 0
    for other in range(position.seats):
        if other != seat:
            others += values[other]
    return values[seat] - others // (position.seats - 1)


def best_move(position: Position, seat: i64, buffer: vec[i64], chance: Chance) -> i64:
    """The legal move that leads furthest ahead; among equals any."""
    values = vec[i64]([0] * position.seats)
    count = position.legal_moves(seat, buffer)
    best: i64 = WORST
    equals: i64 = 0
    chosen = buffer[0]
    if count == 1:
        return chosen
    for i in range(count):
        trial = position.bare_copy()
        trial.play(seat, buffer[i])
        worth = lead(trial, seat, values)
        if worth > best:
            best = worth
            chosen = buffer[i]
            equals = 1
        elif worth == best:
            equals += 1
            if chance.below(equals) == 0:
                chosen = buffer[i]
    return chosen


def likeliest_move(position: Position, seat: i64, buffer: vec[i64]) -> i64:
    """The legal move after which the seat is likeliest to win; the first of equals."""
    count = position.legal_moves(seat, buffer)
    chosen = buffer[0]
    if count == 1:
        return chosen
    values = vec[i64]([0] * position.seats)
    chances = vec[float]([0.0] * position.seats)
    best = -1.0
    for i in range(count):
        likely = chance_after(position, seat, buffer[i], values, chances)
        if likely > best:
            best = likely
            chosen = buffer[i]
    return chosen


def careless_move(
    position: Position, seat: i64, buffer: vec[i64], chance: Chance, overlooks: i64, misjudges: i64
) -> i64:
    """The move that looks best to one who overlooks some and misjudges the others.

    `overlooks` is a percentage; `misjudges` the largest error in hundredths of a point, where
    small errors are likelier than large ones.
    """
    values = vec[i64]([0] * position.seats)
    count = position.legal_moves(seat, buffer)
    best: i64 = WORST
    chosen = buffer[chance.below(count)]
    for i in range(count):
        if chance.below(100) < overlooks:
            continue
        trial = position.bare_copy()
        trial.play(seat, buffer[i])
        error = chance.below(misjudges + 1) + chance.below(misjudges + 1) - misjudges
        worth = lead(trial, seat, values) + error
        if worth > best:
            best = worth
            chosen = buffer[i]
    return chosen
