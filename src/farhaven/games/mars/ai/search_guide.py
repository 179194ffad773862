"""Advice for a search of Mars: which moves are worth a look, and how others trade."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from farhaven.core.chance import Chance
from farhaven.core.position import MANY, Guide, Position, chance_after, keep_best
from farhaven.games.mars.ai.trade_judgement import barter
from farhaven.games.mars.rules import moves as do
from farhaven.games.mars.rules.parts import (
    COWBOY,
    NONE,
    REQUISITION,
    RESOURCES,
    ROAD_CREW,
    SUPPLY_DROP,
    count_of,
    holds,
    one,
)
from farhaven.games.mars.rules.state import ANSWERING, DISCARDING, MOST_SEATS, PLACING, State
from farhaven.games.mars.rules.trade import answer_moves, can_accept, can_close_with
from farhaven.games.mars.rules.turn import discard_size

RATING: Final = 3000.0  # of a win that is sure: a twentieth of it is much here
MOST: Final[i64] = 30  # candidates
TURNS: Final[i64] = 8  # that are played quickly to judge places of the set-up

_VALUES: Final = vec[i64]([0] * MOST_SEATS)
_CHANCES: Final = vec[float]([0.0] * MOST_SEATS)


@final
@mypyc_attr(native_class=True, acyclic=True)
class MarsGuide(Guide):
    """Advice for one search."""

    until: i64 = 0  # the number of the turn with which quick play ends

    def __init__(self) -> None:
        self.ratings: vec[i64] = vec[i64]([0] * (RESOURCES + 1))  # of discards

    def candidates(self, position: Position, seat: i64, moves: vec[i64], ratings: vec[i64]) -> i64:
        """The moves that lead to the best positions at once; of discards only a few.

        Others answer offers as the house's bots do, and close what they have offered.
        """
        assert isinstance(position, State)
        if position.phase == DISCARDING:
            return write_discards(position, seat, moves, ratings)
        if position.phase == ANSWERING and seat != self.seat:
            if seat == position.turn:
                return write_closings(position, moves, ratings)
            moves[0] = barter(position, seat)
            ratings[0] = 0
            return 1
        count = position.legal_moves(seat, moves)
        if count == 1:
            ratings[0] = 0
            return 1
        for i in range(count):
            ratings[i] = rating_of(position, seat, moves[i])
        return keep_best(moves, ratings, count, MOST)

    def allows(
        self,
        position: Position,
        seat: i64,
        move: i64,
        buffer: vec[i64],  # noqa: ARG002 - the hand tells
    ) -> bool:
        assert isinstance(position, State)
        if position.phase == ANSWERING and seat not in (self.seat, position.turn):
            return move == barter(position, seat)
        return can_afford(position, seat, move)

    def rates_by_trial(self) -> bool:
        return True

    def patience(self) -> i64:
        """All moves of a position are tried to rate them, and most positions are seen once."""
        return 1

    def rests(self, position: Position, moves: i64) -> bool:  # noqa: ARG002 - turns count
        """The chance to win is judged where the tree ends: quick play would only add noise.

        But what places of the set-up are worth shows only after some turns.
        """
        assert isinstance(position, State)
        return position.turns >= self.until

    def is_blank(self, position: Position) -> bool:
        """MA-S2: the board is laid out, and the same for all but for who places first."""
        assert isinstance(position, State)
        return position.phase == PLACING and position.placed == 0

    def pick(
        self,
        position: Position,
        seat: i64,
        chance: Chance,  # noqa: ARG002 - none is needed
        buffer: vec[i64],
    ) -> i64:
        """The move after which the seat's own value is highest; offers as the house's bots do."""
        assert isinstance(position, State)
        if position.phase == ANSWERING:
            return barter(position, seat)
        if position.phase == DISCARDING:
            count = write_discards(position, seat, buffer, self.ratings)
            keep_best(buffer, self.ratings, count, 1)
            return buffer[0]
        count = position.legal_moves(seat, buffer)
        if count == 1:
            return buffer[0]
        best: i64 = -MANY
        chosen: i64 = 0
        for i in range(count):
            trial = position.bare_copy()
            trial.play(seat, buffer[i])
            worth = trial.value(seat)
            if worth > best:
                best = worth
                chosen = i
        return buffer[chosen]


def guide_from(p: State) -> MarsGuide:
    """Advice for a search that begins here."""
    guide = MarsGuide()
    if p.phase == PLACING:
        guide.until = TURNS
    return guide


def rating_of(p: State, seat: i64, move: i64) -> i64:
    """How likely a seat wins after a move."""
    return i64(chance_after(p, seat, move, _VALUES, _CHANCES) * RATING)


def can_afford(p: State, seat: i64, move: i64) -> bool:
    """Whether a seat holds the cards for a move that the public facts allow."""
    what = do.deed(move)
    parts = p.parts
    hand = p.players[seat].hand
    if what == do.ROAD:
        return holds(hand, parts.road_cost)
    if what == do.SETTLEMENT:
        return holds(hand, parts.settlement_cost)
    if what == do.CITY:
        return holds(hand, parts.city_cost)
    if what == do.DOME:
        return holds(hand, parts.dome_cost)
    if what == do.BUY:
        return holds(hand, parts.card_cost)
    if what == do.BANK:
        return holds(hand, do.bank_count(move) * one(do.bank_give(move)))
    if what == do.DISCARD:
        return holds(hand, do.thing(move))
    return can_play(p, seat, what, move)


def can_play(p: State, seat: i64, what: i64, move: i64) -> bool:
    """Whether a seat has the card to play, or the cards that an offer asks for."""
    cards = p.players[seat].cards
    if what == do.PLAY_COWBOY:
        return count_of(cards, COWBOY) > 0
    if what == do.PLAY_ROAD_CREW:
        return count_of(cards, ROAD_CREW) > 0
    if what == do.PLAY_SUPPLY_DROP:
        return count_of(cards, SUPPLY_DROP) > 0
    if what == do.PLAY_REQUISITION:
        return count_of(cards, REQUISITION) > 0
    if what == do.ACCEPT:
        return can_accept(p, seat)
    if what == do.CLOSE and do.close_seat(move) != NONE:
        return can_close_with(p, do.close_seat(move))
    return True


def write_closings(p: State, moves: vec[i64], ratings: vec[i64]) -> i64:
    """Close with any who agreed (MA-2.1): who makes an offer means it, whatever it is worth.

    The house's bots would withdraw some; one that reckons with that accepts what harms it.
    """
    count = answer_moves(p, p.turn, moves)
    if count > 1:
        count -= 1  # the last is to withdraw
    for i in range(count):
        ratings[i] = rating_of(p, p.turn, moves[i])
    return count


# Discards (MA-1.4)


def write_discards(p: State, seat: i64, moves: vec[i64], ratings: vec[i64]) -> i64:
    """For each resource: keep it as far as possible, give up the most plentiful others."""
    n: i64 = 0
    hand = p.players[seat].hand
    for kept in range(i64(-1), RESOURCES):
        given: i64 = 0
        left = discard_size(p, seat)
        rest = hand
        while left > 0:
            best: i64 = 0
            most: i64 = -1000
            for resource in range(RESOURCES):
                have = count_of(rest, resource)
                if have > 0 and resource == kept:
                    have -= 100
                if count_of(rest, resource) > 0 and have > most:
                    most = have
                    best = resource
            rest -= one(best)
            given += one(best)
            left -= 1
        move = do.with_thing(do.DISCARD, given)
        is_new = True
        for i in range(n):
            if moves[i] == move:
                is_new = False
        if is_new:
            moves[n] = move
            ratings[n] = rating_of(p, seat, move)
            n += 1
    return n
