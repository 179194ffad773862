"""Secrets and bots' luck from a seed: the same on every machine, in every process.

A game of a series has its secret from the series' seed and its own number; a bot's luck comes
from the game's secret and its seat. Nothing depends on the order in which games are played.
"""

import hashlib

from farhaven.core.chance import FastChance

DOMAIN = "farhaven-series/1"


def _digest(*parts: str | int) -> bytes:
    return hashlib.sha256("/".join([DOMAIN, *map(str, parts)]).encode()).digest()


def secret_of(seed: int, number: int) -> str:
    """The secret of a game of a series."""
    return _digest("secret", seed, number).hex()


def luck_of(secret: str, seat: int, since: int = 0) -> FastChance:
    """What a bot at a seat leaves to luck, from the log's length `since` on."""
    return FastChance(int.from_bytes(_digest("bot", secret, seat, since)[:7], "big"))
