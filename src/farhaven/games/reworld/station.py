"""Chapter one: Colossus Station (RW-1)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.chance import Chance, shuffle
from farhaven.games.reworld.moves import (
    ACQUIRE,
    DROP_OUT,
    acquire,
    acquire_cards,
    acquire_port,
    acquire_top,
    deed,
    marker,
    marker_officer,
)
from farhaven.games.reworld.parts import NONE, OFFICERS, PORTS, ROUNDS, is_terrabot
from farhaven.games.reworld.settlement import begin_settlement
from farhaven.games.reworld.state import (
    ROUND_SETUP,
    STATION,
    Player,
    State,
    count_of,
    holds_bit,
    one_card,
    size_of,
)

MOST_CARDS: Final[i64] = 4  # no payment has more (RW-1.4d)


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


# RW-1.4: which payments fit between two neighbours.


def payment_fits(x: i64, y: i64, cards: i64, size: i64) -> bool:
    """Whether cards are a legal payment where the neighbours show the tops x and y (0: none)."""
    if x == 0 and y == 0:  # RW-1.4a
        return size == 1
    if y in (0, x) or x == 0:  # RW-1.4b
        return size == 2 or (size == 1 and count_of(cards, x | y) == 1)
    if size == 2:  # RW-1.4c
        return count_of(cards, x) == 1 and count_of(cards, y) == 1
    if size == 3:
        return count_of(cards, x) > 0 or count_of(cards, y) > 0
    return size == 4


def _number_situations() -> vec[i64]:
    """A number for the tops of two neighbours (6 * left + right), whichever is which."""
    numbers = vec[i64]([0] * 36)
    n: i64 = 0
    for x in range(i64(6)):
        for y in range(x + 1):
            numbers[6 * x + y] = n
            numbers[6 * y + x] = n
            n += 1
    return numbers


SITUATION: Final = _number_situations()
SITUATIONS: Final[i64] = 21
NO_CARDS: Final[i64] = 0  # the situation in which neither neighbour has cards


# Every pile of one to four cards, the small ones first, is kept as one number: the cards, the
# officers that can lie on top, and the situations in which the pile is a legal payment.
TOPS: Final[i64] = 25
FITS: Final[i64] = 37
CARDS_MASK: Final[i64] = (1 << TOPS) - 1
TOPS_MASK: Final[i64] = (1 << (FITS - TOPS)) - 1


def _all_piles(ends: vec[i64]) -> vec[i64]:
    """The piles; where those of up to n cards end is written to `ends`."""
    piles: list[int] = []
    for size in range(1, MOST_CARDS + 1):
        for number in range(5**OFFICERS):
            counts = [number // 5**i % 5 for i in range(OFFICERS)]
            if sum(counts) == size:
                cards = sum(n << (5 * i) for i, n in enumerate(counts))
                officers = [i + 1 for i, n in enumerate(counts) if n > 0]
                tops = sum(officer << (3 * i) for i, officer in enumerate(officers))
                piles.append(cards | tops << TOPS | _fitting(cards, size) << FITS)
        ends[size] = len(piles)
    return vec[i64](piles)


def _fitting(cards: i64, size: i64) -> i64:
    """The situations in which cards are a legal payment, as bits."""
    fits: i64 = 0
    for x in range(i64(6)):
        for y in range(x + 1):
            if payment_fits(x, y, cards, size):
                fits |= 1 << SITUATION[6 * x + y]
    return fits


PILES_END: Final = vec[i64]([0] * (MOST_CARDS + 1))
PILES: Final = _all_piles(PILES_END)


def _sizes_that_fit(smallest: bool) -> vec[i64]:
    """The smallest, or the largest, payment in each situation."""
    sizes = vec[i64]([0] * SITUATIONS)
    for tops in range(SITUATIONS):
        for size in range(i64(1), MOST_CARDS + 1):
            for i in range(PILES_END[size - 1], PILES_END[size]):
                if (PILES[i] >> (FITS + tops)) & 1 == 1 and (not smallest or sizes[tops] == 0):
                    sizes[tops] = size
    return sizes


LEAST_IN: Final = _sizes_that_fit(smallest=True)
MOST_IN: Final = _sizes_that_fit(smallest=False)

# Buffers of the list being written: the piles that the hand can lay with where those of each size
# end, and where the moves of a situation begin and end, since ports that share a situation have
# the same payments.
_AFFORDABLE: Final = vec[i64]([0] * (PILES_END[MOST_CARDS] + 1))
_AFFORDABLE_END: Final = vec[i64]([0] * (MOST_CARDS + 1))
_BEGIN: Final = vec[i64]([0] * SITUATIONS)
_END: Final = vec[i64]([0] * SITUATIONS)


def note_affordable(hand: i64, smallest: i64, largest: i64) -> None:
    """Note the piles of some sizes that a hand can lay; the smaller sizes are noted already."""
    piles = PILES
    affordable = _AFFORDABLE
    n = _AFFORDABLE_END[smallest - 1]
    for size in range(smallest, largest + 1):
        for i in range(PILES_END[size - 1], PILES_END[size]):
            pile = piles[i]
            affordable[n] = pile
            n += holds_bit(hand, pile & CARDS_MASK)
        _AFFORDABLE_END[size] = n


def write_payments(first: i64, last: i64, tops: i64, port: i64, out: vec[i64], n: i64) -> i64:
    """Write the acquisitions at a port with some affordable piles; return where the list ends."""
    affordable = _AFFORDABLE
    fits = FITS + tops
    for i in range(first, last):
        pile = affordable[i]
        if (pile >> fits) & 1 == 1:
            cards = pile & CARDS_MASK
            on_top = (pile >> TOPS) & TOPS_MASK
            while on_top != 0:
                out[n] = acquire(port, on_top & 7, cards)
                n += 1
                on_top >>= 3
    return n


def look_around(p: State, port: i64) -> None:
    """Note the situation of a slot: the top cards of its two neighbours."""
    left = p.slot_top[NEIGHBOURS[2 * port]]
    right = p.slot_top[NEIGHBOURS[2 * port + 1]]
    p.around[port] = SITUATION[6 * left + right]


def station_moves(p: State, out: vec[i64]) -> i64:
    """Write the legal moves of the player on turn (RW-1.3); return how many."""
    hand = p.players[p.turn].hand
    n = write_acquisitions(p, hand, out)
    if not p.marker_taken:
        for officer in range(i64(1), OFFICERS + 1):
            if count_of(hand, officer) > 0:
                out[n] = marker(officer)
                n += 1
    out[n] = DROP_OUT
    return n + 1


def write_acquisitions(p: State, hand: i64, out: vec[i64]) -> i64:
    """Write all acquisitions that a hand can pay for; return how many."""
    begin = _BEGIN
    end = _END
    ports = p.port
    around = p.around
    ends = _AFFORDABLE_END
    note_affordable(hand, 1, 2)
    noted: i64 = 2
    written: i64 = 0  # the situations whose payments stand in the list, as bits
    n: i64 = 0
    for port in range(PORTS):
        if ports[port] != NONE:
            tops = around[port]
            if (written >> tops) & 1 == 0:
                written |= 1 << tops
                begin[tops] = n
                most = MOST_IN[tops]
                if most > noted:
                    note_affordable(hand, noted + 1, most)
                    noted = most
                n = write_payments(ends[LEAST_IN[tops] - 1], ends[most], tops, port, out, n)
                end[tops] = n
            elif end[tops] > begin[tops]:
                first = begin[tops]
                shift = acquire(port, 0, 0) - acquire(acquire_port(out[first]), 0, 0)
                for i in range(first, end[tops]):
                    out[n] = out[i] + shift
                    n += 1
    return n


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


def deal_hand(p: State, player: Player, hand: i64) -> None:
    player.hand = hand
    player.hand_size = p.parts.dealt
    player.in_round = True


def open_station(p: State) -> None:
    """The holder of the marker begins the round (RW-1.3)."""
    p.round += 1
    p.phase = STATION
    p.turn = p.marker
