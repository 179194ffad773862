"""Prints the checksums of random playouts, to compare two ways of running the same rules."""

import json

from farhaven.core.chance import FastChance
from farhaven.core.playout import play_out
from farhaven.games import load
from tests.conformance.tables import MOVE_LIMIT, TABLES, buffer_of

GAMES = 5


def playouts(name: str, seats: int) -> list[list[int]]:
    """Moves, checksum and scores of a few games."""
    game = load(name)
    found = []
    for seed in range(GAMES):
        position = game.start_with(seats, {})
        moves = play_out(position, FastChance(seed), buffer_of(game), MOVE_LIMIT)
        scores = [int(position.score(seat)) for seat in range(seats)]
        found.append([int(moves), int(position.checksum()), *scores])
    return found


if __name__ == "__main__":
    print(json.dumps({f"{name}-{seats}": playouts(name, seats) for name, seats in TABLES}))
