"""Plays whole games with searching bots and checks all that they may do, and the record."""

from collections.abc import Sequence

from farhaven.bots import Bot, make_bot
from farhaven.bots.search_bot import SearchBot
from farhaven.cli.seeds import luck_of, secret_of
from farhaven.core.game import Game
from farhaven.core.match import Match
from farhaven.core.record import PlayerInfo, decode_record, encode_record
from farhaven.core.verify import verify
from farhaven.games import load

MOST_CHOICES = 5000


def check_game(title: str, kinds: Sequence[str], seed: int) -> int:
    """Play one game to its end; return how many choices were made.

    Every move that a tree looks at is legal, not only the one that is played: so a tree that goes
    on from a wrong position is noticed long before it leads to an illegal move.
    """
    game = load(title)
    players = [PlayerInfo(f"Bot {seat + 1}", f"bot:{kind}") for seat, kind in enumerate(kinds)]
    secret = secret_of(seed, 0)
    match = Match.new(game, players, secret)
    bots = [make_bot(kind, game) for kind in kinds]
    luck = [luck_of(secret, seat) for seat in range(len(kinds))]
    choices = 0
    while not match.is_over:
        if match.position.awaits_chance():
            match.roll()
            continue
        assert choices < MOST_CHOICES, (title, kinds, seed)
        seat = match.owing()[0]
        bot = bots[seat]
        ran = bot.ran if isinstance(bot, SearchBot) else 0
        move = bot.choose(match.view(seat), luck[seat])
        check_tree(game, match, seat, bot, ran)
        violation = match.play(seat, move)
        assert violation is None, (title, kinds, seed, choices, violation)
        choices += 1
    assert match.result() is not None
    assert verify(game, decode_record(encode_record(match.record()))) is None
    return choices


def check_tree(game: Game, match: Match, seat: int, bot: Bot, ran: int) -> None:
    """All moves of the root are legal, if the bot has searched since it `ran` so often."""
    if not isinstance(bot, SearchBot) or bot.ran == ran:
        return
    assert bot.tree is not None
    root = bot.tree.root
    for number in range(root.count):
        move = int(root.moves[number])
        violation = game.judge(match.position, seat, move)
        assert violation is None, (game.name, seat, len(match.log), move, violation)
