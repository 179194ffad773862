"""Drawing from what is known: hands and development cards that fit everything seen."""

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate, product
from math import comb, prod

from farhaven.core.chance import Chance
from farhaven.games.mars.rules.knowledge import Knowledge, hand_in
from farhaven.games.mars.rules.parts import CARDS, RESOURCES, VICTORY, count_of, one

FINE = 1 << 30


def pick(sums: Sequence[float], chance: Chance) -> int:
    """An index, in proportion to weights of which these are the running sums."""
    draw = int(chance.below(FINE)) / FINE * sums[-1]
    return min(bisect(sums, draw), len(sums) - 1)


class Deduction:
    """What one observer can conclude at one moment, ready to draw from."""

    def __init__(self, knowledge: Knowledge, facts: int) -> None:
        knowledge.learn(facts)
        self._seats = knowledge.seats
        self._worlds = list(knowledge.worlds)
        self._sums = list(accumulate(knowledge.worlds.values()))
        self.most_victory = tuple(knowledge.most_victory)

    def hands(self, chance: Chance) -> list[int]:
        """Hands that fit all that was seen, by their likelihood."""
        world = self._worlds[pick(self._sums, chance)]
        return [hand_in(world, seat) for seat in range(self._seats)]


def deal_hands(unseen: int, sizes: Sequence[int], chance: Chance) -> list[int]:
    """Resource cards that one has not seen, dealt to hands of these sizes."""
    cards = [r for r in range(RESOURCES) for _ in range(count_of(unseen, r))]
    return [_draw(cards, size, chance) for size in sizes]


def deal_cards(
    unseen: int, sizes: Sequence[int], most_victory: Sequence[int], chance: Chance
) -> list[int]:
    """Development cards that one has not seen, dealt to piles of these sizes; the rest is last.

    Every deal in which no pile has more victory cards than it may is equally likely.
    """
    counts = [int(count_of(unseen, kind)) for kind in range(CARDS)]
    rest = sum(counts) - sum(sizes)
    victories = _deal_victories(counts[VICTORY], sizes, rest, most_victory, chance)
    others = [kind for kind in range(CARDS) if kind != VICTORY for _ in range(counts[kind])]
    return [
        held * int(one(VICTORY)) + _draw(others, size - held, chance)
        for size, held in zip((*sizes, rest), victories, strict=True)
    ]


def _deal_victories(
    count: int, sizes: Sequence[int], rest: int, most: Sequence[int], chance: Chance
) -> tuple[int, ...]:
    """How many victory cards go to each pile and to the rest, by the number of such deals."""
    limits = [range(min(size, top) + 1) for size, top in zip(sizes, most, strict=True)]
    ways = [(*way, count - sum(way)) for way in product(*limits) if 0 <= count - sum(way) <= rest]
    deals = [prod(comb(s, v) for s, v in zip((*sizes, rest), way, strict=True)) for way in ways]
    return ways[pick(list(accumulate(float(n) for n in deals)), chance)]


def _draw(cards: list[int], count: int, chance: Chance) -> int:
    """A pile of cards taken out of a list at random."""
    pile = 0
    for _ in range(count):
        at = int(chance.below(len(cards)))
        cards[at], cards[-1] = cards[-1], cards[at]
        pile += int(one(cards.pop()))
    return pile
