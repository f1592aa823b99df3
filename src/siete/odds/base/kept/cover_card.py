"""What dealing down to the cover card adds to the edge of a full shoe, as it was measured and comes with the program.

No sum over shoes gives it, so rounds were simulated: `scripts/solve --cover` measures it anew and writes the file. It
is told beside the exact edge and never computed with. Decision: 0219.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TypedDict

FILE = Path(__file__).parents[1] / "measured" / "cover_card.json"


class CoverCardEffect(TypedDict):
    """One measurement."""

    rules: str
    effect: float
    """Of the house edge, a part of the wager."""
    standard_error: float
    rounds: int
    seed: int


def cover_card_effect(rules_hash: str) -> CoverCardEffect | None:
    """The measurement for these rules; none where there is none."""
    return _measured().get(rules_hash)


@cache
def _measured() -> dict[str, CoverCardEffect]:
    found: dict[str, CoverCardEffect] = json.loads(FILE.read_text("utf-8"))
    return found
