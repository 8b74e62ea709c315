"""The shapes of ASGI that are used here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Any, Final

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

#: Where a request comes from that names no address.
UNKNOWN: Final = "unknown"


def header(scope: Scope, name: bytes) -> str | None:
    """A header of a request."""
    for key, value in scope["headers"]:
        if key.lower() == name:
            text: str = value.decode("latin-1")
            return text
    return None


def address(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return network(str(client[0])) if client else UNKNOWN


def network(host: str) -> str:
    """What one person has: an address, or of IPv6 the first 64 bits, of which a household has all the rest.

    All that is no address, as a proxy may hand on what somebody has written there, counts as one.

    >>> network("2001:db8:1:2:a::b"), network("::ffff:192.0.2.1"), network("192.0.2.1")
    ('2001:db8:1:2::/64', '192.0.2.1', '192.0.2.1')
    >>> network("somebody"), network("1:somebody")
    ('unknown', 'unknown')
    """
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return UNKNOWN
    if isinstance(found, IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, 64), strict=False))
