"""Chapter one: Colossus Station (RW-1)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.bits import bit
from farhaven.core.chance import Chance, shuffle
from farhaven.games.reworld.rules.legal_payments import NO_CARDS, SITUATION, write_acquisitions
from farhaven.games.reworld.rules.moves import (
    ACQUIRE,
    DROP_OUT,
    acquire_cards,
    acquire_port,
    acquire_top,
    deed,
    marker,
    marker_officer,
)
from farhaven.games.reworld.rules.parts import NONE, OFFICERS, PORTS, ROUNDS, is_terrabot
from farhaven.games.reworld.rules.settlement import begin_settlement
from farhaven.games.reworld.rules.state import (
    ROUND_SETUP,
    STATION,
    Player,
    State,
    count_of,
    one_card,
    size_of,
)

# RW-S2: the slots form one ring of 20.


def _ring() -> vec[i64]:
    """The two neighbours of each slot, one after the other."""
    upper_first: i64 = 0
    upper_last: i64 = 9
    lower_first: i64 = 10
    lower_last: i64 = 19
    ring = vec[i64]([0] * (2 * PORTS))
    for port in range(PORTS):
        ring[2 * port] = port - 1
        ring[2 * port + 1] = port + 1
    ring[2 * upper_first] = lower_first
    ring[2 * lower_first] = upper_first
    ring[2 * upper_last + 1] = lower_last
    ring[2 * lower_last + 1] = upper_last
    return ring


NEIGHBOURS: Final = _ring()


def look_around(p: State, port: i64) -> None:
    """Note the situation of a slot: the top cards of its two neighbours."""
    p.around[port] = SITUATION[6 * top_left_of(p, port) + top_right_of(p, port)]


def marker_is_free(p: State) -> bool:
    """RW-1.8: nobody has taken the marker in this round."""
    return not p.marker_taken


def has_officer(player: Player, officer: i64) -> bool:
    """RW-1.8: the card that pays for the marker is in the hand."""
    return count_of(player.hand, officer) > 0


def has_module(p: State, port: i64) -> bool:
    """RW-1.4: there is a module to acquire at a port."""
    return p.port[port] != NONE


def top_left_of(p: State, port: i64) -> i64:
    """RW-1.4: the officer on top of one neighbour's cards; 0 if it has none."""
    return p.slot_top[NEIGHBOURS[2 * port]]


def top_right_of(p: State, port: i64) -> i64:
    """RW-1.4: the officer on top of the other neighbour's cards; 0 if it has none."""
    return p.slot_top[NEIGHBOURS[2 * port + 1]]


def station_moves(p: State, out: vec[i64]) -> i64:
    """Write the legal moves of the player on turn (RW-1.3); return how many."""
    player = p.players[p.turn]
    n = write_acquisitions(p, player, out)
    if marker_is_free(p):
        for officer in range(i64(1), OFFICERS + 1):
            if has_officer(player, officer):
                out[n] = marker(officer)
                n += 1
    out[n] = DROP_OUT
    return n + 1


def play_station(p: State, move: i64) -> None:
    """Carry out a legal move of the player on turn, and pass the turn on."""
    what = deed(move)
    if what == ACQUIRE:
        acquire_module(p, acquire_port(move), acquire_top(move), acquire_cards(move))
    elif what == DROP_OUT:
        drop_out(p)
    else:
        take_marker(p, marker_officer(move))
    pass_turn(p)


def acquire_module(p: State, port: i64, top: i64, cards: i64) -> None:
    """RW-1.4 to RW-1.7: lay the cards, dock the module, score a terrabot."""
    player = p.players[p.turn]
    player.hand -= cards
    player.hand_size -= size_of(cards)
    p.slot[port] = cards
    p.slot_top[port] = top
    look_around(p, NEIGHBOURS[2 * port])
    look_around(p, NEIGHBOURS[2 * port + 1])
    tile = p.port[port]
    p.port[port] = NONE
    p.open_ports -= bit(port)
    row = top - 1
    p.beneath[tile] = player.open_end[row]
    player.open_end[row] = tile
    player.modules += 1
    if is_terrabot(p.parts.kind[tile]):
        points = p.parts.terrabot_points[p.round - 1]
        player.terrabot_points += points
        player.score += points


