"""Where a request comes from, and for which host: what a proxy says, and how far to believe it."""

import ipaddress
import socket
from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from farhaven.server.settings import Settings

ANY = "*"
MAX_HOST = 260
"""The longest name that DNS knows, with a port."""
RESERVED = (".localhost", ".local", ".internal", ".home.arpa")
"""Endings that the public DNS never answers for."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Proxies:
    """The proxies whose `X-Forwarded-For` is believed."""

    def __init__(self, setting: str) -> None:
        named = [part.strip() for part in setting.split(",") if part.strip()]
        self._is_any = ANY in named
        self._networks = [ipaddress.ip_network(part, strict=False) for part in named if part != ANY]

    def trusts(self, peer: str) -> bool:
        """Whether what this peer says about others is believed."""
        if self._is_any:
            return True
        address = _address(peer)
        return address is not None and any(address in network for network in self._networks)

    def client(self, peer: str, forwarded: Sequence[str]) -> str:
        """The client's address, for a peer that is believed and all entries of its header.

        Each proxy appends the address that it saw, so entries are read from the right, up to the
        first that no believed proxy wrote. Where any peer is believed that is the rightmost one:
        whatever stands before it may be the client's own invention.
        """
        client = peer
        for entry in reversed(forwarded):
            address = _address(_without_port(entry.strip()))
            if address is None:
                break
            client = str(address)
            if self._is_any or not self.trusts(client):
                break
        return client


def _address(text: str) -> Address | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def _without_port(text: str) -> str:
    """An address or a name from `host:port`, `[address]:port`, or without a port."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text if text.count(":") > 1 else text.partition(":")[0]


class Hosts:
    """The names under which this server may be reached.

    A page of somebody else's can let its own name point to this machine, and then speaks to it as
    if it came from here ("DNS rebinding"). An address in figures cannot be bent so, nor can a
    name that the public DNS never answers for; any other name must be one of the settings'.
    """

    def __init__(self, settings: Settings) -> None:
        urls = [settings.public_url, *settings.origins]
        names = [urlsplit(url).hostname or "" for url in urls if url]
        self._is_any = ANY in settings.hosts
        self._names = {name.lower().rstrip(".") for name in (*names, *settings.hosts)}
        self._names.add(socket.gethostname().lower())

    def allows(self, host: str) -> bool:
        """Whether a request for this host is one for this server."""
        name = _without_port(host).lower().rstrip(".")
        if self._is_any or name in self._names or _address(name) is not None:
            return True
        return "." not in name or name.endswith(RESERVED)


def forwarded_entries(values: Iterable[bytes]) -> list[str]:
    """The entries of all headers of a kind, in their order."""
    return [part for value in values for part in value.decode("latin-1").split(",")]
