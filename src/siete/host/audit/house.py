"""The audit of a house: chain, signed heads, replay and money of everything that is stored; the first wrong event.

Where a chain is broken nothing is replayed: of a history that was changed nobody can tell what it would have come to.
The house may go on meanwhile: what is replayed is all that was stored at one moment, whole batches only.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from siete.host.audit.answers import AnswerMarks
from siete.host.audit.beside import shoes, snapshots, stray_snapshots
from siete.host.audit.chain import Chain, Finding, Signatures
from siete.host.audit.forks import Pasts, missing_past, own_events, wrong_forks
from siete.host.audit.gaps import Gap, Gaps, joined, jumped, resumed
from siete.host.audit.heads import SignedHeads
from siete.host.audit.money import MoneyBooks, holding, stray_movement, wrong_movement
from siete.host.audit.namespaces import Namespaces, namespaces_of
from siete.host.audit.records import RecordFold, differing, pruned_streams
from siete.host.audit.replay import Fold, TableFold, Unsound, decoded, fold_of, in_batches
from siete.host.audit.signatures import SignedChanges
from siete.host.settings import streams_of
from siete.host.streams import kind_of
from siete.store.archive.file import ArchiveFile
from siete.store.archive.joined import archived_parts
from siete.store.port import Entry, EventStore, Head, Movement
from siete.store.record_log import LOG_PREFIX, LOGS
from siete.store.records import StreamArchived, TableRecord

PAGE = 5_000
"""Events read at a time."""
MOST_STRAYS = 100
"""Movements without an event that are named one by one."""

Progress = Callable[[int], None]
"""Told how many events have been gone through."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Folding:
    """What is collected while streams are replayed."""

    pasts: Pasts
    books: MoneyBooks
    marks: AnswerMarks
    changes: SignedChanges


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditReport:
    """What an audit went through, and what it found."""

    streams: int
    events: int
    signed_heads: int
    held: int
    issued: int
    """In cents; equal when the books are closed."""
    findings: tuple[Finding, ...]
    is_replayed: bool
    """Whether the chains were sound, so that replay and money could be checked."""
    uncovered: tuple[StreamArchived, ...] = ()
    """What is in archives that were not given: nobody has looked at it."""
    unreplayed: tuple[str, ...] = ()
    """Tables that can only be replayed with their archives."""

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings


async def audit(
    store: EventStore,
    signed: Iterable[SignedHeads] = (),
    progress: Progress = lambda _: None,
    archives: Sequence[ArchiveFile] = (),
) -> AuditReport:
    """Go through all that a store and its archives hold, against what was signed."""
    every = list(signed)
    store, missing, foreign = await joined(store, archives)
    gaps = Gaps(missing)
    heads = {head.stream: head for head in await store.heads()}
    forks = {fork.stream: fork for fork in await store.forks()}
    problem = await store.integrity()
    findings = [*([_damage(problem)] if problem else []), *foreign]
    pruned = await pruned_streams(store)
    findings += wrong_forks(forks.values(), heads)
    findings += [each async for each in _chains(store, heads, _left(_signatures(every), pruned), gaps, progress)]
    findings += await _orphans(store) if not findings else ()
    books = MoneyBooks()
    unreplayed: tuple[str, ...] = ()
    if not findings:
        marks, signed_changes = AnswerMarks(gaps.has_batch), SignedChanges()
        folding = Folding(pasts=Pasts(forks.values()), books=books, marks=marks, changes=signed_changes)
        replays = _Replays(store, heads, gaps, folding, progress)
        findings = [each async for each in replays.findings()]
        unreplayed = tuple(replays.skipped)
        findings += books.findings(pruned, gaps.has_batch) if not findings and not unreplayed else ()
        findings += signed_changes.findings(lambda stream: gaps.last(stream) is None) if not findings else ()
        findings += map(stray_movement, await store.stray_moves(MOST_STRAYS))
        findings += [each for kind in LOGS async for each in differing(store, kind)]
        findings += [each async for each in marks.wrong(store, heads)]
    return AuditReport(
        streams=len(heads),
        events=own_events(heads.values(), forks.values()),
        signed_heads=sum(len(each.heads) for each in every),
        held=books.held,
        issued=books.issued,
        findings=tuple(findings),
        is_replayed=not any(each.check in ("chain", "heads") for each in findings),
        uncovered=tuple(missing),
        unreplayed=unreplayed,
    )


