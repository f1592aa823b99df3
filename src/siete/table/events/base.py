"""What every event has."""

from __future__ import annotations

from dataclasses import dataclass

DEALER = 0
"""The place of the dealer's hand where a box number stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened, with the clause that ordered or allowed it."""

    clause: str = ""
