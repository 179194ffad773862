"""Positions: every playout ends, nobody is ever without a move, both ways of running agree."""

import json

from farhaven.core.chance import FastChance
from farhaven.core.playout import play_out
from farhaven.core.position import Position, first_owing
from farhaven.games import load
from tests.conformance.checksums import playouts
from tests.conformance.tables import MOVE_LIMIT, TABLES, buffer_of, every_table, legal_moves
from tests.running import COMPILED, run_as_installed, run_interpreted

GAMES = 100 if COMPILED else 20


@every_table
def test_every_playout_ends(name: str, seats: int) -> None:
    game = load(name)
    for seed in range(GAMES):
        position = game.start_with(seats, {})
        moves = play_out(position, FastChance(seed), buffer_of(game), MOVE_LIMIT)
        assert position.is_over()
        assert 0 < moves < MOVE_LIMIT


def one_of_three(position: Position) -> bool:
    """A position waits for chance, or for somebody, or is over."""
    return [position.awaits_chance(), position.owing() != 0, position.is_over()].count(True) == 1


@every_table
def test_nobody_owes_a_decision_without_a_move(name: str, seats: int) -> None:
    game = load(name)
    chance = FastChance(7)
    position = game.start_with(seats, {})
    while not position.is_over():
        assert one_of_three(position)
        if position.awaits_chance():
            position.roll(chance)
            continue
        for seat in range(seats):
            if int(position.owing()) >> seat & 1:
                moves = legal_moves(game, position, seat)
                assert 0 < len(moves) <= game.max_moves
                assert len(set(moves)) == len(moves)
        seat = int(first_owing(position))
        moves = legal_moves(game, position, seat)
        position.play(seat, moves[chance.below(len(moves))])
    assert one_of_three(position)


@every_table
def test_a_copy_is_equal_and_independent(name: str, seats: int) -> None:
    game = load(name)
    position = game.start_with(seats, {})
    for moves in (0, 1, 10, 50, 50):
        play_out(position, FastChance(moves), buffer_of(game), moves)
        before = position.checksum()
        other = position.copy()
        assert other.checksum() == before
        play_out(other, FastChance(3), buffer_of(game), MOVE_LIMIT)
        assert position.checksum() == before
        assert position.is_over() or other.checksum() != before


@every_table
def test_the_result_adds_up(name: str, seats: int) -> None:
    game = load(name)
    position = game.start_with(seats, {})
    play_out(position, FastChance(5), buffer_of(game), MOVE_LIMIT)
    result = game.result(position)
    assert list(result.scores) == [position.score(seat) for seat in range(seats)]
    assert [getattr(part, "total", None) for part in result.breakdown] == list(result.scores)
    assert list(result.winners) == sorted(set(result.winners))
    assert set(result.winners) <= set(range(seats))
    assert result.winners


def test_compiled_and_interpreted_playouts_are_the_same() -> None:
    here = {f"{name}-{seats}": playouts(name, seats) for name, seats in TABLES}
    assert json.loads(run_interpreted("tests.conformance.checksums")) == here
    assert json.loads(run_as_installed("tests.conformance.checksums")) == here