def _left(signatures: dict[str, dict[int, bytes]], pruned: Mapping[str, int]) -> dict[str, dict[int, bytes]]:
    """What was signed of streams that are still there; one that was deleted ended no earlier than it was signed."""
    gone = {stream for stream, last in pruned.items() if max(signatures.get(stream, {}), default=0) <= last}
    return {stream: signed for stream, signed in signatures.items() if stream not in gone}


def _damage(problem: str) -> Finding:
    return Finding(check="chain", stream="", version=0, code="audit/damaged", sentence=problem[:200])


def _signatures(signed: Iterable[SignedHeads]) -> dict[str, dict[int, bytes]]:
    found: dict[str, dict[int, bytes]] = {}
    for each in signed:
        for head in each.restored:  # more had been signed of a copy that is no longer there
            kept = found.get(head.stream, {})
            found[head.stream] = {version: digest for version, digest in kept.items() if version <= head.version}
        for head in each.heads:
            found.setdefault(head.stream, {})[head.version] = head.digest
    return found


async def _chains(
    store: EventStore, heads: dict[str, Head], signatures: dict[str, dict[int, bytes]], gaps: Gaps, progress: Progress
) -> AsyncIterator[Finding]:
    """The first wrong event of every stream that has one."""
    for stream in sorted({*heads, *signatures}):
        found = await _chain(store, stream, signatures.get(stream, {}), gaps, progress)
        if found is not None:
            yield found


async def _chain(
    store: EventStore, stream: str, signatures: Signatures, gaps: Gaps, progress: Progress
) -> Finding | None:
    chain = Chain(stream, signatures)
    for fork in (await store.lineage(stream))[:1]:
        shared = await store.read(stream, fork.version - 1, 1)
        if not shared:
            return missing_past(fork)
        for finding in chain.begin(fork.version, shared[0].digest):
            return finding
    while (page := await _page(store, chain, gaps)) or _gap_at(chain, gaps) is not None:
        gap = _gap_at(chain, gaps)
        for finding in chain.follow(page) if gap is None else jumped(chain, gap, await _ends(store, stream, gap)):
            return finding
        progress(len(page))
    kept = await store.head(stream)
    if kept.version > chain.version and await store.read(stream, chain.version, 1):
        return await _chain(store, stream, signatures, gaps, progress)  # it has grown in between
    for finding in chain.end(kept):
        return finding
    return None


def _gap_at(chain: Chain, gaps: Gaps) -> Gap | None:
    """The gap that the chain has come to."""
    gap = gaps.next(chain.stream, chain.version + 1)
    return gap if gap is not None and gap.first == chain.version + 1 else None


async def _page(store: EventStore, chain: Chain, gaps: Gaps) -> list[Entry]:
    """The next events, up to the next gap."""
    gap = gaps.next(chain.stream, chain.version + 1)
    most = PAGE if gap is None else min(PAGE, gap.first - 1 - chain.version)
    return await store.read(chain.stream, chain.version, most) if most else []


async def _ends(store: EventStore, stream: str, gap: Gap) -> dict[int, Entry]:
    """What the database has kept of the first and the last event of a gap."""
    found = [await store.read(stream, version - 1, 1) for version in (gap.first, gap.last)]
    return {entry.version: entry for entries in found for entry in entries}


async def _orphans(store: EventStore) -> list[Finding]:
    """Events of streams that the store no longer lists."""
    kept = await store.count()
    archived = sum(part.removed for part in await archived_parts(store))
    listed = own_events(await store.heads(), await store.forks()) - archived
    if kept <= listed:
        return []
    sentence = f"{kept - listed} events are stored in streams that are not listed."
    return [Finding(check="chain", stream="", version=0, code="audit/unlisted", sentence=sentence)]


