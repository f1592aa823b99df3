"""Plans a group of batches in order: which are stored, what is stored of them, and which are refused.

Pure, and the same for every store: the store passes in what it knows of the streams, answers and leases concerned.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from siete.store.chain import batch_name, chained
from siete.store.codec import event_to_bytes
from siete.store.forks import Fork
from siete.store.port import (
    EMPTY_DIGEST,
    Answer,
    AnswerExists,
    Batch,
    Entry,
    Head,
    LeaseLost,
    Movement,
    NameTaken,
    NewEvents,
    VersionConflict,
)
from siete.store.record_log import ARCHIVED_LOG, PRUNED_LOG, by_log, logged
from siete.store.records import GuestName, Record, StreamPruned, key_of

AnswerKey = tuple[str, str]


@dataclass(slots=True, kw_only=True)
class BatchPlan:
    """What is known and, once batches are taken, what is to be stored. Not frozen: it grows batch by batch."""

    heads: dict[str, Head] = field(default_factory=dict)
    answers: dict[AnswerKey, Answer] = field(default_factory=dict)
    tokens: dict[str, int] = field(default_factory=dict)
    digests: dict[tuple[str, int], bytes] = field(default_factory=dict)
    """Of the events that forks begin after."""
    names: dict[str, str] = field(default_factory=dict)
    """Whose the names are that guests want: the guests' ids, by the names' keys."""
    entries: list[Entry] = field(default_factory=list)
    moves: list[tuple[Movement, int]] = field(default_factory=list)
    """Each with its place among those of the same event."""
    batches: list[Batch] = field(default_factory=list)
    pruned: list[str] = field(default_factory=list)
    forks: list[Fork] = field(default_factory=list)

    def take(self, batch: Batch) -> tuple[int, ...]:
        """The new versions of the batch's streams; raises, and stores nothing of it, when it cannot be stored."""
        self._check(batch)
        name = _name(batch)
        for fork in batch.forks:
            self.heads[fork.stream] = Head(fork.stream, fork.version, self.digests[fork.parent, fork.version])
        self.forks += batch.forks
        for new in batch.appends:
            self._append(new, batch.recorded_at, name)
        places: Counter[tuple[str, int]] = Counter()
        for move in batch.moves:
            self.moves.append((move, places[move.stream, move.version]))
            places[move.stream, move.version] += 1
        self._log(batch, name)
        self._prune(batch, name)
        self._archive(batch, name)
        self.names = {key: guest for key, guest in self.names.items() if guest not in batch.erases}
        self.names.update({each.key: each.id for each in batch.names})
        if batch.answer is not None:
            self.answers[key(batch.answer)] = batch.answer
        self.batches.append(batch)
        return tuple(new.expected + len(new.events) for new in batch.appends)

    def _check(self, batch: Batch) -> None:
        if batch.answer is not None and (before := self.answers.get(key(batch.answer))) is not None:
            raise AnswerExists(before)
        fence = batch.fence
        if fence is not None and self.tokens.get(fence.name) != fence.token:
            raise LeaseLost(fence.name, fence.token)
        for new in batch.appends:
            found = self.head(new.stream).version
            if found != new.expected:
                raise VersionConflict(new.stream, new.expected, found)
        for fork in batch.forks:
            if (found := self.head(fork.stream).version) != 0:
                raise VersionConflict(fork.stream, 0, found)
            if (fork.parent, fork.version) not in self.digests:
                raise VersionConflict(fork.parent, fork.version, self.head(fork.parent).version)
        for each in batch.names:
            if self.names.get(each.key, each.id) != each.id:
                raise NameTaken(each.name)

    def head(self, stream: str) -> Head:
        """Where a stream ends, with what was taken so far."""
        return self.heads.get(stream) or Head(stream, 0, EMPTY_DIGEST)

    def _append(self, new: NewEvents, recorded_at: str, name: str) -> None:
        made = chained(new, self.head(new.stream).digest, recorded_at, name)
        self.entries += made
        if made:
            self.heads[new.stream] = Head(new.stream, made[-1].version, made[-1].digest)

    def _log(self, batch: Batch, name: str) -> None:
        """Chain what is kept of each record."""
        for stream, records in by_log(batch.records).items():
            expected = self.head(stream).version
            events = tuple(event_to_bytes(logged(record)) for record in records)
            place = name or batch_name(f"{stream}@{expected + 1}", batch.answer)
            self._append(NewEvents(stream, expected, events), batch.recorded_at, place)

    def _prune(self, batch: Batch, name: str) -> None:
        """Log where deleted streams ended, and forget them."""
        ended = [self.head(stream) for stream in batch.prunes if self.head(stream).version]
        if not ended:
            return
        events = (StreamPruned(stream=head.stream, version=head.version, digest=head.digest.hex()) for head in ended)
        expected = self.head(PRUNED_LOG).version
        new = NewEvents(PRUNED_LOG, expected, tuple(map(event_to_bytes, events)))
        self._append(new, batch.recorded_at, name or f"{PRUNED_LOG}@{expected + 1}")
        for head in ended:
            self.pruned.append(head.stream)
            del self.heads[head.stream]

    def _archive(self, batch: Batch, name: str) -> None:
        """Log what is in a file from now on."""
        if batch.archives:
            expected = self.head(ARCHIVED_LOG).version
            new = NewEvents(ARCHIVED_LOG, expected, tuple(event_to_bytes(each.part) for each in batch.archives))
            self._append(new, batch.recorded_at, name or f"{ARCHIVED_LOG}@{expected + 1}")

    def changed_heads(self) -> list[Head]:
        """Where the streams end that were begun or appended to."""
        named = dict.fromkeys((*(fork.stream for fork in self.forks), *(entry.stream for entry in self.entries)))
        return [self.heads[stream] for stream in named if stream in self.heads]

    def records(self) -> dict[tuple[type[object], str], Record]:
        """The records to keep, the last one where a key comes twice, and no name that was erased."""
        found = {(type(each), key_of(each)): each for batch in self.batches for each in batch.records}
        gone = self.erased()
        return {key: each for key, each in found.items() if not (isinstance(each, GuestName) and each.id in gone)}

    def erased(self) -> set[str]:
        """The ids of guests whose names are erased."""
        return {each for batch in self.batches for each in batch.erases}


def streams_of(batch: Batch) -> set[str]:
    """The streams that a batch appends to, the logs of its records included."""
    logs = {*((PRUNED_LOG,) if batch.prunes else ()), *((ARCHIVED_LOG,) if batch.archives else ())}
    begun = (name for fork in batch.forks for name in (fork.stream, fork.parent))
    return {*(new.stream for new in batch.appends), *by_log(batch.records), *batch.prunes, *logs, *begun}


def key(answer: Answer) -> AnswerKey:
    """The key of a command's answer."""
    return (answer.scope, answer.command_id)


def _name(batch: Batch) -> str:
    """The name of a batch that appends events: its first event's place, which no other batch can have."""
    place = next((f"{new.stream}@{new.expected + 1}" for new in batch.appends if new.events), "")
    return batch_name(place, batch.answer) if place else ""
