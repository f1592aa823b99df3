"""Named moments in the life of a command. Nothing happens at them; fault tests put a crash in their place."""

from __future__ import annotations

BEFORE_APPEND = "before append"
AFTER_APPEND = "after append"
BEFORE_ANSWER = "before answer"
AFTER_ANSWER = "after answer"
BEFORE_BROADCAST = "before broadcast"
AFTER_BROADCAST = "after broadcast"


def reached(moment: str) -> None:
    """A command is at this moment."""
