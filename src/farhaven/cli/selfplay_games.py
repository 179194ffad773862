"""Plays games of bots, one after the other, without anything to look at."""

import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from farhaven.arena.duel import TURN_LIMIT
from farhaven.arena.guarded_bot import BotFault, SeatedBot
from farhaven.arena.worker_processes import WorkerLost
from farhaven.cli.console import clean, say
from farhaven.cli.editions import spoken
from farhaven.cli.errors import Fault
from farhaven.cli.seeds import luck_of, secret_of
from farhaven.core.game import Game
from farhaven.core.log_entry import Entry
from farhaven.core.match import Match, OptionValues
from farhaven.core.record import PlayerInfo, encode_record
from farhaven.core.violation import RECORD, Violation
from farhaven.games import load


class Series(NamedTuple):
    """What a series of games is, apart from their number: enough for another process."""

    title: str
    bots: Sequence[str]
    seed: int
    components: Path | None = None
    turn_limit: int = TURN_LIMIT
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

    first: int
    """The number of its first game."""
    lines: bytes
    games: Sequence[Played]
    seconds: float
    fault: BotFault | None = None
    """Why the game after the last one did not come to its end."""


def find_own_bots() -> None:
    """Let `module:Class` name a module of the folder that the command was called in."""
    if "" not in sys.path:
        sys.path.insert(0, "")


def play_chunk(series: Series, numbers: range) -> Chunk:
    """Play some games of a series, up to one that a bot spoils."""
    begun = perf_counter()
    lines: list[bytes] = []
    games: list[Played] = []
    fault: BotFault | None = None
    for number in numbers:
        try:
            match = play_game(series, number)
        except BotFault as found:
            fault = found
            break
        lines.append(encode_record(match.record()) + b"\n")
        result = match.result()
        decisions = sum(isinstance(line, Entry) for line in match.log)
        scores, winners = ((), ()) if result is None else (result.scores, result.winners)
        games.append(Played(scores, winners, decisions))
    return Chunk(numbers.start, b"".join(lines), games, perf_counter() - begun, fault)


def play_game(series: Series, number: int) -> Match:
    """Play one game of a series to its end, or to the turn limit; `BotFault` if a bot spoils it.

    The bots' moves are judged like anybody's, but nobody is told of events: this is the loop that
    long series spend their time in.
    """
    game = load(series.title, series.components)
    players = [PlayerInfo(f"Bot {i + 1}", f"bot:{kind}") for i, kind in enumerate(series.bots)]
    secret = secret_of(series.seed, number)
    match = Match.new(game, players, secret, options=series.options)
    bots = [
        SeatedBot(game, number, seat, kind, luck_of(secret, seat))
        for seat, kind in enumerate(series.bots)
    ]
    for seated in bots:
        seated.bot.trades = series.trades
    position = match.position
    decisions = 0
    while not match.is_over:
        if position.awaits_chance():
            match.roll()
            continue
        if position.turns_after(decisions) >= series.turn_limit:
            match.stop("turn_limit")
            break
        seat = match.owing()[0]
        violation = match.play(seat, bots[seat].choose(match.view(seat)))
        if violation is not None:
            raise bots[seat].refused(violation)
        decisions += 1
    return match


def told(fault: BotFault | WorkerLost, rules: Game) -> Fault:
    """What stopped some games, in the user's language, wherever they were played."""
    if isinstance(fault, WorkerLost):
        return Fault(say("selfplay", "lost", code=str(fault.code)))
    reason = fault.reason
    if isinstance(reason, Violation):
        clause = "" if reason.clause == RECORD else f"{reason.clause}: "
        key, text = "illegal", clause + spoken(reason, rules)
    else:
        key, text = "failed", reason
    return Fault(
        say("selfplay", key, game=fault.game, seat=fault.seat, bot=fault.bot, reason=clean(text))
    )
