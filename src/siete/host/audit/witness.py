"""A witness: a second place that keeps every line of signed heads, where whoever can write the first cannot.

A file (on another disk or machine), or an address that takes each line by POST and gives the last one by GET. A witness
that cannot be reached stops nothing: lines wait and are sent with the next one.
"""

from __future__ import annotations

import http.client
import os
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Protocol

SECONDS = 5.0
"""How long to wait for a witness."""
LONGEST = 16_000_000
"""Bytes of a line: one names every stream of the house."""


class Witness(Protocol):
    """Keeps lines. Both methods raise OSError where the witness cannot be reached."""

    def last(self) -> bytes:
        """The last line that it has; empty where it has none."""
        ...

    def keep(self, line: bytes) -> None:
        """Keep another line."""
        ...


class FileWitness:
    """Keeps lines in a file that is only appended to."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def last(self) -> bytes:
        if not self._path.exists():
            return b""
        lines = self._path.read_bytes().split(b"\n")[:-1]
        return lines[-1] + b"\n" if lines else b""

    def keep(self, line: bytes) -> None:
        file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(file, line)
            os.fsync(file)
        finally:
            os.close(file)


class UrlWitness:
    """Keeps lines behind an address: there and nowhere that it points to."""

    def __init__(self, url: str) -> None:
        self._url = url

    def last(self) -> bytes:
        try:
            return self._asked()
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return b""
            raise

    def keep(self, line: bytes) -> None:
        self._asked(line)

    def _asked(self, line: bytes | None = None) -> bytes:
        headers = {"Content-Type": "application/json"} if line is not None else {}
        request = urllib.request.Request(self._url, data=line, headers=headers)
        try:
            with _OPENER.open(request, timeout=SECONDS) as answer:
                return _whole(answer) if line is None else b""
        except http.client.HTTPException as error:  # no OSError, though as little reached as with one
            raise OSError(f"what it answers is no HTTP: {error!r}") from error


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Whoever can make a witness point elsewhere does not make the house ask there."""

    def redirect_request(self, *_: object) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)


def _whole(answer: http.client.HTTPResponse) -> bytes:
    """The answer, which is one line and comes at once."""
    data, until = b"", time.monotonic() + SECONDS
    while part := answer.read1(LONGEST):
        data += part
        if len(data) > LONGEST or time.monotonic() > until:
            raise OSError("its answer has no end")
    return data


def witness_at(place: str) -> Witness:
    """The witness at an address or in a file."""
    return UrlWitness(place) if place.startswith(("http://", "https://")) else FileWitness(Path(place))
