"""HTTP: titles, lists of tables, setting up, joining, the host's rights, chat."""

import io
from typing import Annotated, Literal

import segno
from litestar import Controller, Response, get, patch, post, put
from litestar.params import Parameter

from farhaven.server.basics import Refused
from farhaven.server.http.addresses import public_home
from farhaven.server.http.dependencies import Ask, Asker, Given, MaybeAsker, network
from farhaven.server.tables.table_info import live_info, table_info
from farhaven.server.tables.table_lists import list_tables
from farhaven.server.wire.tables import (
    ChatInfo,
    HomeInfo,
    Invite,
    Join,
    NewTable,
    NonceBody,
    SayBody,
    SeatChange,
    TableChange,
    TableInfo,
    TableList,
    TitleInfo,
)

Which = Annotated[Literal["open", "mine", "finished"], Parameter(query="list")]
Skip = Annotated[int, Parameter(ge=0, le=1_000_000)]


class TitleRoutes(Controller):
    """What can be played."""

    path = "/api/titles"
    tags = ("titles",)

    @get()
    async def titles(self, services: Given) -> list[TitleInfo]:
        """All titles with their options and bots."""
        return [services.titles.info(name) for name in services.titles.names]


@get("/api/home", tags=["titles"])
async def home(request: Ask, services: Given) -> HomeInfo:
    """Where other people find this server: for links that are handed on."""
    return HomeInfo(public_home(services.settings, str(request.base_url)))


class TableRoutes(Controller):
    """Tables and who sits at them."""

    path = "/api/tables"
    tags = ("tables",)

    @get()
    async def tables(
        self, services: Given, maybe_who: MaybeAsker, which: Which = "open", skip: Skip = 0
    ) -> TableList:
        """Open tables, or one's own that are running or finished; a page at a time."""
        if which != "open" and maybe_who is None:
            raise Refused(401, "not_signed_in")
        account = None if maybe_who is None else maybe_who.account
        pairs, more = await services.store.read(
            lambda session: list_tables(session, account, which, skip)
        )
        return TableList([table_info(row, seats, account) for row, seats in pairs], more)

    @post()
    async def create(self, request: Ask, services: Given, who: Asker, data: NewTable) -> TableInfo:
        """Set up a table."""
        await services.limits.check_account("create", who.account)
        table = await services.lobby.create(who, data, network=network(request, services))
        return live_info(table, who.account)

    @get("/{table:str}")
    async def table(self, services: Given, maybe_who: MaybeAsker, table: str) -> TableInfo:
        """A table, for whoever knows its id."""
        found = await services.hall.get(table)
        return live_info(found, None if maybe_who is None else maybe_who.account)

    @patch("/{table:str}")
    async def change(
        self, request: Ask, services: Given, who: Asker, table: str, data: TableChange
    ) -> TableInfo:
        """Pause or go on, switch the chat, list the table; the host's right."""
        await services.limits.check_account("table", who.account)
        found = await services.hall.get(table)
        await services.lobby.change_table(found, who, data, network(request, services))
        return live_info(found, who.account)

    @post("/{table:str}/join", status_code=200)
    async def join(self, services: Given, who: Asker, table: str, data: Join) -> TableInfo:
        """Take a seat."""
        await services.limits.check_account("table", who.account)
        found = await services.hall.get(table)
        await services.lobby.join(found, who, data)
        return live_info(found, who.account)

    @post("/{table:str}/leave", status_code=200)
    async def leave(self, services: Given, who: Asker, table: str) -> TableInfo:
        """Get up."""
        await services.limits.check_account("table", who.account)
        found = await services.hall.get(table)
        await services.lobby.leave(found, who)
        return live_info(found, who.account)

    @post("/{table:str}/nonce", status_code=200)
    async def nonce(self, services: Given, who: Asker, table: str, data: NonceBody) -> TableInfo:
        """Give this client's part in the chance of the match."""
        await services.limits.check_account("table", who.account)
        found = await services.hall.get(table)
        await services.lobby.seating.give_nonce(found, who.account, data.nonce)
        return live_info(found, who.account)

    @put("/{table:str}/seats/{seat:int}")
    async def seat(
        self, services: Given, who: Asker, table: str, seat: int, data: SeatChange
    ) -> TableInfo:
        """Remove or replace a player; the host's right."""
        await services.limits.check_account("table", who.account)
        found = await services.hall.get(table)
        await services.lobby.change_seat(found, who, seat, data)
        return live_info(found, who.account)

    @post("/{table:str}/invite", status_code=202)
    async def invite(
        self, request: Ask, services: Given, who: Asker, table: str, data: Invite
    ) -> Response[None]:
        """Ask a member by name."""
        await services.limits.check_account("invite", who.account)
        found = await services.hall.get(table)
        await services.lobby.invite(found, who, data.name, network(request, services))
        return Response(None)

    @post("/{table:str}/rematch", status_code=200)
    async def rematch(self, request: Ask, services: Given, who: Asker, table: str) -> TableInfo:
        """The same again."""
        await services.limits.check_account("create", who.account)
        found = await services.hall.get(table)
        new = await services.lobby.rematch(found, who, network(request, services))
        return live_info(new, who.account)

    @post("/{table:str}/stop", status_code=200)
    async def stop(self, services: Given, who: Asker, table: str) -> TableInfo:
        """End without a result; the host's right where nobody else plays."""
        await services.limits.check_account("table", who.account)
        found = await services.hall.get(table)
        await services.lobby.stop(found, who)
        return live_info(found, who.account)

    @get("/{table:str}/qr.svg", media_type="image/svg+xml")
    async def qr(self, request: Ask, services: Given, table: str) -> Response[bytes]:
        """The table's link as a code that a telephone can read."""
        found = await services.hall.get(table)
        home = public_home(services.settings, str(request.base_url))
        picture = io.BytesIO()
        segno.make(f"{home}/t/{found.id}", micro=False, error="m").save(
            picture, kind="svg", border=2, light="#fff", dark="#0b1230", omitsize=True
        )
        return Response(picture.getvalue(), media_type="image/svg+xml")

    @get("/{table:str}/chat")
    async def chat(self, services: Given, maybe_who: MaybeAsker, table: str) -> list[ChatInfo]:
        """The last messages."""
        found = await services.hall.get(table)
        account = None if maybe_who is None else maybe_who.account
        services.lobby.watch(found, account)
        return await services.chat.read(table, account)

    @post("/{table:str}/chat")
    async def say(self, services: Given, who: Asker, table: str, data: SayBody) -> ChatInfo:
        """Say something."""
        await services.limits.check_account("chat", who.account)
        return await services.chat.say(await services.hall.get(table), who, data.text)
