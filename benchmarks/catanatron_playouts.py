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


def course() -> list[Game]:
    """The game before every decision, as random choices play it."""
    random.seed(7)
    game = Game([RandomPlayer(color) for color in COLORS])
    found = []
    while game.winning_color() is None:
        found.append(game.copy())
        game.play_tick()
    return found


def playouts(game: Game, seconds: float) -> float:
    """Playouts per second from a moment of a game."""
    done = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        game.copy().play()
        done += 1
    return done / elapsed


def main() -> None:
    seconds = float(sys.argv[1])
    games = course()
    found = {
        "opening": {"playouts": playouts(games[0], seconds)},
        "middle": {"playouts": playouts(games[len(games) // 2], seconds)},
    }
    print(json.dumps(found))


main()
