"""Taking a decision back at a practice table: its history up to there goes on in a stream of its own.

What has happened stays stored as it was; nothing is ever rewritten. The new stream is a copy of the old one up to the
decision, with the meters and practice chips that belong to it, and the table goes on from there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from siete.errors import SieteError
from siete.host.batches import Streams, meter_stream, movements_of, table_stream, wallet_stream
from siete.host.settings import settings_of, stream_of
from siete.store.codec import event_from_bytes
from siete.store.port import Answer, Batch, Entry, EventStore, Movement, NewEvents
from siete.store.records import TableRecord
from siete.table import events as e

MOST_EVENTS = 6_000
"""A table with a longer history is better opened anew."""

_DECISIONS: frozenset[str] = frozenset(
    kind.__name__
    for kind in (
        e.HitAsked,
        e.HandStood,
        e.WagerDoubled,
        e.HandSplit,
        e.HandSurrendered,
        e.WagerRescued,
        e.BettorAnswered,
        e.InsuranceDeclined,
        e.BlackjackHeld,
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """Where a table goes on: its new record, and how many events it keeps."""

    record: TableRecord
    version: int


def last_decision(entries: Sequence[Entry]) -> int:
    """The version before the last decision that a player made."""
    batches: dict[str, list[Entry]] = {}
    for entry in entries:
        batches.setdefault(entry.batch, []).append(entry)
    for batch in reversed(batches.values()):
        first = next((entry for entry in batch if entry.kind != e.TimeTold.__name__), None)
        if first is not None and (first.kind in _DECISIONS or _is_insurance(first)):
            return batch[0].version - 1
    raise SieteError("practice/nothing-to-take-back", "There is no decision to take back.")


def _is_insurance(entry: Entry) -> bool:
    if entry.kind != e.WagerPlaced.__name__:
        return False
    event = event_from_bytes(entry.data)
    return isinstance(event, e.WagerPlaced) and event.wager.value == "insurance"


async def branch_off(
    store: EventStore, record: TableRecord, meters: Iterable[str], *, now: str, answer: Callable[[int], Answer]
) -> Branch:
    """Copy a practice table's history up to its last decision, and let the table go on in the copy."""
    old = stream_of(record)
    entries = await store.read(table_stream(old))
    if len(entries) > MOST_EVENTS:
        sentence = "This table's history is too long to take a decision back. Open a new table."
        raise SieteError("practice/too-long", sentence)
    version = last_decision(entries)
    copying = _Copying(old=old, new=await _next_name(store, record.id), meters=tuple(meters))
    batches = await copying.batches(store, entries[:version])
    moved = replace(record, settings=replace(settings_of(record), stream=copying.new).to_text())
    kept = replace(moved, id=copying.new, is_closed=True)
    last = Batch(recorded_at=now, answer=answer(version), records=(moved,))
    # All wait together, so that one sync to the disk is enough; the record that counts comes last.
    wanted = (replace(batches[0], records=(kept,)), *batches[1:], last)
    await asyncio.gather(*(store.append(each) for each in wanted))
    return Branch(record=moved, version=version)


async def _next_name(store: EventStore, table: str) -> str:
    """The first name that no stream has: a copy that a crash cut short keeps its own."""
    number = 1
    while (await store.head(table_stream(f"{table}~{number}"))).version:
        number += 1
    return f"{table}~{number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Copying:
    """A history on its way into streams of other names."""

    old: str
    new: str
    meters: tuple[str, ...]

    async def batches(self, store: EventStore, entries: Sequence[Entry]) -> list[Batch]:
        """Every batch that is kept, whole, under its new names."""
        kept: dict[str, list[Entry]] = {entry.batch: [] for entry in entries}
        for stream in (table_stream(self.old), *self._beside(entries)):
            for entry in await store.read(stream):
                if entry.batch in kept:
                    kept[entry.batch].append(entry)
        return [self._batch(each) for each in kept.values()]

    def _beside(self, entries: Sequence[Entry]) -> Iterator[str]:
        """The streams that were written together with the table's."""
        yield from (meter_stream(self.old, name, "") for name in self.meters)
        brought = (event_from_bytes(entry.data) for entry in entries if entry.kind == e.ChipsBrought.__name__)
        players = dict.fromkeys(event.player.casefold() for event in brought if isinstance(event, e.ChipsBrought))
        yield from (wallet_stream(f"{player}@{self.old}") for player in players)

    def _batch(self, entries: list[Entry]) -> Batch:
        streams = Streams(
            table=self.new,
            version=0,
            meters={name: (meter_stream(self.new, name, ""), 0) for name in self.meters},
            wallets={},
            wallet_of=lambda player: f"{player.casefold()}@{self.new}",
        )
        appends: dict[str, NewEvents] = {}
        moves: list[Movement] = []
        for entry in entries:
            name = self._renamed(entry.stream)
            before = appends.get(name) or NewEvents(name, entry.version - 1, ())
            appends[name] = replace(before, events=(*before.events, (entry.kind, entry.data)))
            moves += movements_of(name, entry.version, event_from_bytes(entry.data), streams)
        return Batch(recorded_at=entries[0].recorded_at, appends=tuple(appends.values()), moves=tuple(moves))

    def _renamed(self, stream: str) -> str:
        kind, _, rest = stream.partition("/")
        if kind == "wallet":
            return wallet_stream(f"{rest.rpartition('@')[0]}@{self.new}")
        return f"{kind}/{self.new}{rest.removeprefix(self.old)}"
