"""Fits the weights with which Reworld rates a launch at a glance to the value after each launch.

    python -m benchmarks.fit_glances --games 240 --seed 7

prints them in the order of `games/reworld/ai/launch_rating.py`.
"""

import argparse
from math import exp, sqrt

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.chance import FastChance
from farhaven.core.position import Position, first_owing
from farhaven.games import load
from farhaven.games.reworld.ai.launch_rating import GLANCES, Glance
from farhaven.games.reworld.rules.position import ReworldPosition
from farhaven.games.reworld.rules.state import SETTLEMENT
from farhaven.search.lookahead import best_move, lead
from farhaven.training.least_squares import Sums, solve

STRAY = 10  # percent of launches at random
NOTED = 60  # percent of decisions
NEAR = 600.0  # a launch so many hundredths worse than the best counts e times less
STIFFNESS = 20.0


class Fitting:
    """Least squares over decisions; within each only differences count."""

    def __init__(self, max_moves: int) -> None:
        self.sums = Sums(GLANCES)
        self.agreed = 0
        self.decisions = 0
        self._glance = Glance()
        self._glance.noting = True
        self._values = vec[i64]([0] * 8)
        self._moves = vec[i64]([0] * max_moves)

    def note(self, position: ReworldPosition) -> None:
        """Add a decision: what is seen of each launch, and the value after it."""
        seat = int(first_owing(position))
        player = position.players[seat]
        count = int(position.legal_moves(seat, self._moves))
        if count == 1:
            return
        rows: list[list[float]] = []
        leads: list[float] = []
        ratings: list[int] = []
        for i in range(count):
            trial = position.copy()
            trial.play(seat, self._moves[i])
            leads.append(float(lead(trial, seat, self._values)))
            ratings.append(int(self._glance.rate(position, player, self._moves[i])))
            rows.append([int(tenths) / 10 for tenths in self._glance.seen])
        self.decisions += 1
        self.agreed += leads[ratings.index(max(ratings))] == max(leads)
        self._add(rows, leads)

    def _add(self, rows: list[list[float]], leads: list[float]) -> None:
        best = max(leads)
        weights = [exp((lead - best) / NEAR) for lead in leads]
        total = sum(weights)
        level = sum(w * value for w, value in zip(weights, leads, strict=True)) / total
        means = [
            sum(w * row[i] for w, row in zip(weights, rows, strict=True)) / total
            for i in range(int(GLANCES))
        ]
        for w, row, value in zip(weights, rows, leads, strict=True):
            root = sqrt(w)
            centred = [root * (x - mean) for x, mean in zip(row, means, strict=True)]
            self.sums.add(vec[float](centred), root * (value - level))


def play(position: Position, fitting: Fitting, luck: FastChance, buffer: vec[i64]) -> None:
    """A game by one-turn look-ahead that strays in chapter two, where it is noted."""
    while not position.is_over():
        if position.awaits_chance():
            position.roll(luck)
            continue
        seat = first_owing(position)
        assert isinstance(position, ReworldPosition)
        launches = position.phase == SETTLEMENT
        if launches and luck.below(100) < NOTED:
            fitting.note(position)
        if launches and luck.below(100) < STRAY:
            count = position.legal_moves(seat, buffer)
            move = buffer[luck.below(count)]
        else:
            move = best_move(position, seat, buffer, luck)
        position.play(seat, move)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=240)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    game = load("reworld")
    fitting = Fitting(game.max_moves)
    buffer = vec[i64]([0] * game.max_moves)
    for number in range(options.games):
        players = (2, 4, 4, 3)[number % 4]
        luck = FastChance(options.seed * 100_003 + number)
        play(game.start_with(players, {}), fitting, luck, buffer)
    start = vec[float]([0.0] * int(GLANCES))
    weights = solve(fitting.sums, start, STIFFNESS)
    print(f"{fitting.decisions} decisions; the weights in use agree in {fitting.agreed}")
    print([round(weight) for weight in weights])


if __name__ == "__main__":
    main()
