"""`farhaven admin`: what an operator does with a server's database, also while it runs."""

import asyncio
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from farhaven.cli.errors import Fault, WrongUse
from farhaven.server.settings import HELP, PREFIX, Settings, SettingsError, load

admin = typer.Typer(
    name="admin", help="Look after a server's database, also while it runs.", no_args_is_help=True
)

Database = Annotated[
    str | None, typer.Option(help=HELP["database"], envvar=PREFIX + "DATABASE", show_default=False)
]
Data = Annotated[
    str | None, typer.Option(help=HELP["data"], envvar=PREFIX + "DATA", show_default=False)
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object per line.")]


TIMES = ("created", "moved", "seen", "deleted")
"""Columns in milliseconds since 1970."""


def _settings(database: str | None, data: str | None) -> Settings:
    try:
        return load({"database": database, "data": data})
    except SettingsError as fault:
        raise WrongUse(str(fault)) from fault


def _database(database: str | None, data: str | None, *, is_new: bool = False) -> str:
    """The address of a database that is there and at this program's version."""
    from farhaven.server.preflight import check_database

    settings = _settings(database, data)
    url = settings.database_url()
    if settings.is_sqlite() and not is_new:
        path = Path(url.partition("///")[2])
        if not path.is_file():
            raise Fault(f"{path}: there is no such database")
    try:
        check_database(settings)
    except SettingsError as fault:
        raise Fault(str(fault)) from fault
    return url


def _show(rows: list[dict[str, object]], as_json: bool) -> None:
    from msgspec import json

    if as_json:
        for row in rows:
            typer.echo(json.encode(row).decode())
        return
    table = Table()
    for name in rows[0] if rows else ():
        # An id is to be copied as a whole.
        table.add_column(name, no_wrap=name == "id", overflow="fold")
    for row in rows:
        table.add_row(*(_shown(name, value) for name, value in row.items()))
    Console().print(table)


def _shown(name: str, value: object) -> str:
    """A value for people: times as on their clock, nothing for nothing."""
    if value is None:
        return ""
    if name in TIMES and isinstance(value, int):
        return f"{datetime.fromtimestamp(value / 1000):%Y-%m-%d %H:%M}"
    return str(value)


@admin.command()
def matches(
    state: Annotated[str | None, typer.Option(help="Only those in this state.")] = None,
    as_json: AsJson = False,
    database: Database = None,
    data: Data = None,
) -> None:
    """List the tables, the last moved first."""
    from farhaven.server.storage.operator_queries import list_tables

    _show(asyncio.run(list_tables(_database(database, data), state)), as_json)


@admin.command()
def end_table(
    table: Annotated[str, typer.Argument(help="The table's id, as `matches` shows it.")],
    database: Database = None,
    data: Data = None,
) -> None:
    """End a table without a result, such as one whose people do not come back."""
    from farhaven.server.storage.operator_queries import UnknownTableError
    from farhaven.server.storage.operator_queries import end_table as work

    try:
        asyncio.run(work(_database(database, data), table))
    except UnknownTableError as fault:
        raise Fault(str(fault)) from fault
    typer.echo(f"table {table} ended")


@admin.command()
def users(as_json: AsJson = False, database: Database = None, data: Data = None) -> None:
    """List the accounts, the last seen first."""
    from farhaven.server.storage.operator_queries import list_users

    _show(asyncio.run(list_users(_database(database, data))), as_json)


Account = Annotated[str, typer.Argument(help="A member's name, or any account's id.")]


@admin.command()
def sign_out(account: Account, database: Database = None, data: Data = None) -> None:
    """End all sessions and tokens of an account."""
    from farhaven.server.storage.operator_queries import UnknownAccountError, end_sessions

    try:
        count = asyncio.run(end_sessions(_database(database, data), account))
    except UnknownAccountError as fault:
        raise Fault(str(fault)) from fault
    typer.echo(f"{count} sessions and tokens ended")


@admin.command()
def recovery_link(account: Account, database: Database = None, data: Data = None) -> None:
    """Make a link for somebody who has forgotten the password.

    It works once. A member sets a new password with it. An older link no longer works.
    """
    from farhaven.server.http.addresses import public_home
    from farhaven.server.storage.operator_queries import UnknownAccountError, new_recovery_link

    settings = _settings(database, data)
    try:
        path = asyncio.run(new_recovery_link(_database(database, data), account))
    except UnknownAccountError as fault:
        raise Fault(str(fault)) from fault
    typer.echo(public_home(settings, f"http://localhost:{settings.port}") + path)


@admin.command()
def vacuum(database: Database = None, data: Data = None) -> None:
    """Give back the space of what was deleted."""
    from farhaven.server.storage.backup import vacuum as work

    asyncio.run(work(_database(database, data)))


@admin.command()
def backup(path: Path, database: Database = None, data: Data = None) -> None:
    """Write everything into a file, while the server runs."""
    from farhaven.server.storage.backup import back_up

    count = asyncio.run(back_up(_database(database, data), path))
    typer.echo(f"{count} rows in {path}")


@admin.command()
def restore(
    path: Path,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    database: Database = None,
    data: Data = None,
) -> None:
    """Put a backup in the place of everything, while the server runs."""
    from farhaven.server.storage.backup import BackupError
    from farhaven.server.storage.backup import restore as work

    url = _database(database, data, is_new=True)
    if not yes:
        typer.confirm("Replace everything in the database?", abort=True)
    try:
        count = asyncio.run(work(url, path))
    except BackupError as fault:
        raise Fault(str(fault)) from fault
    typer.echo(f"{count} rows restored")


@admin.command()
def migrate(database: Database = None, data: Data = None) -> None:
    """Bring the database to this program's version."""
    from farhaven.server.storage.database import migrate as work

    if _settings(database, data).is_sqlite():
        _database(database, data, is_new=True)
    else:
        work(_settings(database, data).database_url())


@admin.command()
def typescript(
    folder: Annotated[
        Path | None, typer.Argument(help="The application's source; else the types are shown.")
    ] = None,
) -> None:
    """Write the types of all that is sent, for the web application."""
    from farhaven.server.titles import Titles
    from farhaven.server.wire.typescript import generate

    for path, text in generate(Titles()).items():
        if folder is None:
            typer.echo(f"// {path}\n{text}")
        else:
            (folder / path).write_text(text, "utf-8")
