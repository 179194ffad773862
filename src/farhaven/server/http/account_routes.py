"""HTTP: accounts, sessions, tokens, mutes, ratings."""

import structlog
from litestar import Controller, Response, delete, get, patch, post, put

from farhaven.server.accounts.login_limits import DEVICE_COOKIE, check_login
from farhaven.server.accounts.sessions import COOKIE
from farhaven.server.basics import not_found
from farhaven.server.http.dependencies import (
    Ask,
    Asker,
    Given,
    MaybeAsker,
    Owner,
    device_cookies,
    session_cookie,
)
from farhaven.server.http.security import client_address
from farhaven.server.services import Services
from farhaven.server.tables.ratings import rating_list
from farhaven.server.wire.accounts import (
    Account,
    Credentials,
    Export,
    NewGuest,
    NewToken,
    PasswordChange,
    RatingInfo,
    Recover,
    Recoverable,
    RecoveryCode,
    RecoveryLink,
    Rename,
    SessionInfo,
    TokenInfo,
    TokenSecret,
)

log = structlog.get_logger()


def _agent(request: Ask) -> str:
    return request.headers.get("user-agent", "")


async def _signed_in(
    request: Ask, services: Services, account: str, token: str
) -> Response[Account]:
    cookies = [session_cookie(services, services.sessions.sign(token))]
    cookies += await device_cookies(request, services, account)
    return Response(await services.accounts.info(account), cookies=cookies)


async def _known(request: Ask, services: Services, account: str) -> Response[Account]:
    """The account, and a cookie by which this browser is known at its next login."""
    cookies = await device_cookies(request, services, account)
    return Response(await services.accounts.info(account), cookies=cookies)


