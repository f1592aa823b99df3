"""What an audit cannot look at: events that are in archives which it was not given.

The log of archives, which is chained and signed, says where each of them ends; so the chain goes on behind a gap, and
the replay starts from the state that was kept there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from siete.errors import SieteError
from siete.host.audit.chain import Chain, Finding
from siete.host.audit.replay import TableFold
from siete.host.history.loading import latest_rules
from siete.host.history.seals import digest_in, unsealed
from siete.host.history.snapshots import state_from_bytes
from siete.host.settings import settings_of, stored_rules
from siete.store.archive.file import ArchiveFile
from siete.store.archive.joined import JoinedStore, archived_parts
from siete.store.chain import is_linked, named
from siete.store.codec import event_from_bytes
from siete.store.port import EMPTY_DIGEST, Entry, EventStore
from siete.store.records import StreamArchived, TableRecord
from siete.table import events as e
from siete.table.state.table import TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """Events of a stream that nobody looked at, and how the last of them ends."""

    first: int
    last: int
    digest: bytes


class Gaps:
    """The gaps of a house, by stream; neighbours are one gap."""

    def __init__(self, missing: Iterable[StreamArchived]) -> None:
        self._gaps: dict[str, list[Gap]] = {}
        for part in sorted(missing, key=lambda each: each.first):
            gaps = self._gaps.setdefault(part.stream, [])
            is_next = bool(gaps) and gaps[-1].last == part.first - 1
            first = gaps.pop().first if is_next else part.first
            gaps.append(Gap(first=first, last=part.last, digest=bytes.fromhex(part.digest)))

    def of(self, stream: str) -> Sequence[Gap]:
        """The gaps of a stream, in order."""
        return self._gaps.get(stream, ())

    def next(self, stream: str, version: int) -> Gap | None:
        """The gap that begins at a version or later."""
        return next((gap for gap in self.of(stream) if gap.first >= version), None)

    def last(self, stream: str) -> Gap | None:
        """The last gap of a stream, behind which it can be replayed."""
        return self.of(stream)[-1] if self.of(stream) else None

    def has_batch(self, batch: str) -> bool:
        """Whether a batch began before the place from which its table is replayed."""
        stream, version, _ = named(batch)
        gap = self.last(stream)
        return gap is not None and version.isdecimal() and int(version) <= gap.last


async def joined(
    store: EventStore, files: Sequence[ArchiveFile]
) -> tuple[EventStore, list[StreamArchived], list[Finding]]:
    """The store with its archives, what is in none of them, and the files that are not as they were written."""
    parts = await archived_parts(store)
    known = {part.file_digest for part in parts}
    own = [file for file in files if file.digest in known]
    given = {file.digest for file in own}
    missing = [part for part in parts if part.file_digest not in given]
    return await JoinedStore.of(store, own), missing, [_foreign(file) for file in files if file.digest not in known]


def _foreign(file: ArchiveFile) -> Finding:
    sentence = f"{file.path} is no archive of this house, or was changed since it was written."
    return Finding(check="chain", stream="", version=0, code="audit/wrong-archive", sentence=sentence)


def jumped(chain: Chain, gap: Gap, kept: Mapping[int, Entry]) -> Iterator[Finding]:
    """Go on behind a gap, where what is kept of its first and last event is as it was logged."""
    first, last = kept.get(gap.first), kept.get(gap.last)
    if last is None or last.digest != gap.digest:
        sentence = "it is not the event that was archived last."
        yield Finding(
            check="chain", stream=chain.stream, version=gap.last, code="audit/changed-event", sentence=sentence
        )
        return
    if gap.first == 1 and (first is None or (first.data and not is_linked(first, EMPTY_DIGEST))):
        sentence = "the opening of an archived table is not as it was stored."
        yield Finding(check="chain", stream=chain.stream, version=1, code="audit/changed-event", sentence=sentence)
        return
    chain.jump(gap.last, gap.digest)


async def resumed(
    store: EventStore, stream: str, record: TableRecord | None, snapshots: Mapping[int, Sequence[bytes]], gap: Gap
) -> TableFold | None:
    """A table's fold from the state behind its last gap; None where that state cannot be read here."""
    states = [_state(data, gap) for data in snapshots.get(gap.last, ())]
    state = next((each for each in states if each is not None), None)
    opened = event_from_bytes((await store.read(stream, 0, 1))[0].data)
    if state is None or record is None or not isinstance(opened, e.TableOpened):
        return None
    try:
        rules = stored_rules(opened.rules, settings_of(record).submission, record.mode)
    except SieteError:
        return None
    rules = await latest_rules(store, stream, rules, gap.last)
    return TableFold(record, snapshots, start=(state, rules))


def _state(data: bytes, gap: Gap) -> TableState | None:
    return state_from_bytes(unsealed(data)) if digest_in(data) in (None, gap.digest) else None
