"""The exam of a course: questions over all lessons, then moments at a table with irregularities sprung at random.

Everything follows from the seed, so that an exam can be looked at again.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from random import Random

from siete.clauses import citations
from siete.rules.table_rules import TableRules
from siete.school.dealt_tables import dealt_name, script
from siete.school.demonstrations import DemonstrationStep
from siete.school.drills.catalogue import questions
from siete.school.drills.question import SchoolQuestion
from siete.school.drills.steps import kind_of, step_item
from siete.school.lessons import Course

QUESTIONS = 24
MOMENTS = 16
TASKS = QUESTIONS + MOMENTS
PASSES = 36
"""Tasks that must be right."""
SECONDS = 1_800
SPRUNG = 4
"""Irregularities at the table."""


@dataclass(frozen=True, slots=True)
class ExamStep:
    """One step at the desk: the table before it is shown, and the pupil does what is due."""

    script: str
    place: int

    @property
    def step(self) -> DemonstrationStep:
        """The step itself."""
        return script(self.script)[self.place]

    @property
    def item(self) -> str:
        """What is practised by it."""
        return step_item(self.step)


@dataclass(frozen=True, slots=True)
class Exam:
    """All tasks of one exam."""

    questions: tuple[SchoolQuestion, ...]
    moments: tuple[ExamStep, ...]


def exam(course: Course, rules: TableRules, seed: str) -> Exam:
    """The exam of this seed."""
    rng = Random(f"exam/{rules.rule_set}/{seed}")
    return Exam(tuple(_questions(course, rules, rng)), moments(rules, rng))


def _questions(course: Course, rules: TableRules, rng: Random) -> list[SchoolQuestion]:
    """One question of every lesson, then others, none about the same thing."""
    lessons = list(course.lessons)
    rng.shuffle(lessons)
    asked: dict[str, SchoolQuestion] = {}
    while len(asked) < QUESTIONS:
        for lesson in lessons:
            for each in islice(questions(lesson, rules, rng), 6):
                if each.item not in asked and len(asked) < QUESTIONS:
                    asked[each.item] = each
                    break
    return list(asked.values())


def moments(rules: TableRules, rng: Random) -> tuple[ExamStep, ...]:
    """Steps of a dealt table in their order: everything that was sprung, and as many different others as there are."""
    while True:
        name = dealt_name(rules.rule_set, f"exam-{rng.randrange(10**9)}", SPRUNG)
        steps = script(name)
        sprung = [place for place, each in enumerate(steps) if each.is_report]
        others = [place for place, each in enumerate(steps) if each.is_dealers and each.clause in citations()]
        if len(sprung) == SPRUNG and len(others) >= MOMENTS:
            break
    rng.shuffle(others)
    first = {kind_of(steps[place].words): place for place in others}.values()
    rest = [*first, *(place for place in others if place not in first)]
    chosen = (sprung + rest)[:MOMENTS]
    return tuple(ExamStep(name, place) for place in sorted(chosen))
