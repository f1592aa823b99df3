"""What became of sessions: where they ended, how deep they went, how many were ruined."""

from __future__ import annotations

from math import sqrt
from typing import TypedDict

from siete.sim.totals import Totals

_PARTS = (0.05, 0.25, 0.5, 0.75, 0.95)


class Sessions(TypedDict):
    """What became of sessions that each began with a bankroll; amounts are dollars, parts of sessions the keys."""

    rounds: int
    bankroll: float
    sessions: int
    risk_of_ruin: float
    standard_error: float
    end: dict[str, float]
    drawdown: dict[str, float]


def sessions_of(totals: Totals) -> Sessions | None:
    """How sessions ended; None where none were played."""
    plan = totals.setup.plan
    sessions = sum(totals.session_ends.values())
    if not plan.session or not sessions:
        return None
    ruin = totals.ruins / sessions
    return {
        "rounds": plan.session,
        "bankroll": plan.bankroll / 100,
        "sessions": sessions,
        "risk_of_ruin": ruin,
        "standard_error": sqrt(ruin * (1 - ruin) / sessions),
        "end": {f"{part:.0%}": quantile(totals.session_ends, part) / 100 for part in _PARTS},
        "drawdown": {f"{part:.0%}": quantile(totals.session_downs, part) / 100 for part in _PARTS},
    }


def quantile(counts: dict[int, int], part: float) -> int:
    """The value below or at which this part of all lies."""
    wanted, passed = part * sum(counts.values()), 0
    for value in sorted(counts):
        passed += counts[value]
        if passed >= wanted:
            return value
    return 0
