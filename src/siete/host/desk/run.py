"""A run of steps at the desk: how many were right at the first try, and each mistake with the clause it broke.

A run begins when somebody takes the dealing or chooses a help level, and ends with the next one, or when the dealer is
replaced. Until then it is in the memory of the process that runs the table, and noted now and then for the next one.
The game does not depend on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from siete.plain import Plain

MOST_KEPT = 500
"""Mistakes and steps of one run that are kept: more than a long shift has between two breaks."""


class HelpLevel(StrEnum):
    """How much a dealer is told."""

    GUIDED = "guided"
    """The next step and its clause, before it is done."""
    FREE = "free"
    """Nothing before; a wrong motion is refused with its clause and words."""
    EXAM = "exam"
    """No word until the end; mistakes are noted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedMotion:
    """A motion that was refused."""

    done: str
    """The motion in words."""
    code: str
    clause: str
    sentence: str
    """What would have been right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskRun:
    """What one dealer has done since the run began."""

    level: HelpLevel = HelpLevel.GUIDED
    dealer: str = ""
    person: str = ""
    """Whose run it is, as a scope; empty before the first motion of somebody the table was opened for."""
    points: frozenset[str] = frozenset()
    """The decision points at which a step was done."""
    missed: frozenset[str] = frozenset()
    """Those at which something else was tried first."""
    mistakes: tuple[RefusedMotion, ...] = field(default=())
    began: int = 0
    """The version of the table at which it began."""
    steps_before: int = 0
    """Steps that another process has counted, before this one went on."""
    right_before: int = 0

    @property
    def steps(self) -> int:
        """Steps that were done."""
        return self.steps_before + len(self.points)

    @property
    def missed_at(self) -> str:
        """The point at which something was tried and nothing right done yet; empty where there is none."""
        return next(iter(self.missed - self.points), "")

    def did(self, point: str) -> DeskRun:
        """A right motion was made at this point."""
        return replace(self, points=self.points | {point}) if len(self.points) < MOST_KEPT * 10 else self

    def erred(self, point: str, mistake: RefusedMotion) -> DeskRun:
        """A wrong motion was made at this point."""
        if len(self.mistakes) >= MOST_KEPT:
            return self
        return replace(self, missed=self.missed | {point}, mistakes=(*self.mistakes, mistake))

    @property
    def right(self) -> int:
        """Steps that were right at the first try."""
        return self.right_before + len(self.points - self.missed)

    def report(self) -> Plain:
        """The run as it goes over the wire: steps, how many were right at once, and the mistakes by clause."""
        return {
            "level": self.level.value,
            "dealer": self.dealer,
            "steps": self.steps,
            "right": self.right,
            "clauses": dict(self._clauses()),
            "mistakes": [
                {"done": each.done, "code": each.code, "clause": each.clause, "sentence": each.sentence}
                for each in self.mistakes
            ],
        }

    def _clauses(self) -> Iterator[tuple[str, int]]:
        yield from Counter(each.clause for each in self.mistakes if each.clause).most_common()
