"""Loads a stored table: its newest snapshot, the events after it, and the shoes that are still sealed."""

from __future__ import annotations

from collections.abc import Iterable

from siete.errors import SieteError
from siete.host.history.marks import marks_before
from siete.host.history.seals import Seal, unsealed, wrong_snapshot
from siete.host.history.snapshots import state_from_bytes
from siete.host.settings import PRACTICE, settings_of, stored_rules, streams_of
from siete.host.turn import LoadedTable, shoe_id
from siete.rules.table_rules import TableRules
from siete.store.chain import is_linked
from siete.store.codec import event_from_bytes
from siete.store.forks import FORKED
from siete.store.port import EMPTY_DIGEST, Entry, EventStore, Head, Snapshot
from siete.store.records import ShoeSecret, TableRecord
from siete.table import events as e
from siete.table.apply import apply
from siete.table.state.table import TableState
from siete.table.supervision import rules_from


def folded(state: TableState, entries: Iterable[Entry]) -> TableState:
    """The state after these events."""
    for entry in entries:
        event = event_from_bytes(entry.data)
        assert isinstance(event, e.Event), "a table's stream holds its events"
        state = apply(state, event)
    return state


async def restored(store: EventStore, record: TableRecord, seal: Seal | None = None) -> LoadedTable:
    """The table of a record, as it is stored; refused where the chain is broken or a seal is."""
    streams = streams_of(record)
    stream = streams.events
    first = await store.read(stream, 0, 1)
    opened = event_from_bytes(first[0].data) if first else None
    if not isinstance(opened, e.TableOpened):
        raise SieteError("history/no-opening", f"The stream {stream} does not begin with the opening of a table.")
    rules = stored_rules(opened.rules, settings_of(record).submission, record.mode)
    if rules.rules_hash != opened.rules_hash:
        raise SieteError(
            "history/rules-hash", f"The rules stored with {stream} are not those that it was opened under."
        )
    if rules.live == (record.mode == PRACTICE):
        word = "live" if rules.live else "practice"
        sentence = f"{stream} was opened as a {word} table, and the record of {record.id} says {record.mode}."
        raise SieteError("history/wrong-mode", sentence)
    rules = await latest_rules(store, stream, rules)
    state, version, digest = await _nearest(store, stream, seal)
    entries = await store.read(stream, version)
    _check_chain(stream, digest, entries, await store.head(stream))
    shoes, sealed = await shoes_of(store, streams.table)
    return LoadedTable(
        streams=streams,
        rules=rules,
        state=folded(state, entries),
        version=version + len(entries),
        shoes=shoes,
        sealed=sealed,
    )


async def latest_rules(store: EventStore, stream: str, rules: TableRules, until: int | None = None) -> TableRules:
    """The rules of a table after what two people changed, up to a version or now; `rules` are any it ever had."""
    changes = await store.find(stream, e.RulesChanged.__name__)
    if not changes:
        return rules
    at = max((version for version, _ in changes if until is None or version <= until), default=1)
    event = event_from_bytes((await store.read(stream, at - 1, 1))[0].data)
    assert isinstance(event, e.RulesChanged | e.TableOpened), "the first event and every change have rules"
    return rules_from(rules, event.rules)


async def shoes_of(store: EventStore, table: str) -> tuple[int, tuple[ShoeSecret, ...]]:
    """How many shoes a table has committed to, and those that are still sealed."""
    shoes = await _count_shoes(store, table)
    return shoes, await _sealed(store, table, shoes)


async def _nearest(store: EventStore, stream: str, seal: Seal | None) -> tuple[TableState, int, bytes]:
    """The newest snapshot that can be read and believed, or the state before the first event; and the digest there."""
    stored = await store.snapshot(stream)
    if stored is not None:
        return await _believed(store, stream, stored, seal) or (TableState(), 0, EMPTY_DIGEST)
    if FORKED in stream:  # a branch begins without a snapshot, and its parents may have some
        async for owner, before in marks_before(store, stream, (await store.head(stream)).version):
            if (found := await _believed(store, owner, before, seal)) is not None:
                return found
    return TableState(), 0, EMPTY_DIGEST


async def _believed(
    store: EventStore, stream: str, stored: Snapshot, seal: Seal | None
) -> tuple[TableState, int, bytes] | None:
    """The state in a snapshot, its version and the digest there; None where it cannot be read or believed."""
    sealed = seal.opened(stream, stored) if seal is not None else None
    state = state_from_bytes(unsealed(stored.data))
    if state is None or (seal is not None and sealed is None):
        return None
    at = await store.read(stream, stored.version - 1, 1)
    if not at or (sealed is not None and sealed.digest != at[0].digest):
        raise wrong_snapshot(stream, stored.version, "was not taken at the event that is stored there")
    return state, stored.version, at[0].digest


def _check_chain(stream: str, digest: bytes, entries: Iterable[Entry], head: Head) -> None:
    """Refuse events that are not chained to the one before them, from the snapshot or the first event on."""
    version = 0
    for entry in entries:
        if not entry.data:
            sentence = f"The snapshot of {stream} cannot be used. Start once with the table's archives: --archive FILE."
            raise SieteError("history/archived", sentence, facts={"stream": stream, "version": entry.version})
        if not is_linked(entry, digest):
            sentence = f"Event {entry.version} of {stream} is not as it was stored. Run `siete audit` on the database."
            raise SieteError("history/broken-chain", sentence, facts={"stream": stream, "version": entry.version})
        version, digest = entry.version, entry.digest
    if version > head.version or (version == head.version and digest != head.digest):
        sentence = f"{stream} does not end where the store says. Run `siete audit` on the database."
        raise SieteError("history/broken-chain", sentence, facts={"stream": stream, "version": version})


async def _count_shoes(store: EventStore, table: str) -> int:
    """How many shoes the table has committed to: they are numbered without a gap, so a few looks find the last."""
    low, high = 0, 1
    while await store.record(ShoeSecret, shoe_id(table, high)) is not None:
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        is_there = await store.record(ShoeSecret, shoe_id(table, middle)) is not None
        low, high = (middle, high) if is_there else (low, middle)
    return low


async def _sealed(store: EventStore, table: str, shoes: int) -> tuple[ShoeSecret, ...]:
    """The last shoes whose order is not published yet; those before a published one are published too."""
    found: list[ShoeSecret] = []
    for number in range(shoes, 0, -1):
        shoe = await store.record(ShoeSecret, shoe_id(table, number))
        if shoe is None or shoe.is_retired:
            break
        found.insert(0, shoe)
    return tuple(found)
