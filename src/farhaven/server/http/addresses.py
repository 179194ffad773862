"""The addresses under which people reach the server."""

import ipaddress
import socket
from urllib.parse import urlsplit

from farhaven.server.settings import Settings

ANY = ("0.0.0.0", "::")
"""Hosts that stand for all addresses of this machine."""


def lan_address() -> str | None:
    """This machine's address in the local network. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket only asks the routing table.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def public_home(settings: Settings, base_url: str) -> str:
    """The server's address for other people, without a slash at the end.

    `base_url` is the one that the asker used. If only this machine knows it, the address in the
    local network takes its place.
    """
    if settings.public_url:
        return settings.public_url.rstrip("/")
    home = base_url.rstrip("/")
    parts = urlsplit(home)
    near = lan_address() if settings.host in ANY and _is_loopback(parts.hostname) else None
    if near is None:
        return home
    port = "" if parts.port is None else f":{parts.port}"
    return f"{parts.scheme}://{near}{port}"


def _is_loopback(host: str | None) -> bool:
    if host is None or host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
