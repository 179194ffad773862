"""Members whose name has an emoji sign in after an upgrade as before."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from farhaven.server.accounts.accounts import _hasher
from farhaven.server.basics import Refused
from farhaven.server.storage import database
from tests.server.inside import opened

HEART = "Anna \u2764\ufe0f"


def former_database(folder: Path, *members: tuple[str, str, str]) -> None:
    """A database of the former revision; members by id, name and login, their id as password."""
    path = folder / "farhaven.db"
    database.migrate(f"sqlite+aiosqlite:///{path}", "0006")
    with sqlite3.connect(path) as connection:
        for account, name, login in members:
            connection.execute(
                "INSERT INTO account (id, name, login, password, created, seen)"
                " VALUES (?, ?, ?, ?, 1, 1)",
                (account, name, login, _hasher.hash(account)),
            )


def test_an_emoji_in_a_name_locks_nobody_out(tmp_path: Path) -> None:
    former_database(tmp_path, ("a", HEART, "anna \u2764\ufe0f"))

    async def main() -> None:
        async with opened(tmp_path) as services:
            for typed in (HEART, "anna \u2764"):
                assert (await services.accounts.login(typed, "a", ""))[0] == "a"
            with pytest.raises(Refused, match="wrong_login"):
                await services.accounts.login(HEART, "b", "")

    asyncio.run(main())


def test_both_members_sign_in_where_the_new_login_is_taken(tmp_path: Path) -> None:
    former_database(
        tmp_path, ("a", HEART, "anna \u2764\ufe0f"), ("b", "Anna \u2764", "anna \u2764")
    )

    async def main() -> None:
        async with opened(tmp_path) as services:
            assert (await services.accounts.login(HEART, "a", ""))[0] == "a"
            assert (await services.accounts.login(HEART, "b", ""))[0] == "b"
            assert (await services.accounts.login("anna \u2764", "b", ""))[0] == "b"

    asyncio.run(main())
