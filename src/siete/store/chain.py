"""The chain of a stream: every event's SHA-256 over the one before it and over all that is stored of it.

It covers the bytes as they are stored, before anything is upcast, so that it never has to be written anew.
"""

from __future__ import annotations

from hashlib import sha256

from siete.store.port import EMPTY_DIGEST, Entry, NewEvents


def link(previous: bytes, stream: str, version: int, kind: str, recorded_at: str, data: bytes) -> bytes:
    """The digest of an event; every part has its length before it, so that no two events can read the same."""
    whole = sha256(previous)
    for part in (stream.encode(), str(version).encode(), kind.encode(), recorded_at.encode(), data):
        whole.update(len(part).to_bytes(8, "big"))
        whole.update(part)
    return whole.digest()


def chained(new: NewEvents, previous: bytes, recorded_at: str) -> tuple[Entry, ...]:
    """New events as they are to be stored, chained to the digest before them."""
    entries = []
    for version, (kind, data) in enumerate(new.events, new.expected + 1):
        previous = link(previous, new.stream, version, kind, recorded_at, data)
        entries.append(Entry(new.stream, version, kind, data, recorded_at, previous))
    return tuple(entries)


def is_linked(entry: Entry, previous: bytes = EMPTY_DIGEST) -> bool:
    """Whether an event's digest is the one it must have after the event before it."""
    expected = link(previous, entry.stream, entry.version, entry.kind, entry.recorded_at, entry.data)
    return expected == entry.digest
