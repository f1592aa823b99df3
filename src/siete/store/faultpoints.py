"""The points of a write at which tests inject faults."""

from __future__ import annotations

from collections.abc import Callable

AtPoint = Callable[[str], None]
"""Called with the point that a write has reached: `before append`, `before commit`, `after commit`."""


def nowhere(point: str) -> None:
    """The default: injects nothing."""
