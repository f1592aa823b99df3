"""A lock on a file that lasts as long as the process that took it: what keeps two processes off one house."""

from __future__ import annotations

import os
from pathlib import Path

from siete.store.port import StoreError

try:
    import fcntl
except ModuleNotFoundError:  # Windows
    _can_lock = False
else:
    _can_lock = True


def check_system() -> None:
    """Refuse to run a house where a process cannot lock a file for its lifetime."""
    if not _can_lock:
        sentence = (
            "A house needs POSIX file locks, which this system does not have. "
            "On Windows run it under WSL or in a container; play, odds, simulate and report work here."
        )
        raise StoreError("store/needs-posix", sentence)


def open_lock(path: Path | str) -> int:
    """The file to lock, made if there is none, readable by its owner only."""
    check_system()
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def is_taken(lock: int) -> bool:
    """Take the lock if no other process holds it; whether it is ours now."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
