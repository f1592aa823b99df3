"""Named points in the processing of a command. They do nothing; fault-injection tests put a crash in their place."""

from __future__ import annotations

BEFORE_APPEND = "before append"
AFTER_APPEND = "after append"
BEFORE_ANSWER = "before answer"
AFTER_ANSWER = "after answer"
BEFORE_BROADCAST = "before broadcast"
AFTER_BROADCAST = "after broadcast"


def reached(point: str) -> None:
    """The command being processed has reached this point."""
