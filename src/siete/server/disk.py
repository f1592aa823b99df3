"""Whether the data directory can still be written to."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

SECONDS = 5.0
"""For which an answer is believed: anybody may ask, and a sync costs."""
LEAST = 16 << 20
"""Bytes that must be free: a busy house writes so much in a few minutes."""


class Disk:
    """The disk of a house."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._asked_at, self._was_writable = -SECONDS, True

    async def is_writable(self) -> bool:
        """Whether a little can be written and synced, and there is room for more."""
        if time.monotonic() - self._asked_at >= SECONDS:
            self._asked_at = time.monotonic()
            self._was_writable = await asyncio.to_thread(self._try)
        return self._was_writable

    def _try(self) -> bool:
        path = self._data / f".ready-{os.getpid()}"
        try:
            found = os.statvfs(self._data)
            if found.f_bavail * found.f_frsize < LEAST:
                return False
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            try:
                os.write(file, bytes(4_096))
                os.fsync(file)
            finally:
                os.close(file)
                path.unlink(missing_ok=True)
        except OSError:
            return False
        return True
