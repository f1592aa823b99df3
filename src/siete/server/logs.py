"""What the server logs, and how: lines of JSON on stderr, and no flood of equal ones."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from typing import Any

import structlog

_log = structlog.get_logger("siete.server")


class RepeatedErrors:
    """Logs errors of the event loop, each kind once in a while: out of descriptors, it has thousands a second."""

    def __init__(self, seconds: float = 10.0) -> None:
        self._seconds = seconds
        self._next: dict[str, float] = {}
        self._left_out = 0

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        what = str(context.get("message", ""))
        if self._next.get(what, 0.0) > time.monotonic():
            self._left_out += 1
            return
        self._next = {**dict(list(self._next.items())[-50:]), what: time.monotonic() + self._seconds}
        error = context.get("exception")
        _log.error("event loop", what=what, error=repr(error)[:200], left_out=self._left_out)
        self._left_out = 0


def quiet(level: int) -> None:
    """Log warnings and errors of libraries to stderr, and our own log as lines of JSON."""
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # it warns of every request that is no HTTP
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
    )