class _Replays:
    """Replays every stream of a house."""

    def __init__(
        self,
        store: EventStore,
        heads: dict[str, Head],
        gaps: Gaps,
        folding: Folding,
        progress: Progress,
    ) -> None:
        self._store, self._heads, self._gaps, self._progress = store, heads, gaps, progress
        self._folding, self._pasts = folding, folding.pasts
        self.skipped: list[str] = []
        """Streams whose state behind a gap cannot be read."""

    async def findings(self) -> AsyncIterator[Finding]:
        """What is wrong, stream by stream."""
        store = self._store
        records = {_stream_of(record): record for record in await store.records(TableRecord)}
        namespaces = await namespaces_of(store, self._heads, records, self._pasts.root)
        for stream in self._pasts.in_order(self._heads):
            kept = await snapshots(store, stream) if kind_of(stream) == "table" else {}
            gap = self._gaps.last(stream)
            fold = await self._fold(stream, records.get(stream), kept, gap)
            if fold is None and stream in self._pasts.forks:
                continue  # its past is unsound, and was reported
            if fold is None and gap is not None:
                self.skipped.append(stream)
                continue
            if fold is None:
                sentence = "no stream of a house has this name."
                yield Finding(check="replay", stream=stream, version=1, code="audit/foreign-stream", sentence=sentence)
                continue
            try:
                await self._run(stream, fold, namespaces, gap.last if gap is not None else self._pasts.begin(stream))
            except Unsound as unsound:
                yield unsound.finding
                continue
            if isinstance(fold, TableFold):
                for finding in await stray_snapshots(store, stream, kept, self._pasts.begin(stream)):
                    yield finding
                before = await self._shoes_before(stream, gap)
                for finding in await shoes(store, stream.rpartition("/")[2], fold, before):
                    yield finding

    async def _fold(
        self, stream: str, record: TableRecord | None, kept: Mapping[int, Sequence[bytes]], gap: Gap | None
    ) -> Fold | None:
        """How a stream is folded: from its first event, from where it shares its past, or from behind its last gap."""
        if stream in self._pasts.forks:
            return self._pasts.fold_of(stream, kept)
        if gap is None:
            return RecordFold() if stream.startswith(LOG_PREFIX) else fold_of(stream, record, kept)
        fold = await resumed(self._store, stream, record, kept, gap)
        if fold is not None:
            self._folding.books.begin(holding(fold.state))
        return fold

    async def _shoes_before(self, stream: str, gap: Gap | None) -> int:
        """How many shoes were shuffled before the place from which a table is replayed."""
        parts = await archived_parts(self._store) if gap is not None else []
        return sum(part.shoes for part in parts if gap and part.stream == stream and part.last <= gap.last)

    async def _run(self, stream: str, fold: Fold, namespaces: Namespaces, after: int) -> None:
        head = self._heads[stream]
        async for entries in _replay(self._store, head, fold, namespaces, self._folding, after):
            self._progress(len(entries))


def _stream_of(record: TableRecord) -> str:
    """The stream that a record's table began with; after a decision was taken back it goes on in another."""
    return replace(streams_of(record), table=record.id).events


async def _replay(
    store: EventStore, head: Head, fold: Fold, namespaces: Namespaces, folding: Folding, after: int
) -> AsyncIterator[list[Entry]]:
    """Fold what a stream holds itself from an event on up to a head, whole batches at a time; what was folded."""
    while entries := await _whole_batches(store, head, after):
        moves = _by_version(await _moves_of(store, head.stream, entries))
        for entry in entries:
            namespaces.check(entry)
        _fold(fold, entries, moves, folding)
        yield entries
        after = entries[-1].version


async def _whole_batches(store: EventStore, head: Head, after: int) -> list[Entry]:
    """The next page of events without its last batch, which may go on; a larger page where that would be nothing."""
    size = PAGE
    while True:
        page = await store.read(head.stream, after, min(size, head.version - after))
        if not page or page[-1].version == head.version:
            return page
        whole = [entry for entry in page if entry.batch != page[-1].batch]
        if whole:
            return whole
        size *= 2


async def _moves_of(store: EventStore, stream: str, entries: list[Entry]) -> list[Movement]:
    """The movements of the entries; the limit is more than any page of events can have."""
    found = await store.moves(stream, entries[0].version - 1, 4 * len(entries))
    return [move for move in found if move.version <= entries[-1].version]


def _by_version(moves: list[Movement]) -> dict[int, list[Movement]]:
    found: dict[int, list[Movement]] = {}
    for move in moves:
        found.setdefault(move.version, []).append(move)
    return found


def _fold(fold: Fold, entries: list[Entry], moves: dict[int, list[Movement]], folding: Folding) -> None:
    events = [decoded(entry) for entry in entries]
    for entry, event, coming in zip(entries, events, in_batches(entries, events), strict=True):
        before, after = fold.take(entry, event, coming)
        wrong = wrong_movement(entry, event, moves.get(entry.version, []))
        if wrong is not None:
            raise Unsound(entry, wrong.code.removeprefix("audit/"), wrong.sentence, "money")
        folding.books.take(entry.batch, before, after)
        folding.pasts.keep(entry, fold)
        folding.marks.take(entry)
        folding.changes.take(entry, event, fold)
