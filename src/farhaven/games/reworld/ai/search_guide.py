"""Advice for a search of Reworld: which moves are worth a look, and quick sensible play.

In chapter one a module is worth the same gain on a row throughout a search; the gains are worked
out once, with the value: that by which the search judges between rounds chose no better. Of the
many payments only the cheapest for each port and row is looked at.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from farhaven.core.chance import Chance
from farhaven.core.position import Guide, Position, keep_best
from farhaven.games.reworld.ai.cheapest_payment import cheapest_payment, spare_card
from farhaven.games.reworld.ai.features import CARDS, CARDS_WANTED
from farhaven.games.reworld.ai.features import MARKER as MARKER_WEIGHT
from farhaven.games.reworld.ai.launch_choice import quick_launch, rated_launches
from farhaven.games.reworld.ai.launch_rating import Glance
from farhaven.games.reworld.ai.value import note_judged, value, write_judgement
from farhaven.games.reworld.rules.moves import (
    ACQUIRE,
    DROP_OUT,
    MARKER,
    acquire,
    acquire_cards,
    deed,
    marker,
    marker_officer,
)
from farhaven.games.reworld.rules.parts import KINDS, NONE, PORTS, ROUNDS, ROWS, is_terrabot
from farhaven.games.reworld.rules.state import STATION, Player, State, holds, one_card, size_of

MOST: Final[i64] = 24  # candidates in chapter one, besides marker and dropping out
UNKNOWN: Final[i64] = -(1 << 40)
# By the number of players; what quick play comes to has the rest.
TRUST: Final = vec[i64]([0, 0, 40, 20, 10])


@final
@mypyc_attr(native_class=True, acyclic=True)
class ReworldGuide(Guide):
    """Advice for one search."""

    card_worth: i64 = 100
    marker_worth: i64 = 100
    trust: i64 = 0  # in the value at the beginning of chapter two and in it, in percent

    def __init__(self, p: State) -> None:
        self.glance: Glance = Glance()
        self.trust = TRUST[p.seats]
        self.search_weights: vec[i64] = p.parts.search_weights
        # What a module of a kind adds for a seat on a row: seat, kind, row.
        self.gain: vec[i64] = vec[i64]([UNKNOWN] * (p.seats * KINDS * ROWS))
        if p.phase == STATION:
            for seat in range(p.seats):
                write_gains(p, seat, self.gain)
            weights = p.parts.weights
            self.card_worth = max(weights[CARDS] + weights[CARDS_WANTED], 100)
            if p.round < ROUNDS:
                self.marker_worth += weights[MARKER_WEIGHT]

    def candidates(self, position: Position, seat: i64, moves: vec[i64], ratings: vec[i64]) -> i64:
        assert isinstance(position, State)
        if position.phase == STATION:
            return self.station_candidates(position, seat, moves, ratings)
        return rated_launches(position, self.glance, moves, ratings)

    def station_candidates(self, p: State, seat: i64, moves: vec[i64], ratings: vec[i64]) -> i64:
        """The cheapest payment for each port and row, the best of them; marker; dropping out."""
        player = p.players[seat]
        n: i64 = 0
        for port in range(PORTS):
            tile = p.port[port]
            if tile == NONE:
                continue
            for row in range(ROWS):
                cards = cheapest_payment(p, player.hand, port, row + 1)
                if cards != 0:
                    moves[n] = acquire(port, row + 1, cards)
                    gain = self.gain_of(p, seat, p.parts.kind[tile], row)
                    ratings[n] = gain - size_of(cards) * self.card_worth
                    n += 1
        n = keep_best(moves, ratings, n, MOST)
        if not p.marker_taken:
            moves[n] = marker(spare_card(player.hand, 0))
            ratings[n] = self.marker_worth - self.card_worth
            n += 1
        moves[n] = DROP_OUT
        ratings[n] = self.drop_rating(p, player)
        return n + 1

    def gain_of(self, p: State, seat: i64, kind: i64, row: i64) -> i64:
        gain = self.gain[(seat * KINDS + kind) * ROWS + row]
        if gain == UNKNOWN:
            return 200
        if is_terrabot(kind):
            gain += p.parts.terrabot_points[p.round - 1] * 100
        return gain

    def drop_rating(self, p: State, player: Player) -> i64:
        """Every card is worth a point now, and is lost to the rest of the round."""
        return player.hand_size * (p.parts.card_points * 100 - self.card_worth)

    def allows(
        self,
        position: Position,
        seat: i64,
        move: i64,
        buffer: vec[i64],  # noqa: ARG002 - the hand tells
    ) -> bool:
        assert isinstance(position, State)
        if position.phase != STATION:
            return True  # chapter two has no secrets
        what = deed(move)
        hand = position.players[seat].hand
        if what == ACQUIRE:
            return holds(hand, acquire_cards(move))
        if what == MARKER:
            return holds(hand, one_card(marker_officer(move)))
        return True

    def pick(self, position: Position, seat: i64, chance: Chance, buffer: vec[i64]) -> i64:
        assert isinstance(position, State)
        if position.phase == STATION:
            return self.quick_station(position, seat, chance)
        return quick_launch(position, self.glance, chance, buffer)

    def quick_station(self, p: State, seat: i64, chance: Chance) -> i64:
        """The best of the cheap acquisitions, as far as a little noise lets it."""
        player = p.players[seat]
        best = self.drop_rating(p, player)
        chosen: i64 = DROP_OUT
        for port in range(PORTS):
            tile = p.port[port]
            if tile == NONE:
                continue
            noise = chance.below(256)
            for row in range(ROWS):
                cards = cheapest_payment(p, player.hand, port, row + 1)
                if cards != 0:
                    rating = self.gain_of(p, seat, p.parts.kind[tile], row) + noise
                    rating -= size_of(cards) * self.card_worth
                    if rating > best:
                        best = rating
                        chosen = acquire(port, row + 1, cards)
        if not p.marker_taken and self.marker_worth - self.card_worth + chance.below(200) > best:
            return marker(spare_card(player.hand, 0))
        return chosen

    def looks_past_chance(self) -> bool:
        return False  # a new round can be dealt in too many ways

    def rests(self, position: Position, moves: i64) -> bool:  # noqa: ARG002 - chapters count
        assert isinstance(position, State)
        return position.phase != STATION

    def judge(self, position: Position, values: vec[i64]) -> None:
        assert isinstance(position, State)
        write_judgement(position, values)

    def features(self, position: Position, seat: i64, out: vec[i64]) -> i64:
        assert isinstance(position, State)
        return note_judged(position, seat, out)

    def weights(self) -> vec[i64]:
        return self.search_weights

    def trusts(self, position: Position) -> i64:
        """The next round is too far off to play on; chapter two is better seen than judged."""
        if position.awaits_chance():
            return 100
        return self.trust


def write_gains(p: State, seat: i64, gain: vec[i64]) -> None:
    """What each module at the station would add to a seat's value, row by row."""
    base = value(p, seat)
    player = p.players[seat]
    for port in range(PORTS):
        tile = p.port[port]
        if tile == NONE:
            continue
        kind = p.parts.kind[tile]
        at = (seat * KINDS + kind) * ROWS
        if gain[at] != UNKNOWN:
            continue
        for row in range(ROWS):
            under = player.open_end[row]
            p.beneath[tile] = under
            player.open_end[row] = tile
            player.modules += 1
            gain[at + row] = value(p, seat) - base
            player.open_end[row] = under
            player.modules -= 1
            p.beneath[tile] = NONE
