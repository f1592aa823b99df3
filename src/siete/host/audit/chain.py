"""The chain of a stream, checked: every event in its place, linked to the one before it, ending as signed and kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from siete.store.chain import is_linked
from siete.store.port import EMPTY_DIGEST, Entry, Head


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something wrong: the first wrong event of a stream, and why it is wrong."""

    check: str
    """`chain`, `heads`, `replay`, `money`, `records` or `answers`."""
    stream: str
    version: int
    code: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.stream} event {self.version}: {self.code}: {self.sentence}"


def _finding(code: str, stream: str, version: int, sentence: str, check: str = "chain") -> Finding:
    return Finding(check=check, stream=stream, version=version, code=f"audit/{code}", sentence=sentence)


Signatures = Mapping[int, bytes]
"""The digests that were signed for versions of a stream."""


@dataclass(slots=True)
class Chain:
    """A stream on its way through the check. Not frozen: it goes from event to event."""

    stream: str
    signatures: Signatures = field(default_factory=dict)
    version: int = 0
    digest: bytes = EMPTY_DIGEST
    signed: int = 0
    """The last version that stood as it was signed."""

    def begin(self, version: int, digest: bytes) -> Iterator[Finding]:
        """Go on from what another stream holds up to a version; what is wrong with the signatures up to there."""
        self.jump(version, digest)
        wanted = self.signatures.get(version, digest)
        if wanted != digest or any(each < version for each in self.signatures):
            sentence = "it does not begin as signed: it was put behind another past."
            yield _finding("rewritten", self.stream, version, sentence, "heads")

    def jump(self, version: int, digest: bytes) -> None:
        """Go on behind a version that ends with this digest."""
        self.version, self.digest = version, digest

    def follow(self, entries: Iterable[Entry]) -> Iterator[Finding]:
        """Go on with the next events; what is wrong with the first that is."""
        for entry in entries:
            wrong = self._wrong(entry)
            if wrong is not None:
                yield wrong
                return
            self.version, self.digest = entry.version, entry.digest

    def _wrong(self, entry: Entry) -> Finding | None:
        due = self.version + 1
        if entry.version != due:
            sentence = f"it is missing; event {entry.version} comes next."
            return _finding("missing-event", self.stream, due, sentence)
        if not is_linked(entry, self.digest):
            sentence = "its digest does not match its data and the event before it."
            return _finding("changed-event", self.stream, due, sentence)
        wanted = self.signatures.get(due)
        if wanted is not None and wanted != entry.digest:
            sentence = f"it does not end as signed: events from {self.signed + 1} on were rewritten."
            return _finding("rewritten", self.stream, due, sentence, "heads")
        if wanted is not None:
            self.signed = due
        return None

    def end(self, head: Head) -> Iterator[Finding]:
        """What is wrong with where the stream ends."""
        last = max((*self.signatures, 0))
        if last > self.version:
            sentence = f"it is missing: the stream was signed up to event {last} and ends at {self.version}."
            yield _finding("cut", self.stream, self.version + 1, sentence, "heads")
        elif head.version > self.version:
            sentence = f"it is missing: the stream had {head.version} events and ends at {self.version}."
            yield _finding("cut", self.stream, self.version + 1, sentence)
        elif (head.version, head.digest) != (self.version, self.digest):
            sentence = f"the stream is kept as ending at event {head.version}, with another digest."
            yield _finding("wrong-head", self.stream, self.version, sentence)
