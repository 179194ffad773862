"""Mars's position: the state on the table, driven by the rules."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from farhaven.core.bits import bit
from farhaven.core.chance import Chance
from farhaven.core.position import Guide
from farhaven.evaluation.net import Net
from farhaven.games.mars.ai.search_guide import guide_from
from farhaven.games.mars.ai.trade_judgement import barter, may_wait, propose, write_offers
from farhaven.games.mars.ai.value import (
    doubt,
    expected_points,
    note_features,
    outlook,
    own_net,
    own_weights,
    use_net,
    value,
)
from farhaven.games.mars.rules import moves as do
from farhaven.games.mars.rules.aliens import move_aliens, steal, write_aliens
from farhaven.games.mars.rules.board import Board, beginners_board, random_board
from farhaven.games.mars.rules.build import (
    begin_placing,
    build_city,
    build_dome,
    build_road,
    build_settlement,
    place_first,
    place_moves,
    write_builds,
)
from farhaven.games.mars.rules.cards import (
    buy,
    draw,
    play_cowboy,
    play_requisition,
    play_road_crew,
    play_supply_drop,
    write_cards,
)
from farhaven.games.mars.rules.identity import checksum, public_key
from farhaven.games.mars.rules.ledger import Ledger
from farhaven.games.mars.rules.parts import Parts, kind_at, size_of
from farhaven.games.mars.rules.state import (
    ACTING,
    ALIENS_MOVE,
    ANSWERING,
    DICE,
    DISCARDING,
    DRAW,
    LAYOUT,
    OVER,
    PLACING,
    ROLLING,
    STEAL,
    State,
    hand_size,
)
from farhaven.games.mars.rules.trade import (
    answer,
    answer_moves,
    close_offer,
    make_offer,
    may_counter,
    may_offer,
    may_still_trade,
    owing_answers,
    trade_with_bank,
    write_bank_trades,
)
from farhaven.games.mars.rules.turn import discard, discard_moves, end_turn, points, rolled


@final
@mypyc_attr(native_class=True, acyclic=True)
class MarsPosition(State):
    """A running game of Mars."""

    def awaits_chance(self) -> bool:
        return self.phase <= DRAW

    def is_over(self) -> bool:
        return self.phase == OVER

    def owing(self) -> i64:
        if self.phase == DISCARDING:
            return self.discarding
        if self.phase == ANSWERING:
            return owing_answers(self)
        if self.phase <= DRAW or self.phase == OVER:
            return 0
        return bit(self.turn)

    def may_wait(self, seat: i64) -> bool:
        return may_wait(self, seat)

    def barter(self, seat: i64) -> i64:
        return barter(self, seat)

    def barters(self, out: vec[i64]) -> i64:
        return write_offers(self, out)

    def may_propose(self, seat: i64) -> bool:
        return may_offer(self, seat) or may_counter(self, seat)

    def propose(self, seat: i64, chance: Chance) -> i64:
        return propose(self, seat, chance)

    def turns_after(self, decisions: i64) -> i64:  # noqa: ARG002 - counted as they begin
        return self.turns

    def legal_moves(self, seat: i64, out: vec[i64]) -> i64:
        phase = self.phase
        if phase == ACTING:
            return acting_moves(self, out)
        if phase == ROLLING:
            out[0] = do.ROLL
            return 1
        if phase == DISCARDING:
            return discard_moves(self, seat, out)
        if phase == ALIENS_MOVE:
            return write_aliens(self, do.ALIENS, out, 0)
        if phase == ANSWERING:
            return answer_moves(self, seat, out)
        return place_moves(self, out)

    def play(self, seat: i64, move: i64) -> None:
        phase = self.phase
        if phase == ACTING:
            act(self, move)
        elif phase == ROLLING:
            self.phase = DICE
        elif phase == DISCARDING:
            discard(self, seat, do.thing(move))
        elif phase == ALIENS_MOVE:
            move_aliens(self, do.aliens_field(move), do.aliens_victim(move))
        elif phase == PLACING:
            place_first(self, seat, do.place_crossing(move), do.place_path(move))
        elif do.deed(move) == do.CLOSE:
            close_offer(self, do.close_seat(move))
        else:
            answer(self, seat, move)

    def roll(self, chance: Chance) -> None:
        phase = self.phase
        if phase == DICE:
            first = chance.below(6) + 1
            rolled(self, first, chance.below(6) + 1)
        elif phase == STEAL:
            pick = chance.below(hand_size(self, self.victim))
            steal(self, kind_at(self.players[self.victim].hand, pick))
        elif phase == DRAW:
            draw(self, kind_at(self.deck, chance.below(size_of(self.deck))))
        elif self.beginners:
            lay_out(self, beginners_board(self.parts), chance.below(self.seats))
        else:
            board = random_board(self.parts, chance)
            lay_out(self, board, chance.below(self.seats))

    def copy(self) -> "MarsPosition":
        other = self.bare_copy()
        if self.ledger is not None:
            other.ledger = self.ledger.copy()
        return other

    def bare_copy(self) -> "MarsPosition":
        other = MarsPosition(self.parts, self.seats)
        self.copy_to(other)
        return other

    def score(self, seat: i64) -> i64:
        return points(self, seat)

    def value(self, seat: i64) -> i64:
        return value(self, seat)

    def doubt(self) -> i64:
        return doubt(self)

    def outlook(self, values: vec[i64], out: vec[float]) -> None:
        outlook(self, values, out)

    def expected_points(self, values: vec[i64], chances: vec[float], out: vec[i64]) -> None:
        expected_points(self, values, chances, out)

    def net(self) -> Net | None:
        return own_net(self)

    def use_net(self, net: Net) -> None:
        use_net(self, net)

    def guide(self) -> Guide:
        return guide_from(self)

    def features(self, seat: i64, out: vec[i64]) -> i64:
        return note_features(self, seat, out)

    def weights(self) -> vec[i64]:
        return own_weights(self)

    def public_key(self) -> i64:
        return public_key(self)

    def checksum(self) -> i64:
        return checksum(self)


def acting_moves(p: State, out: vec[i64]) -> i64:
    """Write what the player on turn may do after the roll, but for offers; return how much."""
    n = write_builds(p, out, 0)
    if may_still_trade(p):
        n = write_bank_trades(p, out, n)
    n = write_cards(p, out, n)
    out[n] = do.END
    return n + 1


def act(p: State, move: i64) -> None:
    """Trade, build, card or end (MA-1.1)."""
    what = do.deed(move)
    if what == do.END:
        end_turn(p)
    elif what == do.BANK:
        trade_with_bank(p, do.bank_give(move), do.bank_count(move), do.bank_get(move))
    elif what == do.ROAD:
        build_road(p, do.thing(move))
    elif what == do.DOME:
        build_dome(p, do.dome_field(move), do.dome_grows(move))
    elif what == do.SETTLEMENT:
        build_settlement(p, do.thing(move))
    elif what == do.CITY:
        build_city(p, do.thing(move))
    elif what == do.BUY:
        buy(p)
    elif what == do.OFFER:
        make_offer(p, move)
    else:
        play_card(p, what, move)


def play_card(p: State, what: i64, move: i64) -> None:
    if what == do.PLAY_COWBOY:
        play_cowboy(p, do.aliens_field(move), do.aliens_victim(move))
    elif what == do.PLAY_ROAD_CREW:
        first = do.road_crew_path(move, 0)
        play_road_crew(p, do.road_crew_count(move), first, do.road_crew_path(move, 1))
    elif what == do.PLAY_SUPPLY_DROP:
        play_supply_drop(p, do.thing(move))
    else:
        play_requisition(p, do.thing(move))


def lay_out(p: State, board: Board, first: i64) -> None:
    """MA-C4, MA-C5, MA-S1: chance has laid out the board and drawn the first player."""
    p.acted = LAYOUT
    p.board = board
    p.first = first
    begin_placing(p)


def new_position(parts: Parts, seats: i64, beginners: bool, strict: bool) -> MarsPosition:
    """The position before anything has happened, with a ledger of what is seen."""
    position = MarsPosition(parts, seats)
    position.beginners = beginners
    position.strict = strict
    position.set_up()
    position.ledger = Ledger(seats)
    return position
