"""What handlers are given: the services, and who is asking."""

from collections.abc import Mapping

from litestar import Request
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from farhaven.server.accounts.login_limits import DEVICE_COOKIE, DEVICE_DAYS
from farhaven.server.accounts.sessions import COOKIE, Who
from farhaven.server.basics import Refused
from farhaven.server.http.rate_limits import network_of
from farhaven.server.http.security import client_address
from farhaven.server.metrics import WORK
from farhaven.server.services import Services

Ask = Request[object, object, State]

# Dependencies, so that neither is looked for in the request or shown in the OpenAPI.
Given = NamedDependency[SkipValidation[Services]]
Asker = NamedDependency[SkipValidation[Who]]
Owner = NamedDependency[SkipValidation[Who]]
MaybeAsker = NamedDependency[SkipValidation[Who | None]]

BEARER = "bearer "


async def find_who(
    headers: Mapping[str, str], cookies: Mapping[str, str], services: Services
) -> Who | None:
    """The account that asks, or None. A wrong token is refused, a stale cookie is not there."""
    header = headers.get("authorization")
    if header is not None:
        if not header.lower().startswith(BEARER):
            raise Refused(401, "wrong_token")
        who = await services.sessions.by_bearer(header[len(BEARER) :].strip())
        if who is None:
            raise Refused(401, "wrong_token")
        return who
    value = cookies.get(COOKIE)
    return None if value is None else await services.sessions.by_cookie(value)


async def maybe_who(request: Ask, services: Given) -> Who | None:
    """The account that asks, if any."""
    return await find_who(request.headers, request.cookies, services)


async def who(request: Ask, services: Given) -> Who:
    """The account that asks; refused without one."""
    found = await find_who(request.headers, request.cookies, services)
    if found is None:
        raise Refused(401, "not_signed_in")
    return found


async def owner(request: Ask, services: Given) -> Who:
    """The person who asks, for what a program's token is not enough for."""
    found = await who(request, services)
    if found.is_program:
        raise Refused(403, "wrong_token")
    return found


def network(request: Ask, services: Services) -> str:
    """Where a request comes from, as quotas count it."""
    address = client_address(request.scope)
    return services.sessions.network_key(network_of(address))


async def device_cookies(request: Ask, services: Services, account: str) -> list[Cookie]:
    """The cookie by which a browser is known at its next login to an account; none for guests."""
    value = await services.accounts.device_cookie(account, request.cookies.get(DEVICE_COOKIE))
    return [] if value is None else [_device_cookie(services, value)]


def _device_cookie(services: Services, value: str) -> Cookie:
    return Cookie(
        key=DEVICE_COOKIE,
        value=value,
        max_age=DEVICE_DAYS * 86_400,
        httponly=True,
        secure=services.settings.secure_cookies(),
        samesite="lax",
        path="/api/account",
    )


async def charge(request: Ask, services: Services, work: float) -> None:
    """Count the work that a request makes against its address; refuse what is too much."""
    WORK.inc(work)
    await services.limits.check_address("work", client_address(request.scope), work)


def session_cookie(services: Services, value: str | None) -> Cookie:
    """The cookie of a session, which lasts from now on; or the one that removes it."""
    settings = services.settings
    return Cookie(
        key=COOKIE,
        value=value or "",
        max_age=0 if value is None else settings.session_days * 86_400,
        httponly=True,
        secure=settings.secure_cookies(),
        samesite="lax",
        path="/",
    )
