"""The process that writes to a SQLite file for one that serves: `python -m siete.store.writer_child PATH [points]`.

Its standard input is one of a pair of sockets. It writes groups of batches in order and sends their
results back, and ends when the other side does. It ignores stop signals: the serving process still has to write.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from siete.store.sql.sqlite import writing_backend
from siete.store.sql.transaction import SqlWriting
from siete.store.writer_process import GROUP, HEAD, POINT, RESULTS, framed, group_from_bytes, results_to_bytes


def main() -> None:
    """Write until the other side closes its socket."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    path, *points = sys.argv[1:]
    line = socket.socket(fileno=sys.stdin.fileno())
    reading = line.makefile("rb")
    backend = writing_backend(Path(path))
    if points:
        backend = replace(backend, at=lambda point: _stop_at(point, line, reading))
    writing = SqlWriting(backend)
    while (group := _body(reading)) is not None:
        results = writing.write(group_from_bytes(group))
        try:
            line.sendall(framed(RESULTS, results_to_bytes(results)))
        except OSError:  # the other side has gone; the group is durable all the same
            break
    backend.engine.dispose()


def _body(reading: BinaryIO) -> bytes | None:
    """The next frame's body; None when the other side has gone."""
    head = reading.read(HEAD)
    if len(head) < HEAD:
        return None
    size = int.from_bytes(head[1:], "big")
    body = reading.read(size)
    return body if len(body) == size and head[:1] == GROUP else None


def _stop_at(point: str, line: socket.socket, reading: BinaryIO) -> None:
    """Wait for the other side's permission: if it was killed at this point, this process ends too."""
    try:
        line.sendall(framed(POINT, point.encode()))
        answer = reading.read(HEAD)
    except OSError:
        answer = b""
    if len(answer) < HEAD:
        os._exit(1)


if __name__ == "__main__":
    main()
