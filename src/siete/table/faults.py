"""What has gone wrong in a round, and what is left to be put right."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """The irregularities of one round; they are counted by round. Decisions: 0076, 0077."""

    face_up: int = 0
    """Cards found face up in the shoe."""
    tens: int = 0
    """10-spots found in the shoe."""
    reversals: tuple[tuple[str, int], ...] = ()
    """Meters that have still to give back what wagers of this many cents had added."""
    void_clause: str = ""
    """What made the round void."""
