"""The process that writes to a SQLite file for one that serves: `python -m siete.store.apart_child PATH [points]`.

Its standard input is one of a pair of sockets. It takes groups of batches one after the other and tells what became of
them, and ends when the other side does. A signal to stop is not for it: whoever serves has still to write.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from siete.store.apart import GROUP, HEAD, POINT, RESULTS, framed, group_from_bytes, results_to_bytes
from siete.store.sql_writing import SqlWriting
from siete.store.sqlite import writing_backend


def main() -> None:
    """Write until nobody is left to write for."""
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
        except OSError:  # nobody is there to hear that it is durable
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
    """Go on only when told so: a side that was killed at this point takes this one with it."""
    try:
        line.sendall(framed(POINT, point.encode()))
        answer = reading.read(HEAD)
    except OSError:
        answer = b""
    if len(answer) < HEAD:
        os._exit(1)


if __name__ == "__main__":
    main()
