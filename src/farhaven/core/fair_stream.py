"""The fair stream: chance that is fixed before the game and can be checked after it.

See docs/fairness.md for the whole scheme, written so that others can build it again.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from farhaven.core.chance import Chance

DOMAIN = b"farhaven-fairness/1"
SECRET_BYTES = 32
DRAW_BYTES = 4
DRAW_RANGE = 1 << (8 * DRAW_BYTES)


def new_secret() -> str:
    """A fresh secret, in hex."""
    return secrets.token_hex(SECRET_BYTES)


def is_secret(text: str) -> bool:
    """Whether a text has the form of a secret: 32 bytes in lower-case hex."""
    return len(text) == 2 * SECRET_BYTES and all(c in "0123456789abcdef" for c in text)


def commitment(secret: str) -> str:
    """What is published before the first outcome: the hash of the secret, in hex."""
    return hashlib.sha256(DOMAIN + b"/commitment" + bytes.fromhex(secret)).hexdigest()


def stream_key(secret: str, nonces: Sequence[str]) -> bytes:
    """The key of a match's stream, from the host's secret and the players' nonces in order."""
    mac = hmac.new(bytes.fromhex(secret), DOMAIN + b"/key", "sha256")
    for nonce in nonces:
        mac.update(hashlib.sha256(nonce.encode()).digest())
    return mac.digest()


class FairChance(Chance):
    """The draws of one outcome: HMAC-SHA-256 in counter mode with rejection sampling.

    Each outcome of a match has a stream of its own, found by its number alone, so that nothing
    but the log is needed to go on after a restart.
    """

    def __init__(self, key: bytes, outcome: int) -> None:
        self._key = key
        self._outcome = outcome
        self._block = 0
        self._bytes = b""

    def below(self, n: int) -> int:
        limit = DRAW_RANGE - DRAW_RANGE % n
        while True:
            draw = self._draw()
            if draw < limit:
                return draw % n

    def _draw(self) -> int:
        if not self._bytes:
            counter = self._outcome.to_bytes(8, "big") + self._block.to_bytes(8, "big")
            self._bytes = hmac.digest(self._key, counter, "sha256")
            self._block += 1
        draw = int.from_bytes(self._bytes[:DRAW_BYTES], "big")
        self._bytes = self._bytes[DRAW_BYTES:]
        return draw
