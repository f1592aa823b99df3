"""What a floorperson signs for before a table opens, as a rule set lists it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckItem:
    """Something physical, or a manner of working, that a floorperson must sign for before a table opens."""

    name: str
    sentence: str
    clause: str
    needs: tuple[str, ...] = ()
    """It matters only where one of these is offered."""
    instead_of: str = ""
    """The item that it may stand for."""
