"""Rate limits: token buckets by address or by WebSocket."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from siete.errors import ParseError, SieteError, UnknownNameError


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits for one address or one WebSocket."""

    requests_per_second: float = 40.0
    requests_at_once: float = 120.0
    sessions_per_second: float = 0.5
    sessions_at_once: float = 20.0
    codes_per_second: float = 1 / 60
    """Tries at the second factor of one account."""
    codes_at_once: float = 10.0
    messages_per_second: float = 30.0
    messages_at_once: float = 90.0
    lines_per_address: int = 64
    connections: int = 2_000
    """Open connections in all; fewer where the operating system gives fewer descriptors."""
    connections_per_address: int = 256
    head: float = 10.0
    """Seconds to send a request's head, and again its body."""
    body: int = 65_536
    """Bytes of a request."""
    keys: int = 1_000
    """Keys in the JSON of a request."""
    message: int = 8_192
    """Bytes of a message on a WebSocket."""
    backlog: int = 262_144
    """Bytes that a slow reader may leave unread."""
    tables_per_guest: int = 5
    tables_per_address: int = 100
    """Practice tables that were opened from one address and are open."""
    tables: int = 1_000
    """Practice tables of guests in all."""


def with_choices(limits: Limits, choices: Iterable[str]) -> Limits:
    """The limits with what an operator chose, each as `NAME=NUMBER`."""
    return replace(limits, **dict(map(_choice, choices)))  # type: ignore[arg-type]


def _choice(text: str) -> tuple[str, int | float]:
    name, _, value = text.partition("=")
    known = {each.name: int if isinstance(each.default, int) else float for each in fields(Limits)}
    if name not in known:
        raise UnknownNameError("serve/unknown-limit", f"{name[:40]!r} is no limit; there are {', '.join(known)}.")
    try:
        number = known[name](value)
        if not 0 < number < 10**9:
            raise ValueError
    except ValueError:
        raise ParseError("serve/bad-limit", f"The limit {name} is a number above 0, not {value[:20]!r}.") from None
    return name, number


class TooManyError(SieteError):
    """Too many requests; `seconds` says when to come back."""

    def __init__(self, sentence: str, seconds: float) -> None:
        wait = max(1, math.ceil(seconds))
        again = f"Try again in {wait} second{'s' if wait > 1 else ''}."
        super().__init__("limit/too-many", f"{sentence} {again}", facts={"seconds": wait})


class Bucket:
    """A token bucket."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left, self._at = most, time.monotonic()

    def take(self) -> bool:
        """Take one token if there is one."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def wait(self) -> float:
        """Seconds until there is a token again."""
        return max(0.0, (1 - self._left) / self._rate - (time.monotonic() - self._at))

    @property
    def is_full(self) -> bool:
        """Whether the bucket is full again and can be dropped."""
        return self._left + (time.monotonic() - self._at) * self._rate >= self._most


class Buckets:
    """A bucket for each address."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._by_address: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        """Take one token of this address if there is one."""
        if len(self._by_address) > 10_000:
            self._by_address = {key: each for key, each in self._by_address.items() if not each.is_full}
        bucket = self._by_address.get(address)
        if bucket is None:
            bucket = self._by_address[address] = Bucket(self._rate, self._most)
        return bucket.take()

    def check(self, address: str, sentence: str) -> None:
        """Take one token, or refuse with the time until there is one."""
        if not self.take(address):
            raise TooManyError(sentence, self._by_address[address].wait)
