"""Who may use a worker next: the accounts take turns, however much each of them wants."""

import asyncio
import contextlib
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Sequence

REMEMBERED = 10_000
"""Accounts whose last turn is remembered."""

_Place = asyncio.Future[None]


class Turns:
    """A fixed number of places. A free one goes to the account that was served longest ago."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: dict[str, deque[_Place]] = {}
        self._served: OrderedDict[str, int] = OrderedDict()
        self._count = 0

    @contextlib.asynccontextmanager
    async def place(self, accounts: Sequence[str]) -> AsyncIterator[None]:
        """Wait for a place, on behalf of all these accounts: each of them may bring it."""
        await self._take(accounts)
        try:
            yield
        finally:
            self._give()

    def is_free(self) -> bool:
        """True if there is a place that nobody waits for."""
        return self._free > 0

    async def _take(self, accounts: Sequence[str]) -> None:
        if self._free > 0:  # then nobody waits
            self._free -= 1
            self._note(accounts)
            return
        place: _Place = asyncio.get_running_loop().create_future()
        for account in accounts:
            self._waiting.setdefault(account, deque()).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._give()  # it came at the very moment of giving up
            self._forget(accounts, place)
            raise
        self._forget(accounts, place)
        self._note(accounts)

    def _give(self) -> None:
        while self._waiting:
            account = min(self._waiting, key=lambda account: self._served.get(account, 0))
            queue = self._waiting[account]
            place = queue.popleft()
            if not queue:
                del self._waiting[account]
            if not place.done():
                self._note([account])
                place.set_result(None)
                return
        self._free += 1

    def _note(self, accounts: Sequence[str]) -> None:
        self._count += 1
        for account in accounts:
            self._served[account] = self._count
            self._served.move_to_end(account)
        while len(self._served) > REMEMBERED:
            self._served.popitem(last=False)

    def _forget(self, accounts: Sequence[str], place: _Place) -> None:
        for account in accounts:
            queue = self._waiting.get(account)
            if queue is not None and place in queue:
                queue.remove(place)
                if not queue:
                    del self._waiting[account]
