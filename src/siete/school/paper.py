"""The test of a lesson: so many questions, what is due again first, and the score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from siete.rules.table_rules import TableRules
from siete.school.drills.catalogue import questions
from siete.school.drills.question import SchoolQuestion
from siete.school.lessons import Lesson

PASSES = 0.8
"""The part of right answers that passes a test."""
_TRIES = 400
"""Questions that are drawn in search of an item that is due again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One answer of a test."""

    question: SchoolQuestion
    given: str

    @property
    def is_right(self) -> bool:
        """Whether it was right."""
        return self.question.is_right(self.given)


@dataclass(frozen=True, slots=True)
class Score:
    """What a test came to."""

    marks: tuple[Mark, ...]

    @property
    def right(self) -> int:
        """Right answers."""
        return sum(each.is_right for each in self.marks)

    @property
    def is_passed(self) -> bool:
        """Whether enough were right."""
        return bool(self.marks) and self.right >= PASSES * len(self.marks)

    @property
    def missed(self) -> tuple[str, ...]:
        """The clauses that were missed, each once."""
        return tuple(dict.fromkeys(each.question.clause for each in self.marks if not each.is_right))


def paper(
    lesson: Lesson, rules: TableRules, rng: Random, count: int, due: Sequence[str] = ()
) -> Iterator[SchoolQuestion]:
    """So many questions: first what is due again, then others; no item twice while there are others."""
    drawn = questions(lesson, rules, rng)
    asked: list[str] = []
    waiting: list[SchoolQuestion] = []
    for _, question in zip(range(_TRIES), drawn, strict=False):
        if question.item not in asked:
            asked.append(question.item)
            waiting.append(question)
    waiting.sort(key=lambda each: due.index(each.item) if each.item in due else len(due))
    chosen = waiting[:count]
    for question in drawn:
        if len(chosen) >= count:
            break
        chosen.append(question)
    return iter(chosen)
