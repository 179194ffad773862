"""RW-1.4: which payments fit between two neighbours, and all that a hand can make.

A way to pay is a pile of one to four cards with one of them on top. All ways are sorted, the cheap
ones first, and sets of them are kept as bits: the ways that fit a situation, and the ways for
which a number of cards of one officer is enough. What a hand can lay at a port is what they share.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.bits import bit
from farhaven.games.reworld.rules.moves import acquire, acquire_cards
from farhaven.games.reworld.rules.parts import OFFICERS, PORTS
from farhaven.games.reworld.rules.state import Player, State, count_of, size_of

MOST_CARDS: Final[i64] = 4  # no payment has more (RW-1.4d)


def tops_shown(x: i64, y: i64) -> i64:
    """How many different tops the neighbours show: RW-1.4a, b and c for none, one and two."""
    if x == 0 and y == 0:
        return 0
    if y in (0, x) or x == 0:
        return 1
    return 2


def payment_fits(x: i64, y: i64, cards: i64, size: i64) -> bool:
    """Whether cards are a legal payment where the neighbours show the tops x and y (0: none)."""
    shown = tops_shown(x, y)
    if shown == 0:  # RW-1.4a
        return size == 1
    if shown == 1:  # RW-1.4b
        return size == 2 or (size == 1 and count_of(cards, x | y) == 1)
    if size == 2:  # RW-1.4c
        return count_of(cards, x) == 1 and count_of(cards, y) == 1
    if size == 3:
        return count_of(cards, x) > 0 or count_of(cards, y) > 0
    return size == 4


# The situation of a slot: the tops of its two neighbours, whichever is which.


def _number_situations() -> vec[i64]:
    """A number for each pair of tops, at 6 * left + right."""
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


# All ways to pay, in words of 32 bits: one word for those of one or two cards, three for those of
# three, six for those of four. Some bits at the end of the last word of a size are no way.
WORD: Final[i64] = 32
WORDS: Final[i64] = 10
WORDS_UP_TO: Final = vec[i64]([0, 1, 1, 4, WORDS])  # how many hold the ways of up to n cards
NO_WAY: Final[i64] = 0


def _all_ways() -> list[int]:
    """Each way as an acquisition at port 0, in the order of the bits."""
    ways: list[int] = []
    for size in range(i64(1), MOST_CARDS + 1):
        for number in range(i64(5**OFFICERS)):
            cards = _pile(number)
            if size_of(cards) == size:
                for officer in range(i64(1), OFFICERS + 1):
                    if count_of(cards, officer) > 0:
                        ways.append(int(acquire(0, officer, cards)))
        if size > 1:
            ways.extend([int(NO_WAY)] * (WORDS_UP_TO[size] * WORD - len(ways)))
    return ways


def _pile(number: i64) -> i64:
    """The pile whose counts are the digits of a number in base five."""
    cards: i64 = 0
    for i in range(OFFICERS):
        cards |= number % 5 << (5 * i)
        number //= 5
    return cards


def place_of(ways: i64) -> i64:
    """A place for the lowest of some ways in a word, another for each: a perfect hash."""
    return (((ways & -ways) * 0x077CB531) >> 27) & 31


def _place_ports() -> vec[i64]:
    """The ports by the places of their bits: they fit into a word too."""
    placed = vec[i64]([0] * WORD)
    for port in range(PORTS):
        placed[place_of(bit(port))] = port
    return placed


def _place_ways(ways: list[int]) -> vec[i64]:
    """The ways of each word by their places."""
    placed = vec[i64]([NO_WAY] * len(ways))
    for i in range(len(ways)):
        placed[i // WORD * WORD + place_of(bit(i % WORD))] = ways[i]
    return placed


def _fitting_ways(ways: list[int]) -> vec[i64]:
    """The words of the ways that fit each situation."""
    fitting = vec[i64]([0] * (SITUATIONS * WORDS))
    for x in range(i64(6)):
        for y in range(x + 1):
            tops = SITUATION[6 * x + y]
            for i in range(len(ways)):
                cards = acquire_cards(ways[i])
                if cards != 0 and payment_fits(x, y, cards, size_of(cards)):
                    fitting[i // WORD * SITUATIONS + tops] |= bit(i % WORD)
    return fitting


def _enough_for(ways: list[int]) -> vec[i64]:
    """The words of the ways that need no more than n cards of an officer."""
    enough = vec[i64]([0] * (WORDS * OFFICERS * 16))
    for officer in range(i64(1), OFFICERS + 1):
        for n in range(i64(16)):
            for i in range(len(ways)):
                if count_of(acquire_cards(ways[i]), officer) <= n:
                    enough[_told(i // WORD, officer, n)] |= bit(i % WORD)
    return enough


def _told(word: i64, officer: i64, n: i64) -> i64:
    """Where the ways of a word stand for which n cards of an officer are enough."""
    return (word * OFFICERS + officer - 1) * 16 + n


def _words_that_fit() -> vec[i64]:
    """How many words each situation asks for."""
    words = vec[i64]([0] * SITUATIONS)
    for tops in range(SITUATIONS):
        for word in range(WORDS):
            if FITTING[word * SITUATIONS + tops] != 0:
                words[tops] = word + 1
    return words


_WAYS: Final = _all_ways()
PORT_AT: Final = _place_ports()
WAYS: Final = _place_ways(_WAYS)
FITTING: Final = _fitting_ways(_WAYS)
ENOUGH: Final = _enough_for(_WAYS)
WORDS_IN: Final = _words_that_fit()


def affordable_ways(hand: i64, word: i64) -> i64:
    """The ways of a word that a hand can lay."""
    ways: i64 = -1
    for officer in range(i64(1), OFFICERS + 1):
        ways &= ENOUGH[_told(word, officer, count_of(hand, officer))]
    return ways


def ways_to_pay(hand: i64, tops: i64, word: i64) -> i64:
    """The ways of a word that a hand can lay in a situation."""
    return affordable_ways(hand, word) & FITTING[word * SITUATIONS + tops]


def write_acquisitions(p: State, player: Player, out: vec[i64]) -> i64:
    """Write all acquisitions that a player can pay for; return how many."""
    around = p.around
    fitting = FITTING
    cheap = affordable_ways(player.hand, 0)
    words = WORDS_UP_TO[min(player.hand_size, MOST_CARDS)]
    n: i64 = 0
    ports = p.open_ports
    while ports != 0:
        port = PORT_AT[place_of(ports)]
        ports &= ports - 1
        tops = around[port]
        n = write_ways(cheap & fitting[tops], 0, port, out, n)
        for word in range(i64(1), min(WORDS_IN[tops], words)):
            n = write_ways(ways_to_pay(player.hand, tops, word), word, port, out, n)
    return n


def write_ways(ways: i64, word: i64, port: i64, out: vec[i64], n: i64) -> i64:
    """Write the acquisitions at a port in some ways of a word; return where the list ends."""
    placed = WAYS
    first = word * WORD
    at_port = acquire(port, 0, 0)
    while ways != 0:
        out[n] = placed[first + place_of(ways)] + at_port
        n += 1
        ways &= ways - 1
    return n
