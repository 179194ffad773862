"""Plays matches between bots for the tests."""

from collections.abc import Iterable, Iterator, Sequence

from farhaven.bots import Bot, make_bot
from farhaven.core.chance import FastChance
from farhaven.core.game import Game, Result
from farhaven.core.position import Position, first_owing
from farhaven.games import load
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.state import ACTING


def play_match(game: Game, bots: Sequence[Bot], seed: int, limit: int = 5000) -> Result | None:
    """The result of one match, or None where it does not end in time."""
    luck = FastChance(seed)
    position = game.start_with(len(bots), {})
    chances = [FastChance(seed * 31 + seat + 1) for seat in range(len(bots))]
    for _ in range(limit):
        if position.is_over():
            return game.result(position)
        if position.awaits_chance():
            position.roll(luck)
        else:
            take_turn(game, position, bots, chances)
    return None


def take_turn(
    game: Game, position: Position, bots: Sequence[Bot], chances: Sequence[FastChance]
) -> None:
    """One choice of the first seat that owes one, checked to be legal."""
    seat = int(first_owing(position))
    view = game.view(position, seat)
    move = bots[seat].choose(view, chances[seat])
    assert game.explain(position, seat, move) is None
    position.play(seat, move)


def whole_games(game: Game, seats: int, seed: int, kind: str) -> Iterator[Position]:
    """The moments of a game between bots of a kind at which somebody has to choose."""
    luck = FastChance(seed)
    position = game.start_with(seats, {})
    bots = [make_bot(kind, game) for _ in range(seats)]
    while not position.is_over():
        if position.awaits_chance():
            position.roll(luck)
            continue
        yield position
        seat = int(first_owing(position))
        position.play(seat, bots[seat].choose(game.view(position, seat), luck))


def endings(
    seeds: Iterable[int], plies: int, kinds: Sequence[str] = ("officer", "cadet")
) -> Iterator[Position]:
    """Reworld for two by bots of two kinds, with at most so many modules left."""
    game = load("reworld")
    for seed in seeds:
        luck = FastChance(seed)
        position = game.start_with(2, {})
        bots = [make_bot(kind, game) for kind in kinds]
        while position.plies_left() > plies:
            if position.awaits_chance():
                position.roll(luck)
            else:
                seat = int(first_owing(position))
                position.play(seat, bots[seat].choose(game.view(position, seat), luck))
        if not position.is_over():
            yield position


def acting(game: Game) -> MarsPosition:
    """A moment of a game for two at which somebody may trade, build or end the turn."""
    for position in whole_games(game, 2, 3, "officer"):
        if isinstance(position, MarsPosition) and position.turns > 6 and position.phase == ACTING:
            return position
    raise AssertionError("nobody acts")
