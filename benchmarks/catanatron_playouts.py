"""Runs in catanatron's environment: what its tree search does for each simulation.

Its MCTS player copies the game and lets random choices play it to the end; the selection of a
node, which it does besides, is left out here in its favour.
"""

import json
import random
import sys
import time

from catanatron import Color, Game, RandomPlayer

COLORS = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)


def playouts(decisions: int, seconds: float) -> float:
    """Playouts per second from a game after some random decisions."""
    random.seed(7)
    game = Game([RandomPlayer(color) for color in COLORS])
    for _ in range(decisions):
        game.play_tick()
    done = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        game.copy().play()
        done += 1
    return done / elapsed


def main() -> None:
    seconds = float(sys.argv[1])
    found = {
        "opening": {"playouts": playouts(0, seconds)},
        "middle": {"playouts": playouts(60, seconds)},
    }
    print(json.dumps(found))


main()
