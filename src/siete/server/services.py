"""What every part of the server works with: the house, its accounts, the secrets and the limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from fastapi import Request
from itsdangerous import BadData, URLSafeSerializer
from starlette.requests import HTTPConnection

from siete.errors import SieteError
from siete.host.accounts import Accounts
from siete.host.house import House
from siete.host.people import SPECTATOR, NotAllowedError, Person, Rank
from siete.server.limits import Buckets, Limits
from siete.server.metrics import Metrics

COOKIE = "siete_session"


@dataclass(frozen=True, kw_only=True)
class Services:
    """One server's parts."""

    house: House
    accounts: Accounts
    data: Path
    key: bytes = field(repr=False)
    origins: frozenset[str]
    limits: Limits = field(default_factory=Limits)
    metrics: Metrics = field(default_factory=Metrics)
    is_secure: bool = False
    """Whether the cookie may only travel encrypted."""

    def __post_init__(self) -> None:
        limits = self.limits
        object.__setattr__(self, "requests", Buckets(limits.requests_per_second, limits.requests_at_once))
        object.__setattr__(self, "sessions", Buckets(limits.sessions_per_second, limits.sessions_at_once))

    requests: Buckets = field(init=False)
    sessions: Buckets = field(init=False)

    def signed(self, value: str, purpose: str) -> str:
        """A value that nobody but this house can have made."""
        return str(URLSafeSerializer(self.key, salt=purpose).dumps(value))

    def unsigned(self, text: str, purpose: str) -> str | None:
        """The value that this house signed for this purpose."""
        try:
            value = URLSafeSerializer(self.key, salt=purpose).loads(text)
        except BadData:
            return None
        return value if isinstance(value, str) else None

    def token_of(self, connection: HTTPConnection) -> str | None:
        """The session's token: from the header of a program, or from the cookie of a page."""
        header = connection.headers.get("authorization", "")
        if header.lower().startswith("bearer "):
            return header[7:].strip()[:200]
        cookie = connection.cookies.get(COOKIE)
        return self.unsigned(cookie, "session") if cookie else None

    async def person(self, connection: HTTPConnection) -> Person:
        """Who asks; somebody without a session, or with one that is over, is a spectator."""
        token = self.token_of(connection)
        return (await self.accounts.person(token) if token else None) or SPECTATOR

    async def known(self, connection: HTTPConnection) -> Person:
        """Who asks; a spectator is refused."""
        person = await self.person(connection)
        if person.rank is Rank.SPECTATOR:
            raise SieteError("session/none", "There is no session; say who you are first.")
        return person

    def check_origin(self, connection: HTTPConnection, *, is_needed: bool) -> None:
        """Refuse what another site's page sends in somebody's name.

        A program shows its own token and needs no origin; a browser always tells where its page came from.
        """
        origin = connection.headers.get("origin")
        if origin is None:
            is_program = connection.headers.get("authorization") is not None
            if is_program or not (is_needed or COOKIE in connection.cookies):
                return
        elif origin in self.origins:
            return
        raise NotAllowedError("origin/not-allowed", "This page may not speak for somebody who is signed in here.")


def services_of(connection: HTTPConnection) -> Services:
    """The services of the running app."""
    found: Services = connection.app.state.services
    return found


def address_of(connection: HTTPConnection) -> str:
    """The address a request came from; headers that tell another are not believed."""
    return connection.client.host if connection.client is not None else ""


async def asker(request: Request) -> Person:
    """Who asks, spectators included."""
    return await services_of(request).person(request)


async def somebody(request: Request) -> Person:
    """Who asks; there must be a session."""
    return await services_of(request).known(request)
