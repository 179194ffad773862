"""A browser that was signed in before is known at its next login, and guesses no faster for it."""

import asyncio
from pathlib import Path

from farhaven.server.accounts.login_limits import check_login
from farhaven.server.basics import Refused
from farhaven.server.http.rate_limits import RATES, Limits
from farhaven.server.services import Services
from tests.server.client import Person
from tests.server.inside import guest, opened
from tests.server.process import ServerProcess

PASSWORD, ADDRESS = "12345678", "203.0.113.1"


async def cookies_of(services: Services, account: str, number: int) -> list[str]:
    """Cookies for so many browsers."""
    found = [await services.accounts.device_cookie(account, None) for _ in range(number)]
    return [cookie for cookie in found if cookie is not None]


async def guesses(services: Services, limits: Limits, cookie: str | None) -> int:
    """How many guesses pass at once."""
    count = 0
    try:
        while True:
            await check_login(limits, services.accounts, "Victim", ADDRESS, cookie)
            count += 1
    except Refused:
        return count


def test_all_known_browsers_of_an_account_guess_together(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as services:
            who = await guest(services, "Victim")
            assert await services.accounts.device_cookie(who.account, None) is None
            await services.accounts.register(who.account, "Victim", PASSWORD)
            limits, most = Limits(1.0), int(RATES["login"].at_once)
            strangers = await guesses(services, limits, None)
            assert strangers == most
            cookies = await cookies_of(services, who.account, 8)
            assert sum([await guesses(services, limits, one) for one in cookies]) == most

    asyncio.run(main())


def test_a_device_cookie_is_for_one_account_and_one_password(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as services:
            who, other = await guest(services, "Victim"), await guest(services, "Other")
            for one in (who, other):
                await services.accounts.register(one.account, one.name, PASSWORD)
            (cookie,) = await cookies_of(services, who.account, 1)
            (foreign,) = await cookies_of(services, other.account, 1)
            known = services.accounts.account_of_device
            assert await known("victim", cookie) == who.account
            assert await known("Victim", foreign) is None
            assert await known("Nobody", cookie) is None
            await services.accounts.rename(who.account, "Renamed")
            assert await known("Renamed", cookie) == who.account, "a name is nothing to it"
            again = await services.accounts.device_cookie(who.account, cookie)
            assert again == cookie, "the same device"
            await services.accounts.change_password(who, PASSWORD, "another one")
            assert await known("Renamed", cookie) is None, "a new password ends it"

    asyncio.run(main())


def test_a_new_name_hands_out_no_device_cookie(server: ServerProcess) -> None:
    async def main() -> None:
        ada = await Person.guest(server.url, "Ada")
        name = f"Ada {ada.id[:6]}"
        await ada.post("/api/account/register", {"name": name, "password": PASSWORD})
        first = ada.http.cookies["farhaven_device"]
        answer = await ada.http.patch("/api/account", json={"name": f"{name} B"})
        assert "farhaven_device" not in answer.headers.get("set-cookie", "")
        login = {"name": f"{name} B", "password": PASSWORD}
        await ada.post("/api/account/login", login)
        assert ada.http.cookies["farhaven_device"] == first
        await ada.close()

    asyncio.run(main())
