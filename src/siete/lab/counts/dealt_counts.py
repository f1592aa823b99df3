"""What was dealt at each true count, beside what the study of the count says of it."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from siete.lab.counting import CountStudy, Tags
from siete.sim.chunks import compiled_of
from siete.sim.codes import ENDS
from siete.sim.results import Result

_NO_END = 10**6


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtAtCount:
    """The rounds of a run at the true counts of one of its wagers; edges are parts of the base wager."""

    least: int | None
    """The true count from which they are; none for all below `below`."""
    below: int | None
    rounds: int
    share: float
    house_edge: float
    error: float
    """One standard error, by the deviation that the study says."""
    exact_share: float
    exact_edge: float


def dealt_by_count(result: Result, study: CountStudy, tags: Tags) -> tuple[DealtAtCount, ...]:
    """The base wager by true count, for every level of the run's count at which something was wagered."""
    plan, compiled = result.totals.setup.plan, compiled_of(result.totals.setup)
    assert plan.count is not None, "something is counted"
    starts = [int(least) for least, _ in plan.count.levels(plan.wager)]
    limits = list(zip([None, *starts], [*starts, None], strict=True))
    counts, nets = result.totals.counts, compiled.tables[0]["nets"][: len(limits) * ENDS].reshape(-1, ENDS)
    ends = (counts["ends"] + counts["split_ends"]).reshape(-1, ENDS)
    won = (ends * nets).sum(axis=1).tolist()
    found = []
    for level, (least, below) in enumerate(limits):
        rounds, wager = int(counts["level_rounds"][level]), compiled.levels[level]
        law = _law(study, tags, -_NO_END if least is None else least, _NO_END if below is None else below)
        if rounds and wager and law is not None:
            share, value, square = law
            found.append(
                DealtAtCount(
                    least=least,
                    below=below,
                    rounds=rounds,
                    share=rounds / result.rounds,
                    house_edge=-won[level] / (rounds * wager),
                    error=sqrt((square - value**2) / rounds),
                    exact_share=share,
                    exact_edge=-value,
                )
            )
    return tuple(found)


def _law(study: CountStudy, tags: Tags, least: int, below: int) -> tuple[float, float, float] | None:
    """Share, mean result and mean square of the rounds at these counts; none where no shoe comes to them."""
    here = [each for count, each in study.by_count(tags).items() if least <= count < below]
    share = sum(each.share for each in here)
    if not share:
        return None
    return share, sum(e.share * e.value for e in here) / share, sum(e.share * e.square for e in here) / share
