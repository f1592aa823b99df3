"""Streams that share their past: one that goes on from a version of another, and keeps only what is its own.

A fork names the stream that holds the event it goes on from, and the first event of its own is chained to that one's
digest. So what is read of it is its parents' events up to there, under their own names, and then its own. Only practice
has forks. Decision: 0310.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

FORKED = "~"
"""Part of the name of every stream that shares its past, so that no other has to be looked up."""


@dataclass(frozen=True, slots=True)
class Fork:
    """Where a stream begins: after the event `version` that `parent` holds itself."""

    stream: str
    parent: str
    version: int


@dataclass(frozen=True, slots=True)
class Part:
    """Events that one stream holds of what is read under another's name: above `after`, up to `until` or its end."""

    stream: str
    after: int
    until: int | None


def lineage(stream: str, forks: Iterable[Fork]) -> list[Fork]:
    """The forks that lead to a stream, its own first; they may be given in any order, and more of them."""
    by_stream = {each.stream: each for each in forks}
    found: list[Fork] = []
    while (fork := by_stream.pop(stream, None)) is not None:  # each once, whatever somebody wrote into a database
        found.append(fork)
        stream = fork.parent
    return found


def parts(stream: str, forks: Iterable[Fork]) -> list[Part]:
    """What a stream is made of, the oldest first."""
    found: list[Part] = []
    until: int | None = None
    for fork in lineage(stream, forks):
        found.append(Part(fork.stream, fork.version, until))
        stream, until = fork.parent, fork.version
    return [Part(stream, 0, until), *reversed(found)]


def parts_after(stream: str, forks: Iterable[Fork], after: int) -> Iterator[Part]:
    """The parts that hold events above a version, cut to those."""
    for part in parts(stream, forks):
        if part.until is None or part.until > after:
            yield Part(part.stream, max(part.after, after), part.until)


def parents_first(streams: Iterable[str], forks: Mapping[str, Fork]) -> Iterator[str]:
    """Streams by name, but each after the one that it goes on from."""
    waiting = dict.fromkeys(sorted(streams))
    for stream in tuple(waiting):
        line = [stream]
        while (fork := forks.get(line[-1])) is not None and fork.parent in waiting and fork.parent not in line:
            line.append(fork.parent)
        for each in reversed(line):
            if each in waiting:
                del waiting[each]
                yield each
