"""Moves events into an archive: the file is on the disk before anything leaves the database.

Killed before the database forgets, a run leaves a file that the next run finds to be its own; killed afterwards, it has
nothing left to do. What does not chain, or cannot be folded, does not leave: an archive is for sound houses.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from siete.errors import SieteError
from siete.host.archive.cut import SHUFFLES, Cut, cuts
from siete.host.history.loading import folded
from siete.host.history.marks import mark_name
from siete.host.history.seals import Seal, unsealed
from siete.host.history.snapshots import state_from_bytes, state_to_bytes
from siete.store.archive.file import ArchivedPart, Line, write_archive
from siete.store.chain import is_linked, mark_of, named
from siete.store.faultpoints import AtPoint, nowhere
from siete.store.port import (
    EMPTY_DIGEST,
    KEPT_BARE,
    KEPT_WHOLE,
    Answer,
    Archived,
    Batch,
    Entry,
    EventStore,
    NewEvents,
    Snapshot,
)
from siete.store.record_log import ARCHIVED_LOG
from siete.store.records import StreamArchived
from siete.table import events as e
from siete.table.state.table import TableState

PAGE = 2_000
"""Events read at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chosen:
    """A part that leaves: what is logged of it, and the state after it."""

    cut: Cut
    digest: bytes
    removed: int
    shoes: int
    state: TableState


class Archiver:
    """Archives of one house."""

    def __init__(self, store: EventStore, *, seal: Seal | None = None, at: AtPoint = nowhere) -> None:
        self._store, self._seal, self._at = store, seal, at

    async def archive(self, path: Path, *, before: str, now: str, tables: Sequence[str] = ()) -> list[StreamArchived]:
        """Move what was over before a time into a file; what was moved, nothing where there is nothing to move."""
        logged = (await self._store.head(ARCHIVED_LOG)).version
        chosen = [await self._looked_through(cut) for cut in await cuts(self._store, before, tables)]
        if not chosen:
            return []
        answers = await self._answers(chosen)
        parts = [_part(each) for each in chosen]
        digest = await write_archive(path, parts, self._lines(chosen, answers))
        self._at("archive written")
        moved = [_logged(each, path, digest) for each in chosen]
        keys = tuple((each.scope, each.command_id) for each in answers)
        # The log must stand where it stood: of two runs at once only one may move events.
        unmoved = NewEvents(ARCHIVED_LOG, logged, ())
        snapshots = [snapshot for each in chosen for snapshot in await self._snapshots(each)]
        archives = [Archived(part, keys if place == 0 else ()) for place, part in enumerate(moved)]
        await self._store.append(
            Batch(recorded_at=now, appends=(unmoved,), snapshots=tuple(snapshots), archives=tuple(archives))
        )
        self._at("archive logged")
        return moved

    async def _looked_through(self, cut: Cut) -> _Chosen:
        """Check the chain of what leaves, and fold it."""
        state, digest = await self._start(cut)
        removed = shoes = 0
        async for page in self._pages(cut):
            for entry in page:
                if not is_linked(entry, digest):
                    sentence = f"Event {entry.version} of {cut.stream} is not as it was stored. Run `siete audit`."
                    raise SieteError("history/broken-chain", sentence, facts={"stream": cut.stream})
                digest = entry.digest
                removed += entry.version < cut.last and entry.kind not in (*KEPT_WHOLE, *KEPT_BARE)
                shoes += entry.kind in SHUFFLES or (
                    entry.kind == e.BatchChanged.__name__ and folded(state, [entry]).pack is not None
                )
                state = folded(state, [entry])
        if cut.first > 1:  # where the part before ended
            before = (await self._store.read(cut.stream, cut.first - 2, 1))[0]
            removed += before.kind not in (*KEPT_WHOLE, *KEPT_BARE)
        return _Chosen(cut=cut, digest=digest, removed=removed, shoes=shoes, state=state)

    async def _start(self, cut: Cut) -> tuple[TableState, bytes]:
        """The state and the digest before what leaves: of nothing, or of what left before."""
        if cut.first == 1:
            return TableState(), EMPTY_DIGEST
        kept = await self._store.snapshot(mark_name(cut.stream, 0))
        last = await self._store.read(cut.stream, cut.first - 2, 1)
        state = state_from_bytes(unsealed(kept.data)) if kept is not None else None
        if state is None or kept is None or kept.version != cut.first - 1 or not last:
            sentence = f"The state of {cut.stream} after event {cut.first - 1} cannot be read. Name its --archive."
            raise SieteError("history/archived", sentence)
        return state, last[0].digest

    async def _pages(self, cut: Cut) -> AsyncIterator[list[Entry]]:
        after = cut.first - 1
        while after < cut.last and (page := await self._store.read(cut.stream, after, min(PAGE, cut.last - after))):
            after = page[-1].version
            yield page

    async def _answers(self, chosen: Iterable[_Chosen]) -> list[Answer]:
        """The answers to the commands whose events leave, by scope and id."""
        marks = {named(entry.batch)[2] for each in chosen async for page in self._pages(each.cut) for entry in page} - {
            ""
        }
        found: list[Answer] = []
        after = ("", "")
        while page := await self._store.answers(after, PAGE):
            found += [answer for answer in page if mark_of(answer) in marks]
            after = (page[-1].scope, page[-1].command_id)
        return found

    async def _lines(self, chosen: Sequence[_Chosen], answers: Sequence[Answer]) -> AsyncIterator[Line]:
        for each in chosen:
            async for page in self._pages(each.cut):
                for entry in page:
                    yield entry
        for each in chosen:
            for move in await self._store.moves(each.cut.stream, each.cut.first - 1):
                if move.version <= each.cut.last:
                    yield move
        for answer in answers:
            yield answer

    async def _snapshots(self, chosen: _Chosen) -> list[Snapshot]:
        """The state to start from, and the same as the table's newest one where that is older or cannot be read."""
        cut, data = chosen.cut, state_to_bytes(chosen.state)
        if self._seal is not None:
            data = self._seal.sealed(cut.stream, cut.last, chosen.digest, data)
        base = Snapshot(mark_name(cut.stream, 0), cut.last, data)
        newest = await self._store.snapshot(cut.stream)
        is_enough = newest is not None and newest.version >= cut.last and _is_readable(newest)
        return [base] if is_enough else [base, Snapshot(cut.stream, cut.last, data)]


def _is_readable(snapshot: Snapshot) -> bool:
    return state_from_bytes(unsealed(snapshot.data)) is not None


def _part(chosen: _Chosen) -> ArchivedPart:
    cut = chosen.cut
    return ArchivedPart(stream=cut.stream, first=cut.first, last=cut.last, digest=chosen.digest.hex())


def _logged(chosen: _Chosen, path: Path, digest: str) -> StreamArchived:
    return StreamArchived(
        stream=chosen.cut.stream,
        first=chosen.cut.first,
        last=chosen.cut.last,
        digest=chosen.digest.hex(),
        removed=chosen.removed,
        shoes=chosen.shoes,
        file=path.name,
        file_digest=digest,
    )
