"""How fast a client sends, so that no house closes its connection for haste."""

from __future__ import annotations

RATE, AT_ONCE = 25.0, 60.0
"""Messages a second and at once, a little below what a house allows one WebSocket."""


class MessagePace:
    """So many messages a second on average, and some at once after a pause."""

    def __init__(self, rate: float = RATE, at_once: float = AT_ONCE) -> None:
        self._gap, self._ahead = 1 / rate, at_once / rate
        self._due: float | None = None

    def delay(self, now: float) -> float:
        """Seconds to wait before a message that is to be sent now."""
        earliest = now - self._ahead
        self._due = max(self._due if self._due is not None else earliest, earliest) + self._gap
        return max(0.0, self._due - now)
