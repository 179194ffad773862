"""`farhaven serve`: the server, for one club or for many."""

import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import Annotated

import typer
from rich.console import Console

from farhaven.server.http.addresses import ANY, lan_address
from farhaven.server.settings import HELP, PREFIX, Settings, SettingsError, Value, load

NO_APP = (
    "farhaven serve: this installation is without the web app: there is only the interface for "
    "programs. In a copy of the source, `make setup` installs both."
)


def _option(name: str, *flags: str) -> typer.models.OptionInfo:
    default = getattr(Settings(), name)
    made: typer.models.OptionInfo = typer.Option(
        *flags,
        help=HELP[name],
        envvar=PREFIX + name.upper(),
        show_default=str(default) if default not in ("", []) else False,
    )
    return made


def serve(
    host: Annotated[str | None, _option("host")] = None,
    port: Annotated[int | None, _option("port")] = None,
    data: Annotated[str | None, _option("data")] = None,
    database: Annotated[str | None, _option("database")] = None,
    redis: Annotated[str | None, _option("redis")] = None,
    public_url: Annotated[str | None, _option("public_url")] = None,
    origins: Annotated[str | None, _option("origins")] = None,
    hosts: Annotated[str | None, _option("hosts")] = None,
    proxies: Annotated[str | None, _option("proxies")] = None,
    browser: Annotated[bool | None, _option("browser", "--browser/--no-browser")] = None,
    log_format: Annotated[str | None, _option("log_format")] = None,
    log_level: Annotated[str | None, _option("log_level")] = None,
    bot_workers: Annotated[int | None, _option("bot_workers")] = None,
    bot_delay: Annotated[float | None, _option("bot_delay")] = None,
    take_back: Annotated[float | None, _option("take_back")] = None,
    analysis: Annotated[int | None, _option("analysis")] = None,
    nonce_wait: Annotated[float | None, _option("nonce_wait")] = None,
    session_days: Annotated[int | None, _option("session_days")] = None,
    rate_limits: Annotated[float | None, _option("rate_limits")] = None,
    quotas: Annotated[str | None, _option("quotas")] = None,
    metrics_token: Annotated[str | None, _option("metrics_token")] = None,
    extra_titles: Annotated[str | None, _option("extra_titles")] = None,
) -> None:
    """Serve the games: tables, live play, bots.

    Each setting is a flag, a variable or a line of a TOML file, in this order.
    The file is the one that FARHAVEN_CONFIG names, or farhaven/server.toml
    in the user's configuration folder.
    """
    flags: dict[str, Value | None] = dict(locals())
    try:
        settings = load(flags)
    except SettingsError as fault:
        typer.echo(f"farhaven serve: {fault}", err=True)
        raise typer.Exit(2) from fault
    raise typer.Exit(run(settings))


def run(settings: Settings, on_ready: Callable[[int], None] | None = None) -> int:
    """Serve until told to stop; the exit code."""
    # Loaded here, so that the help does not wait for it.
    from farhaven.server.logs import configure
    from farhaven.server.preflight import check, claimed

    configure(settings)
    try:
        with claimed(settings):
            check(settings)
            return _run(settings, _listen(settings), on_ready)
    except SettingsError as fault:
        typer.echo(f"farhaven serve: {fault}", err=True)
        return 1


def _run(
    settings: Settings, listener: socket.socket, on_ready: Callable[[int], None] | None
) -> int:
    from farhaven.server.app import create_app, guarded
    from farhaven.server.process import Server, config_for

    port: int = listener.getsockname()[1]
    app = create_app(settings)
    server = Server(config_for(guarded(app), settings))
    server.on_ready = lambda: tell_ready(settings, port, on_ready)
    server.on_stop = app.state.live.close
    server.run([listener])
    return 0 if server.started else 1


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    if os.name == "posix":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as fault:
        where = f"host, port: {settings.host}:{settings.port}"
        raise SettingsError(f"{where}: {fault.strerror}") from fault
    listener.setblocking(False)
    return listener


def tell_ready(settings: Settings, port: int, on_ready: Callable[[int], None] | None) -> None:
    """Say where the server is, and show it."""
    from farhaven.server.http.static_files import is_built

    if not is_built():
        typer.echo(NO_APP, err=True)
    if on_ready is not None:
        on_ready(port)
    here = settings.public_url or f"http://{_host(settings.host)}:{port}/"
    if sys.stdout.isatty():
        _announce(settings, here, port)
    else:
        print(f"farhaven serves at {here}", flush=True)
    if settings.browser and _has_screen():
        # In a thread: some browsers do not come back before they are closed.
        threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()


def _announce(settings: Settings, here: str, port: int) -> None:
    """The addresses, with a code that a telephone in the same network can read."""
    import segno

    console = Console()
    console.print(f"[bold]Farhaven[/bold] on this machine: {here}")
    address = lan_address()
    if not settings.public_url and address is not None and settings.host in ANY:
        near = f"http://{address}:{port}/"
        console.print(f"in the local network:     {near}")
        segno.make(near, micro=False).terminal(compact=True, border=2)
    console.print("Stop with Ctrl-C.")


def _host(host: str) -> str:
    """The name under which this machine reaches what it listens on."""
    if host in ANY:
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _has_screen() -> bool:
    """Whether opening a browser makes sense here."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
