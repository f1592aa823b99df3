"""Event logs on disk: every event of a table, one line of JSON each, as the store writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from siete.errors import ParseError, SieteError

if TYPE_CHECKING:
    from siete.table.events import Event

Writer = Callable[["Iterable[Event]"], None]

LARGEST_LINE = 10_000_000
"""An event is a few hundred bytes, a whole shoe some thousands; a longer line is not from a log."""


@contextmanager
def logged(path: Path | None) -> Iterator[Writer]:
    """A function that writes events to a new file; without a path it does nothing."""
    if path is None:
        yield lambda events: None
        return
    from siete.store.codec import event_to_json

    try:
        file = path.open("w", encoding="utf-8")
    except OSError as error:
        raise SieteError("file/unwritable", f"{path} cannot be written: {error.strerror}.") from None
    with file:
        yield lambda events: file.writelines(f"{event_to_json(event)}\n" for event in events)


def events_of(path: Path) -> Iterator[Event]:
    """The table events of a log, in order; a damaged line is named by its number."""
    from siete.store.codec import event_from_json
    from siete.table.events import Event

    try:
        with path.open(encoding="utf-8") as file:
            number = 0
            while line := file.readline(LARGEST_LINE):
                number += 1
                if not line.strip():
                    continue
                event = _read(line, number, event_from_json)
                if isinstance(event, Event):
                    yield event
    except OSError as error:
        raise SieteError("file/unreadable", f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ParseError("log/not-text", f"{path} is no text.") from None


def _read(line: str, number: int, reader: Callable[[str], object]) -> object:
    try:
        return reader(line)
    except SieteError as error:
        raise ParseError(error.code, f"Line {number} of the log: {error.sentence}") from None
