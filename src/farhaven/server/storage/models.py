"""The database's tables. Times are milliseconds since 1970, texts in JSON where said."""

from sqlalchemy import BigInteger, ForeignKey, Index, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

ID = String(32)
HASH = String(64)
NAME = String(32)


class Base(DeclarativeBase):
    """The schema that the migrations build."""


class UserRow(Base):
    """A person or a bot from outside. A guest has no login; a deleted one only a pseudonym."""

    __tablename__ = "account"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(NAME)
    login: Mapped[str | None] = mapped_column(String(64), unique=True)
    """The name folded to lower case, for accounts with a password."""
    password: Mapped[str | None] = mapped_column(String(200))
    recovery: Mapped[str | None] = mapped_column(HASH, unique=True)
    created: Mapped[int] = mapped_column(BigInteger)
    seen: Mapped[int] = mapped_column(BigInteger)
    deleted: Mapped[int | None] = mapped_column(BigInteger)


class SessionRow(Base):
    """A signed-in browser; only the hash of its token is kept."""

    __tablename__ = "session"

    hash: Mapped[str] = mapped_column(HASH, primary_key=True)
    id: Mapped[str] = mapped_column(ID, unique=True)
    account: Mapped[str] = mapped_column(ForeignKey("account.id"), index=True)
    agent: Mapped[str] = mapped_column(String(200))
    created: Mapped[int] = mapped_column(BigInteger)
    seen: Mapped[int] = mapped_column(BigInteger)
    expires: Mapped[int] = mapped_column(BigInteger)


class TokenRow(Base):
    """A key with which a program plays in an account's name."""

    __tablename__ = "token"

    hash: Mapped[str] = mapped_column(HASH, primary_key=True)
    id: Mapped[str] = mapped_column(ID, unique=True)
    account: Mapped[str] = mapped_column(ForeignKey("account.id"), index=True)
    name: Mapped[str] = mapped_column(NAME)
    created: Mapped[int] = mapped_column(BigInteger)
    seen: Mapped[int | None] = mapped_column(BigInteger)


class TableRow(Base):
    """A table and the head of its match. The match itself is the table's steps."""

    __tablename__ = "game_table"
    __table_args__ = (
        Index("game_table_due", "due"),
        Index("game_table_open", "state", "listed", "created"),
        Index("game_table_host", "host"),
        Index("game_table_network", "network"),
    )

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    title: Mapped[str] = mapped_column(String(32))
    rules_version: Mapped[int]
    components: Mapped[str] = mapped_column(HASH)
    options: Mapped[str] = mapped_column(Text)
    """JSON object."""
    host: Mapped[str] = mapped_column(ForeignKey("account.id"))
    network: Mapped[str | None] = mapped_column(HASH)
    """A keyed hash of the network it was set up from, to count; None for older tables."""
    state: Mapped[str] = mapped_column(String(10))
    """open, starting, running, over, stopped or closed."""
    listed: Mapped[bool]
    spectators: Mapped[bool]
    rated: Mapped[bool]
    clock: Mapped[int | None]
    """Seconds for each seat in all."""
    increment: Mapped[int]
    """Seconds that each entry gives back."""
    days: Mapped[int | None]
    """Days for each decision."""
    patience: Mapped[int]
    """Seconds until a bot plays for one who is away."""
    stand_in: Mapped[str] = mapped_column(String(32))
    """The kind of bot that plays for those who are away."""
    chat: Mapped[bool]
    secret: Mapped[str] = mapped_column(HASH)
    nonces: Mapped[str] = mapped_column(Text)
    """JSON list, complete once the match runs."""
    created: Mapped[int] = mapped_column(BigInteger)
    started: Mapped[int | None] = mapped_column(BigInteger)
    ended: Mapped[int | None] = mapped_column(BigInteger)
    steps: Mapped[int]
    """The number of the last step."""
    owing: Mapped[int]
    """The seats that owe a decision, as a mask."""
    moved: Mapped[int] = mapped_column(BigInteger)
    due: Mapped[int | None] = mapped_column(BigInteger)
    """When some process must look at the table again."""
    watched: Mapped[int] = mapped_column(BigInteger, server_default="0")
    """When somebody was last known to watch bots play among themselves."""
    rematch: Mapped[str | None] = mapped_column(ID)
    result: Mapped[str | None] = mapped_column(Text)
    """JSON, as in the record."""


