"""Searches in several processes at once: each has a tree and luck of its own, the roots are added.

Where processes cannot be forked (Windows), or there is only one, nothing of this is used.
"""

import os
from collections.abc import Callable, Sequence

import msgspec

from farhaven.core.chance import Chance, FastChance
from farhaven.search.tree_search import Search


class RootMove(msgspec.Struct, frozen=True):
    """What one process found out about a move of the root."""

    move: int
    tried: int


Roots = Sequence[RootMove]
_decoder = msgspec.json.Decoder(tuple[RootMove, ...])


def root_of(search: Search) -> Roots:
    """The moves of a search's root and how often each was tried."""
    root = search.root
    return tuple(RootMove(int(root.moves[i]), int(root.tried[i])) for i in range(root.count))


def search_in_all(processes: int, chance: Chance, search: Callable[[Chance], Search]) -> int:
    """The move that was tried most in all processes together, of which this one is the first."""
    seeds = [int(chance.below(1 << 30)) for _ in range(processes - 1)]
    helpers = [_fork(search, FastChance(seed)) for seed in seeds]
    try:
        own = root_of(search(chance))
    finally:  # whatever happens here, no copy is left behind
        found = [_collect(*helper) for helper in helpers]
    return most_tried([own, *found])


def most_tried(roots: Sequence[Roots]) -> int:
    """The move that was tried most; among equals the first that was seen."""
    total: dict[int, int] = {}
    for root in roots:
        for found in root:
            total[found.move] = total.get(found.move, 0) + found.tried
    return max(total, key=lambda move: total[move])


def _fork(search: Callable[[Chance], Search], luck: Chance) -> tuple[int, int]:
    """Start a search in a copy of this process; return the copy and where its answer comes from."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    try:
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(msgspec.json.encode(root_of(search(luck))))
    finally:
        os._exit(0)  # nothing of the parent's is to be flushed or closed twice


def _collect(child: int, reading: int) -> Roots:
    """What a copy found; nothing where it came to grief."""
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    try:
        return _decoder.decode(answer)
    except msgspec.DecodeError:
        return ()
