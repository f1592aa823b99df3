"""Which address a request comes from: that of the connection, or the one that a trusted proxy names.

A proxy names it in `X-Forwarded-For` or in `Forwarded` (RFC 7239). Anybody can send these headers, so they count only
on connections from addresses that the operator trusts, and of the addresses listed only the last that is not trusted
itself. A request that carries both headers and does not say the same in them is counted as the proxy's. Decision: 0221.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers

from siete.errors import ParseError

Network = IPv4Network | IPv6Network

_FOR = re.compile(r"""(?:^|;)\s*for=("[^"]*"|[^;\s]*)""", re.IGNORECASE)
_MOST = 32
"""Addresses of one chain of proxies that are looked at."""


def networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """The networks of `--trust-proxy`, such as 127.0.0.1, 10.0.0.0/8 or ::1."""
    try:
        return tuple(ip_network(text) for text in texts)
    except ValueError as error:
        raise ParseError("serve/bad-network", f"--trust-proxy takes an address or a network: {error}.") from None


def client_address(peer: str, headers: Headers, trusted: tuple[Network, ...]) -> str:
    """The address to count a request by."""
    if not trusted or not is_trusted(peer, trusted):
        return counted(peer)
    found = {_client(peer, named, trusted) for named in _named(headers)}
    return counted(found.pop() if len(found) == 1 else peer)


def _named(headers: Headers) -> list[Sequence[str]]:
    """The addresses that each kind of header lists, the nearest last."""
    plain = headers.getlist("x-forwarded-for")
    standard = headers.getlist("forwarded")
    found: list[Sequence[str]] = []
    if plain:
        found.append([each.strip() for each in ",".join(plain).split(",")][-_MOST:])
    if standard:
        elements = ",".join(standard).split(",")[-_MOST:]
        found.append([match[1].strip('"') if (match := _FOR.search(each)) else "" for each in elements])
    return found


def _client(peer: str, named: Sequence[str], trusted: tuple[Network, ...]) -> str:
    """The last address of the list that is not a trusted proxy's."""
    last = peer
    for text in reversed(named):
        address = _without_port(text)
        if address is None:
            return last
        last = address
        if not is_trusted(address, trusted):
            return address
    return last


def _without_port(text: str) -> str | None:
    """An address as a header writes it: perhaps in brackets, perhaps with a port."""
    bare = text[1:].partition("]")[0] if text.startswith("[") else text
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        return str(ip_address(bare))
    except ValueError:
        return None


@lru_cache(4_096)
def is_trusted(address: str, trusted: tuple[Network, ...]) -> bool:
    """Whether the address is a proxy's that the operator trusts."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return any((mapped or found) in network for network in trusted)


@lru_cache(4_096)
def counted(address: str) -> str:
    """What limits count: an address, or the network of 64 bits that one host of IPv6 has to itself."""
    if ":" not in address:
        return address
    try:
        found = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))