class SeatRow(Base):
    """Who sits where."""

    __tablename__ = "seat"

    table: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    """open, human or bot."""
    account: Mapped[str | None] = mapped_column(ForeignKey("account.id"), index=True)
    name: Mapped[str] = mapped_column(NAME)
    level: Mapped[str | None] = mapped_column(String(32))
    nonce: Mapped[str | None] = mapped_column(String(64))
    seen: Mapped[int] = mapped_column(BigInteger)


class StepRow(Base):
    """One step of a match. The primary key holds the order; nothing is ever changed or deleted."""

    __tablename__ = "step"
    __table_args__ = (Index("step_entry", "table", "entry", unique=True),)

    table: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    """entry, outcome, undo, stop, pause, resume, away, back or seat."""
    seat: Mapped[int | None]
    body: Mapped[str] = mapped_column(Text)
    """JSON: the line of an entry or outcome, else facts of the kind."""
    entry: Mapped[str | None] = mapped_column(String(64))
    """The id that the client gave its entry."""
    at: Mapped[int] = mapped_column(BigInteger)


class ChatRow(Base):
    """A message at a table, or a notice: a code with parameters."""

    __tablename__ = "chat"

    table: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    account: Mapped[str | None] = mapped_column(ForeignKey("account.id"), index=True)
    seat: Mapped[int | None]
    name: Mapped[str] = mapped_column(NAME)
    code: Mapped[str | None] = mapped_column(String(32))
    text: Mapped[str] = mapped_column(String(500))
    at: Mapped[int] = mapped_column(BigInteger)


class MuteRow(Base):
    """An account that another does not want to read."""

    __tablename__ = "mute"

    account: Mapped[str] = mapped_column(ForeignKey("account.id"), primary_key=True)
    muted: Mapped[str] = mapped_column(ForeignKey("account.id"), primary_key=True)


class InviteRow(Base):
    """A table that an account was asked to."""

    __tablename__ = "invite"

    table: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    account: Mapped[str] = mapped_column(ForeignKey("account.id"), primary_key=True)
    by: Mapped[str] = mapped_column(ForeignKey("account.id"))
    at: Mapped[int] = mapped_column(BigInteger)


class RatingRow(Base):
    """How strong an account is at a title."""

    __tablename__ = "rating"

    account: Mapped[str] = mapped_column(ForeignKey("account.id"), primary_key=True)
    title: Mapped[str] = mapped_column(String(32), primary_key=True)
    mu: Mapped[float]
    sigma: Mapped[float]
    matches: Mapped[int]


class RecordRow(Base):
    """A record that somebody uploaded to look at."""

    __tablename__ = "record"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    account: Mapped[str] = mapped_column(ForeignKey("account.id"), index=True)
    title: Mapped[str] = mapped_column(String(32))
    body: Mapped[str] = mapped_column(Text)
    created: Mapped[int] = mapped_column(BigInteger)
    network: Mapped[str | None] = mapped_column(HASH, index=True)
    """As with a table."""


class AnalysisRow(Base):
    """What a second look at a match has found, or how far it is."""

    __tablename__ = "analysis"

    subject: Mapped[str] = mapped_column(ID, primary_key=True)
    """The table, or the record that was uploaded."""
    lines: Mapped[int]
    """Lines of its log."""
    done: Mapped[int]
    """And those looked at so far."""
    moved: Mapped[int] = mapped_column(BigInteger)
    """When the process that works on it last said so."""
    review: Mapped[str | None] = mapped_column(Text)
    """JSON, once it is done."""


class KeyRow(Base):
    """A key that all processes of one installation share."""

    __tablename__ = "server_key"

    name: Mapped[str] = mapped_column(String(32), primary_key=True)
    value: Mapped[str] = mapped_column(HASH)
