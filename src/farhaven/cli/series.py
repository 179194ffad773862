"""Plays games of bots, one after the other, without anything to look at."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from farhaven.bots import make_bot
from farhaven.bots.base import Bot
from farhaven.cli.editions import spoken
from farhaven.cli.faults import Fault
from farhaven.cli.seeds import luck_of, secret_of
from farhaven.cli.settings import clean, say
from farhaven.core.game import Game
from farhaven.core.line import Entry
from farhaven.core.match import Match, OptionValues
from farhaven.core.record import PlayerInfo, encode_record
from farhaven.core.violation import Violation
from farhaven.games import load


class Series(NamedTuple):
    """What a series of games is, apart from their number: enough for another process."""

    title: str
    bots: Sequence[str]
    seed: int
    components: Path | None = None
    turn_limit: int | None = None
    options: OptionValues | None = None
    trades: bool = True


class Played(NamedTuple):
    """What a summary needs of a game."""

    scores: Sequence[int]
    """Empty where the game was stopped."""
    winners: Sequence[int]
    decisions: int


class Chunk(NamedTuple):
    """Some games of a series in order: their records as JSON Lines, and what came of them."""

    lines: bytes
    games: Sequence[Played]


def find_own_bots() -> None:
    """Let `module:Class` name a module of the folder that the command was called in."""
    if "" not in sys.path:
        sys.path.insert(0, "")


def play_chunk(series: Series, numbers: range) -> Chunk:
    """Play some games of a series."""
    find_own_bots()
    lines: list[bytes] = []
    games: list[Played] = []
    for number in numbers:
        match = play_game(series, number)
        lines.append(encode_record(match.record()) + b"\n")
        result = match.result()
        decisions = sum(isinstance(line, Entry) for line in match.log)
        scores, winners = ((), ()) if result is None else (result.scores, result.winners)
        games.append(Played(scores, winners, decisions))
    return Chunk(b"".join(lines), games)


def play_game(series: Series, number: int) -> Match:
    """Play one game of a series to its end, or to the turn limit.

    The bots' moves are judged like anybody's, but nobody is told of events: this is the loop that
    long series spend their time in.
    """
    game = load(series.title, series.components)
    players = [PlayerInfo(f"Bot {i + 1}", f"bot:{kind}") for i, kind in enumerate(series.bots)]
    secret = secret_of(series.seed, number)
    match = Match.new(game, players, secret, options=series.options)
    bots = [_seated(kind, game, series.trades) for kind in series.bots]
    luck = [luck_of(secret, seat) for seat in range(len(players))]
    position = match.position
    decisions = 0
    while not match.is_over:
        if position.awaits_chance():
            match.roll()
            continue
        limit = series.turn_limit
        if limit is not None and position.turns_after(decisions) >= limit:
            match.stop("turn_limit")
            break
        seat = match.owing()[0]
        try:
            move = bots[seat].choose(match.view(seat), luck[seat])
        except Exception as fault:
            raise _failed(number, seat, series.bots[seat], fault) from fault
        violation = match.play(seat, move)
        if violation is not None:
            raise _illegal(game, number, seat, series.bots[seat], violation)
        decisions += 1
    return match


def _seated(kind: str, game: Game, trades: bool) -> Bot:
    bot = make_bot(kind, game)
    bot.trades = trades
    return bot


def _failed(number: int, seat: int, bot: str, fault: Exception) -> Fault:
    """Bots come from anywhere, so what they raise may be anything."""
    reason = clean(f"{type(fault).__name__}: {fault}")
    return Fault(say("selfplay", "failed", game=number, seat=seat, bot=bot, reason=reason))


def _illegal(game: Game, number: int, seat: int, bot: str, violation: Violation) -> Fault:
    reason = f"{violation.clause}: {spoken(violation, game)}"
    return Fault(say("selfplay", "illegal", game=number, seat=seat, bot=bot, reason=reason))
