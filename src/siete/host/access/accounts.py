"""Staff accounts and sessions: who may come in, and for how long."""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from siete.errors import SieteError, UnknownNameError
from siete.host.access.names import is_of_one_script
from siete.host.access.roles import STAFF, HouseRole, Person
from siete.host.clock import Clock
from siete.store.codec import event_from_bytes
from siete.store.port import Batch, EventStore
from siete.store.record_log import LOGS
from siete.store.records import Account, Guest, RecordKept, Session

GUEST_DAYS, STAFF_HOURS = 180, 12
SHORTEST_PASSWORD = 10
FRESH = 2.0
"""Seconds for which sessions that were looked up are believed where another process may have ended one."""
MOST_KNOWN = 20_000


@dataclass(frozen=True, slots=True)
class _Known:
    """Whose session it is, and until when."""

    person: Person
    until: datetime


class Accounts:
    """Accounts and sessions of one house."""

    def __init__(self, store: EventStore, clock: Clock, *, is_shared: bool = False) -> None:
        self._store, self._clock, self._is_shared = store, clock, is_shared
        self._hasher = PasswordHasher()
        self._known: dict[str, _Known | None] = {}
        self._changes = 0
        """Counts what may have ended sessions: what was looked up meanwhile is not kept."""
        self._log = _SessionLog(store)
        self._decoy = _decoy()

    async def has_floorperson(self) -> bool:
        """Whether anybody can come in as a floorperson, who can let everybody else in."""
        return any(map(_is_floorperson, await self._store.records(Account)))

    async def all(self) -> list[Account]:
        """Every account, by name."""
        return await self._store.records(Account)

    async def add(self, name: str, password: str, role: str) -> Account:
        """A new account, or a new password and role for an old one, whose sessions end."""
        if role not in [each.value for each in STAFF]:
            known = ", ".join(each.value for each in STAFF)
            raise SieteError("staff/unknown-role", f"{role[:40]!r} is not a role. Use one of {known}.")
        if not 1 <= len(name) <= 24 or not _is_name(name):
            raise SieteError("staff/bad-name", "An account's name has 1 to 24 letters, digits, - or _.")
        if not SHORTEST_PASSWORD <= len(password) <= 200:
            raise SieteError("staff/bad-password", f"A password has at least {SHORTEST_PASSWORD} characters.")
        now = self._clock.stamp()
        hashed = await asyncio.to_thread(self._hasher.hash, password)
        made = Account(name=name, password_hash=hashed, role=role, created_at=now)
        await self._replace(made, now)
        return made

    async def disable(self, name: str) -> Account:
        """Close an account and end its sessions; a new password opens it again."""
        found = await self._store.record(Account, name[:24])
        if found is None:
            raise UnknownNameError("staff/unknown", f"There is no account {name[:24]!r}.")
        others = [each for each in await self._store.records(Account) if each.name != found.name]
        if _is_floorperson(found) and not any(map(_is_floorperson, others)):
            raise SieteError("staff/last-floorperson", "This is the only floorperson. Make another account first.")
        closed = replace(found, is_active=False)
        await self._replace(closed, self._clock.stamp())
        return closed

    async def end_all(self, name: str) -> Account:
        """End every session of an account, which stays as it is."""
        found = await self._store.record(Account, name[:24])
        if found is None:
            raise UnknownNameError("staff/unknown", f"There is no account {name[:24]!r}.")
        await self._replace(found, self._clock.stamp())
        return found

    async def _replace(self, account: Account, now: str) -> None:
        """Store an account and end all sessions of the one before it, in one batch."""
        sessions = [
            each for each in await self._store.records(Session) if _is_of(each, account) and not each.is_revoked
        ]
        ended = tuple(replace(each, is_revoked=True) for each in sessions)
        await self._store.append(Batch(recorded_at=now, records=(account, *ended)))
        self._changes += 1
        self._known.clear()

    async def check(self, name: str, password: str) -> Account:
        """The account, if this is its password; an unknown name takes as long as a wrong password."""
        account = await self._store.record(Account, name[:24])
        known = account.password_hash if account is not None else self._decoy
        try:
            await asyncio.to_thread(self._hasher.verify, known, password[:200])
        except (Argon2Error, InvalidHashError):
            account = None
        if account is None or not account.is_active:
            raise SieteError("session/wrong-password", "Unknown account or wrong password.")
        return account

    # --- sessions --------------------------------------------------------------------------------------------------

    async def begin(self, subject: str, role: HouseRole) -> str:
        """A new session for a guest or an account; its token, of which only a digest is kept."""
        token = secrets.token_urlsafe(32)
        now = datetime.now(UTC)
        life = timedelta(days=GUEST_DAYS) if role is HouseRole.GUEST else timedelta(hours=STAFF_HOURS)
        session = Session(
            id=digest_of(token),
            subject=subject,
            role=role.value,
            created_at=self._clock.stamp(),
            expires_at=(now + life).isoformat(timespec="seconds"),
        )
        await self._store.append(Batch(recorded_at=self._clock.stamp(), records=(session,)))
        return token

    async def person(self, token: str) -> Person | None:
        """Whose session the token is; None where it is unknown, over or revoked."""
        key = digest_of(token)
        if self._is_shared:
            await self._forget_changed()
        known = self._known[key] if key in self._known else await self._looked_up(key)
        return known.person if known is not None and known.until > datetime.now(UTC) else None

    async def _forget_changed(self) -> None:
        """Forget the sessions that another process has begun or ended: one question for all that are known."""
        changed = await self._log.read_on()
        if changed is None or changed:
            self._changes += 1
        for key in tuple(self._known) if changed is None else changed:
            self._known.pop(key, None)

    async def _looked_up(self, key: str) -> _Known | None:
        """Whose session it is by the store; kept, but for staff's where another process may end it."""
        changes = self._changes
        known = await self._look_up(key)
        is_staff = known is not None and known.person.role in STAFF
        if self._changes == changes and not (self._is_shared and is_staff):
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[key] = known
        return known

    async def _look_up(self, key: str) -> _Known | None:
        session = await self._store.record(Session, key)
        if session is None or session.is_revoked:
            return None
        until = datetime.fromisoformat(session.expires_at)
        if session.role == HouseRole.GUEST.value:
            guest = await self._store.record(Guest, session.subject)
            return _Known(Person(HouseRole.GUEST, guest.display_name), until) if guest is not None else None
        account = await self._store.record(Account, session.subject)
        if account is None or not account.is_active or account.role != session.role:
            return None
        if datetime.fromisoformat(session.created_at) < datetime.fromisoformat(account.created_at):
            return None  # it was begun with a password that is no longer right
        return _Known(Person(HouseRole(account.role), account.name), until)

    async def end(self, token: str) -> None:
        """Revoke a session."""
        session = await self._store.record(Session, digest_of(token))
        if session is not None:
            ended = replace(session, is_revoked=True)
            await self._store.append(Batch(recorded_at=self._clock.stamp(), records=(ended,)))
        self._changes += 1
        self._known.pop(digest_of(token), None)


