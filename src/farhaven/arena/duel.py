"""Duplicate matches: one bot alone among others, at every seat of the same deals."""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from time import process_time
from typing import NamedTuple

from farhaven.arena.guarded_bot import SeatedBot
from farhaven.bots.search_bot import SearchBot
from farhaven.core.chance import FastChance
from farhaven.core.game import Game
from farhaven.core.position import first_owing
from farhaven.evaluation.leads import leads
from farhaven.games import load

TURN_LIMIT = 4000
"""Turns after which a game is stopped: more than three times the longest random game."""


class Pairing(NamedTuple):
    """One bot against another, which takes all other seats."""

    bot: str
    others: str


class Task(NamedTuple):
    """A deal of a pairing, played once for each seat of the bot: enough for another process."""

    title: str
    players: int
    pairing: Pairing
    deal: int
    seed: int
    turn_limit: int = TURN_LIMIT


class Played(NamedTuple):
    """One match: the bot's seat, its share of the win, its lead over the others' mean.

    `places` counts from 1 for the winners, seat by seat; it is empty for a match that reached the
    turn limit, which counts as nothing.
    """

    seat: int
    win: float
    lead: float
    places: Sequence[int]

    @property
    def is_finished(self) -> bool:
        return bool(self.places)


class DealResult(NamedTuple):
    """What came of a deal, seat by seat."""

    pairing: Pairing
    deal: int
    matches: Sequence[Played]

    @property
    def finished(self) -> list[Played]:
        return [match for match in self.matches if match.is_finished]


def pairings(bots: Sequence[str], players: int, first: bool = False) -> list[Pairing]:
    """Who meets whom; with two players one meeting serves both. `first`: only the first bot's."""
    pairs = combinations(bots, 2) if players == 2 else permutations(bots, 2)
    return [Pairing(*pair) for pair in pairs if not first or pair[0] == bots[0]]


def tasks(
    title: str,
    players: int,
    bots: Sequence[str],
    games: int,
    seed: int,
    *,
    first: bool = False,
    turn_limit: int = TURN_LIMIT,
) -> Iterator[Task]:
    """All deals, so that every pairing gets at least so many games."""
    deals = -(-games // players)
    for deal in range(deals):
        for pairing in pairings(bots, players, first):
            yield Task(title, players, pairing, deal, seed, turn_limit)


def play_deal(task: Task) -> DealResult:
    """Play a deal once for each seat of the pairing's bot."""
    game = load(task.title)
    matches = [play_match(game, task, seat) for seat in range(task.players)]
    return DealResult(task.pairing, task.deal, matches)


def play_match(game: Game, task: Task, seat: int) -> Played:
    """One match with the bot at a seat."""
    bots = [_seated(game, task, seat, s) for s in range(task.players)]
    final = play_out(game, task, bots)
    if final is None:
        return Played(seat, 0.0, 0.0, ())
    scores, winners = final
    win = 1 / len(winners) if seat in winners else 0.0
    return Played(seat, win, leads(scores)[seat], places_of(scores, winners))


def _seated(game: Game, task: Task, alone: int, seat: int) -> SeatedBot:
    """Who sits at a seat of the match in which the pairing's bot sits `alone`."""
    kind = task.pairing.bot if seat == alone else task.pairing.others
    luck = fast_chance("luck", task.seed, task.deal, kind, seat, alone)
    seated = SeatedBot(game, task.deal * task.players + alone, seat, kind, luck)
    if isinstance(seated.bot, SearchBot):
        # Its time is that of the processor: a busy machine makes nobody weaker.
        seated.bot.clock = process_time
    return seated


def places_of(scores: Sequence[int], winners: Sequence[int]) -> list[int]:
    """Each seat's place: winners first, the others by their scores."""
    keys = [(seat not in winners, -score) for seat, score in enumerate(scores)]
    keys = [(lost, score if lost else 0) for lost, score in keys]
    return [1 + sum(other < key for other in keys) for key in keys]


def play_out(
    game: Game, task: Task, bots: Sequence[SeatedBot]
) -> tuple[Sequence[int], Sequence[int]] | None:
    """Scores and winners of a match, or None if it reaches the turn limit."""
    position = game.start_with(task.players, {})
    outcomes = 0
    decisions = 0
    while True:
        while position.awaits_chance():
            # The n-th outcome of a deal has the same luck whatever was played before it.
            position.roll(fast_chance("deal", task.seed, task.deal, outcomes))
            outcomes += 1
        if position.is_over():
            result = game.result(position)
            return result.scores, result.winners
        if position.turns_after(decisions) >= task.turn_limit:
            return None
        seat = int(first_owing(position))
        move = bots[seat].choose(game.view(position, seat))
        # Tests hold the bots of the house to the rules; to judge the quick ones costs a tenth more.
        violation = None if bots[seat].is_of_the_house else game.judge(position, seat, move)
        if violation is not None:
            raise bots[seat].refused(violation)
        position.play(seat, move)
        decisions += 1


def fast_chance(*parts: str | int) -> FastChance:
    """A stream of luck with a name."""
    digest = hashlib.sha256("/".join(map(str, parts)).encode()).digest()
    return FastChance(int.from_bytes(digest[:7], "big"))
