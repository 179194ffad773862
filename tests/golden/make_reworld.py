"""Searches for the ten golden records of Reworld and writes them to reworld.jsonl.

Run as `python -m tests.golden.make_reworld`. Same source, same file.
"""

import hashlib
from pathlib import Path

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.chance import FastChance
from farhaven.core.match import Match
from farhaven.core.record import PlayerInfo, Record, encode_record
from farhaven.games import load
from farhaven.games.reworld.game import Reworld
from tests.golden.features import features_of

FILE = Path(__file__).with_name("reworld.jsonl")
NAMES = ("Ada", "Ben", "Cem", "Dai")
WANTED: list[tuple[int, set[str]]] = [
    (2, {"special unit", "nothing in defence"}),
    (3, {"special unit", "nothing in A"}),
    (4, {"special unit", "nothing in E"}),
    (2, {"shared win"}),
    (4, {"won by ships"}),
    (3, {"special-case transport with 1", "special-case transport with 2"}),
    (4, {"empty hand", "a round without the marker taken"}),
    (4, {"tie in defence", "tie in A", "tie in B"}),
    (4, {"tie in C", "tie in D", "tie in E"}),
    (2, {"empty hand", "tie in defence"}),
]
"""The number of players of each record, and what must be in it."""


def play(game: Reworld, seats: int, seed: int) -> Record:
    """A game in which everybody plays at random, but is slow to drop out."""
    secret = hashlib.sha256(f"golden {seats} {seed}".encode()).hexdigest()
    players = [PlayerInfo(name, "bot:random") for name in NAMES[:seats]]
    match = Match.new(game, players, secret, nonces=[f"golden {seed}"])
    chance = FastChance(seed)
    buffer = vec[i64]([0] * game.max_moves)
    match.roll()
    while not match.is_over:
        (seat,) = match.owing()
        count = match.position.legal_moves(seat, buffer)
        pick = min(int(chance.below(count)), int(chance.below(count)))  # to drop out comes last
        match.act(game.entry(match.position, seat, int(buffer[pick])))
        match.roll()
    return match.record()


def search(game: Reworld, seats: int, wanted: set[str], first: int) -> Record:
    """The first game from a seed on that has all that is wanted."""
    seed = first
    while True:
        record = play(game, seats, seed)
        if wanted <= features_of(game, record):
            return record
        seed += 1


def main() -> None:
    game = load("reworld")
    assert isinstance(game, Reworld)
    lines = []
    for number, (seats, wanted) in enumerate(WANTED):
        record = search(game, seats, wanted, 1000 * number)
        lines.append(encode_record(record) + b"\n")
        print(f"{number}: {seats} players, {', '.join(sorted(wanted))}")
    FILE.write_bytes(b"".join(lines))


if __name__ == "__main__":
    main()
