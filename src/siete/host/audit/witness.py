"""A witness: a second place that keeps every line of signed heads, where whoever can write the first cannot.

A file (on another disk or machine), or an address that takes each line by POST and gives the last one by GET. A witness
that cannot be reached stops nothing: lines wait and are sent with the next one.
"""

from __future__ import annotations

import os
import urllib.error
import urllib.request
from pathlib import Path
from typing import Protocol

SECONDS = 5.0
"""How long to wait for a witness."""


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
    """Keeps lines behind an address."""

    def __init__(self, url: str) -> None:
        self._url = url

    def last(self) -> bytes:
        try:
            with urllib.request.urlopen(self._url, timeout=SECONDS) as answer:
                return bytes(answer.read())
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return b""
            raise

    def keep(self, line: bytes) -> None:
        request = urllib.request.Request(self._url, data=line, headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=SECONDS):
            pass


def witness_at(place: str) -> Witness:
    """The witness at an address or in a file."""
    return UrlWitness(place) if place.startswith(("http://", "https://")) else FileWitness(Path(place))
