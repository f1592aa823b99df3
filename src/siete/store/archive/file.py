"""The file of an archive: lines of JSON, events of each table in order, then movements, then answers.

The first line tells what is in it. Every event has the digest that it had in the chain, so the file can be checked
against a house, and read, without the program that wrote it. The same events give the same bytes.
"""

from __future__ import annotations

import json
import os
from bisect import bisect_right
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

from siete.errors import SieteError
from siete.plain import Plain
from siete.store.port import Answer, Entry, Movement

FORMAT = "siete-archive/1"
STEP = 256
"""Lines between two places that a reader remembers."""
EVENT, MOVE, ANSWER = "event", "move", "answer"

Line = Entry | Movement | Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedPart:
    """A table's events in a file: the last one's digest is where the chain goes on."""

    stream: str
    first: int
    last: int
    digest: str


async def write_archive(path: Path, parts: list[ArchivedPart], lines: AsyncIterator[Line]) -> str:
    """Write a file that only its owner can read; its SHA-256, once it is on the disk under its name."""
    whole = path.with_name(f"{path.name}.part")
    digest = sha256()
    try:
        whole.unlink(missing_ok=True)
        made = os.open(whole, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(made, "wb") as file:
            head = {"format": FORMAT, "parts": [_part(each) for each in parts]}
            _write(file, digest, head)
            async for line in lines:
                _write(file, digest, _plain(line))
            file.flush()
            os.fsync(file.fileno())
        _put_in_place(whole, path, digest.hexdigest())
    except OSError as error:
        raise SieteError("archive/unwritable", f"{path} cannot be written: {error.strerror}.") from None
    finally:
        with suppress(OSError):
            whole.unlink(missing_ok=True)
    return digest.hexdigest()


def _put_in_place(whole: Path, path: Path, digest: str) -> None:
    """Give a file its name; one that is there already may only be the same, left by a run that was interrupted."""
    if path.exists():
        if file_digest(path) != digest:
            raise SieteError("archive/exists", f"{path} exists and holds something else. Choose another name.")
        path.chmod(0o600)
        return
    os.link(whole, path)  # unlike a rename it never replaces another file
    directory = os.open(path.absolute().parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


def file_digest(path: Path) -> str:
    """SHA-256 of a file."""
    digest = sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _write(file: BinaryIO, digest: Any, value: object) -> None:
    line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    digest.update(line)
    file.write(line)


def _part(part: ArchivedPart) -> Plain:
    return {"stream": part.stream, "first": part.first, "last": part.last, "digest": part.digest}


def _plain(line: Line) -> list[object]:
    match line:
        case Entry():
            told = (line.stream, line.version, line.kind, line.data.decode(), line.recorded_at, line.digest.hex())
            return [EVENT, *told, line.batch]
        case Movement():
            return [MOVE, line.stream, line.version, line.source, line.target, line.cents]
        case Answer():
            return [ANSWER, line.scope, line.command_id, line.body_digest.hex(), line.answer.hex()]


@dataclass(slots=True)
class _Index:
    """Where some of the lines of one kind begin, by their keys, in order."""

    keys: list[Any] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    count: int = 0

    def add(self, key: Any, place: int) -> None:
        if self.count % STEP == 0:
            self.keys.append(key)
            self.places.append(place)
        self.count += 1

    def before(self, key: Any) -> int | None:
        """A place from which everything after the key can be read; None where there is nothing."""
        if not self.places:
            return None
        return self.places[max(0, bisect_right(self.keys, key) - 1)]


class ArchiveFile:
    """An archive, opened to read: one look through the file finds its digest and where to read what."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._index: dict[tuple[str, str], _Index] = {}
        digest = sha256()
        try:
            self._file = path.open("rb")
            self.parts = self._head(digest)
            self._look_through(digest)
        except OSError as error:
            raise SieteError("archive/unreadable", f"{path} cannot be read: {error.strerror}.") from None
        except (ValueError, LookupError, TypeError):
            raise SieteError("archive/unreadable", f"{path} is no archive of a house, or is damaged.") from None
        self.digest = digest.hexdigest()

    def _head(self, digest: Any) -> tuple[ArchivedPart, ...]:
        line = self._file.readline()
        digest.update(line)
        head = json.loads(line)
        if head["format"] != FORMAT:
            raise SieteError("archive/unreadable", f"{self.path} is not of the format {FORMAT}.")
        return tuple(ArchivedPart(**each) for each in head["parts"])

    def _look_through(self, digest: Any) -> None:
        place = self._file.tell()
        for line in self._file:
            digest.update(line)
            kind, first, second, *_ = json.loads(line)
            stream = "" if kind == ANSWER else first
            key = (first, second) if kind == ANSWER else second
            self._index.setdefault((kind, stream), _Index()).add(key, place)
            place += len(line)

    def events(self, stream: str, after: int, until: int, limit: int | None = None) -> list[Entry]:
        """Events of a stream above a version, up to another."""
        found: list[Entry] = []
        for _, name, version, kind, data, at, digest, batch in self._lines(EVENT, stream, after + 1):
            if version > until or (limit is not None and len(found) == limit):
                break
            if version > after:
                found.append(Entry(name, version, kind, data.encode(), at, bytes.fromhex(digest), batch))
        return found

    def moves(self, stream: str, after: int, limit: int | None = None) -> list[Movement]:
        """Movements of a stream above a version."""
        found: list[Movement] = []
        for _, name, version, source, target, cents in self._lines(MOVE, stream, after):
            if limit is not None and len(found) == limit:
                break
            if version > after:
                found.append(Movement(name, version, source, target, cents))
        return found

    def answers(self, after: tuple[str, str], limit: int | None = None) -> list[Answer]:
        """Answers whose scope and command id come after these."""
        found: list[Answer] = []
        for _, scope, command, body, answer in self._lines(ANSWER, "", after):
            if limit is not None and len(found) == limit:
                break
            if (scope, command) > after:
                found.append(Answer(scope, command, bytes.fromhex(body), bytes.fromhex(answer)))
        return found

    def answer(self, scope: str, command_id: str) -> Answer | None:
        """The answer to a command."""
        for _, *names, body, answer in self._lines(ANSWER, "", (scope, command_id)):
            if names == [scope, command_id]:
                return Answer(scope, command_id, bytes.fromhex(body), bytes.fromhex(answer))
            if names > [scope, command_id]:
                break
        return None

    def _lines(self, kind: str, stream: str, key: Any) -> Iterator[list[Any]]:
        """The lines of a kind and stream from a place before the key on."""
        index = self._index.get((kind, stream))
        place = index.before(key) if index is not None else None
        while place is not None:
            self._file.seek(place)
            line = self._file.readline()
            values = json.loads(line) if line else ["", ""]
            if values[0] != kind or (stream and values[1] != stream):
                return
            place += len(line)
            yield values

    def close(self) -> None:
        """Close the file."""
        self._file.close()
