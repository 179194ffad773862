"""The structs that clients and server exchange about accounts."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from farhaven.server.wire.tables import ChatInfo, Name, Request, TableInfo

Password = Annotated[str, Meta(min_length=8, max_length=200)]
Code = Annotated[str, Meta(min_length=20, max_length=100)]


class NewGuest(Request, frozen=True, kw_only=True):
    """A name is enough to play."""

    name: Name


class Credentials(Request, frozen=True, kw_only=True):
    """A name and password, to register or to sign in."""

    name: Name
    password: Password


class PasswordChange(Request, frozen=True, kw_only=True):
    """A new password, with the old one."""

    old: Password
    new: Password


class RecoveryCode(Request, frozen=True, kw_only=True):
    """The code of a recovery link."""

    code: Code


class Recover(Request, frozen=True, kw_only=True):
    """The code of a recovery link and, for a member, the new password."""

    code: Code
    password: Password | None = None


class Rename(Request, frozen=True, kw_only=True):
    """Another name."""

    name: Name


class NewToken(Request, frozen=True, kw_only=True):
    """A key for a program, with a name to know it by."""

    name: Name


class Account(msgspec.Struct, frozen=True):
    """Who is asking."""

    id: str
    name: str
    member: bool
    """Whether there is a password, so that the account lasts."""
    recoverable: bool
    created: int


class RecoveryLink(msgspec.Struct, frozen=True):
    """Shown once: whoever has it gets into the account."""

    code: str
    path: str


class Recoverable(msgspec.Struct, frozen=True):
    """The account that a recovery link opens."""

    name: str
    member: bool
    """Whether a new password must be set with it."""


class SessionInfo(msgspec.Struct, frozen=True):
    """A browser that is signed in."""

    id: str
    agent: str
    created: int
    seen: int
    current: bool


class TokenInfo(msgspec.Struct, frozen=True):
    """A program's key, without the key."""

    id: str
    name: str
    created: int
    seen: int | None


class TokenSecret(msgspec.Struct, frozen=True):
    """A program's key, shown once."""

    id: str
    name: str
    token: str


class RatingInfo(msgspec.Struct, frozen=True):
    """How strong an account is at a title; `ordinal` sorts."""

    account: str
    name: str
    title: str
    mu: float
    sigma: float
    ordinal: float
    matches: int


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """All that the server holds about an account."""

    account: Account
    login: str | None
    sessions: Sequence[SessionInfo]
    tokens: Sequence[TokenInfo]
    tables: Sequence[TableInfo]
    chat: Sequence[ChatInfo]
    ratings: Sequence[RatingInfo]
    muted: Sequence[str]
    records: Sequence[str]
    invites: Sequence[str]
    """The tables that it was asked to."""
