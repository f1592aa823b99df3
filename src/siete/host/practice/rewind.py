"""Taking a decision back at a practice table: its history up to there goes on in a stream of its own.

What has happened stays stored as it was; nothing is ever rewritten. The new stream is a copy of the old one up to the
decision, with the meters and practice chips that belong to it, and the table goes on from there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from siete.errors import SieteError
from siete.host.batches import Versions, movements_of
from siete.host.settings import PracticeSettings, settings_of, streams_of
from siete.host.streams import TableStreams
from siete.store.codec import event_from_bytes
from siete.store.port import Answer, Authority, Batch, Entry, EventStore, Movement, NewEvents
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
    store: EventStore,
    record: TableRecord,
    meters: Iterable[str],
    *,
    authority: Authority,
    now: str,
    answer: Callable[[int], Answer],
) -> Branch:
    """Copy a practice table's history up to its last decision, and let the table go on in the copy."""
    old, settings = streams_of(record), settings_of(record)
    assert isinstance(settings, PracticeSettings), "only practice goes back"
    entries = await store.read(old.events)
    if len(entries) > MOST_EVENTS:
        sentence = "This table's history is too long to take a decision back. Open a new table."
        raise SieteError("practice/too-long", sentence)
    version = last_decision(entries)
    new = await _next_streams(store, old, record.id)
    copying = _Copying(old=old, new=new, meters=tuple(meters), authority=authority)
    batches = await copying.batches(store, entries[:version])
    moved = replace(record, settings=replace(settings, stream=copying.new.table).to_text())
    kept = replace(moved, id=copying.new.table, is_closed=True)
    last = Batch(recorded_at=now, answer=answer(version), records=(moved,), authority=authority)
    # All wait together, so that one sync to the disk is enough; the record that counts comes last.
    wanted = (replace(batches[0], records=(kept,)), *batches[1:], last)
    await asyncio.gather(*(store.append(each) for each in wanted))
    return Branch(record=moved, version=version)


async def _next_streams(store: EventStore, old: TableStreams, table: str) -> TableStreams:
    """The first streams that nobody has begun: a copy that a crash cut short keeps its own."""
    number = 1
    while (await store.head(replace(old, table=f"{table}~{number}").events)).version:
        number += 1
    return replace(old, table=f"{table}~{number}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Copying:
    """A history on its way into streams of other names."""

    old: TableStreams
    new: TableStreams
    meters: tuple[str, ...]
    authority: Authority

    async def batches(self, store: EventStore, entries: Sequence[Entry]) -> list[Batch]:
        """Every batch that is kept, whole, under its new names."""
        kept: dict[str, list[Entry]] = {entry.batch: [] for entry in entries}
        names = dict(self._beside(entries))
        for stream in names:
            for entry in await store.read(stream):
                if entry.batch in kept:
                    kept[entry.batch].append(entry)
        return [self._batch(each, names) for each in kept.values()]

    def _beside(self, entries: Sequence[Entry]) -> Iterator[tuple[str, str]]:
        """The table's stream and those that were written together with it, with their new names."""
        yield self.old.events, self.new.events
        yield from ((self.old.meter(name, ""), self.new.meter(name, "")) for name in self.meters)
        brought = (event_from_bytes(entry.data) for entry in entries if entry.kind == e.ChipsBrought.__name__)
        players = dict.fromkeys(event.player.casefold() for event in brought if isinstance(event, e.ChipsBrought))
        yield from ((self.old.wallet(player), self.new.wallet(player)) for player in players)

    def _batch(self, entries: list[Entry], names: Mapping[str, str]) -> Batch:
        meters = {name: (self.new.meter(name, ""), 0) for name in self.meters}
        at = Versions(streams=self.new, version=0, meters=meters, wallets={})
        appends: dict[str, NewEvents] = {}
        moves: list[Movement] = []
        for entry in entries:
            name = names[entry.stream]
            before = appends.get(name) or NewEvents(name, entry.version - 1, ())
            appends[name] = replace(before, events=(*before.events, (entry.kind, entry.data)))
            moves += movements_of(name, entry.version, event_from_bytes(entry.data), at)
        return Batch(
            recorded_at=entries[0].recorded_at,
            appends=tuple(appends.values()),
            moves=tuple(moves),
            authority=self.authority,
        )
