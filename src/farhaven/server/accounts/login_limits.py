"""Limits on guessing passwords, which must not lock the owner out.

Guesses are counted by address, by name and address, and by name alone. The count by name is
generous at first and then slow, so that many addresses together get nowhere. A browser that was
signed in to an account with its present password proves it by a cookie: all such browsers
together have counts of their own, so whatever others do, the owner gets in there.
"""

from farhaven.server.accounts.accounts import Accounts
from farhaven.server.accounts.names import login_name
from farhaven.server.http.rate_limits import Limits, network_of

DEVICE_COOKIE = "farhaven_device"
DEVICE_DAYS = 400
"""Browsers keep no cookie for longer."""
SLOWER = ("login", "login_hour", "login_day")
"""The first is fast again soon; the further one guesses, the longer each takes."""


async def check_login(
    limits: Limits, accounts: Accounts, name: str, address: str, device: str | None
) -> None:
    """Refuse a password that was guessed too often."""
    login = login_name(name)
    account = None if device is None else await accounts.account_of_device(name, device)
    if account is not None:
        for limit in SLOWER:
            await limits.check_account(limit, f"devices of {account}")
        return
    await limits.check_address("login", address)
    for limit in SLOWER:
        await limits.check_account(limit, f"login {login} {network_of(address)}")
    await limits.check_account("login_name", f"login {login}")
