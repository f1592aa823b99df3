"""Batches for tests of stores, in few words."""

from __future__ import annotations

from siete.store.port import SOLE, Answer, Batch, NewEvents

NOON = "2026-01-02T12:00:00.000000Z"


def events(stream: str, expected: int, *data: bytes, kind: str = "Happened") -> NewEvents:
    """New events of one kind."""
    return NewEvents(stream, expected, tuple((kind, each) for each in data))


def batch(*appends: NewEvents, answer: Answer | None = None) -> Batch:
    """A batch recorded at noon, by the only process that writes."""
    return Batch(recorded_at=NOON, appends=appends, answer=answer, authority=SOLE)


def told(command_id: str, answer: bytes = b"done", *, scope: str = "ana", body: bytes = b"body") -> Answer:
    """What a command was told."""
    return Answer(scope, command_id, body, answer)
