"""Writes in a separate process, so that a busy event loop and the writer do not compete for one GIL.

A group of batches goes over a pair of sockets and its results come back. The other end is `siete.store.writer_child`;
it ends when this one does. Decision: 0166.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

import msgspec

from siete.store.faultpoints import AtPoint, nowhere
from siete.store.forks import Fork
from siete.store.group_commit import Result
from siete.store.port import Answer, Archived, Authority, Batch, Movement, NewEvents, Snapshot, StoreError
from siete.store.records import Record

GROUP, RESULTS, POINT, GO_ON = b"g", b"r", b"p", b"o"
"""The kinds of frames; the last two are for tests that stop a write at a fault point."""
HEAD = 5
"""Bytes before the body of a frame: its kind and its length."""
CLOSING_SECONDS = 5.0

Sent = tuple[
    str,
    tuple[NewEvents, ...],
    Answer | None,
    tuple[Movement, ...],
    tuple[Snapshot, ...],
    tuple[tuple[str, dict[str, Any]], ...],
    Authority | None,
    tuple[str, ...],
    tuple[Archived, ...],
    tuple[Fork, ...],
    tuple[str, ...],
]
"""A batch for the wire: its fields, and each record with the name of its kind."""

_encode = msgspec.msgpack.Encoder().encode
_sent = msgspec.msgpack.Decoder(tuple[Sent, ...]).decode
_results = msgspec.msgpack.Decoder(tuple[tuple[int, ...] | bytes, ...]).decode


class Apart:
    """The writer process as the serving process sees it; it is restarted when it dies."""

    def __init__(self, path: Path, lock: int, at: AtPoint = nowhere) -> None:
        self._path, self._lock, self._at = path, lock, at
        self._line: _Line | None = None
        self._start()

    def _start(self) -> None:
        self._socket, theirs = socket.socketpair()
        command = [sys.executable, "-m", "siete.store.writer_child", str(self._path)]
        with theirs:
            self._child = subprocess.Popen(
                command if self._at is nowhere else [*command, "points"],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                pass_fds=(self._lock,),  # the child holds the lock too, until its last write has ended
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )

    @property
    def process(self) -> int:
        """The process id."""
        return self._child.pid

    async def write(self, group: Sequence[Batch]) -> list[Result]:
        """The result of each batch of the group, once it is durable."""
        if self._line is not None and self._line.is_lost:  # it died while there was nothing to write
            await self._start_again()
        if self._line is None:
            loop = asyncio.get_running_loop()
            _, self._line = await loop.create_connection(lambda: _Line(self._at), sock=self._socket)
        found = await self._line.ask(framed(GROUP, group_to_bytes(group)))
        if found is not None:
            return results_from_bytes(found)
        await self._start_again()
        sentence = "The process that writes has ended, and another one takes its place; whether this was kept is open."
        return [StoreError("store/writer-ended", sentence)] * len(group)

    async def _start_again(self) -> None:
        await self.close()
        await asyncio.get_running_loop().run_in_executor(None, self._start)

    async def close(self) -> None:
        """End the process. Called only when no group is pending."""
        if self._line is not None:
            self._line.close()
        self._line = None
        self._socket.close()
        await asyncio.get_running_loop().run_in_executor(None, self._wait)

    def _wait(self) -> None:
        try:
            self._child.wait(CLOSING_SECONDS)
        except subprocess.TimeoutExpired:  # no group is pending: all that was acknowledged is durable
            self._child.kill()
            self._child.wait()


class _Line(asyncio.Protocol):
    """The serving side's socket: one request at a time."""

    def __init__(self, at: AtPoint) -> None:
        self._at = at
        self._bytes = bytearray()
        self._waiting: asyncio.Future[bytes | None] | None = None
        self.is_lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # other loops have transports of their own classes

    async def ask(self, frame: bytes) -> bytes | None:
        """The reply; None when the other side has gone."""
        if self.is_lost:
            return None
        self._waiting = asyncio.get_running_loop().create_future()
        self._transport.write(frame)
        return await self._waiting

    def data_received(self, data: bytes) -> None:
        self._bytes += data
        while len(self._bytes) >= HEAD:
            kind, size = bytes(self._bytes[:1]), int.from_bytes(self._bytes[1:HEAD], "big")
            if len(self._bytes) < HEAD + size:
                return
            body = bytes(self._bytes[HEAD : HEAD + size])
            del self._bytes[: HEAD + size]
            if kind == POINT:
                self._at(body.decode())
                self._transport.write(framed(GO_ON, b""))
            else:
                self._answer(body)

    def connection_lost(self, error: Exception | None) -> None:
        self.is_lost = True
        self._answer(None)

    def _answer(self, body: bytes | None) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(body)

    def close(self) -> None:
        self._transport.close()


# --- what goes over the sockets ------------------------------------------------------------------------------------


def framed(kind: bytes, body: bytes) -> bytes:
    """A message with its kind and length before it."""
    return kind + len(body).to_bytes(HEAD - 1, "big") + body


def group_to_bytes(group: Sequence[Batch]) -> bytes:
    """The batches, as `group_from_bytes` reads them back."""
    return _encode(tuple(map(_fields, group)))


def _fields(batch: Batch) -> Sent:
    named = tuple((type(each).__name__, asdict(each)) for each in batch.records)
    beside = (batch.answer, batch.moves, batch.snapshots, named)
    left = (batch.prunes, batch.archives, batch.forks, batch.erases)
    return (batch.recorded_at, batch.appends, *beside, batch.authority, *left)


def group_from_bytes(data: bytes) -> list[Batch]:
    """The batches that were sent."""
    return [_batch(*sent) for sent in _sent(data)]


def _batch(
    recorded_at: str,
    appends: tuple[NewEvents, ...],
    answer: Answer | None,
    moves: tuple[Movement, ...],
    snapshots: tuple[Snapshot, ...],
    records: tuple[tuple[str, dict[str, Any]], ...],
    authority: Authority | None,
    prunes: tuple[str, ...],
    archives: tuple[Archived, ...],
    forks: tuple[Fork, ...],
    erases: tuple[str, ...],
) -> Batch:
    return Batch(
        recorded_at=recorded_at,
        appends=appends,
        answer=answer,
        moves=moves,
        snapshots=snapshots,
        records=tuple(_RECORDS[name](**values) for name, values in records),
        authority=authority,
        prunes=prunes,
        archives=archives,
        forks=forks,
        erases=erases,
    )


_RECORDS: dict[str, type[Record]] = {kind.__name__: kind for kind in Record.__args__}


def results_to_bytes(results: Sequence[Result]) -> bytes:
    """The result of each batch; a refusal is pickled whole."""
    return _encode(tuple(each if isinstance(each, tuple) else pickle.dumps(each) for each in results))


def results_from_bytes(data: bytes) -> list[Result]:
    """The results that came back. They come from our own child process, so unpickling them is safe."""
    return [each if isinstance(each, tuple) else pickle.loads(each) for each in _results(data)]
