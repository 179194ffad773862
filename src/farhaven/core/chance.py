"""Chance as a source of whole numbers: one face for the fair stream, a simulation and a test."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

WORD: Final[i64] = 0xFFFFFFFF


@mypyc_attr(native_class=True, acyclic=True, allow_interpreted_subclasses=True)
class Chance:
    """Where outcomes come from."""

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each equally likely."""
        raise NotImplementedError


@final
@mypyc_attr(native_class=True, acyclic=True)
class FastChance(Chance):
    """A generator for simulations: xoshiro128++ on 32-bit words, the same compiled or not.

    Every intermediate value stays below 2**63, so that compiled and interpreted runs agree.
    """

    a: i64 = 0
    b: i64 = 0
    c: i64 = 0
    d: i64 = 0

    def __init__(self, seed: i64) -> None:
        # Four words from one seed by a 31-bit multiplicative walk; never all zero.
        x: i64 = (seed & 0x7FFFFFFF) ^ ((seed >> 31) & 0x7FFFFFFF) ^ 0x2545F491
        words = vec[i64]([0, 0, 0, 0])
        for i in range(i64(4)):
            x = (x * 1103515245 + 12345 + i) & 0x7FFFFFFF
            high: i64 = x >> 8
            x = (x * 1103515245 + 12345) & 0x7FFFFFFF
            words[i] = ((high << 16) ^ (x >> 7)) & WORD
        self.a = words[0] | 1
        self.b = words[1]
        self.c = words[2]
        self.d = words[3]
        rounds: i64 = 8  # the first words still show the seed
        while rounds > 0:
            self.word()
            rounds -= 1

    def word(self) -> i64:
        """The next 32 random bits."""
        a = self.a
        b = self.b
        c = self.c
        d = self.d
        total = (a + d) & WORD
        result = ((((total << 7) & WORD) | (total >> 25)) + a) & WORD
        t = (b << 9) & WORD
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= t
        self.a = a
        self.b = b
        self.c = c
        self.d = ((d << 11) & WORD) | (d >> 21)
        return result

    def below(self, n: i64) -> i64:
        return (self.word() * n) >> 32


def shuffle(items: vec[i64], count: i64, chance: Chance) -> None:
    """Put the first `count` items into random order, in place."""
    left = count
    while left > 1:
        pick = chance.below(left)
        left -= 1
        item = items[left]
        items[left] = items[pick]
        items[pick] = item