def take_marker(p: State, officer: i64) -> None:
    """RW-1.8: lay a card face down, score, take the marker."""
    player = p.players[p.turn]
    player.hand -= one_card(officer)
    player.hand_size -= 1
    player.marker_points += p.parts.marker_points
    player.score += p.parts.marker_points
    p.marker = p.turn
    p.marker_taken = True
    p.marker_card = officer


def drop_out(p: State) -> None:
    """RW-1.9: score the cards left, give them back, be out for the round."""
    player = p.players[p.turn]
    points = player.hand_size * p.parts.card_points
    player.card_points += points
    player.score += points
    player.dropped = player.hand
    player.dropped_size = player.hand_size
    player.hand = 0
    player.hand_size = 0
    player.in_round = False


def pass_turn(p: State) -> None:
    """The next player clockwise who is still in the round; RW-1.10 for those with no card."""
    for step in range(1, p.seats + 1):
        seat = (p.turn + step) % p.seats
        player = p.players[seat]
        if player.in_round:
            if player.hand_size > 0:
                p.turn = seat
                return
            player.in_round = False
    end_round(p)


def end_round(p: State) -> None:
    """RW-1.11: clear the station; on to the next round, or to chapter two."""
    for port in range(PORTS):
        p.port[port] = NONE
        p.slot[port] = 0
        p.slot_top[port] = 0
        p.around[port] = NO_CARDS
    p.open_ports = 0
    for player in p.players:
        player.dropped = 0
        player.dropped_size = 0
    p.marker_taken = False
    p.marker_card = 0
    p.undealt = 0
    if p.round == ROUNDS:
        begin_settlement(p)
    else:
        p.phase = ROUND_SETUP
        p.turn = NONE


# Chance: the first starting player (RW-S1), and each round's modules and hands (RW-1.1).


def draw_round(p: State, chance: Chance) -> None:
    """Draw 20 modules to the ports and deal the officers."""
    for port in range(PORTS):
        put_at_port(p, port, kind_in_bag(p, chance.below(p.bag_size)))
    copies = p.parts.officer_copies
    size = copies * OFFICERS
    deck = vec[i64]([0] * size)
    for i in range(size):
        deck[i] = i // copies + 1
    shuffle(deck, size, chance)
    dealt: i64 = 0
    for player in p.players:
        hand: i64 = 0
        for card in range(dealt, dealt + p.parts.dealt):
            hand += one_card(deck[card])
        dealt += p.parts.dealt
        deal_hand(p, player, hand)
    undealt: i64 = 0
    for i in range(dealt, size):
        undealt += one_card(deck[i])
    p.undealt = undealt
    open_station(p)


def kind_in_bag(p: State, number: i64) -> i64:
    """The kind of a tile in the bag, counted from 0 in the order of the kinds."""
    kind: i64 = 0
    while number >= p.bag[kind]:
        number -= p.bag[kind]
        kind += 1
    return kind


def put_at_port(p: State, port: i64, kind: i64) -> None:
    """Take a tile of a kind out of the bag and lay it at a port."""
    p.bag[kind] -= 1
    p.bag_size -= 1
    p.port[port] = p.parts.first_tile[kind] + p.bag[kind]
    p.open_ports |= bit(port)


def deal_hand(p: State, player: Player, hand: i64) -> None:
    player.hand = hand
    player.hand_size = p.parts.dealt
    player.in_round = True


def open_station(p: State) -> None:
    """The holder of the marker begins the round (RW-1.3)."""
    p.round += 1
    p.phase = STATION
    p.turn = p.marker
