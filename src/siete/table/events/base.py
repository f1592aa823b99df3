"""What every event has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

DEALER = 0
"""The place of the dealer's hand where a box number stands."""


LATER: Mapping[str, bool] = MappingProxyType({"is_later": True})
"""Metadata of a field that was added to an event after 0.1.0: stored only where it differs from its default, so that
events of an earlier version are written as they were read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened, with the clause that ordered or allowed it."""

    clause: str = ""
