"""Matches of every title and number of seats, played at random."""

import hashlib
from collections.abc import Iterator
from functools import cache

import msgspec
import pytest
from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.chance import FastChance
from farhaven.core.game import Game
from farhaven.core.log_entry import Entry, Line
from farhaven.core.match import Match
from farhaven.core.position import Position
from farhaven.core.record import PlayerInfo
from farhaven.games import load, titles

TABLES = [(name, seats) for name in titles() for seats in load(name).seats]
every_table = pytest.mark.parametrize(
    ("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES]
)
MOVE_LIMIT = 20_000


def new_match(name: str, seats: int, seed: int) -> Match:
    """A match at its beginning, the same for the same seed."""
    secret = hashlib.sha256(f"{name}/{seats}/{seed}".encode()).hexdigest()
    players = [PlayerInfo(f"Player {seat}", "bot:random") for seat in range(seats)]
    return Match.new(load(name), players, secret, nonces=[f"nonce {seed}"])


@cache
def buffer_of(game: Game) -> vec[i64]:
    """Room for a title's legal moves."""
    return vec[i64]([0] * game.max_moves)


def legal_moves(game: Game, position: Position, seat: int) -> list[int]:
    buffer = buffer_of(game)
    count = position.legal_moves(seat, buffer)
    return [int(buffer[i]) for i in range(count)]


def random_entry(match: Match, chance: FastChance) -> Entry:
    """A legal choice of one of those who owe a decision."""
    owing = match.owing()
    seat = owing[chance.below(len(owing))]
    buffer = buffer_of(match.game)
    count = match.position.legal_moves(seat, buffer)
    assert 0 < count <= match.game.max_moves
    return match.game.entry(match.position, seat, int(buffer[chance.below(count)]))


def play(match: Match, chance: FastChance, moves: int = MOVE_LIMIT) -> Match:
    """Go on with so many random moves, or to the end; chance has acted where it comes next."""
    match.roll()
    while moves > 0 and not match.is_over:
        match.act(random_entry(match, chance))
        match.roll()
        moves -= 1
    return match


def moments(name: str, seats: int, seed: int, every: int) -> Iterator[tuple[Match, FastChance]]:
    """A match from its beginning to its end, shown now and then; chance has acted."""
    chance = FastChance(seed)
    match = play(new_match(name, seats, seed), chance, 0)
    while not match.is_over:
        yield match, chance
        play(match, chance, 1 + int(chance.below(2 * every - 1)))


@cache
def finished(name: str, seats: int) -> Match:
    """A match that was played to its end. Not to be changed."""
    match = play(new_match(name, seats, 1), FastChance(1))
    assert match.position.is_over()
    return match


def to_json(line: Line) -> dict[str, object]:
    decoded = msgspec.json.decode(msgspec.json.encode(line))
    assert isinstance(decoded, dict)
    return decoded
