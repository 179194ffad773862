"""Rate limits by address and by account: of one process, or through Redis of all together."""

import ipaddress
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import ceil
from typing import NamedTuple

import structlog

from farhaven.server.basics import Refused, hashed
from farhaven.server.metrics import LIMITED

MAX_BUCKETS = 50_000
KEY = "farhaven:rate:"
PLACE_SECONDS = 5
"""When to try again where all places are taken."""
REDIS_SECONDS = 0.5
"""A limit must not become a fault: Redis is not waited for any longer."""
ALONE_SECONDS = 1.0
"""How long Redis is not asked after it gave no answer."""

log = structlog.get_logger()


class Bucket:
    """So many per second, and so many at once. A rate of 0 limits nothing."""

    __slots__ = ("_at", "_left", "_rate", "_room")

    def __init__(self, rate: float, room: float) -> None:
        self._rate = rate
        self._room = room
        self._left = room
        self._at = time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Whether something of this cost may pass; it never costs more than a full bucket."""
        if self._rate <= 0:
            return True
        now = time.monotonic()
        self._left = min(self._room, self._left + (now - self._at) * self._rate)
        self._at = now
        cost = min(cost, self._room)
        if self._left < cost:
            return False
        self._left -= cost
        return True


class Rate(NamedTuple):
    """A limit: how many in a minute, and how many at once."""

    per_minute: float
    at_once: float


RATES: Mapping[str, Rate] = {
    "request": Rate(3000, 400),
    "guest": Rate(30, 60),
    "login": Rate(10, 10),
    "login_hour": Rate(1, 30),
    "login_day": Rate(0.1, 100),
    "login_name": Rate(1, 100),
    "recovery": Rate(10, 10),
    "account": Rate(30, 30),
    "create": Rate(30, 40),
    "table": Rate(120, 60),
    "act": Rate(1200, 100),
    "chat": Rate(30, 15),
    "invite": Rate(20, 20),
    "upload": Rate(12, 10),
    "hint": Rate(20, 10),
    "analysis": Rate(6, 6),
    "work": Rate(60_000, 30_000),
}
"""Each counts requests, except `work`, which counts what they cost the processor."""

LINE_WORK, HINT_WORK, ANALYSIS_WORK = 1, 500, 5_000
"""The unit of work is a line of a log that is replayed, about a tenth of a millisecond.

Hints and analyses have processes of their own, but these serve everybody.
"""
BYTES_PER_WORK = 1_000
"""So many bytes of an upload are as much work as a line."""


LIVE_PER_ADDRESS, LIVE_PER_ACCOUNT = 150, 40
"""How many live connections, event streams and waiting requests there may be at once."""


class Places:
    """Counts what stays open: live connections, event streams, requests that wait."""

    def __init__(self, factor: float) -> None:
        self._most = (round(LIVE_PER_ADDRESS * factor), round(LIVE_PER_ACCOUNT * factor))
        self._taken: Counter[str] = Counter()

    def check(self, address: str, account: str | None) -> None:
        """Refuse one more, where an address or an account has too many already."""
        for key, most in zip(_keys(address, account), self._most, strict=False):
            if most and self._taken[key] >= most:
                LIMITED.labels("live").inc()
                raise Refused(429, "too_many", limit="live", seconds=PLACE_SECONDS)

    @contextmanager
    def hold(self, address: str, account: str | None) -> Iterator[None]:
        """Take a place for as long as this lasts."""
        keys = _keys(address, account)
        self._taken.update(keys)
        try:
            yield
        finally:
            self._taken.subtract(keys)
            for key in keys:
                if not self._taken[key]:
                    del self._taken[key]


def _keys(address: str, account: str | None) -> list[str]:
    found = [network_of(address)]
    return found if account is None else [*found, f"account {account}"]


class Limits:
    """Rate limits by address and by account, in this process."""

    def __init__(self, factor: float) -> None:
        self._factor = factor
        self._buckets: dict[tuple[str, str], Bucket] = {}

    async def check_account(self, limit: str, account: str) -> None:
        """Refuse what an account does too often."""
        await self._check(limit, f"account {account}")

    async def check_address(self, limit: str, address: str, cost: float = 1.0) -> None:
        """Refuse what comes too often from an address."""
        await self._check(limit, network_of(address), cost)

    async def _check(self, limit: str, key: str, cost: float = 1.0) -> None:
        if not self._factor:
            return
        rate = self._scaled(RATES[limit])
        cost = min(cost, rate.at_once)
        if not await self._may(limit, key, rate, cost):
            LIMITED.labels(limit).inc()
            seconds = ceil(60 * cost / rate.per_minute)
            raise Refused(429, "too_many", limit=limit, seconds=seconds)

    def _scaled(self, rate: Rate) -> Rate:
        return Rate(rate.per_minute * self._factor, rate.at_once * self._factor)

    async def _may(self, limit: str, key: str, rate: Rate, cost: float) -> bool:
        """Whether something of this cost may pass."""
        bucket = self._buckets.pop((limit, key), None)
        if bucket is None:
            bucket = Bucket(rate.per_minute / 60, rate.at_once)
            if len(self._buckets) >= MAX_BUCKETS:
                # The one that was not asked for longest: a crowd cannot wipe out who comes often.
                del self._buckets[next(iter(self._buckets))]
        self._buckets[limit, key] = bucket
        return bucket.take(cost)

    async def close(self) -> None:
        """Let go of what was opened for it."""


TAKE = """
-- The bucket as one number: the time, in microseconds, at which it will be full again.
local now = redis.call('TIME')
now = now[1] * 1000000 + now[2]
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or now), now) + ARGV[1]
if full - now > tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000))
return 1
"""


class SharedLimits(Limits):
    """The same limits counted by all processes together, with Redis's clock.

    Each process counts as well: what it refuses alone need not be asked, and where Redis is lost
    its own count holds.
    """

    def __init__(self, factor: float, url: str) -> None:
        super().__init__(factor)
        # An extra that a single process does without.
        from redis import asyncio as redis  # noqa: PLC0415
        from redis.exceptions import RedisError  # noqa: PLC0415

        self._faults: tuple[type[Exception], ...] = (OSError, RedisError)
        self._redis = redis.Redis.from_url(
            url, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS
        )
        self._take = self._redis.register_script(TAKE)
        self._alone_until = 0.0

    async def _may(self, limit: str, key: str, rate: Rate, cost: float) -> bool:
        if not await super()._may(limit, key, rate, cost):
            return False
        if time.monotonic() < self._alone_until:
            return True
        each = 60_000_000 / rate.per_minute
        # Hashed: Redis need not know who was there.
        name = f"{KEY}{limit}:{hashed(key)[:32]}"
        try:
            args = [round(each * cost), round(each * rate.at_once)]
            return bool(await self._take(keys=[name], args=args))
        except self._faults:
            self._alone_until = time.monotonic() + ALONE_SECONDS
            log.warning("limits_alone", limit=limit)
            return True

    async def close(self) -> None:
        await self._redis.aclose()


def open_limits(factor: float, redis: str) -> Limits:
    """The limits for the settings."""
    return SharedLimits(factor, redis) if redis else Limits(factor)


def network_of(address: str) -> str:
    """What counts as one address: with IPv6 a whole network, for one house has so many."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 6:
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return address
