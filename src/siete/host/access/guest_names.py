"""Names of guests: people see those that they chose; streams, events and logs know guests by pseudonyms.

The names are kept in a table of their own, in no chain, so that one can be erased and the rest of the house stays as it
was signed. They are put in where a message leaves the house, and taken out where one comes in. A guest without a row is
shown by the name in the chain: so are those of earlier versions, and those whose name was erased. Decision: 0336.
"""

from __future__ import annotations

import re
import secrets

from siete.errors import SieteError
from siete.host.access.names import display_name
from siete.host.access.roles import HouseRole, Person
from siete.store.codec import event_from_bytes
from siete.store.port import EventStore
from siete.store.record_log import LOGS
from siete.store.records import Guest, GuestName, RecordKept

LOG = LOGS[Guest]
"""The stream that tells of every guest who came, and of every one whose name was erased."""

_HEAD = "Guest-"
_PSEUDONYM = re.compile(rf"{_HEAD}[0-9a-f]{{12}}".encode())
_OR_POSITION = re.compile(rb'"position": ?"(?:[^"\\]|\\.)*"|' + _PSEUDONYM.pattern)
"""Positions keep pseudonyms: names would have to be escaped there, and links to positions outlive them."""
_LIKE_ONE = re.compile(_PSEUDONYM.pattern.decode(), re.IGNORECASE)


def new_pseudonym() -> str:
    """A name for a new guest that says nothing about them: 48 bits by chance."""
    return f"{_HEAD}{secrets.token_hex(6)}"


def guest_id(name: str) -> str:
    """A guest's key: names that differ only in capitals are the same."""
    return name.casefold()


def chosen_name(name: str) -> str:
    """A name that a guest chose, as it is shown; refused where it cannot be one, or could pass for a pseudonym."""
    shown = display_name(name)
    if _LIKE_ONE.search(shown):
        raise SieteError("session/bad-name", "Names like this one are the house's own. Choose another.")
    return shown


class GuestNames:
    """The names of one house's guests, read from the store; those that other processes keep are read on."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._names: dict[bytes, bytes] = {}
        """The names by pseudonym, as they stand in messages."""
        self._pseudonyms: dict[str, str] = {}
        """The pseudonyms by name, as names are compared."""
        self._version = 0

    async def read_on(self) -> None:
        """Read what was kept or erased since the last time."""
        if self._version == 0:
            self._version = (await self._store.head(LOG)).version
            every = await self._store.records(GuestName)
            self._names, self._pseudonyms = {}, {}
            for each in every:
                self.take(each)
            return
        for entry in await self._store.read(LOG, self._version):
            event = event_from_bytes(entry.data)
            if isinstance(event, RecordKept):
                await self._read(event.key)
            self._version = max(self._version, entry.version)

    async def know(self, person: Person) -> None:
        """Read the name of a guest whom another process has just welcomed."""
        pseudonym = person.name.encode()
        if person.role is HouseRole.GUEST and pseudonym not in self._names and _PSEUDONYM.fullmatch(pseudonym):
            await self._read(guest_id(person.name))

    async def _read(self, guest: str) -> None:
        found = await self._store.record(GuestName, guest)
        if found is not None:
            self.take(found)
            return
        gone = self._names.pop(_pseudonym(guest), b"").decode()
        if self._pseudonyms.get(guest_id(gone), "").encode() == _pseudonym(guest):  # nobody else has taken it since
            del self._pseudonyms[guest_id(gone)]

    def take(self, name: GuestName) -> None:
        """Know a name that has been kept."""
        pseudonym = _pseudonym(name.id)
        self._names[pseudonym] = name.name.encode()
        self._pseudonyms[name.key] = pseudonym.decode()

    def outward(self, data: bytes) -> bytes:
        """A message in UTF-8 as people get it: with names in the place of pseudonyms, but not in positions.

        What may be in a name has no meaning in JSON, CSV or SVG.
        """
        if _HEAD_BYTES not in data:
            return data
        return (_OR_POSITION if b'"position"' in data else _PSEUDONYM).sub(self._named, data)

    def _named(self, found: re.Match[bytes]) -> bytes:
        return self._names.get(found[0], found[0])

    def inward(self, name: str) -> str:
        """Who is meant by a name that people see: the pseudonym; every other text stays as it is."""
        return self._pseudonyms.get(guest_id(name), name)


_HEAD_BYTES = _HEAD.encode()


def _pseudonym(guest: str) -> bytes:
    """The pseudonym of a guest's id."""
    return _HEAD.encode() + guest.removeprefix(_HEAD.casefold()).encode()
