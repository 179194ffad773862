"""Runs in catanatron's environment: its random players, four of them, for some seconds."""

import json
import random
import sys
import time

from catanatron import Color, Game, RandomPlayer

COLORS = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)


def main() -> None:
    seconds = float(sys.argv[1])
    random.seed(1)
    games = moves = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        game = Game([RandomPlayer(color) for color in COLORS])
        game.play()
        moves += len(game.state.actions)
        games += 1
    print(json.dumps({"games_per_second": games / elapsed, "moves_per_second": moves / elapsed}))


main()
