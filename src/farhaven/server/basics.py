"""Small things that every part of the server uses: time, ids, hashes, refusals."""

import hashlib
import secrets
from collections.abc import Mapping

from farhaven.server.storage.database_clock import CLOCK

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that people do not confuse when they read a link aloud."""
ID_LENGTH = 16
TOKEN_BYTES = 32
DAY_MS = 86_400_000


def now_ms() -> int:
    """The time in milliseconds since 1970, by the clock that all processes share."""
    return CLOCK.now()


def new_id(length: int = ID_LENGTH) -> str:
    """A name that nobody can guess: who knows a table's id has its link."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_token() -> str:
    """A key for a session, a bot or a recovery link."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> str:
    """What the database keeps of a token: useless to whoever reads it there."""
    return hashlib.sha256(token.encode()).hexdigest()


class Refused(Exception):  # noqa: N818 - a verdict on a request, not a fault
    """A request that the server refuses: an HTTP status, and a code for the message files."""

    def __init__(self, status: int, code: str, **params: int | str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.params: Mapping[str, int | str] = params

    @property
    def headers(self) -> dict[str, str]:
        """What the answer's head says besides: when to try again, where that is known."""
        seconds = self.params.get("seconds")
        return {} if seconds is None else {"retry-after": str(seconds)}


def not_found() -> Refused:
    """The same answer for what is not there and what the asker may not know of."""
    return Refused(404, "not_found")
