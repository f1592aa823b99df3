"""What the routes share: the house, its accounts, the secrets and the limits."""

from __future__ import annotations

import base64
import hashlib
import hmac
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from fastapi import Request
from itsdangerous import BadData, URLSafeSerializer
from starlette.requests import HTTPConnection

from siete.errors import ParseError, SieteError
from siete.host.access.accounts import Accounts
from siete.host.access.roles import SPECTATOR, HouseRole, NotAllowedError, Person
from siete.host.access.second_factor import UsedCodes
from siete.host.floor_desk import FloorDesk
from siete.host.history.places import Places
from siete.host.house import House
from siete.host.learning.classes import Classes
from siete.host.learning.reviews import Reviews
from siete.host.table.wire import Message, message_from, renamed
from siete.plain import Plain
from siete.server.limits import Buckets, Limits
from siete.server.metrics import Metrics
from siete.server.openings import Openings
from siete.server.proxies import Network
from siete.server.simulations.desk import Simulations
from siete.server.work.audit_process import AUDITING
from siete.server.work.charts import Charts
from siete.server.work.holds import Holds
from siete.server.work.outlooks import Outlooks
from siete.server.work.workers import EXAMINING, RECALLING, SOLVING, Asker, Workers

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
    proxies: tuple[Network, ...] = ()
    """Where the proxies are whose word on addresses counts."""
    is_secure: bool = False
    """Whether the cookie is marked Secure."""
    parsers: Workers = field(default_factory=Workers)
    recallers: Workers = field(default_factory=lambda: Workers(RECALLING))
    """They read stored rounds for whoever has just played one."""
    solvers: Workers = field(default_factory=lambda: Workers(SOLVING))
    examiners: Workers = field(default_factory=lambda: Workers(EXAMINING))
    """They deal the school's tables and draw its questions."""
    auditors: Workers = field(default_factory=lambda: Workers(AUDITING))
    database: str = field(default="", repr=False)
    """The address of the store, for a process that reads it beside this one; empty where none can."""

    def __post_init__(self) -> None:
        limits = self.limits
        object.__setattr__(self, "charts", Charts(self.solvers))
        object.__setattr__(self, "reviews", Reviews(self.house.store, self.house.clock))
        object.__setattr__(self, "classes", Classes(self.house.store, self.reviews))
        object.__setattr__(self, "holds", Holds(self.solvers))
        object.__setattr__(self, "outlooks", Outlooks(self.solvers, self.holds))
        object.__setattr__(self, "openings", Openings(self.house, limits))
        object.__setattr__(self, "places", Places(self.house.store))
        object.__setattr__(self, "simulations", Simulations(self.data))
        object.__setattr__(self, "floor", FloorDesk(self.house))
        object.__setattr__(self, "requests", Buckets(limits.requests_per_second, limits.requests_at_once))
        object.__setattr__(self, "codes", Buckets(limits.codes_per_second, limits.codes_at_once))
        object.__setattr__(self, "sessions", Buckets(limits.sessions_per_second, limits.sessions_at_once))

    charts: Charts = field(init=False)
    reviews: Reviews = field(init=False)
    classes: Classes = field(init=False)
    holds: Holds = field(init=False)
    outlooks: Outlooks = field(init=False)
    openings: Openings = field(init=False)
    places: Places = field(init=False)
    simulations: Simulations = field(init=False)
    floor: FloorDesk = field(init=False)
    requests: Buckets = field(init=False)
    sessions: Buckets = field(init=False)
    codes: Buckets = field(init=False)
    """Tries at the second factor, by account: whoever knows its password may guess from anywhere."""
    used_codes: UsedCodes = field(default_factory=UsedCodes)

    @property
    def workers(self) -> tuple[Workers, ...]:
        """All groups of worker processes."""
        return self.parsers, self.recallers, self.solvers, self.examiners, self.auditors

    def signed(self, value: str, purpose: str) -> str:
        """The value, signed by this house for this purpose."""
        return str(URLSafeSerializer(self.key, salt=purpose).dumps(value))

    def unsigned(self, text: str, purpose: str) -> str | None:
        """The value that this house signed for this purpose."""
        try:
            value = URLSafeSerializer(self.key, salt=purpose).loads(text)
        except BadData:
            return None
        return value if isinstance(value, str) else None

    def recovery_code(self, guest: str) -> str:
        """The code by which a guest comes back who has lost the session: 80 bits that only this house can compute."""
        digest = hmac.new(self.key, f"siete-recovery/1\n{guest}".encode(), hashlib.sha256).digest()
        text = base64.b32encode(digest[:10]).decode("ascii")
        return "-".join(text[at : at + 4] for at in range(0, len(text), 4))

    def token_of(self, connection: HTTPConnection) -> str | None:
        """The session's token: from the header of a program, or from the cookie of a page."""
        header = connection.headers.get("authorization", "")
        if header.lower().startswith("bearer "):
            return header[7:].strip()[:200]
        cookie = connection.cookies.get(COOKIE)
        return self.unsigned(cookie, "session") if cookie else None

    async def person(self, connection: HTTPConnection) -> Person:
        """The person behind a request; without a valid session, a spectator."""
        token = self.token_of(connection)
        person = (await self.accounts.person(token) if token else None) or SPECTATOR
        await self.house.names.know(person)
        return person

    async def known(self, connection: HTTPConnection) -> Person:
        """The person behind a request; a spectator is refused."""
        person = await self.person(connection)
        if person.role is HouseRole.SPECTATOR:
            raise SieteError("session/none", "You are not signed in. Sign in or choose a name first.")
        return person

    def message(self, plain: object) -> Message:
        """The command in a decoded JSON value; a player whom it names is named as the chain does."""
        return renamed(message_from(plain), self.house.names.inward)

    def check_origin(self, connection: HTTPConnection, *, is_needed: bool) -> None:
        """Refuse a request that another site's page sends with somebody's cookie.

        A program sends its own token and needs no origin; a browser always sends the origin of its page.
        """
        origin = connection.headers.get("origin")
        if origin is None:
            is_program = connection.headers.get("authorization") is not None
            if is_program or not (is_needed or COOKIE in connection.cookies):
                return
        elif origin in self.origins:
            return
        raise NotAllowedError(
            "origin/not-allowed",
            "This page's address is not allowed to act for you. Open the house at its own address.",
        )


