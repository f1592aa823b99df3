"""How long tests wait for what should come, in seconds: a busy machine is slow, and nothing is wrong with it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

PATIENCE = 180.0


async def until(is_so: Callable[[], bool], pause: float = 0.01) -> None:
    """Wait until something is so."""
    ends = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < ends, "it never came to pass"
        await asyncio.sleep(pause)
