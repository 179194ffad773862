"""Bots know only what their seat may know."""

import pytest

from farhaven.bots import make_bot
from farhaven.core.chance import FastChance
from farhaven.core.game import Game
from farhaven.core.position import Position, first_owing
from farhaven.games import load
from farhaven.games.mars.records.entries import CardDrawn, Stolen
from farhaven.games.mars.rules.names import CARD_NAMES, RESOURCE_NAMES
from farhaven.games.mars.rules.parts import CARDS, RESOURCES, count_of
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.state import ACTING, DRAW, ROLLING, STEAL
from farhaven.games.reworld.rules.moves import DROP_OUT


def middle(game: Game, seats: int, seed: int, moves: int) -> Position:
    """A position after some random moves."""
    luck = FastChance(seed)
    position = game.start_with(seats, {})
    bot = make_bot("random", game)
    while moves > 0 or position.awaits_chance():
        if position.awaits_chance():
            position.roll(luck)
        else:
            seat = int(first_owing(position))
            position.play(seat, bot.choose(game.view(position, seat), luck))
            moves -= 1
    return position


KINDS = ["random", "greedy", "cadet", "officer", "captain@48", "admiral@48", "uct@32"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_equal_views_and_seeds_give_equal_moves(kind: str, seats: int) -> None:
    game = load("reworld")
    for seed in range(3):
        real = middle(game, seats, seed, moves=3 * seed + 1)
        seat = int(first_owing(real))
        other = game.view(real, seat).sample(FastChance(seed + 1000))
        assert other.checksum() != real.checksum()
        assert_equal_choices(game, kind, real, other)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_tree_that_goes_on_knows_no_more(seats: int) -> None:
    """A bot's second choice of a match, after the others have dropped out."""
    game = load("reworld")
    real = middle(game, seats, seed=4, moves=0)
    seat = int(first_owing(real))
    chosen = []
    for position in (real, game.view(real, seat).sample(FastChance(1004))):
        bot, luck = make_bot("captain@96", game), FastChance(5)
        moves = []
        for _ in range(2):
            moves.append(bot.choose(game.view(position, seat), luck))
            position.play(seat, moves[-1])
            while int(first_owing(position)) != seat:
                position.play(int(first_owing(position)), DROP_OUT)
        chosen.append(moves)
    assert chosen[0] == chosen[1]


def assert_equal_choices(game: Game, kind: str, real: Position, other: Position) -> None:
    """A bot that chooses next cannot tell two positions apart."""
    seat = int(first_owing(real))
    assert len(game.view(real, seat).legal_moves()) > 1
    chosen = [
        make_bot(kind, game).choose(game.view(position, seat), FastChance(5))
        for position in (real, other)
    ]
    assert chosen[0] == chosen[1]


# Mars: what a seat knows is what it has seen, so two whole games are played that differ only in
# a card that others drew or stole, and that the seat which chooses next has not seen.


def drawn_unseen(position: MarsPosition, which: int) -> CardDrawn:
    """The first or the last kind of card that can be bought."""
    kinds = [kind for kind in range(CARDS) if count_of(position.deck, kind) > 0]
    return CardDrawn(card=CARD_NAMES[kinds[-which]])


def stolen_unseen(position: MarsPosition, which: int) -> Stolen:
    """The first or the last kind of card that the victim holds."""
    hand = position.players[int(position.victim)].hand
    kinds = [resource for resource in range(RESOURCES) if count_of(hand, resource) > 0]
    return Stolen(card=RESOURCE_NAMES[kinds[-which]])


def played_to(
    game: Game, seats: int, seed: int, phase: int, which: int
) -> tuple[MarsPosition, set[int]]:
    """A random game to its second purchase or theft, and one of the things that it may bring.

    With it the seats that see it.
    """
    luck = FastChance(seed)
    bot = make_bot("random", game)
    position = game.start_with(seats, {})
    assert isinstance(position, MarsPosition)
    times = 0
    knowing = set[int]()
    while times < 2 and not position.is_over():
        times += position.phase == phase
        if times == 2:
            knowing = {int(position.turn), int(position.victim)}
            secret = drawn_unseen if phase == DRAW else stolen_unseen
            game.take_outcome(position, secret(position, which))
        elif position.awaits_chance():
            position.roll(luck)
        else:
            seat = int(first_owing(position))
            position.play(seat, bot.choose(game.view(position, seat), luck))
    return position, knowing


def hurry_to(game: Game, position: MarsPosition, knowing: set[int], seed: int) -> bool:
    """Those who know end their turns at once; whether one who does not comes to choose."""
    luck = FastChance(seed)
    while not position.is_over():
        if position.awaits_chance():
            position.roll(luck)
            continue
        seat = int(first_owing(position))
        moves = game.view(position, seat).legal_moves()
        if position.phase not in (ACTING, ROLLING):
            return False  # a 7: what is given up or stolen may tell
        if seat not in knowing and len(moves) > 1:
            return True
        position.play(seat, moves[-1])
    return False


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("seats", "phase"), [(2, int(DRAW)), (3, int(DRAW)), (4, int(DRAW)), (3, int(STEAL))]
)
def test_unseen_cards_of_mars_change_no_choice(kind: str, seats: int, phase: int) -> None:
    game = load("mars")
    compared = 0
    for seed in range(8):
        (real, knowing), (other, _) = (
            played_to(game, seats, seed, phase, which) for which in (0, 1)
        )
        if real.checksum() == other.checksum():
            continue  # it could bring one thing only
        arrived = [hurry_to(game, position, knowing, seed) for position in (real, other)]
        if all(arrived):
            assert real.checksum() != other.checksum()
            assert_equal_choices(game, kind, real, other)
            compared += 1
    assert compared > 0