def readable(plain: Plain) -> Plain:
    """A decoded body; refused where JSON spells half a letter, which is no text that anything can keep or send."""
    try:
        msgspec.json.encode(plain)
    except UnicodeEncodeError:
        raise ParseError("message/malformed", "A message holds letters, and this one half of one.") from None
    return plain


def services_of(connection: HTTPConnection) -> Services:
    """The services of the running app."""
    found: Services = connection.app.state.services
    return found


def house_at(connection: HTTPConnection) -> str:
    """The address of the house that a link leads to: the one it was asked at, if it is one of its own.

    Whoever asks writes the header that says it, however long.
    """
    asked, known = str(connection.base_url).rstrip("/"), services_of(connection).origins
    return asked if asked in known else max(known)


def address_of(connection: HTTPConnection) -> str:
    """The address a request is counted by, which the guard has found out."""
    return connection.client.host if connection.client is not None else ""


def waiting_person(request: Request, person: Person) -> Asker:
    """Who waits for the answer of a worker."""
    return Asker(address_of(request), person.scope if person.role is not HouseRole.SPECTATOR else "")


def inward(request: Request, name: str) -> str:
    """Who is meant by a guest's name in a request."""
    return services_of(request).house.names.inward(name)


async def asker(request: Request) -> Person:
    """The person behind a request, spectators included."""
    return await services_of(request).person(request)


async def somebody(request: Request) -> Person:
    """The person behind a request; a session is required."""
    return await services_of(request).known(request)
