"""What a search of Mars is told: when to judge, and how to play on quickly until then."""

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.chance import FastChance
from farhaven.core.position import first_owing
from farhaven.games import load
from farhaven.games.mars.ai.search_guide import TURNS, MarsGuide
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.search.tree_search import Search

GAME = load("mars")
BUFFER = vec[i64]([0] * GAME.max_moves)


def laid_out(seats: int, seed: int) -> MarsPosition:
    """A game whose board is laid out and where nothing is placed."""
    position = GAME.start_with(seats, {})
    assert isinstance(position, MarsPosition)
    position.roll(FastChance(seed))
    return position


def play_quickly(position: MarsPosition, guide: MarsGuide, luck: FastChance) -> None:
    """Quick play to its rest, every move checked against the rules."""
    while not position.is_over() and not guide.rests(position, 0):
        if position.awaits_chance():
            position.roll(luck)
            continue
        seat = int(first_owing(position))
        move = int(guide.pick(position, seat, luck, BUFFER))
        assert GAME.explain(position, seat, move) is None
        position.play(seat, move)


def test_a_set_up_is_judged_after_some_turns_and_all_else_at_once() -> None:
    for seats in GAME.seats:
        position = laid_out(seats, seed=seats)
        guide = position.guide()
        assert isinstance(guide, MarsGuide)
        play_quickly(position, guide, FastChance(1))
        assert position.turns == TURNS
        assert position.guide().rests(position, 0)


def test_quick_play_is_legal_to_the_end() -> None:
    """Discards included, which it chooses in a way of its own."""
    for seats in GAME.seats:
        position = laid_out(seats, seed=seats + 10)
        guide = MarsGuide()
        guide.until = 300
        play_quickly(position, guide, FastChance(2))
        assert position.is_over() or position.turns == guide.until


def test_moves_are_looked_for_where_the_search_comes_by_again() -> None:
    position = laid_out(2, seed=5)
    search = Search(position, first_owing(position), position.guide(), GAME.max_moves)
    luck = FastChance(3)
    for _ in range(60):
        search.iterate(position.copy(), luck)
    children = [child for child in search.root.children if child is not None]
    assert {child.visits for child in children if child.count == 0} <= {1}
    assert all(child.visits > 1 for child in children if child.count > 0)
    assert any(child.count > 0 for child in children)
