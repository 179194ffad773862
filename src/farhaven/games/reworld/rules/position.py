"""Reworld's position: the state on the table, driven by the rules."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from farhaven.core.chance import Chance
from farhaven.core.position import MANY, Guide, mix, mix_all
from farhaven.games.reworld.ai.search_guide import ReworldGuide
from farhaven.games.reworld.ai.value import doubt, note_features, value, write_values
from farhaven.games.reworld.rules.identity import settlement_identity
from farhaven.games.reworld.rules.parts import (
    CATEGORIES,
    KINDS,
    LETTERS,
    NONE,
    PORTS,
    ROWS,
    TILES,
    Parts,
)
from farhaven.games.reworld.rules.scoring import total
from farhaven.games.reworld.rules.settlement import play_settlement, settlement_moves
from farhaven.games.reworld.rules.state import (
    OVER,
    ROUND_SETUP,
    SETTLEMENT,
    START,
    STATION,
    Player,
    State,
)
from farhaven.games.reworld.rules.station import draw_round, play_station, station_moves


@final
@mypyc_attr(native_class=True, acyclic=True)
class ReworldPosition(State):
    """A running game of Reworld."""

    def awaits_chance(self) -> bool:
        return self.phase <= ROUND_SETUP

    def is_over(self) -> bool:
        return self.phase == OVER

    def owing(self) -> i64:
        if self.turn == NONE:
            return 0
        return 1 << self.turn

    def legal_moves(self, seat: i64, out: vec[i64]) -> i64:  # noqa: ARG002 - one seat owes
        if self.phase == STATION:
            return station_moves(self, out)
        return settlement_moves(self, out)

    def play(self, seat: i64, move: i64) -> None:  # noqa: ARG002 - one seat owes
        if self.phase == STATION:
            play_station(self, move)
        else:
            play_settlement(self, move)

    def roll(self, chance: Chance) -> None:
        if self.phase == START:
            begin(self, chance.below(self.seats))
        else:
            draw_round(self, chance)

    def copy(self) -> "ReworldPosition":
        other = ReworldPosition(self.parts)
        self.copy_to(other)
        return other

    def score(self, seat: i64) -> i64:
        return total(self, seat)

    def value(self, seat: i64) -> i64:
        return value(self, seat)

    def values(self, out: vec[i64]) -> None:
        write_values(self, out)

    def doubt(self) -> i64:
        return doubt(self)

    def plies_left(self) -> i64:
        if self.phase != SETTLEMENT:
            return MANY
        modules: i64 = 0
        for player in self.players:
            modules += player.modules
        return modules

    def identity(self) -> i64:
        return settlement_identity(self)

    def has_secrets(self) -> bool:
        return self.phase == STATION

    def guide(self) -> Guide:
        return ReworldGuide(self)

    def features(self, seat: i64, out: vec[i64]) -> i64:
        return note_features(self, seat, out)

    def weights(self) -> vec[i64]:
        return self.parts.weights

    def checksum(self) -> i64:
        h = mix(self.public_key(), self.marker_card)
        h = mix(h, self.undealt)
        h = mix(h, self.bag_size << 20 | self.open_ports)
        h = mix_all(h, self.around)
        for player in self.players:
            h = mix(h, player.hand)
            h = mix(h, player.dropped)
            h = mix_sources(player, h)
            h = mix_counts(player, h)
        return h

    def public_key(self) -> i64:
        h = mix(17, where_it_stands(self))
        for port in range(PORTS):
            module = kind_of(self, self.port[port]) + 1
            h = mix(h, module << 40 | self.slot[port] << 8 | self.slot_top[port])
        for kind in range(KINDS):
            h = mix(h, self.bag[kind])
        for player in self.players:
            h = mix_player(self, player, h)
        for i in range(self.seats * CATEGORIES):
            h = mix(h, self.final[i])
        return h


def begin(p: State, seat: i64) -> None:
    """RW-S1: the first starting player has been drawn."""
    p.marker = seat
    p.phase = ROUND_SETUP


def where_it_stands(p: State) -> i64:
    """Whatever is a small number, each in bits of its own; a seat may be NONE."""
    small = p.phase | p.round << 3 | (p.turn + 1) << 6 | (p.marker + 1) << 9
    small |= i64(p.marker_taken) << 12
    return small | p.ships_left << 13 | p.signs_left << 27


def kind_of(p: State, tile: i64) -> i64:
    if tile == NONE:
        return NONE
    return p.parts.kind[tile]


def mix_stack(p: State, top: i64, h: i64) -> i64:
    """All tiles of a stack into a checksum."""
    tile = top
    depth: i64 = 0
    while tile != NONE and depth < TILES:
        h = mix(h, p.parts.kind[tile])
        tile = p.beneath[tile]
        depth += 1
    return mix(h, NONE)


def mix_sources(player: Player, h: i64) -> i64:
    """Where a player's points came from, which the result will tell, into a checksum."""
    h = mix(h, player.terrabot_points)
    h = mix(h, player.marker_points)
    h = mix(h, player.card_points)
    h = mix(h, player.special_points)
    h = mix(h, player.satellite_points)
    return mix(h, player.ship_points)


def mix_counts(player: Player, h: i64) -> i64:
    """What is counted beside the tiles that lie there, into a checksum."""
    counts = player.modules | player.shields << 8 | player.shuttles << 16
    h = mix(h, counts | player.satellites << 24)
    h = mix_all(h, player.terrabots)
    h = mix_all(h, player.company)
    h = mix_all(h, player.construction)
    return mix_all(h, player.farming)


def mix_player(p: State, player: Player, h: i64) -> i64:
    h = mix(h, player.score)
    cards = player.hand_size | player.dropped_size << 8
    h = mix(h, cards | i64(player.in_round) << 16)
    h = mix(h, player.ship_order)
    h = mix(h, player.ships_taken)
    for row in range(ROWS):
        h = mix_stack(p, player.open_end[row], h)
    for letter in range(LETTERS):
        h = mix(h, player.sign[letter])
        h = mix_stack(p, player.city_top[letter], h)
    h = mix_stack(p, player.defence_top, h)
    h = mix_stack(p, player.shuttles_top, h)
    return mix_stack(p, player.satellites_top, h)


def new_position(parts: Parts) -> ReworldPosition:
    """The position before anything has happened."""
    position = ReworldPosition(parts)
    position.set_up()
    return position
