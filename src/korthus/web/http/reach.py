"""``GET /api/address``: where others on the same network find this server."""

from __future__ import annotations

import socket
from ipaddress import ip_address

import msgspec
from litestar import get
from litestar.datastructures import State

from korthus.web.http.routes import AnyRequest, services_of


class AddressOut(msgspec.Struct, frozen=True):
    """The address for other machines of the network; None if only this one can come."""

    lan: str | None


@get("/api/address", tags=["server"])
async def read_address(request: AnyRequest, state: State) -> AddressOut:
    """Where a phone on the same network finds this server."""
    found = lan_address() if is_open_to_all(services_of(state).settings.host) else None
    port = request.url.port or 80
    return AddressOut(None if found is None else f"http://{found}:{port}")


def is_open_to_all(host: str) -> bool:
    """Whether a server that listens there can be reached from other machines by any of its addresses.

    >>> is_open_to_all("0.0.0.0"), is_open_to_all("127.0.0.1"), is_open_to_all("localhost")
    (True, False, False)
    """
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def lan_address() -> str | None:
    """The address of this machine on its network, or None if it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: it only chooses the way out
        except OSError:
            return None
        found: str = probe.getsockname()[0]
    return None if ip_address(found).is_loopback else found
