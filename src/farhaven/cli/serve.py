"""`farhaven serve`: the server, for one club or for many."""

import asyncio
import contextlib
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from typing import Annotated

import typer
from rich.console import Console

from farhaven.server.settings import HELP, PREFIX, Settings, SettingsError, Value, load

GRACE_SECONDS = 3


def _option(name: str, *flags: str) -> typer.models.OptionInfo:
    made: typer.models.OptionInfo = typer.Option(
        *flags, help=HELP[name], envvar=PREFIX + name.upper(), show_default=False
    )
    return made


def _defaults() -> str:
    """What holds without flags, for the end of the help."""
    settings = Settings()
    lines = [f"{name}: {getattr(settings, name)!r}" for name in Settings.__struct_fields__]
    return "Without a flag or variable the file FARHAVEN_CONFIG counts, then: " + ", ".join(lines)


def serve(  # noqa: PLR0917 - one parameter for each setting
    host: Annotated[str | None, _option("host")] = None,
    port: Annotated[int | None, _option("port")] = None,
    data: Annotated[str | None, _option("data")] = None,
    database: Annotated[str | None, _option("database")] = None,
    redis: Annotated[str | None, _option("redis")] = None,
    public_url: Annotated[str | None, _option("public_url")] = None,
    origins: Annotated[str | None, _option("origins")] = None,
    proxies: Annotated[str | None, _option("proxies")] = None,
    browser: Annotated[bool | None, _option("browser", "--browser/--no-browser")] = None,
    log_format: Annotated[str | None, _option("log_format")] = None,
    log_level: Annotated[str | None, _option("log_level")] = None,
    bot_workers: Annotated[int | None, _option("bot_workers")] = None,
    bot_delay: Annotated[float | None, _option("bot_delay")] = None,
    nonce_wait: Annotated[float | None, _option("nonce_wait")] = None,
    session_days: Annotated[int | None, _option("session_days")] = None,
    rate_limits: Annotated[float | None, _option("rate_limits")] = None,
    metrics_token: Annotated[str | None, _option("metrics_token")] = None,
    extra_titles: Annotated[str | None, _option("extra_titles")] = None,
) -> None:
    """Serve the games: tables, live play, bots."""
    flags: dict[str, Value | None] = dict(locals())
    try:
        settings = load(flags)
    except SettingsError as fault:
        typer.echo(f"farhaven serve: {fault}", err=True)
        raise typer.Exit(2) from fault
    raise typer.Exit(run(settings))


serve.__doc__ = f"{serve.__doc__}\n\n{_defaults()}"


def run(settings: Settings, on_ready: Callable[[int], None] | None = None) -> int:
    """Serve until told to stop; the exit code."""
    # Loaded here, so that the help does not wait for it.
    import uvicorn  # noqa: PLC0415

    from farhaven.server.app import create_app, guarded  # noqa: PLC0415
    from farhaven.server.database import SchemaError  # noqa: PLC0415
    from farhaven.server.live import MAX_FRAME  # noqa: PLC0415
    from farhaven.server.logs import configure  # noqa: PLC0415

    configure(settings)
    try:
        listener = _listen(settings)
    except OSError as fault:
        typer.echo(f"farhaven serve: {settings.host}:{settings.port}: {fault.strerror}", err=True)
        return 1
    port: int = listener.getsockname()[1]
    app = create_app(settings)
    config = uvicorn.Config(
        guarded(app),
        ws="websockets-sansio",
        ws_max_size=MAX_FRAME,
        # Patches are small; a compressor would cost every connection more memory than they do.
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    server = _Server(config, lambda: _ready(settings, port, on_ready))
    server.before_stop = app.state.live.close
    try:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(server.serve(sockets=[listener]), loop_factory=config.get_loop_factory())
    except SchemaError as fault:
        typer.echo(f"farhaven serve: {fault}", err=True)
        return 1
    return 0 if server.started else 1
