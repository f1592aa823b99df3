"""What became of approvals that were not given."""

from __future__ import annotations

from dataclasses import dataclass

from siete.table.events.base import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalRefused(Event):
    """A floorperson refused an approval that was due: of which command, at which point, and why."""

    command: str
    point: str
    by: str
    reason: str
