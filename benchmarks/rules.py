"""Random play of one title in this process; prints the figures as JSON."""

import dataclasses
import json
import resource
import sys
import time

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core import playout
from farhaven.core.chance import FastChance
from farhaven.core.game import Game
from farhaven.core.position import Position, first_owing
from farhaven.games import load

SEATS = 4
LIMIT = 100_000


@dataclasses.dataclass(frozen=True)
class Figures:
    compiled: bool
    games_per_second: float
    moves_per_second: float
    driven_games_per_second: float
    driven_moves_per_second: float
    copy_ns: float
    enumerate_ns: float
    moves_per_position: float
    memory_games: int
    memory_growth_kib: float


def main() -> None:
    title, seconds, memory_games = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    game = load(title)
    games, moves = whole_games(game, seconds)
    driven_games, driven_moves = driven_loop(game, seconds)
    positions = sample_positions(game)
    enumerate_ns, listed = enumeration(game, positions)
    figures = Figures(
        compiled=not (playout.__file__ or "").endswith(".py"),
        games_per_second=games,
        moves_per_second=moves,
        driven_games_per_second=driven_games,
        driven_moves_per_second=driven_moves,
        copy_ns=copying(positions),
        enumerate_ns=enumerate_ns,
        moves_per_position=listed,
        memory_games=memory_games,
        memory_growth_kib=memory_growth(game, memory_games),
    )
    print(json.dumps(dataclasses.asdict(figures)))


def beginning(game: Game) -> Position:
    """The position that simulations copy: without what a match keeps for its views."""
    return game.start_with(SEATS, {}).copy()


def whole_games(game: Game, seconds: float) -> tuple[float, float]:
    """Games and moves per second with the loop of `core.playout`."""
    buffer = vec[i64]([0] * game.max_moves)
    chance = FastChance(1)
    first = beginning(game)
    games = moves = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        moves += int(playout.play_out(first.copy(), chance, buffer, LIMIT))
        games += 1
    return games / elapsed, moves / elapsed


def driven_loop(game: Game, seconds: float) -> tuple[float, float]:
    """The same, with the loop that drives the rules written here, in interpreted Python."""
    buffer = vec[i64]([0] * game.max_moves)
    chance = FastChance(1)
    first = beginning(game)
    games = moves = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        position = first.copy()
        while (seat := playout.next_to_choose(position, chance)) >= 0:
            count = position.legal_moves(seat, buffer)
            position.play(seat, buffer[chance.below(count)])
            moves += 1
        games += 1
    return games / elapsed, moves / elapsed


def sample_positions(game: Game) -> list[Position]:
    """Positions that wait for a seat, from all stages of a few games."""
    buffer = vec[i64]([0] * game.max_moves)
    chance = FastChance(2)
    found: list[Position] = []
    for _ in range(5):
        position = beginning(game)
        while (seat := playout.next_to_choose(position, chance)) >= 0:
            found.append(position.copy())
            count = position.legal_moves(seat, buffer)
            position.play(seat, buffer[chance.below(count)])
    return found


def copying(positions: list[Position]) -> float:
    """Nanoseconds per copy."""
    start = time.perf_counter()
    for position in positions * 5:
        position.copy()
    return (time.perf_counter() - start) / (len(positions) * 5) * 1e9


def enumeration(game: Game, positions: list[Position]) -> tuple[float, float]:
    """Nanoseconds per enumerated position, and how many moves one has."""
    buffer = vec[i64]([0] * game.max_moves)
    seats = [first_owing(position) for position in positions]
    listed = 0
    start = time.perf_counter()
    for position, seat in zip(positions * 5, seats * 5, strict=True):
        listed += int(position.legal_moves(seat, buffer))
    count = len(positions) * 5
    return (time.perf_counter() - start) / count * 1e9, listed / count


def memory_growth(game: Game, games: int) -> float:
    """How much the process has grown over many games, in KiB, after a tenth of them."""
    buffer = vec[i64]([0] * game.max_moves)
    chance = FastChance(3)
    first = beginning(game)
    before = 0
    for number in range(games):
        if number == games // 10:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        playout.play_out(first.copy(), chance, buffer, LIMIT)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before if games else 0


if __name__ == "__main__":
    main()
