"""Branches of practice in the audit: what they share is folded once, with the stream that holds it.

A branch goes on from the fold of its parent at the place where it begins. Its chain is checked from the digest there,
so whoever changes where it begins, or what from, breaks it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from copy import copy

from siete.host.audit.chain import Finding
from siete.host.audit.replay import Fold, TableFold
from siete.host.streams import is_practice, kind_of
from siete.store.forks import FORKED, Fork, parents_first
from siete.store.port import Entry, Head


def own_events(heads: Iterable[Head], forks: Iterable[Fork]) -> int:
    """How many events these streams hold, those that several share counted once."""
    shared = {fork.stream: fork.version for fork in forks}
    return sum(head.version - shared.get(head.stream, 0) for head in heads)


def wrong_forks(forks: Iterable[Fork], streams: Container[str]) -> Iterator[Finding]:
    """Forks that no house makes: of streams that are not listed, between different kinds, or after what is shared."""
    every = {fork.stream: fork for fork in forks}
    for fork in every.values():
        before = every[fork.parent].version if fork.parent in every else 0
        are_alike = (kind_of(fork.stream), is_practice(fork.stream)) == (kind_of(fork.parent), is_practice(fork.parent))
        if fork.stream not in streams or not are_alike or FORKED not in fork.stream or fork.version <= before:
            sentence = f"no house lets it go on from event {fork.version} of {fork.parent}."
            yield _finding(fork, "foreign-fork", sentence)


def missing_past(fork: Fork) -> Finding:
    """A branch goes on from an event that is not there."""
    return _finding(fork, "missing-event", f"it goes on from event {fork.version} of {fork.parent}, which is missing.")


def _finding(fork: Fork, code: str, sentence: str) -> Finding:
    return Finding(check="chain", stream=fork.stream, version=fork.version, code=f"audit/{code}", sentence=sentence)


class Pasts:
    """The folds of streams at the places where branches begin, kept while their parents are replayed."""

    def __init__(self, forks: Iterable[Fork]) -> None:
        self.forks = {fork.stream: fork for fork in forks}
        self._wanted = {(fork.parent, fork.version) for fork in self.forks.values()}
        self._kept: dict[tuple[str, int], Fold] = {}

    def in_order(self, streams: Iterable[str]) -> Iterator[str]:
        """Streams by name, each after the one that it goes on from."""
        return parents_first(streams, self.forks)

    def begin(self, stream: str) -> int:
        """How many events a stream shares with others."""
        return self.forks[stream].version if stream in self.forks else 0

    def root(self, stream: str) -> str:
        """The stream that a branch once came from."""
        while stream in self.forks:
            stream = self.forks[stream].parent
        return stream

    def keep(self, entry: Entry, fold: Fold) -> None:
        """Remember a stream's fold after an event, where a branch begins there."""
        if (entry.stream, entry.version) in self._wanted:
            self._kept[entry.stream, entry.version] = copy(fold)

    def fold_of(self, stream: str, snapshots: Mapping[int, Sequence[bytes]]) -> Fold | None:
        """The fold that a branch goes on with; None where its parent could not be replayed up to there."""
        fork = self.forks[stream]
        kept = self._kept.get((fork.parent, fork.version))
        return kept.branched(snapshots) if isinstance(kept, TableFold) else copy(kept)