class AccountRoutes(Controller):
    """One's own account."""

    path = "/api/account"
    tags = ("account",)

    @post(status_code=200)
    async def guest(
        self, request: Ask, services: Given, maybe_who: MaybeAsker, data: NewGuest
    ) -> Response[Account]:
        """Become a guest; who is somebody already stays so."""
        if maybe_who is not None:
            return Response(await services.accounts.info(maybe_who.account))
        await services.limits.check_address("guest", client_address(request.scope))
        account, token = await services.accounts.new_guest(data.name, _agent(request))
        return await _signed_in(request, services, account, token)

    @get()
    async def me(
        self, request: Ask, services: Given, maybe_who: MaybeAsker
    ) -> Response[Account | None]:
        """Who am I? Null for nobody. The cookie lasts as long as it is used, like its session."""
        if maybe_who is None:
            return Response(None)
        value = None if maybe_who.is_program else request.cookies.get(COOKIE)
        cookies = [] if value is None else [session_cookie(services, value)]
        return Response(await services.accounts.info(maybe_who.account), cookies=cookies)

    @patch()
    async def rename(self, services: Given, owner: Owner, data: Rename) -> Account:
        """Take another name."""
        await services.limits.check_account("account", owner.account)
        await services.accounts.rename(owner.account, data.name)
        await services.signed_out(owner.account)
        return await services.accounts.info(owner.account)

    @delete(status_code=200)
    async def delete_account(self, services: Given, owner: Owner) -> Response[None]:
        """Delete the account; records stay, under a pseudonym."""
        await services.lobby.leave_all(owner.account)
        for table in await services.accounts.delete(owner.account):
            try:
                await services.hall.forget(table)
            except Exception:
                # The account is gone all the same; nobody is shown the old name from memory.
                log.exception("forget_failed", table=table)
                services.hall.tables.pop(table, None)
        await services.signed_out(owner.account)
        return Response(None, cookies=[session_cookie(services, None)])

    @post("/register", status_code=200)
    async def register(
        self, request: Ask, services: Given, owner: Owner, data: Credentials
    ) -> Response[Account]:
        """Make a guest last, with a name of its own and a password."""
        await services.limits.check_account("account", owner.account)
        await services.accounts.register(owner.account, data.name, data.password)
        await services.signed_out(owner.account)
        return await _known(request, services, owner.account)

    @post("/login", status_code=200)
    async def login(self, request: Ask, services: Given, data: Credentials) -> Response[Account]:
        """Sign in."""
        address, device = client_address(request.scope), request.cookies.get(DEVICE_COOKIE)
        await check_login(services.limits, services.accounts, data.name, address, device)
        account, token = await services.accounts.login(data.name, data.password, _agent(request))
        return await _signed_in(request, services, account, token)

    @post("/logout", status_code=200)
    async def logout(self, services: Given, who: Asker) -> Response[None]:
        """Sign out here."""
        await services.accounts.end_session(who, None)
        await services.signed_out(who.account)
        return Response(None, cookies=[session_cookie(services, None)])

    @post("/password", status_code=200)
    async def password(
        self, request: Ask, services: Given, owner: Owner, data: PasswordChange
    ) -> Response[Account]:
        """Change the password; all other sessions, the tokens and the recovery link end."""
        await services.limits.check_account("login", owner.account)
        await services.accounts.change_password(owner, data.old, data.new)
        await services.signed_out(owner.account)
        return await _known(request, services, owner.account)

    @post("/recovery", status_code=200)
    async def recovery(self, services: Given, owner: Owner) -> RecoveryLink:
        """A link that opens the account once, on any device."""
        await services.limits.check_account("account", owner.account)
        return await services.accounts.new_recovery(owner.account)

    @post("/recoverable", status_code=200)
    async def recoverable(self, request: Ask, services: Given, data: RecoveryCode) -> Recoverable:
        """Whose account a recovery link opens; it still does so afterwards."""
        await services.limits.check_address("recovery", client_address(request.scope))
        return await services.accounts.recoverable(data.code)

    @post("/recover", status_code=200)
    async def recover(self, request: Ask, services: Given, data: Recover) -> Response[Account]:
        """Use a recovery link; a member sets a new password with it."""
        await services.limits.check_address("recovery", client_address(request.scope))
        agent = _agent(request)
        account, token = await services.accounts.recover(data.code, data.password, agent)
        await services.signed_out(account)
        return await _signed_in(request, services, account, token)

    @get("/sessions")
    async def sessions(self, services: Given, owner: Owner) -> list[SessionInfo]:
        """The browsers that are signed in."""
        return await services.accounts.sessions(owner)

    @delete("/sessions/{session:str}", status_code=200)
    async def end_session(self, services: Given, owner: Owner, session: str) -> list[SessionInfo]:
        """Sign a browser out."""
        await services.accounts.end_session(owner, session)
        await services.signed_out(owner.account)
        return await services.accounts.sessions(owner)

    @get("/tokens")
    async def tokens(self, services: Given, owner: Owner) -> list[TokenInfo]:
        """The keys of programs."""
        return await services.accounts.tokens(owner.account)

    @post("/tokens")
    async def new_token(self, services: Given, owner: Owner, data: NewToken) -> TokenSecret:
        """A key for a program, shown once."""
        await services.limits.check_account("account", owner.account)
        return await services.accounts.new_token(owner.account, data.name)

    @delete("/tokens/{token:str}", status_code=200)
    async def end_token(self, services: Given, owner: Owner, token: str) -> list[TokenInfo]:
        """Make a key useless."""
        await services.accounts.end_token(owner.account, token)
        await services.signed_out(owner.account)
        return await services.accounts.tokens(owner.account)

    @get("/export")
    async def export(self, services: Given, owner: Owner) -> Export:
        """All that the server holds about the account."""
        await services.limits.check_account("account", owner.account)
        return await services.accounts.export(owner)

    @get("/mutes")
    async def mutes(self, services: Given, who: Asker) -> list[str]:
        """Whom one does not want to read."""
        return await services.accounts.muted(who.account)

    @put("/mutes/{account:str}")
    async def mute(self, services: Given, who: Asker, account: str) -> list[str]:
        """Do not show what an account says."""
        await services.accounts.mute(who.account, account, on=True)
        await services.chat.learn_mutes(who.account)
        return await services.accounts.muted(who.account)

    @delete("/mutes/{account:str}", status_code=200)
    async def unmute(self, services: Given, who: Asker, account: str) -> list[str]:
        """Show again what an account says."""
        await services.accounts.mute(who.account, account, on=False)
        await services.chat.learn_mutes(who.account)
        return await services.accounts.muted(who.account)


class RatingRoutes(Controller):
    """Rating lists."""

    path = "/api/ratings"
    tags = ("ratings",)

    @get("/{title:str}")
    async def ratings(self, services: Given, title: str) -> list[RatingInfo]:
        """The best of a title."""
        if title not in services.titles.names:
            raise not_found()
        return await services.store.read(lambda session: rating_list(session, title))
