"""What a floorperson answers to an approval that is due, other than by giving it."""

from __future__ import annotations

from dataclasses import dataclass

from siete.table.commands.base import FloorCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseApproval(FloorCommand):
    """Refuse the approval that is due, for a reason; the table waits until a person gives it or remedies the cause."""

    reason: str
