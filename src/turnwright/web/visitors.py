"""Who sends requests: addresses, behind proxies or not, and the names that a server accepts."""

import re
import socket
from collections.abc import Collection
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers

from turnwright.core.errors import TurnwrightError

OURSELVES = ("127.0.0.1", "localhost", "::1")
"""Names under which only this machine reaches a server."""
_DEFAULT_PORTS = {"http": 80, "https": 443}
_ADDRESS = re.compile(r"(https?)://(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::([0-9]{1,5}))?", re.ASCII)


def visitor_at(address: str) -> str:
    """The visitor of an address. Whoever has one address of IPv6 has the 2**64 beside it, so they count as one."""
    found = _ip(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return f"{IPv6Address(int(found) >> 64 << 64)}/64"
    return address[:60] if found is None else str(found)


def _ip(text: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(text)
    except ValueError:
        return None


def visitor_of(scope: Any) -> str:
    """Who asks: the address that a connection comes from, or that a named proxy tells."""
    client = scope.get("client")
    return visitor_at(client[0]) if client else "unknown"


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a server can be reached, and by whom."""

    names: frozenset[str]
    """Host names that it answers to."""
    any_address: bool
    """Whether it also answers to any address in numbers: no page elsewhere can take such a name for itself."""
    public: SplitResult | None = None
    """Its address on the internet, if a proxy stands in front of it."""
    proxies: tuple[str, ...] = ()
    """Addresses whose word about visitors is believed."""

    def knows(self, headers: Headers) -> bool:
        """Whether a request names this server as its host.

        A page elsewhere may have its own name lead to this machine (DNS rebinding); then its requests bring that name.
        """
        name = _host_name(headers)
        if name is None:
            return False
        return name in self.names or (self.any_address and _ip(name) is not None)

    def is_same_origin(self, headers: Headers) -> bool:
        """Whether a request comes from our own page, or from no page at all."""
        origins = headers.getlist("origin")
        if not origins:
            return True
        host = _host_name(headers)
        scheme = "https" if self.public is not None and host == self.public.hostname and self.is_secure else "http"
        ours, theirs = _origin(f"{scheme}://{headers.get('host', '')}"), _origin(origins[0])
        return len(origins) == 1 and ours is not None and ours == theirs

    @property
    def is_secure(self) -> bool:
        """Whether visitors come by TLS."""
        return self.public is not None and self.public.scheme == "https"


def _host_name(headers: Headers) -> str | None:
    """The name in the `Host` of a request, in small letters; none where it is missing, given twice or malformed."""
    hosts = headers.getlist("host")
    found = _origin(f"http://{hosts[0]}") if len(hosts) == 1 else None
    return None if found is None else found[1]


def _origin(text: str) -> tuple[str, str, int] | None:
    """Scheme, name and port of an address that has nothing else; none where it is malformed."""
    found = _ADDRESS.fullmatch(text.lower())
    if found is None or (found[2].startswith("[") and _ip(found[2][1:-1]) is None):
        return None
    return found[1], found[2].strip("[]").removesuffix("."), int(found[3] or _DEFAULT_PORTS[found[1]])


def place_of(host: str, *, public_url: str | None = None, proxies: Collection[str] = ()) -> Place:
    """Where a server at a host can be reached."""
    public = None if public_url is None else _checked_url(public_url)
    for proxy in proxies:
        if _ip(proxy) is None:
            raise TurnwrightError(f"the proxy {proxy!r} is not a numeric address, such as 127.0.0.1")
    if proxies and public is None:
        raise TurnwrightError("with --proxy, give the proxy's public address with --public-url")
    names = {*OURSELVES}
    if public is not None and public.hostname:
        names.add(public.hostname)
    is_local = host in OURSELVES
    if not is_local:
        own = socket.gethostname().lower()
        names |= {host.lower(), own, f"{own.partition('.')[0]}.local"}
    return Place(names=frozenset(names), any_address=not is_local, public=public, proxies=tuple(proxies))


def _checked_url(text: str) -> SplitResult:
    if _origin(text.removesuffix("/")) is None:
        raise TurnwrightError(
            f"the public address {text!r} is not valid; give a scheme and a name, such as https://games.example.org"
        )
    return urlsplit(text.removesuffix("/"))
