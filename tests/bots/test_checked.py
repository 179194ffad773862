"""What a searching bot is about to play is checked once more, in its own view."""

import msgspec
import pytest

from farhaven.arena.guarded_bot import BotFault, SeatedBot
from farhaven.bots import bot_kinds, make_bot
from farhaven.bots.base import IllegalChoice
from farhaven.bots.levels import Captain
from farhaven.cli.seeds import secret_of
from farhaven.cli.terminal_game import Table
from farhaven.core.chance import Chance, FastChance
from farhaven.core.game import Game
from farhaven.core.match import Match
from farhaven.core.position import first_owing
from farhaven.core.record import PlayerInfo
from farhaven.core.view import View
from farhaven.games import load, titles
from farhaven.games.mars.rules import moves as do
from farhaven.server.titles import Titles
from farhaven.server.workers.bot_worker import Worker
from tests.bots.test_secrets import middle
from tests.mars.table import acting
from tests.server.test_bot_worker import questions


class Slipping(Captain):
    """Finds a move that nobody can play."""

    move = 1 << 50

    def find_move(self, view: View, chance: Chance) -> int:  # noqa: ARG002 - it never looks
        return self.move


def view_of(game: Game) -> View:
    position = middle(game, 3, seed=2, moves=30)
    return game.view(position, int(first_owing(position)))


@pytest.mark.parametrize("title", titles())
def test_an_illegal_move_is_an_error_where_nobody_waits(title: str) -> None:
    game = load(title)
    bot = Slipping(game)
    with pytest.raises(IllegalChoice):
        bot.choose(view_of(game), FastChance(1))
    assert len(bot.slips) == 1


@pytest.mark.parametrize("title", titles())
def test_at_a_table_with_people_something_legal_is_played(title: str) -> None:
    game = load(title)
    bot = Slipping(game)
    bot.must_go_on = True
    view = view_of(game)
    assert bot.choose(view, FastChance(1)) in view.legal_moves()
    assert len(bot.slips) == 1


def test_the_clause_is_named() -> None:
    """MA-3.2: a road that does not join; MA-2.1b: an offer of cards that one has not."""
    t = acting(2, "1 brick + 1 oxide")
    view = t.game.view(t.position, 0)
    bot = Slipping(t.game)
    joined = {move for move in view.legal_moves() if do.deed(move) == do.ROAD}
    bot.move = next(m for m in (do.with_thing(do.ROAD, n) for n in range(72)) if m not in joined)
    offer = int(do.offer(do.OFFER, 19, 1 << 8))
    for move, clause in ((bot.move, "MA-3.2"), (offer, "MA-2.1b")):
        bot.move = move
        with pytest.raises(IllegalChoice) as caught:
            bot.choose(view, FastChance(1))
        assert caught.value.violation.clause == clause


def test_an_offer_that_is_not_listed_is_legal() -> None:
    t = acting(2, "1 brick + 1 oxide")
    view = t.game.view(t.position, 0)
    bot = Slipping(t.game)
    bot.move = int(do.offer(do.OFFER, 1 << 16, 1 << 24))  # a brick for a grain
    assert bot.move not in view.legal_moves()
    assert bot.choose(view, FastChance(1)) == bot.move
    assert not bot.slips


def test_a_series_stops_and_names_the_clause() -> None:
    game = load("mars")
    seated = SeatedBot(game, 7, 0, "captain@8", FastChance(1))
    seated.bot = Slipping(game)
    with pytest.raises(BotFault) as caught:
        seated.choose(view_of(game))
    assert not isinstance(caught.value.reason, str)


def test_a_server_plays_on_and_says_so() -> None:
    worker = Worker(Titles())
    question = questions("reworld", "captain@16")[0]
    assert worker.answer(question).slip == ""
    bot = worker.bots[question.level, question.seat]
    assert bot.must_go_on
    slipping = Slipping(bot.game)
    slipping.must_go_on = bot.must_go_on
    worker.bots[question.level, question.seat] = slipping
    answer = worker.answer(question)
    assert answer.slip
    assert answer.fault == ""
    assert msgspec.json.decode(answer.entry)["seat"] == question.seat


def test_a_terminal_plays_on() -> None:
    players = [PlayerInfo("Ada", "human"), PlayerInfo("Bot", "bot:captain@8")]
    table = Table(Match.new(load("mars"), players, secret_of(1, 0)))
    assert [bot.must_go_on for bot in table.bots.values()] == [True]


@pytest.mark.parametrize("kind", bot_kinds())
def test_bots_of_the_house_stop_unless_they_are_told_to_go_on(kind: str) -> None:
    assert not make_bot(kind, load("mars")).must_go_on
