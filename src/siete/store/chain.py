"""The chain of a stream: every event's SHA-256 over the one before it and over all that is stored of it.

It covers the bytes as they are stored, before anything is upcast, so that it never has to be recomputed.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256

from siete.store.port import Answer, Entry, NewEvents


def link(previous: bytes, entry: Entry) -> bytes:
    """The digest an event must have; every part has its length before it, so that no two events can read the same."""
    whole = sha256(previous)
    names = (entry.stream, str(entry.version), entry.kind, entry.recorded_at, entry.batch)
    for part in (*(name.encode() for name in names), entry.data):
        whole.update(len(part).to_bytes(8, "big"))
        whole.update(part)
    return whole.digest()


def batch_name(place: str, answer: Answer | None) -> str:
    """The name of a batch: its first event's place, and the mark of its answer, so that the chain covers the answer."""
    return place if answer is None else f"{place}#{mark_of(answer)}"


def mark_of(answer: Answer) -> str:
    """128 bits of a digest over all that is stored of an answer, as 22 letters."""
    whole = sha256()
    for part in (answer.scope.encode(), answer.command_id.encode(), answer.body_digest, answer.answer):
        whole.update(len(part).to_bytes(8, "big"))
        whole.update(part)
    return urlsafe_b64encode(whole.digest()[:16]).decode("ascii").rstrip("=")


def named(batch: str) -> tuple[str, str, str]:
    """The stream that a batch begins in, the version it begins with, and the mark of its answer; empty where none is.

    Names of streams may have any letter: what counts is behind the last `@`. Batches of earlier versions have no mark.
    """
    stream, _, rest = batch.rpartition("@")
    version, _, mark = rest.partition("#")
    return stream, version, mark


def chained(new: NewEvents, previous: bytes, recorded_at: str, batch: str) -> list[Entry]:
    """New events as they are to be stored, chained to the digest before them."""
    entries = []
    for version, (kind, data) in enumerate(new.events, new.expected + 1):
        bare = Entry(new.stream, version, kind, data, recorded_at, b"", batch)
        previous = link(previous, bare)
        entries.append(Entry(new.stream, version, kind, data, recorded_at, previous, batch))
    return entries


def is_linked(entry: Entry, previous: bytes) -> bool:
    """Whether an event's digest is the one it must have after the event before it."""
    try:
        return link(previous, entry) == entry.digest
    except (AttributeError, TypeError):
        return False  # somebody has put a value of another type into the database