class _SessionLog:
    """The log of sessions, read on at most every `FRESH` seconds, however many ask."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._version: int | None = None
        self._read_at = 0.0
        self._turn = asyncio.Lock()

    async def read_on(self) -> set[str] | None:
        """The sessions that have changed since it was last read; None where that is not known."""
        if not self._is_due():
            return set()
        async with self._turn:
            if not self._is_due():
                return set()
            now, stream = time.monotonic(), LOGS[Session]
            if self._version is None:
                self._version, self._read_at = (await self._store.head(stream)).version, now
                return None
            entries = await self._store.read(stream, self._version)
            self._version, self._read_at = entries[-1].version if entries else self._version, now
            return {event.key for each in entries if isinstance(event := event_from_bytes(each.data), RecordKept)}

    def _is_due(self) -> bool:
        return self._version is None or time.monotonic() - self._read_at > FRESH


@cache
def _decoy() -> str:
    """What the password of an unknown name is compared with; made once, since it costs as much as any password."""
    return PasswordHasher().hash(secrets.token_urlsafe(16))


def _is_name(name: str) -> bool:
    return name.replace("-", "").replace("_", "").isalnum() and is_of_one_script(name)


def _is_floorperson(account: Account) -> bool:
    return account.is_active and account.role == HouseRole.FLOORPERSON.value


def _is_of(session: Session, account: Account) -> bool:
    return session.subject == account.name and session.role != HouseRole.GUEST.value


def digest_of(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()
