"""Taking a decision back at a practice table: its history up to there goes on in a stream of its own.

What has happened stays stored as it was; nothing is ever rewritten or copied. The new stream shares the past of the old
one up to the decision, and so do the meters and practice chips that belong to it. Decision: 0310.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from siete.errors import SieteError
from siete.host.settings import PracticeSettings, settings_of, streams_of
from siete.host.streams import PRACTICE_PREFIX, FirstPracticeStreams, TableStreams
from siete.store.codec import event_from_bytes
from siete.store.forks import FORKED, Fork
from siete.store.port import Answer, Authority, Batch, Entry, EventStore
from siete.store.records import TableRecord
from siete.table import events as e

PAGE = 400
"""Events read at a time, from the end of a stream backwards: a decision that is taken back is seldom older."""
LOOKED_THROUGH = 4_000
"""How many events back a decision is looked for."""

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
    """Where a table goes on: its new record, and the batch that stored it."""

    record: TableRecord
    batch: Batch


async def _since_last_decision(store: EventStore, stream: str) -> list[Entry]:
    """The last decision that a player made, and all that came after it."""
    version = (await store.head(stream)).version
    later: list[Entry] = []
    while version and len(later) < LOOKED_THROUGH:
        after = max(0, version - PAGE)
        later = [*await store.read(stream, after, version - after), *later]
        if (place := _last_decision(later, is_whole=after == 0)) is not None:
            return later[place:]
        version = after
    raise SieteError("practice/nothing-to-take-back", "There is no decision to take back.")


def _last_decision(entries: Sequence[Entry], *, is_whole: bool) -> int | None:
    """Where the last batch begins that a player's decision led to; the first may be cut where there is more before."""
    batches: dict[str, list[int]] = {}
    for place, entry in enumerate(entries):
        batches.setdefault(entry.batch, []).append(place)
    whole = list(batches.values())[0 if is_whole else 1 :]
    for batch in reversed(whole):
        first = next((entries[place] for place in batch if entries[place].kind != e.TimeTold.__name__), None)
        if first is not None and (first.kind in _DECISIONS or _is_insurance(first)):
            return batch[0]
    return None


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
    """Let a practice table go on from before its last decision, in streams that share their past up to there."""
    old, settings = streams_of(record), settings_of(record)
    assert isinstance(settings, PracticeSettings), "only practice goes back"
    dropped = await _since_last_decision(store, old.events)
    new = await _next_streams(store, old, record.id)
    moved = replace(record, settings=replace(settings, stream=new.table).to_text())
    batch = Batch(
        recorded_at=now,
        answer=answer(dropped[0].version - 1),
        records=(moved,),
        authority=authority,
        forks=await _forks(store, old, new, meters, {entry.batch for entry in dropped}),
    )
    await store.append(batch)
    return Branch(record=moved, batch=batch)


async def _next_streams(store: EventStore, old: TableStreams, table: str) -> TableStreams:
    """The first streams after the present ones that nobody has begun; 0.2.0 may have left some behind in a crash."""
    number = int(old.table.rpartition(FORKED)[2]) + 1 if old.table != table else 1
    while (await store.head(replace(old, table=f"{table}{FORKED}{number}").events)).version:
        number += 1
    return replace(old, table=f"{table}{FORKED}{number}")


async def _forks(
    store: EventStore, old: TableStreams, new: TableStreams, meters: Iterable[str], dropped: Collection[str]
) -> tuple[Fork, ...]:
    """The table's stream, its own meters and its players' chips, each from before the first batch that is dropped."""
    names = [(old.events, new.events), *((old.meter(name, ""), new.meter(name, "")) for name in meters)]
    names += [(old.wallet(player), new.wallet(player)) for player in await _players(store, old)]
    found = [(name, await _before(store, stream, dropped)) for stream, name in names]
    return tuple(Fork(name, last.stream, last.version) for name, last in found if last is not None)


async def _before(store: EventStore, stream: str, dropped: Collection[str]) -> Entry | None:
    """The last event of a stream before these batches; None where it has none."""
    version = (await store.head(stream)).version
    while version:
        after = max(0, version - PAGE)
        kept = [each for each in await store.read(stream, after, version - after) if each.batch not in dropped]
        if kept:
            return kept[-1]
        version = after
    return None


async def _players(store: EventStore, streams: TableStreams) -> list[str]:
    """Everybody who has practice chips at a table."""
    if isinstance(streams, FirstPracticeStreams):
        end = f"@{streams.table}"
        return [each[len("wallet/") : -len(end)] for each in await store.streams("wallet/") if each.endswith(end)]
    prefix = f"{PRACTICE_PREFIX}wallet/{streams.table}/"
    return [name.removeprefix(prefix) for name in await store.streams(prefix)]
