"""Files as a machine may find them after losing its power, made from a log of writes and syncs.

What was synced is there. Of what was written to a file since its last sync, any part may be: each write by itself, in
any order, and torn between the sectors of a disk.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

SECTOR = 512
_HEAD = struct.Struct("=4q")


@dataclass(frozen=True, slots=True)
class Logged:
    """One line of the log: a write, a truncation, a sync, or something printed."""

    kind: str
    name: str
    at: int
    data: bytes


def read_log(path: Path) -> list[Logged]:
    """The log; a last record that the kill has cut off is left out."""
    data, place, found = path.read_bytes(), 0, list[Logged]()
    while place + _HEAD.size <= len(data):
        kind, named, at, size = _HEAD.unpack_from(data, place)
        start = place + _HEAD.size
        place = start + named + size
        if place > len(data):
            break
        name = data[start : start + named].decode().rpartition("/")[2]
        found.append(Logged(chr(kind), name, at, data[start + named : place]))
    return found


@dataclass(slots=True)
class Disk:
    """One file: what is sure to be there, and what was written since."""

    synced: bytearray = field(default_factory=bytearray)
    pending: list[Logged] = field(default_factory=list)

    def take(self, logged: Logged) -> None:
        """Note what happens to the file."""
        if logged.kind != "S":
            self.pending.append(logged)
            return
        for each in self.pending:
            _apply(self.synced, each)
        self.pending.clear()

    def after_a_cut(self, rng: Random) -> bytes:
        """The file as it may be found: pending writes made in any order, left out, or torn."""
        found, left = bytearray(self.synced), list(self.pending)
        rng.shuffle(left)
        keeps = rng.random()  # from a disk that had written nearly nothing to one that had written nearly all
        for each in left:
            if rng.random() < keeps:
                for part in _torn(each, rng) if rng.random() < 0.5 else (each,):
                    _apply(found, part)
        return bytes(found)


def _torn(logged: Logged, rng: Random) -> Iterator[Logged]:
    """Some of a write's sectors."""
    for start in range(0, len(logged.data), SECTOR):
        if rng.random() < 0.5:
            yield Logged("W", logged.name, logged.at + start, logged.data[start : start + SECTOR])


def _apply(found: bytearray, logged: Logged) -> None:
    if logged.kind == "T":
        del found[logged.at :]
        found.extend(bytes(logged.at - len(found)))
        return
    found.extend(bytes(max(0, logged.at - len(found))))
    found[logged.at : logged.at + len(logged.data)] = logged.data


@dataclass(frozen=True, slots=True)
class Image:
    """What is found after a loss of power, and what had been printed before it."""

    files: dict[str, bytes]
    printed: str


def images(log: Sequence[Logged], count: int, rng: Random, start: dict[str, bytes]) -> Iterator[Image]:
    """Images from cuts just before a sync, just after one, and between, spread over the whole log."""
    syncs = [place for place, logged in enumerate(log) if logged.kind == "S"]
    cuts = [place + after for place in syncs for after in (0, 1)] + [
        place for place, logged in enumerate(log, 1) if logged.kind == "A"
    ]
    chosen = sorted(rng.choices(cuts or range(len(log) + 1), k=count))
    disks = {name: Disk(bytearray(data)) for name, data in start.items()}
    printed: list[bytes] = []
    for place in range(len(log) + 1):
        while chosen and chosen[0] == place:
            chosen.pop(0)
            files = {name: disk.after_a_cut(rng) for name, disk in disks.items()}
            yield Image(files, b"".join(printed).decode())
        if place < len(log):
            logged = log[place]
            if logged.kind == "A":
                printed.append(logged.data)
            else:
                disks.setdefault(logged.name, Disk()).take(logged)
