"""Wagers by true count in dollars: what a ramp comes to, and the ramps that a bankroll calls for.

The count, how often it comes and what it is worth are those of `CountStudy`; a wager by count is what a person puts
down, nothing where the person sits out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log

from siete.lab.counting import CountStudy, Tags, WinRate, outcome

RUINS = (10_000, 20_000, 40_000)
"""Bankrolls, in dollars, whose risk is told."""
USUAL_RISK = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class DollarRamp(WinRate):
    """Wagers in dollars by true count."""

    wagers: Mapping[int, float]

    def bankroll(self, risk: float) -> float | None:
        """The bankroll that is lost with this chance."""
        return -log(risk) * self.deviation**2 / (2 * self.win) if self.win > 0 else None


def valued(study: CountStudy, tags: Tags, wagers: Mapping[int, float]) -> DollarRamp:
    """What wagers by true count come to; counts that are not named are sat out."""
    win, deviation, mean = outcome(study.by_count(tags), wagers)
    return DollarRamp(wagers=dict(wagers), win=win, deviation=deviation, average_wager=mean)


def kelly(
    study: CountStudy, tags: Tags, bankroll: float, *, fraction: float = 1.0, leave_below: int = -99
) -> dict[int, float]:
    """The wagers that let a bankroll grow fastest, or a part of them, within the table's limits and its chips.

    A count without an advantage is worth the least wager, and below `leave_below` none.
    """
    rules = study.rules
    least, most = rules.table_min / 100, rules.table_max / 100
    found: dict[int, float] = {}
    for count, each in study.by_count(tags).items():
        wanted = max(0.0, each.value) / each.square * bankroll * fraction
        found[count] = 0.0 if count < leave_below else min(most, max(least, _in_chips(wanted)))
    return found


def _in_chips(amount: float) -> float:
    """Down to whole chips of $5, of $25 from $100 on."""
    step = 25 if amount >= 100 else 5
    return float(int(amount // step) * step)
