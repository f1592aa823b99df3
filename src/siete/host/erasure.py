"""Erasure of a guest's name: the row outside the chain is deleted, and what the chain signed stays as it is."""

from __future__ import annotations

from dataclasses import dataclass, replace

from siete.errors import SieteError, UnknownNameError
from siete.host.access.guest_names import guest_id
from siete.host.access.roles import HouseRole
from siete.host.clock import Clock
from siete.host.history.loading import restored
from siete.host.settings import LIVE
from siete.store.port import Batch, EventStore
from siete.store.records import Guest, GuestName, Record, Session, TableRecord


@dataclass(frozen=True, slots=True)
class NamedGuest:
    """A guest, and the name that people see."""

    guest: Guest
    name: str
    is_erasable: bool
    """Whether the name stands outside the chain."""


async def named_guests(store: EventStore) -> list[NamedGuest]:
    """Every guest of a house, by name."""
    names = {each.id: each.name for each in await store.records(GuestName)}
    guests = [
        NamedGuest(each, names.get(each.id, each.display_name), each.id in names) for each in await store.records(Guest)
    ]
    return sorted(guests, key=lambda each: guest_id(each.name))


async def erase(store: EventStore, name: str, clock: Clock) -> NamedGuest:
    """Erase a guest's name from the database and end their sessions; whose name it was.

    The chips in the wallet do not matter: they are play chips that nobody else can ever claim, and stay under the
    pseudonym so that the house's books are right. Refused while chips of theirs lie at a live table.
    """
    found = await _found(store, name)
    await _check_seats(store, found.guest)
    mine = [each for each in await store.records(Session) if _is_of(each, found.guest) and not each.is_revoked]
    ended = [replace(each, is_revoked=True) for each in mine]
    # The guest is logged once more as they are, so that every process of the house hears that something has changed.
    records: tuple[Record, ...] = (found.guest, *ended)
    await store.append(Batch(recorded_at=clock.stamp(), records=records, erases=(found.guest.id,)))
    await store.compact()
    return found


async def _found(store: EventStore, name: str) -> NamedGuest:
    key = guest_id(name.strip())
    found = next((each for each in await named_guests(store) if guest_id(each.name) == key), None)
    if found is None:
        raise UnknownNameError("guests/unknown", f"There is no guest {name[:40]!r}. `siete guests list` shows them.")
    if not found.is_erasable:
        sentence = f"{found.name} stands in the chain itself and cannot be erased: only names given since 0.2.0 can."
        raise SieteError("guests/in-chain", sentence)
    return found


async def _check_seats(store: EventStore, guest: Guest) -> None:
    """Refuse to erase somebody whose chips lie at a live table: a round may wait for them."""
    for record in await store.records(TableRecord):
        if record.mode == LIVE and not record.is_closed:
            state = (await restored(store, record)).state
            if guest.display_name in state.racks:
                sentence = f"This guest sits at the table {record.id}. Erase the name when they have left it."
                raise SieteError("guests/at-table", sentence, facts={"table": record.id})


def _is_of(session: Session, guest: Guest) -> bool:
    return session.subject == guest.id and session.role == HouseRole.GUEST.value
