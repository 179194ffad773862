"""The server's settings: from flags, the environment (FARHAVEN_…) or a TOML file, in that order."""

import ipaddress
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, get_type_hints
from urllib.parse import urlsplit

import msgspec
import platformdirs
from msgspec import Meta

from farhaven.server.accounts.quotas import read_quotas

PREFIX = "FARHAVEN_"
CONFIG = "FARHAVEN_CONFIG"

Value = str | int | float | bool | list[str]

Port = Annotated[int, Meta(ge=0, le=65535)]
Seconds = Annotated[float, Meta(ge=0, le=86400)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything that a server can be told. A name in capitals with FARHAVEN_ is its variable."""

    host: str = "0.0.0.0"  # a club plays in its own network: reachable unless told otherwise
    port: Port = 8420
    data: str = ""
    database: str = ""
    redis: str = ""
    public_url: str = ""
    origins: list[str] = []
    hosts: list[str] = []
    proxies: str = "127.0.0.1"
    browser: bool = True
    log_format: Literal["json", "text"] = "json"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    bot_workers: Annotated[int, Meta(ge=0, le=256)] = 0
    bot_delay: Seconds = 0.6
    take_back: Seconds = 2.5
    analysis: Annotated[int, Meta(ge=0, le=100_000)] = 800
    nonce_wait: Seconds = 5.0
    session_days: Annotated[int, Meta(ge=1, le=3650)] = 180
    rate_limits: Annotated[float, Meta(ge=0)] = 1.0
    quotas: list[str] = []
    metrics_token: str = ""
    extra_titles: list[str] = []

    def data_folder(self) -> Path:
        """Where the embedded database and its backups are."""
        if self.data:
            return Path(self.data).expanduser()
        return Path(platformdirs.user_data_dir("farhaven", appauthor=False))

    def database_url(self) -> str:
        """The database's address with the driver that this server uses for it."""
        url = self.database
        if not url:
            return f"sqlite+aiosqlite:///{self.data_folder() / 'farhaven.db'}"
        for scheme in ("postgresql://", "postgres://"):
            if url.startswith(scheme):
                return "postgresql+asyncpg://" + url.removeprefix(scheme)
        if url.startswith("sqlite:///"):
            return "sqlite+aiosqlite:///" + url.removeprefix("sqlite:///")
        if "://" not in url:
            return f"sqlite+aiosqlite:///{Path(url).expanduser()}"
        return url

    def is_sqlite(self) -> bool:
        return self.database_url().startswith("sqlite")

    def secure_cookies(self) -> bool:
        return self.public_url.startswith("https://")

    def workers(self) -> int:
        """How many bots think at once; without a choice, one for each core but at least one."""
        return self.bot_workers or max(1, os.cpu_count() or 1)


HELP: Mapping[str, str] = {
    "host": "Address to listen on.",
    "port": "Port to listen on; 0 takes a free one.",
    "data": "Folder of the embedded database; the user's data folder if not given.",
    "database": "postgresql://… or a path; an SQLite file in the data folder if not given.",
    "redis": "redis://… to connect equal processes; needed with several on PostgreSQL.",
    "public_url": "The address that people use, where a proxy stands before the server.",
    "origins": "Further origins whose pages may use the server, separated by commas.",
    "hosts": "Further names under which the server is reached, separated by commas; * for any.",
    "proxies": "Addresses of proxies whose X-Forwarded-For is believed; * for any.",
    "browser": "Open the browser, if there is one.",
    "log_format": "json or text.",
    "log_level": "debug, info, warning or error.",
    "bot_workers": "Processes in which bots think; 0 for one on each core.",
    "bot_delay": "Seconds that a bot waits before it moves, so that people can follow.",
    "take_back": "Seconds that bots leave a person whose turn is over to take the move back.",
    "analysis": "Iterations for each choice in the analysis of a match or a record; 0 for none.",
    "nonce_wait": "Seconds that a full table waits for the browsers' nonces.",
    "session_days": "Days that a session lasts without being used.",
    "rate_limits": "Factor on all rate limits; 0 switches them off.",
    "quotas": "Quotas as name=number, separated by commas; off for none. See docs/hosting.md.",
    "metrics_token": "Bearer token for /metrics; without one it answers this machine only.",
    "extra_titles": "Further titles as module:Class, separated by commas, for their developers.",
}


DATABASES = ("postgresql", "postgres", "sqlite")
REDIS = ("redis", "rediss", "unix")


class SettingsError(ValueError):
    """A setting that cannot be used, with its name."""


def load(
    flags: Mapping[str, Value | None] | None = None,
    environ: Mapping[str, str] | None = None,
) -> Settings:
    """The settings: flags over environment over file over defaults, all checked."""
    environ = os.environ if environ is None else environ
    values: dict[str, Value] = dict(_from_file(environ.get(CONFIG, "")))
    lists = {name for name, kind in get_type_hints(Settings).items() if kind == list[str]}
    for name in Settings.__struct_fields__:
        raw = environ.get(PREFIX + name.upper())
        if raw is not None:
            values[name] = raw
    values.update({name: value for name, value in (flags or {}).items() if value is not None})
    for name in lists:
        raw_list = values.get(name)
        if isinstance(raw_list, str):
            values[name] = [part.strip() for part in raw_list.split(",") if part.strip()]
    try:
        settings = msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as fault:
        said, _, where = str(fault).partition(" - at `$.")
        raise SettingsError(f"{where.rstrip('`')}: {said}" if where else said) from fault
    _check_addresses(settings)
    try:
        read_quotas(settings.quotas)
    except ValueError as fault:
        raise SettingsError(f"quotas: {fault}") from fault
    return settings


def _check_addresses(settings: Settings) -> None:
    """Refuse addresses of a kind that nothing here speaks to."""
    scheme, colon, _ = settings.database.partition("://")
    if colon and scheme not in DATABASES:
        raise SettingsError(f"database: {scheme}:// is none of {', '.join(DATABASES)} or a path")
    if settings.redis and settings.redis.partition("://")[0] not in REDIS:
        raise SettingsError(f"redis: must begin with one of {', '.join(REDIS)}, and ://")
    if settings.public_url:
        _check_origin("public_url", settings.public_url)
    for origin in settings.origins:
        _check_origin("origins", origin)
    for proxy in settings.proxies.split(","):
        try:
            if proxy.strip() != "*":
                ipaddress.ip_network(proxy.strip(), strict=False)
        except ValueError as fault:
            raise SettingsError(f"proxies: {fault}") from fault


def _check_origin(name: str, url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise SettingsError(f"{name}: {url} is not of the form https://games.example.org")


def _from_file(named: str) -> dict[str, Value]:
    """The settings file: the one named, which must be there, or the user's, if there is one."""
    path = Path(named) if named else platformdirs.user_config_path("farhaven") / "server.toml"
    try:
        if not named and not path.is_file():
            return {}
        values: dict[str, Value] = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise SettingsError(f"{path}: {fault}") from fault
    return values
