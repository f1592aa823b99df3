"""Answers held against the chain: what a command was told is marked in the name of the batch that it stored.

An answer that was edited or deleted leaves its mark behind. A command that stored nothing has no mark, nor have those
of earlier versions. Decision: 0291.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable

from siete.host.audit.chain import Finding
from siete.store.chain import mark_of, named
from siete.store.port import Answer, Entry, EventStore

PAGE = 5_000
"""Answers, or events, read at a time."""
MOST = 100
"""Answers that are named one by one."""


class AnswerMarks:
    """The marks of all answers that the chain tells of; 16 bytes each, so that a large house fits into memory."""

    def __init__(self, is_elsewhere: Callable[[str], bool] = lambda batch: False) -> None:
        self._marks: set[str] = set()
        self._is_elsewhere = is_elsewhere

    def take(self, entry: Entry) -> None:
        """Note the answer of the batch that an event was stored with, unless it is in an archive with the batch."""
        mark = named(entry.batch)[2]
        if mark and not self._is_elsewhere(entry.batch):
            self._marks.add(mark)

    async def wrong(self, store: EventStore, streams: Iterable[str]) -> AsyncIterator[Finding]:
        """The batches whose answers are missing or changed; read after the events, so that none is missing by haste."""
        after = ("", "")
        while page := await store.answers(after, PAGE):
            self._marks.difference_update(map(_mark, page))
            after = (page[-1].scope, page[-1].command_id)
        if self._marks:
            async for finding in _placed(store, streams, self._marks):
                yield finding


def _mark(answer: Answer) -> str:
    try:
        return mark_of(answer)
    except (AttributeError, TypeError):
        return ""  # somebody has put a value of another type into the database


async def _placed(store: EventStore, streams: Iterable[str], marks: set[str]) -> AsyncIterator[Finding]:
    """Where the batches with these marks begin."""
    count = 0
    for stream in sorted(streams):
        version = 0
        while count < MOST and (page := await store.read(stream, version, PAGE)):
            version = page[-1].version
            for entry in page:
                begun, at, mark = named(entry.batch)
                if mark in marks and (begun, at) == (stream, str(entry.version)) and count < MOST:
                    count += 1
                    yield _finding(entry)


def _finding(entry: Entry) -> Finding:
    sentence = "the answer to the command that stored it is missing, or is not as it was given."
    return Finding(
        check="answers", stream=entry.stream, version=entry.version, code="audit/wrong-answer", sentence=sentence
    )
