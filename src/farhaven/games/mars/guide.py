"""Advice for a search of Mars: which moves are worth a look, and quick sensible play."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from farhaven.core.chance import Chance
from farhaven.core.position import Guide, Position
from farhaven.games.mars import moves as do
from farhaven.games.mars.board import FIELDS
from farhaven.games.mars.features import site_rate, ways
from farhaven.games.mars.parts import (
    COWBOY,
    NONE,
    REQUISITION,
    RESOURCES,
    ROAD_CREW,
    SUPPLY_DROP,
    count_of,
    holds,
    one,
    size_of,
)
from farhaven.games.mars.state import DISCARDING, ROLLING, Player, State
from farhaven.games.mars.trade import can_accept, can_close_with
from farhaven.games.mars.turn import discard_size
from farhaven.games.mars.yields import cards_at, resource_of

STEEP: Final[i64] = 6  # a tenth of a point is much here
MOST: Final[i64] = 30  # candidates
LONG: Final[i64] = 24  # quick play stops at the next turn after so many moves


@final
@mypyc_attr(native_class=True, acyclic=True)
class MarsGuide(Guide):
    """Advice for one search."""

    def candidates(self, position: Position, seat: i64, moves: vec[i64], ratings: vec[i64]) -> i64:
        """The moves that lead to the best positions at once; of discards only a few."""
        assert isinstance(position, State)
        if position.phase == DISCARDING:
            return write_discards(position, seat, moves, ratings)
        count = position.legal_moves(seat, moves)
        if count == 1:
            ratings[0] = 0
            return 1
        for i in range(count):
            trial = position.copy()
            trial.play(seat, moves[i])
            rating = trial.value(seat)
            for other in range(position.seats):
                if other != seat:
                    rating -= trial.value(other) // (2 * position.seats - 2)
            ratings[i] = rating * STEEP
        return keep_best(moves, ratings, count, MOST)

    def allows(
        self,
        position: Position,
        seat: i64,
        move: i64,
        buffer: vec[i64],  # noqa: ARG002 - the hand tells
    ) -> bool:
        assert isinstance(position, State)
        return can_afford(position, seat, move)

    def pick(self, position: Position, seat: i64, chance: Chance, buffer: vec[i64]) -> i64:
        assert isinstance(position, State)
        phase = position.phase
        if phase == DISCARDING:
            return quick_discard(position, seat, chance)
        count = position.legal_moves(seat, buffer)
        best: i64 = -(1 << 40)
        chosen = buffer[0]
        for i in range(count):
            rating = glance(position, seat, buffer[i]) + chance.below(60)
            if rating > best:
                best = rating
                chosen = buffer[i]
        return chosen

    def steepness(self) -> i64:
        return STEEP

    def rests(self, position: Position, moves: i64) -> bool:
        assert isinstance(position, State)
        return moves >= LONG and position.phase == ROLLING


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


def keep_best(moves: vec[i64], ratings: vec[i64], count: i64, most: i64) -> i64:
    """Bring the best rated moves to the front and forget the others."""
    kept = min(count, most)
    for i in range(kept):
        best = i
        for j in range(i + 1, count):
            if ratings[j] > ratings[best]:
                best = j
        if best != i:
            move = moves[i]
            rating = ratings[i]
            moves[i] = moves[best]
            ratings[i] = ratings[best]
            moves[best] = move
            ratings[best] = rating
    return kept


# Discards (MA-1.4)


def quick_discard(p: State, seat: i64, chance: Chance) -> i64:
    """Give up what there is most of, card by card."""
    hand = p.players[seat].hand
    given: i64 = 0
    left = discard_size(p, seat)
    while left > 0:
        best: i64 = 0
        most: i64 = -1
        for resource in range(RESOURCES):
            have = count_of(hand, resource) * 4
            if have > 0:
                have += chance.below(5)
            if have > most:
                most = have
                best = resource
        hand -= one(best)
        given += one(best)
        left -= 1
    return do.with_thing(do.DISCARD, given)


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
            trial = p.copy()
            trial.play(seat, move)
            ratings[n] = trial.value(seat) * STEEP
            n += 1
    return n


# Ratings at a glance


def glance(p: State, seat: i64, move: i64) -> i64:
    """A rating of a move without trying it."""
    what = do.deed(move)
    player = p.players[seat]
    if what == do.CITY:
        return 1000 + site_rate(p, do.thing(move)) * 10
    if what == do.SETTLEMENT:
        return 950 + site_rate(p, do.thing(move)) * 10
    if what == do.PLACE:
        return site_rate(p, do.place_crossing(move)) * 20
    if what == do.DOME:
        return glance_dome(p, seat, do.dome_field(move), do.dome_grows(move))
    if what == do.BUY:
        return 330
    if what == do.ROAD:
        return glance_road(p, player)
    if what == do.BANK:
        return glance_bank(p, player, move)
    if what == do.ALIENS:
        return glance_aliens(p, seat, do.aliens_field(move), do.aliens_victim(move))
    if what == do.END:
        return 100
    return glance_card(p, seat, what, move)


def glance_card(p: State, seat: i64, what: i64, move: i64) -> i64:
    """Playing a card; anything else, such as answering an offer, counts little."""
    if what == do.PLAY_COWBOY:
        return 160 + glance_aliens(p, seat, do.aliens_field(move), do.aliens_victim(move))
    if what == do.PLAY_ROAD_CREW:
        return do.road_crew_count(move) * 130
    if what == do.PLAY_REQUISITION:
        return 180 + 20 * others_have(p, seat, do.thing(move))
    if what == do.PLAY_SUPPLY_DROP:
        return 220
    return 50


def glance_road(p: State, player: Player) -> i64:
    """A road is wanted where no settlement can be built yet, or the chain may win."""
    if player.reached & p.free == 0:
        return 420
    if size_of(player.hand) > p.parts.hand_limit:
        return 200
    return 70


def glance_dome(p: State, seat: i64, field: i64, grows: i64) -> i64:
    """A dome for a resource that the player lacks, on a field that yields to the player."""
    mine = cards_at(p, p.players[seat], field) * ways(p.board.chip[field])
    if mine == 0:
        return -100
    lacking: i64 = 0
    if rate_of(p, seat, grows) == 0:
        lacking = 400
    elif rate_of(p, seat, grows) < 4:
        lacking = 150
    return lacking + mine * 10


def rate_of(p: State, seat: i64, resource: i64) -> i64:
    """Cards of a resource to be expected of 36 rolls."""
    rate: i64 = 0
    player = p.players[seat]
    for field in range(FIELDS):
        if field not in (p.board.barren, p.aliens) and resource_of(p, field) == resource:
            rate += cards_at(p, player, field) * ways(p.board.chip[field])
    return rate


def glance_bank(p: State, player: Player, move: i64) -> i64:
    """A trade with the bank is good where it makes something payable that was not."""
    hand = player.hand
    after = hand - do.bank_count(move) * one(do.bank_give(move)) + one(do.bank_get(move))
    parts = p.parts
    if player.settlements != 0 and holds(after, parts.city_cost):
        if not holds(hand, parts.city_cost):
            return 900
    elif player.reached & p.free != 0 and holds(after, parts.settlement_cost):
        if not holds(hand, parts.settlement_cost):
            return 850
    elif holds(after, parts.card_cost) and not holds(hand, parts.card_cost):
        return 320
    if size_of(hand) > parts.hand_limit + 2:
        return 90
    return 0


def glance_aliens(p: State, seat: i64, field: i64, victim: i64) -> i64:
    """Land where the others lose most."""
    rating: i64 = 0
    if field != p.board.barren:
        likely = ways(p.board.chip[field])
        for other in range(p.seats):
            lost = cards_at(p, p.players[other], field) * likely * 10
            if other == seat:
                rating -= 2 * lost
            else:
                rating += lost
    if victim != NONE:
        rating += 60
    return rating


def others_have(p: State, seat: i64, resource: i64) -> i64:
    n: i64 = 0
    for other in range(p.seats):
        if other != seat:
            n += count_of(p.players[other].hand, resource)
    return n
